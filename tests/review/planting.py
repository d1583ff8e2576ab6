"""Leaks that are planted in a copy of the example's output: forty of twelve kinds, as careless hands leave them."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path
from typing import Final, NamedTuple

# What is written behind which message's text; what leaks stands between the signs.
TEXTS: Final = (
    ("full name", "m002", "I sat beside <<Robert Gillespie>> then."),
    ("full name", "m003", "Written by <<Heather Lloyd-Baines>>."),
    ("full name", "m004", "as <<frederick von holt>> pointed out"),
    ("full name", "m005", "Ask <<Grace Okafor>> about it."),
    ("given name", "m006", "We went there with <<Margaret>> in spring."),
    ("given name", "m007", "and <<Heather>> found the crab"),
    ("given name", "m008", "Then <<Mark>> said so, and <<Grace>> too."),
    ("given name", "m009", "ask <<iain>> for the map"),
    ("folded", "m010", "It was <<LEONIE LEFEVRE>> who knew."),
    ("folded", "m011", "It was <<Ma\u200bry>> who knew."),
    ("folded", "m012", "It was <<ⓂⒶⓇⓎ>> who knew."),
    ("folded", "m013", "It was <<Ｄａｖｉｄ>> who knew."),
    ("near", "m014", "It was <<Gilespie>> who knew."),
    ("near", "m015", "It was <<Margraet>> who knew."),
    ("near", "m016", "It was <<H3ather>> who knew."),
    ("glued", "m017", "Well, <<thanksHeather>> for all."),
    ("glued", "m018", "Well, <<Catherinethanks>> for all."),
    ("glued", "m019", "See <<duncanmcallister>> there."),
    ("spaced", "m020", "Who is <<M a r y>> then?"),
    ("spaced", "m021", "Who is <<I-a-i-n>> then?"),
    ("spaced", "m022", "Who is <<R.o.b.e.r.t>> then?"),
    ("initials", "m023", "Thanks to <<D. McAllister>> for it."),
    ("initials", "m024", "Thanks to <<I Sutherland>> for it."),
    ("initials", "m025", "Thanks to <<Whitlock, M.>> for it."),
    ("reversed", "m026", "On the list: <<Ashdown, Robert>>."),
    ("reversed", "m027", "On the list: <<Calder Mary>>."),
    ("reversed", "m028", "On the list: <<MUIR, Catherine>>."),
    ("encoded", "m029", "See <<https://sea.example/~%4Dary/map>> for it."),
    ("encoded", "m030", "See <<https://sea.example/L%C3%A9onie>> for it."),
    ("address", "m031", "Write to <<mgillespie@sea.example>> or <<heather.lloyd>>@sea.example."),
    ("address", "m032", "See https://sea.example/people/<<gillespie>>/shore for it."),
    ("greeting", "m033", "Best wishes,\n<<Ottoline>>"),
    ("greeting", "m034", "\nThanks <<Zebulon>>, that helps a lot."),
)
KINDS: Final = frozenset((*(kind for kind, *_ in TEXTS), "id", "file", "header"))


class Leak(NamedTuple):
    """A planted leak: what kind it is, and where it stands."""

    kind: str
    file: str
    message: str
    field: str
    start: int
    end: int


def plant(out: Path, copy: Path) -> list[Leak]:
    """Copy an output of the example, and put the leaks into it.

    out (Path): The output.
    copy (Path): The directory to make.
    RETURNS (list[Leak]): Where they stand.
    """
    shutil.copytree(out, copy)
    path = copy / "messages.csv"
    with path.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    by_id = {row["id"]: row for row in rows}
    leaks = []
    for kind, message, marked in TEXTS:
        text = by_id[message]["text"] + "\n"
        for i, piece in enumerate(marked.replace("<<", ">>").split(">>")):
            if i % 2:
                leaks.append(Leak(kind, path.name, message, "text", len(text), len(text) + len(piece)))
            text += piece
        by_id[message]["text"] = text
    by_id["m035"]["thread"] = "questions-for-gillespie"
    by_id["m036"]["session"] = "Sutherland group"
    by_id["m037"]["parent"] = "s1094-2"
    for message, field in (("m035", "thread"), ("m036", "session"), ("m037", "parent")):
        leaks.append(Leak("id", path.name, message, field, 0, 99))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, [*rows[0], "Margaret's mark"])
        writer.writeheader()
        writer.writerows(rows)
    leaks.append(Leak("header", path.name, "", "header", 0, 99))
    (copy / "notes-haldane.txt").write_text("Nothing else.\n", "utf-8")
    leaks.append(Leak("file", "notes-haldane.txt", "", "name of the file", 0, 99))
    return leaks
