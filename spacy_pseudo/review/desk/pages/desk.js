"use strict";
const texts = JSON.parse(document.body.dataset.texts);
const $ = (selector, root = document) => root.querySelector(selector);
const say = (text, values) => Object.entries(values).reduce((said, [name, value]) => said.replaceAll(`{${name}}`, value), text);
let busy = false;
let edited = Number(document.body.dataset.edited);

// --- Speaking with the desk ---

async function send(path, values) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(values || {}) });
    const found = await answer.json();
    if (!answer.ok) { refused(found); return null; }
    return found;
  } catch (lost) { problem(texts.js_lost); return null; }
}
async function get(path) {
  try {
    const answer = await fetch(path);
    const found = await answer.json();
    if (!answer.ok) { refused(found); return null; }
    return found;
  } catch (lost) { problem(texts.js_lost); return null; }
}
const refused = (found) => problem(found.code ? `${found.problem} [${found.code}]` : found.problem);
function notice(text, kind, ...extra) {
  const line = document.createElement("div");
  if (kind) line.className = kind;
  const said = document.createElement("span");
  said.textContent = text;
  line.append(said, ...extra);
  $("#notice").replaceChildren(line);
  return line;
}
const problem = (text) => notice(text, "problem");
const button = (text, act, kind) => {
  const made = document.createElement("button");
  made.type = "button"; made.textContent = text; made.className = kind || ""; made.addEventListener("click", act);
  return made;
};

// --- A case ---

const question = () => $(".question");
function filters() {
  const found = $("[data-filters]");
  return found ? Object.fromEntries(new URLSearchParams(found.dataset.filters)) : {};
}
function show(found) {
  if (found.reload) { leave(location.href, found.notice); return; }
  if (lastState && found.step !== undefined) lastState = { ...lastState, step: found.step, rebuilding: found.rebuilding };
  if (found.rebuilding) setTimeout(look, 1000);
  if (found.queue && document.body.dataset.queue && found.queue !== document.body.dataset.queue) { leave(`/q/${found.queue}?case=${found.current}`, found.notice); return; }
  if (found.list !== undefined) { put("list", found.list); scrollToCurrent(); }
  if (found.case !== undefined) panel(found.case);
  if (found.bar !== undefined) put("bar", found.bar);
}
// Whoever works without a mouse stays where they were, though the part of the page is a new one.
function put(id, html) {
  const part = $(`#${id}`);
  const at = part.contains(document.activeElement) ? document.activeElement : null;
  const asked = id === "bar" ? $("#search input").value : "";
  part.innerHTML = html;
  if (asked) $("#search input").value = asked;
  if (!at) return;
  const same = at.dataset.post ? `[data-post="${at.dataset.post}"]:not(:disabled)` : at.name === "asked" ? "[name=asked]" : at.dataset.case ? "[aria-current][data-case]" : null;
  ((same && $(same, part)) || (part.hasAttribute("tabindex") ? part : $("#case"))).focus({ preventScroll: true });
}
function panel(html) {
  put("case", html);
  focusOnPlace();
}
// What was begun to be answered is kept while the message beside it is shown anew.
function panelAnew(html) {
  const answers = $("#answers"), at = document.activeElement;
  const before = question();
  panel(html);
  if (!before || !question() || question().dataset.case !== before.dataset.case || !answers) return;
  $("#answers").replaceWith(answers);
  if (answers.contains(at)) at.focus({ preventScroll: true });
}
// What was done is said on the next page.
function leave(address, said) {
  if (said) sessionStorage.setItem("notice", said);
  if (address === location.href) location.reload(); else location.href = address;
}
function focusOnPlace() {
  for (const body of document.querySelectorAll(".body")) {
    const at = $(".focus", body);
    if (at) body.scrollTop = Math.max(0, at.offsetTop - body.offsetTop - body.clientHeight / 3);
  }
}
function scrollToCurrent() {
  const list = $("#list");
  const at = list && $("[aria-current][data-case]", list);
  if (!at || list.scrollHeight <= list.clientHeight) return; // where the list is a part of the page, the page stays
  const above = at.offsetTop - list.offsetTop;
  if (above < list.scrollTop) list.scrollTop = above;
  else if (above + at.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = above + at.offsetHeight - list.clientHeight;
}
async function open(id, n) {
  const found = await get(`/case/${id}?n=${n || 0}`);
  if (found === null) return;
  panel(found.case);
  for (const link of document.querySelectorAll("#list [data-case]")) {
    if (link.dataset.case === id) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current");
  }
  scrollToCurrent();
}
async function decide(action, more) {
  const asked = question();
  if (!asked || busy) return;
  const scope = ($('[name="scope"]:checked', asked) || { value: "case" }).value;
  const values = { cases: [asked.dataset.case], action, scope, place: Number(asked.dataset.place), filters: filters(), ...more };
  const everywhere = values.scope === "corpus" || (asked.dataset.queue === "audited" && action === "mask");
  if (everywhere && !confirm(texts.js_everywhere)) return;
  if (action === "protect" && !confirm(texts.js_protect)) return;
  if (action === "write") { values.written = $('[name="written"]', asked).value; if (!values.written) { $('[name="written"]', asked).focus(); return; } }
  busy = true;
  performance.mark("decide");
  const found = await send("/decide", values);
  busy = false;
  if (!found) return;
  show(found);
  performance.measure("decided", "decide");
  const line = notice(found.notice);
  if (found.alike.length) {
    const shown = found.alike_shown.join(", ") + (found.alike.length > found.alike_shown.length ? " …" : "");
    line.append(
      say(texts.js_alike, { n: found.alike.length, shown }),
      button(say(texts.js_alike_yes, { n: found.alike.length }), () => decide(action, { ...more, cases: found.alike, scope: "case", ...(values.written ? { written: values.written } : {}) }), "primary"),
      button(texts.js_alike_show, () => $("#notice").replaceChildren()),
    );
  }
}
async function post(what) {
  if (busy) return;
  busy = true;
  const asked = question();
  const found = await send(`/${what}`, { queue: document.body.dataset.queue || "", case: asked ? asked.dataset.case : "", filters: filters() });
  busy = false;
  if (!found) return;
  if (what === "apply") { notice(found.notice); watch(); return; }
  show(found);
  if (!found.reload) notice(found.notice);
}
function step(by) {
  const links = [...document.querySelectorAll("#list [data-case]")];
  const at = links.findIndex((link) => link.hasAttribute("aria-current"));
  const next = links[Math.min(links.length - 1, Math.max(0, at + by))];
  if (next) open(next.dataset.case, 0);
}
function turn(by) {
  const asked = question();
  if (!asked) return;
  const n = Number(asked.dataset.place) + by;
  if (n >= 0 && n < Number(asked.dataset.places)) open(asked.dataset.case, n);
}

// --- Choosing somebody ---

function chooser(box, choose) {
  const input = $("input", box);
  const choices = $(".choices", box);
  let asked = 0;
  const look = async () => {
    const mine = ++asked;
    const found = await send("/find", { what: "people", asked: input.value });
    if (found && mine === asked) choices.innerHTML = found.found;
  };
  input.addEventListener("input", look);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") { event.preventDefault(); const first = $("button", choices); if (first) first.click(); }
  });
  choices.addEventListener("click", (event) => {
    const found = event.target.closest("[data-person]");
    if (found) choose(found.dataset.person);
  });
  return look;
}
function otherPerson() {
  const box = $("#chooser");
  if (!box) return;
  box.hidden = false;
  if (!box.dataset.ready) {
    box.dataset.ready = "1";
    chooser(box, (person) => decide("person", { person }))();
  }
  $("input", box).focus();
}

// --- What is selected in a message ---

function selected() {
  const chosen = getSelection();
  if (!chosen || chosen.isCollapsed || !chosen.rangeCount) return null;
  const range = chosen.getRangeAt(0);
  const field = range.commonAncestorContainer.nodeType === 1 ? range.commonAncestorContainer.closest("[data-field]") : range.commonAncestorContainer.parentElement.closest("[data-field]");
  const message = field && field.closest("[data-message]");
  if (!message || !message.dataset.selectable) return null;
  // The desk counts characters, the browser its own units.
  const count = (node, offset) => {
    const piece = (node.nodeType === 1 ? node : node.parentElement).closest("[data-at]");
    if (!piece || Number(piece.dataset.at) < 0) return null;
    const before = document.createRange();
    before.selectNodeContents(piece);
    before.setEnd(node, offset);
    return Number(piece.dataset.at) + [...before.toString()].length;
  };
  const first = count(range.startContainer, range.startOffset);
  const last = count(range.endContainer, range.endOffset);
  const all = range.toString(), text = all.trim();
  if (first === null || last === null || !text || text.length > 200) return null;
  // A double click takes the blank after a word along.
  const blanks = [all.length - all.trimStart().length, all.length - all.trimEnd().length];
  return { message: message.dataset.message, field: field.dataset.field, start: first + blanks[0], end: last - blanks[1], text, range };
}
function dropSelected() { const box = $("#selected"); if (box) box.remove(); }
function offer(found) {
  dropSelected();
  const box = document.createElement("div");
  box.id = "selected";
  const mark = (action, scope, person) => async () => {
    const { range, ...place } = found;
    dropSelected();
    const asked = question();
    const made = await send("/mark", { ...place, action, scope, person, queue: document.body.dataset.queue || "", case: asked ? asked.dataset.case : "", filters: filters() });
    if (made) { show(made); if (!made.reload) notice(made.notice); }
  };
  const choose = (scope) => () => {
    const input = document.createElement("input");
    input.type = "search"; input.setAttribute("aria-label", texts.js_whom);
    const choices = document.createElement("div");
    choices.className = "choices";
    box.replaceChildren(input, choices);
    chooser(box, (person) => mark("person", scope, person)())();
    input.focus();
  };
  box.append(
    button(texts.js_selected_form, choose("case"), "primary"), button(texts.js_selected_here, choose("place")),
    button(texts.js_selected_keep, mark("keep", "place")), button(texts.js_selected_mask, mark("mask", "place")),
    button(texts.js_selected_protect, mark("protect", "case"), "quiet"),
  );
  const at = found.range.getBoundingClientRect();
  box.style.top = `${at.bottom + scrollY + 6}px`;
  box.style.left = `${Math.max(8, Math.min(at.left + scrollX, innerWidth - 330))}px`;
  document.body.append(box);
}

// --- Runs, and what others change ---

let watching = false;
async function watch() {
  if (watching) return;
  watching = true;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    const state = await get("/state");
    if (!state) break;
    if (state.state === "running") { notice(say(texts.js_running, { done: state.done, total: state.total || "…" })); continue; }
    if (state.state === "failed") { problem(`${texts.js_failed} ${state.problem}`); break; }
    location.href = "/ran";
    break;
  }
  watching = false;
}
let lastState = null;
let looking = false;
async function look() {
  if (document.hidden || watching || looking || busy) return;
  looking = true;
  const state = await get("/state");
  looking = false;
  if (!state || busy) return;
  const before = lastState;
  lastState = state;
  if (state.state === "running") { watch(); return; }
  if (state.edited !== edited) { edited = state.edited; await anew(); notice(texts.js_edited); return; }
  if (before && ["step", "rebuilding", "audited"].some((name) => state[name] !== before[name])) await anew();
}
async function anew() {
  const asked = question();
  if (!$("#list") || busy || $("#selected")) return;
  const found = await send("/anew", { queue: document.body.dataset.queue, case: asked ? asked.dataset.case : "", place: asked ? Number(asked.dataset.place) : 0, filters: filters() });
  if (!found || busy || question() !== asked) return;
  put("bar", found.bar);
  put("list", found.list);
  panelAnew(found.case);
}

// --- Mouse and keys ---

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  let found;
  if ((found = on("[data-action]"))) decide(found.dataset.action, found.dataset.person ? { person: found.dataset.person } : {});
  else if (on("[data-other]")) otherPerson();
  else if ((found = on("[data-turn]"))) turn(Number(found.dataset.turn));
  else if ((found = on("[data-post]"))) post(found.dataset.post);
  else if (on("[data-keys]")) $("#keys").showModal();
  else if (on("[data-close]")) on("dialog").close();
  else if ((found = on("#list [data-case]")) && !event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); open(found.dataset.case, 0); }
  else if ((found = on("[data-form-there]"))) form(found.closest("[data-form]").dataset.form, Boolean(found.dataset.formThere));
  else if ((found = on("[data-split]"))) merge(found.dataset.split, false);
  if (event.target.isConnected && !on("#selected")) dropSelected(); // a choice that was made is not in the page any more
});
const offerSelected = () => setTimeout(() => { const found = selected(); if (found) offer(found); }, 0);
document.addEventListener("mouseup", (event) => { if (!event.target.closest("#selected")) offerSelected(); });
document.addEventListener("keyup", (event) => { if (event.shiftKey && event.key.startsWith("Arrow")) offerSelected(); });
document.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (event.target.id === "search") {
    const found = await send("/find", { asked: event.target.asked.value });
    if (found) { const main = $("main"); main.className = "single"; main.innerHTML = found.found; delete document.body.dataset.queue; $(".found").focus(); }
  } else if (event.target.id === "add-form") {
    if (event.target.form.value.trim()) form(event.target.form.value.trim(), true);
  }
});
async function form(text, there) {
  const found = await send("/form", { person: $("[data-person]").dataset.person, form: text, there });
  if (found) leave(location.href, found.notice);
}
async function merge(other, together) {
  const found = await send("/merge", { person: $(".person").dataset.person, other, together });
  if (found) leave(location.href, found.notice);
}
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches("input[type=text], input[type=search], textarea");
  if (event.key === "Escape") { dropSelected(); if (typing) event.target.blur(); const box = $("#chooser"); if (box) box.hidden = true; return; }
  if (event.key === "Enter" && event.target.name === "written") { event.preventDefault(); decide("write"); return; }
  if (typing || event.altKey || $("dialog[open]")) return;
  if (event.ctrlKey || event.metaKey) {
    if (event.key === "z") { event.preventDefault(); post("undo"); } else if (event.key === "y" || event.key === "Z") { event.preventDefault(); post("redo"); }
    return;
  }
  const press = (selector) => { const found = question() && $(selector, question()); if (found && !found.disabled) { event.preventDefault(); found.click(); } };
  const keys = {
    a: () => press('[data-action="accept"]'), r: () => press('[data-action="reject"]'), k: () => press('[data-action="keep"]'),
    m: () => press('[data-action="mask"]'), p: () => press('[data-action="protect"]'), o: () => { event.preventDefault(); otherPerson(); },
    c: () => press('[name="scope"][value="case"]'), h: () => press('[name="scope"][value="place"]'),
    t: () => press('[name="scope"][value="thread"]'), e: () => press('[name="scope"][value="corpus"]'),
    u: () => post("undo"), U: () => post("redo"), "/": () => { event.preventDefault(); $("#search input").focus(); },
    "?": () => $("#keys").showModal(), ArrowRight: () => turn(1), ArrowLeft: () => turn(-1),
    ArrowDown: () => { event.preventDefault(); step(1); }, ArrowUp: () => { event.preventDefault(); step(-1); },
  };
  if (event.key.startsWith("Arrow") && (event.target.type === "radio" || event.shiftKey)) return;
  if (/^[1-9]$/.test(event.key)) press(`[data-action="person"][aria-keyshortcuts="${event.key}"]`);
  else if (keys[event.key]) keys[event.key]();
});

focusOnPlace();
scrollToCurrent();
for (const id of ["people", "merge"]) {
  const box = $(`form#${id}`);
  if (!box) continue;
  const root = id === "people" ? box.parentElement : box;
  const lookUp = chooser(root, (person) => { if (id === "people") location.href = `/p/${person}`; else merge(person, true); });
  if (id === "people") lookUp();
}
const toldBefore = sessionStorage.getItem("notice");
if (toldBefore) { sessionStorage.removeItem("notice"); notice(toldBefore); }
look();
setInterval(look, 2000);
document.addEventListener("visibilitychange", look);
