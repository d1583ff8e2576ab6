"""How messages are written to what may be shared, as chosen on the command line: what `run`, `apply` and `review` have
in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..engine import Choices


@dataclass(frozen=True)
class Sharing:
    """What becomes of columns, besides text and subject.

    ids (Optional[str]): 'keep' or 'code'; None: as the config has it.
    timestamps (Optional[str]): 'keep', 'shift', 'weeks' or 'drop'; None: as the config has it.
    keep_columns (Sequence[str]): Further columns that are written as they are.
    plain_cells (bool): Cells that a spreadsheet would run as formulas are written all the same.
    parts (Optional[int]): How many messages a file has; None: there is one file, or one for each source.
    """

    ids: str | None = None
    timestamps: str | None = None
    keep_columns: Sequence[str] = ()
    plain_cells: bool = False
    parts: int | None = None

    def check(self) -> None:
        """Find out what is wrong with the choices, before any work is done."""
        from ..corpus.share_modes import check_ids, check_timestamps

        if self.ids is not None:
            check_ids(self.ids)
        if self.timestamps is not None:
            check_timestamps(self.timestamps)

    def modes(self, configured: Choices) -> dict[str, str]:
        """RETURNS (dict[str, str]): What is done with ids and time stamps.

        configured (Choices): What a pipeline does.
        """
        return {"ids": self.ids or configured.ids, "timestamps": self.timestamps or configured.timestamps}
