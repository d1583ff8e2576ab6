"""What holds for every factory: found without an import, described, saved, sent to workers, and safe when it fails."""

from __future__ import annotations

import json
import pickle
import subprocess
import sys
import textwrap
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import spacy
from confection import Config
from spacy.language import Language
from spacy.tokens import Doc, DocBin, Span, Token
from spacy.util import raise_error

from spacy_pseudo import Key, Message
from spacy_pseudo.errors import PseudoError, PseudoWarning

from .conftest import MESSAGES, PARTS, PEOPLE, RESULTS, WHOLE, run

FACTORIES = (*PARTS, WHOLE)
KEYED = tuple(name for name in FACTORIES if name != "salutation_matcher")
# What each of the parts has put on a Doc shows in a pipeline of all of them.
PIPELINES = pytest.mark.parametrize("names", [PARTS, (WHOLE,)], ids=["parts", "whole"])
# Those that have nothing to say without a key; what the others find does not depend on it.
REFUSING = tuple(name for name in KEYED if name not in ("protected_name_matcher", "identifier_matcher"))
TEXT = "pseudo_text"


def python(script: str, *args: object) -> str:
    """Run a script in a fresh interpreter that knows nothing of this one."""
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(script), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def evidence(doc: Doc) -> dict[str, Any]:
    """Everything that our components have put on a Doc, as plain data."""
    spans = {
        key: [(s.start_char, s.end_char, s.label_, s.kb_id_) for s in group]
        for key, group in doc.spans.items()
        if key.startswith("pseudo_")
    }
    return {
        "tokens": [token.text for token in doc],
        "spans": spans,
        "attrs": json.loads(json.dumps({key: dict(doc.spans[key].attrs) for key in spans})),
        "text": doc._.pseudo_text,
        "replacements": doc._.pseudo_replacements,
        "metadata": doc._.pseudo_metadata,
    }


def found_by(nlp: Language, **kwargs: Any) -> list[dict[str, Any]]:
    found = [evidence(doc) for doc in nlp.pipe([m.to_doc(nlp) for m in MESSAGES], **kwargs)]
    assert len(found) == len(MESSAGES)
    return found


@pytest.fixture(scope="module")
def blank() -> Language:
    """RETURNS (Language): A blank pipeline, for tests that leave it so."""
    return spacy.blank("en")


# --- Found, described, configured ---


def test_every_factory_is_found_without_importing_the_package() -> None:
    script = """
        import json, sys
        import spacy
        assert "spacy_pseudo" not in sys.modules
        nlp = spacy.blank("en")
        for name in sys.argv[1:]:
            nlp.add_pipe(name)
        print(json.dumps(nlp.pipe_names))
    """
    assert json.loads(python(script, *FACTORIES)) == list(FACTORIES)


@pytest.mark.parametrize("factory", FACTORIES)
def test_metadata_of_the_factory(factory: str, blank: Language) -> None:
    meta = blank.get_factory_meta(factory)
    texts = ["doc._.pseudo_text", "doc._.pseudo_replacements", "doc._.pseudo_metadata", "doc._.pseudo_kept"]
    assigns = {"glued_word_splitter": [], "pseudonym_replacer": texts, WHOLE: ["doc.spans", *texts]}
    assert list(meta.assigns) == assigns.get(factory, ["doc.spans"])
    assert list(meta.requires) == (["doc.spans"] if factory == "pseudonym_replacer" else [])
    assert meta.retokenizes == (factory in ("glued_word_splitter", WHOLE))
    assert not any("message" in attr for attr in (*meta.assigns, *meta.requires))


@PIPELINES
def test_analysis_finds_no_problem_in_a_complete_pipeline(
    names: tuple[str, ...], capsys: pytest.CaptureFixture
) -> None:
    nlp = spacy.blank("en")
    for name in names:
        nlp.add_pipe(name)
    analysis = nlp.analyze_pipes(pretty=True)
    assert analysis["problems"] == {name: [] for name in names}
    assert "No problems found" in capsys.readouterr().out


def test_analysis_says_what_a_replacer_alone_lacks() -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("pseudonym_replacer")
    assert nlp.analyze_pipes()["problems"] == {"pseudonym_replacer": ["doc.spans"]}


@PIPELINES
def test_config_is_json_and_makes_the_same_pipeline(names: tuple[str, ...]) -> None:
    nlp = spacy.blank("en")
    for name in names:
        nlp.add_pipe(name)
    again = type(nlp).from_config(Config().from_str(nlp.config.to_str()))
    assert again.config["components"] == nlp.config["components"]
    for name in names:
        default = nlp.get_factory_meta(name).default_config
        assert json.loads(json.dumps(default)) == default
        assert {k: v for k, v in again.config["components"][name].items() if k != "factory"} == default


@pytest.mark.parametrize("factory", FACTORIES)
@pytest.mark.parametrize(("option", "value"), [("prefix", 1), ("no_such_option", True)])
def test_wrong_config_is_refused(factory: str, option: str, value: object, blank: Language) -> None:
    with pytest.raises(ValueError, match=option):
        blank.add_pipe(factory, config={option: value})
    assert blank.pipe_names == []


# --- Saved ---


@pytest.fixture(scope="module")
def expected(shared_nlp: Callable[..., Language]) -> Callable[[tuple[str, ...]], list[dict[str, Any]]]:
    """What a pipeline finds in the messages, before it was ever saved."""

    return cache(lambda names: found_by(shared_nlp(*names)))


def initialise(pipe: Any, nlp: Language, key: Key) -> None:
    if pipe.name != "salutation_matcher":
        pipe.initialize(lambda: [], nlp=nlp, key=key)


def reloaded(nlp: Language, how: str, tmp_path: Path) -> Language:
    if how == "disk":
        nlp.to_disk(tmp_path / "saved")
        return spacy.load(tmp_path / "saved")
    return type(nlp).from_config(nlp.config).from_bytes(nlp.to_bytes())


@PIPELINES
@pytest.mark.parametrize("how", ["bytes", "disk"])
def test_saved_without_the_key(
    names: tuple[str, ...],
    how: str,
    make_nlp: Callable[..., Language],
    key: Key,
    expected: Callable[[tuple[str, ...]], Any],
    tmp_path: Path,
) -> None:
    again = reloaded(make_nlp(*names), how, tmp_path)
    assert again.pipe_names == list(names)
    refusing = [name for name in names if name in REFUSING]
    assert refusing
    for name in refusing:
        with pytest.raises(PseudoError) as error:
            again.get_pipe(name)(Message("Nobody here", author="s12").to_doc(again))
        assert error.value.code == "P402"
        assert f'nlp.get_pipe("{name}").initialize(' in str(error.value)
    for name, pipe in again.pipeline:
        assert name == pipe.name
        initialise(pipe, again, key)
    assert found_by(again) == expected(names)


@PIPELINES
@pytest.mark.parametrize("how", ["bytes", "disk"])
def test_saved_with_the_key(
    names: tuple[str, ...], how: str, key: Key, expected: Callable[[tuple[str, ...]], Any], tmp_path: Path
) -> None:
    nlp = spacy.blank("en")
    for name in names:
        initialise(nlp.add_pipe(name, config={"save_key": True} if name in KEYED else {}), nlp, key)
    assert found_by(reloaded(nlp, how, tmp_path)) == expected(names)
    if how == "disk":
        modes = {name: (tmp_path / "saved" / name).stat().st_mode & 0o077 for name in names if name in KEYED}
        assert set(modes.values()) == {0}


def test_a_loader_forgets_what_was_there(make_nlp: Callable[..., Language], tmp_path: Path) -> None:
    make_nlp(save_key=True).to_disk(tmp_path / "saved")
    make_nlp().to_disk(tmp_path / "saved")
    ready = make_nlp()
    ready.from_disk(tmp_path / "saved")
    with pytest.raises(PseudoError, match="P402"):
        ready(Message("Hi Mary", author="s12").to_doc(ready))


@PIPELINES
def test_no_name_in_what_is_saved(names: tuple[str, ...], make_nlp: Callable[..., Language], tmp_path: Path) -> None:
    nlp = make_nlp(*names)
    nlp.to_disk(tmp_path / "saved")
    files = [path for path in (tmp_path / "saved").rglob("*") if path.is_file()]
    assert tmp_path / "saved" / "vocab" / "strings.json" in files
    saved = b"\n".join([nlp.to_bytes(), *(path.read_bytes() for path in files)]).lower()
    secrets = [*PEOPLE, *(part for name in PEOPLE.values() for part in name.split())]
    assert [secret for secret in secrets if secret.lower().encode() in saved] == []


@PIPELINES
def test_saving_after_use_warns(names: tuple[str, ...], make_nlp: Callable[..., Language], tmp_path: Path) -> None:
    nlp = make_nlp(*names)
    run(nlp)
    with pytest.warns(PseudoWarning) as caught:
        nlp.to_disk(tmp_path / "saved")
    messages = [str(warning.message) for warning in caught]
    told = [name for name in names if any(message.startswith(f"[W402] '{name}'") for message in messages)]
    assert told == [name for name in names if name in KEYED]


# --- Other processes and DocBin ---


@PIPELINES
def test_pickled_it_does_the_same(
    names: tuple[str, ...], make_nlp: Callable[..., Language], expected: Callable[[tuple[str, ...]], Any]
) -> None:
    nlp = pickle.loads(pickle.dumps(make_nlp(*names)))
    assert found_by(nlp) == expected(names)


@PIPELINES
def test_pickled_after_use_it_does_the_same(
    names: tuple[str, ...], make_nlp: Callable[..., Language], expected: Callable[[tuple[str, ...]], Any]
) -> None:
    nlp = make_nlp(*names)
    found_by(nlp)
    again = [pickle.loads(pickle.dumps(pipe)) for _, pipe in nlp.pipeline]
    docs = []
    for message in MESSAGES:
        doc = message.to_doc(nlp)
        for pipe in again:
            doc = pipe(doc)
        docs.append(evidence(doc))
    assert docs == expected(names)
    assert found_by(nlp) == expected(names)


@PIPELINES
def test_the_same_in_forked_workers(names: tuple[str, ...], shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp(*names)
    with warnings.catch_warnings():
        # Newer Pythons warn of forking a process that has threads; pytest's has some.
        warnings.simplefilter("ignore", DeprecationWarning)
        assert plain(found_by(nlp, n_process=2)) == plain(found_by(nlp))


def plain(found: Any) -> Any:
    """Lists and tuples swap on their way through a worker."""
    return json.loads(json.dumps(found))


def test_the_same_in_spawned_workers(tmp_path: Path) -> None:
    script = """
        import json
        import multiprocessing
        import spacy
        from spacy_pseudo import Key, Message, Participant, Roster

        def main():
            multiprocessing.set_start_method("spawn")
            people, messages, names = json.load(open("input.json"))
            key = Key.from_roster(Roster(Participant(id, (name,)) for id, name in people.items()), mode="id")
            nlp = spacy.blank("en")
            for name in names:  # The last one is all the others, under another prefix.
                config = {"prefix": "whole_"} if name == names[-1] else {}
                pipe = nlp.add_pipe(name, config=config)
                if name != "salutation_matcher":
                    pipe.initialize(lambda: [], nlp=nlp, key=key)
            docs = nlp.pipe([tuple(row) for row in messages], as_tuples=True, n_process=2)
            print(json.dumps([[doc._.pseudo_text, doc._.whole_text] for doc, _ in docs]))

        if __name__ == "__main__":
            main()
    """
    (tmp_path / "spawn.py").write_text(textwrap.dedent(script))
    given = [PEOPLE, [(message.text, message.metadata) for message in MESSAGES], FACTORIES]
    (tmp_path / "input.json").write_text(json.dumps(given))
    command = [sys.executable, "spawn.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [[result, result] for result in RESULTS]


@PIPELINES
def test_docbin_keeps_everything(names: tuple[str, ...], shared_nlp: Callable[..., Language], blank: Language) -> None:
    nlp = shared_nlp(*names)
    docs = [nlp(message.to_doc(nlp)) for message in MESSAGES]
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    again = list(DocBin().from_bytes(data).get_docs(blank.vocab))
    assert plain([evidence(doc) for doc in again]) == plain([evidence(doc) for doc in docs])
    assert [doc._.pseudo_message for doc in again] == [message.metadata for message in MESSAGES]


def test_the_replacer_goes_on_where_a_docbin_stopped(shared_nlp: Callable[..., Language]) -> None:
    nlp, replacer = shared_nlp(*PARTS[:-1]), shared_nlp(PARTS[-1])
    docs = [nlp(message.to_doc(nlp)) for message in MESSAGES]
    data = DocBin(docs=docs, store_user_data=True).to_bytes()
    again = DocBin().from_bytes(data).get_docs(replacer.vocab)
    assert [doc._.pseudo_text for doc in replacer.pipe(again)] == list(RESULTS)


# --- When something goes wrong ---


def fail(doc: Doc) -> Doc:
    raise RuntimeError("no")


@pytest.mark.parametrize("factory", FACTORIES)
def test_an_error_reaches_the_caller_and_nothing_looks_done(
    factory: str, shared_nlp: Callable[..., Language], monkeypatch: pytest.MonkeyPatch
) -> None:
    nlp = shared_nlp(*(PARTS if factory in PARTS else (WHOLE,)))
    broken = nlp.get_pipe(factory)
    monkeypatch.setattr(broken, "match", fail)
    doc = MESSAGES[0].to_doc(nlp)
    with pytest.raises(RuntimeError, match="no"):
        nlp(doc)
    assert doc._.pseudo_text is None
    assert doc._.pseudo_replacements is None


@pytest.mark.parametrize("factory", FACTORIES)
@pytest.mark.parametrize("before", [False, True])
def test_with_an_error_handler_nothing_looks_done(
    factory: str, before: bool, shared_nlp: Callable[..., Language], monkeypatch: pytest.MonkeyPatch
) -> None:
    nlp = shared_nlp(*(PARTS if factory in PARTS else (WHOLE,)))
    doc = MESSAGES[0].to_doc(nlp)
    if before:  # A result of an earlier run is not one of this run.
        assert nlp(doc)._.pseudo_text == RESULTS[0]
    told = []
    nlp.set_error_handler(lambda name, proc, docs, error: told.append(type(error)))
    broken = nlp.get_pipe(factory)
    with monkeypatch.context() as patch:
        patch.setattr(broken, "match", fail)
        assert nlp(doc)._.pseudo_text is None
        assert list(nlp.pipe([MESSAGES[0].to_doc(nlp)])) == []
    nlp.set_error_handler(raise_error)
    assert RuntimeError in told
    # Mended, and run again.
    assert nlp(doc)._.pseudo_text == RESULTS[0]


# --- What belongs to others ---


@pytest.fixture
def taken() -> Iterator[str]:
    ours = Doc.remove_extension(TEXT) if Doc.has_extension(TEXT) else None
    Doc.set_extension(TEXT, default="somebody else's")
    yield TEXT
    Doc.remove_extension(TEXT)
    if ours is not None:
        _, _, getter, setter = ours
        Doc.set_extension(TEXT, getter=getter, setter=setter)


@pytest.mark.parametrize("factory", FACTORIES)
def test_a_taken_attribute_is_an_error(factory: str, taken: str, blank: Language) -> None:
    with pytest.raises(PseudoError) as error:
        blank.add_pipe(factory)
    assert error.value.code == "P401"
    assert 'prefix = "forum_"' in str(error.value)
    assert blank("Hi")._.get(taken) == "somebody else's"


@PIPELINES
def test_with_another_prefix_nothing_clashes(
    names: tuple[str, ...], taken: str, make_nlp: Callable[..., Language]
) -> None:
    nlp = make_nlp(*names, prefix="forum_")
    docs = list(nlp.pipe([message.to_doc(nlp, prefix="forum_") for message in MESSAGES]))
    assert [doc._.forum_text for doc in docs] == list(RESULTS)
    assert [doc._.pseudo_text for doc in docs] == ["somebody else's"] * len(MESSAGES)
    assert {key for doc in docs for key in doc.spans if not key.startswith("forum_")} == set()
    assert [span.text for span in docs[0].spans["forum_participants"]] == ["Mary", "Robert"]


@pytest.fixture
def others() -> Iterator[None]:
    Doc.set_extension("topic", default=None)
    Span.set_extension("seen", default=False)
    Token.set_extension("nth", default=None)
    yield
    Doc.remove_extension("topic")
    Span.remove_extension("seen")
    Token.remove_extension("nth")


@PIPELINES
@pytest.mark.usefixtures("others")
def test_what_others_have_set_stays(names: tuple[str, ...], shared_nlp: Callable[..., Language]) -> None:
    nlp = shared_nlp(*names)
    doc = Message("thanksMary said Robert in Leeds.", author="s13").to_doc(nlp)
    doc.ents = [doc.char_span(26, 31, label="GPE")]
    doc.spans["theirs"] = [Span(doc, 0, 2, label="A", kb_id="k", span_id="i"), Span(doc, 2, 5, label="B")]
    doc.spans["theirs"].attrs["note"] = "theirs"
    doc.cats["spam"] = 0.25
    doc.user_data["mine"] = [1]
    doc._.topic = "thanks"
    for token in doc:
        token._.nth = token.idx
        token.lex.prob = -1.0
    doc.spans["theirs"][1]._.seen = True
    before = theirs(doc)
    assert theirs(nlp(doc)) == before


def theirs(doc: Doc) -> list[Any]:
    group = doc.spans["theirs"]
    return [
        doc.text,
        [(ent.text, ent.label_, ent.start_char) for ent in doc.ents],
        [(s.text, s.start_char, s.label_, s.kb_id_, s.id_, s._.seen) for s in group],
        (group.name, dict(group.attrs)),
        dict(doc.cats),
        doc.user_data["mine"],
        doc._.topic,
        [starting_at(doc, at)._.nth for at in (0, 11, 16, 23, 26)],
        [key for key in doc.spans if not key.startswith("pseudo_")],
    ]


def starting_at(doc: Doc, at: int) -> Token:
    return next(token for token in doc if token.idx == at)
