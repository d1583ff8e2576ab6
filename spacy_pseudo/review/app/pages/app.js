"use strict";
const texts = JSON.parse(document.body.dataset.texts);
const $ = (selector, root = document) => root.querySelector(selector);

function notice(text, kind) {
  const line = document.createElement("div"), said = document.createElement("span");
  if (kind) line.className = kind;
  said.textContent = text;
  line.append(said);
  $("#notice").replaceChildren(line);
}

const here = $("[aria-current=page]");
if (here) { const steps = here.closest("ol"); steps.scrollLeft = here.offsetLeft - (steps.clientWidth - here.offsetWidth) / 2; }

// --- Files: sent as they are, with what they are called beside them ---

function send(input) {
  const file = input.files[0];
  if (!file) return;
  const largest = Number(document.body.dataset.largest);
  if (file.size > largest) { notice(texts.js_too_large, "problem"); input.value = ""; return; }
  const request = new XMLHttpRequest(), bar = document.createElement("progress");
  bar.max = file.size || 1; bar.value = 0;
  bar.setAttribute("aria-label", texts.js_sending);
  input.after(bar);
  input.disabled = true;
  const failed = (text) => { bar.remove(); input.disabled = false; input.value = ""; notice(text, "problem"); };
  request.open("PUT", `/app/file/${input.dataset.kind}`);
  request.setRequestHeader("Content-Type", "application/octet-stream");
  request.setRequestHeader("X-Name", encodeURIComponent(file.name));
  request.upload.addEventListener("progress", (event) => { bar.value = event.loaded; });
  request.addEventListener("error", () => failed(texts.js_lost));
  request.addEventListener("load", () => {
    if (request.status === 200) { location.reload(); return; }
    let found = {};
    try { found = JSON.parse(request.responseText); } catch (other) { /* the guard answers in plain words */ }
    failed(found.problem || request.responseText || texts.js_lost);
  });
  request.send(file);
}
for (const input of document.querySelectorAll("input[type=file]")) {
  input.closest(".upload").hidden = false;
  input.addEventListener("change", () => send(input));
  const zone = input.closest(".upload");
  zone.addEventListener("dragover", (event) => { event.preventDefault(); zone.classList.add("over"); });
  zone.addEventListener("dragleave", () => zone.classList.remove("over"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    if (event.dataTransfer.files.length === 1) { input.files = event.dataTransfer.files; send(input); }
  });
}

// --- How far something is ---

let spoken = 0;
async function watch() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    let state;
    try {
      const answer = await fetch("/app/state");
      if (!answer.ok) throw new Error();
      state = await answer.json();
    } catch (lost) { notice(texts.js_lost, "problem"); return; }
    if (!state.busy) { location.reload(); return; }
    $("#doing").textContent = state.text;
    $("#detail").textContent = state.detail || "\u00a0";
    const bar = $("#bar");
    if (state.total) { bar.max = state.total; bar.value = Math.min(state.done, state.total); } else bar.removeAttribute("value");
    // A screen reader is told now and then, not twice a second.
    if (Date.now() - spoken > 10000) { spoken = Date.now(); $("#spoken").textContent = `${state.text} ${state.detail}`; }
  }
}
if (document.body.dataset.busy && $("#bar")) watch();

// --- Forms ---

for (const form of document.querySelectorAll("form")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.confirm && !confirm(form.dataset.confirm)) { event.preventDefault(); return; }
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1"; // a second click does nothing
  });
}
addEventListener("pageshow", () => { for (const form of document.querySelectorAll("form")) delete form.dataset.sent; });
