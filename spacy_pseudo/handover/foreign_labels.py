"""What our labels are called in the schemes of others."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Final

from .. import resources

if TYPE_CHECKING:
    from .edits import Edit

CRAPII: Final = "crapii"
SVALA: Final = "svala"
# The row of whatever names somebody who takes part and has none of its own.
_NAME: Final = "NAME"


@cache
def table(scheme: str) -> Mapping[str, str]:
    """RETURNS (Mapping[str, str]): A scheme's labels by ours; empty where it has none."""
    return {row["ours"]: row[scheme] for row in csv.DictReader(resources.lines("export_labels.csv"))}


def label_in(scheme: str, edit: Edit) -> str:
    """RETURNS (str): A scheme's label for what was replaced; empty if it has none."""
    return table(scheme)[edit.category if edit.category in table(scheme) else _NAME]
