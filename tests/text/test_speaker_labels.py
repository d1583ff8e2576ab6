"""Labels of speakers in transcripts that are pasted into messages: they name people; labels of notes name nobody."""

import pytest

from spacy_pseudo.text.lexing import Text
from spacy_pseudo.text.speaker_labels import find_labels


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("AD: yes\nMC: no\nAD: so", ["AD", "MC", "AD"]),
        (
            "so he said:\n\n[00:12] Mary Poe: yes\n[00:15] Per: no\n[00:19] Mary Poe: well",
            ["Mary Poe", "Per", "Mary Poe"],
        ),
        ("**Mary:** yes\n**Per:** no\n**Mary:** well", ["Mary", "Per", "Mary"]),
        ("> Mary (00:12): yes\n> Per (00:15): no\n> Mary (00:19): well", ["Mary", "Per", "Mary"]),
        ("Mary:\nyes\nPer:\nno\nMary:\nwell", ["Mary", "Per", "Mary"]),
        # Nobody speaks again, only one speaks, two lines are no conversation.
        ("AD: yes\nMC: no\nTR: so", []),
        ("AD: yes\nAD: no\nAD: so", []),
        ("AD: yes\nMC: no", []),
        ("Note: yes\nQuestion: no\nNote: so\nFrage: gut", []),
        ("Pros: cheap\nCons: slow\nPros: near\nCons: far", []),
        ("http://a.example:80\nhttp://b.example:80\nhttp://a.example:80\nC:\\x\nat 12:30 and 12:40: x", []),
    ],
)
def test_labels(text, labels):
    assert [text[slot.start : slot.end] for slot in find_labels(Text(text, "en"))] == labels
