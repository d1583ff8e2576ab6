"""The sources of a plan, read as it says."""

from __future__ import annotations

from collections.abc import Iterator

from ..message import Message
from .columns import find_header
from .formats import TABLES, find_layout
from .plans import Plan
from .readers import read_messages
from .tables import ReadReport, Table


def is_table(plan: Plan, number: int) -> bool:
    """RETURNS (bool): A source of a plan, by its number from 0, is a table."""
    told = len(plan.messages) == 1 and bool(plan.columns)
    format = plan.format(number)
    return format in TABLES or find_layout(plan.messages[number], format, columns=told) is None


def columns_of(plan: Plan, number: int) -> dict[str, str]:
    """RETURNS (dict[str, str]): The columns that are told; among several sources, those that this one has."""
    if len(plan.messages) == 1 or not plan.columns:
        return dict(plan.columns)
    path, format, sheet = plan.messages[number], plan.format(number), plan.sheet
    headers = Table(path, format=format, encoding=plan.encoding, sheet=sheet, report=ReadReport()).headers
    return {name: header for name, header in plan.columns.items() if not header or find_header(headers, header)}


def messages_of_plan(plan: Plan, number: int, report: ReadReport) -> Iterator[Message]:
    """RETURNS (Iterator[Message]): The messages of a source, read as a run would; the report receives what is found."""
    table = is_table(plan, number)
    return read_messages(
        plan.messages[number], format=plan.format(number), columns=columns_of(plan, number) if table else None,
        encoding=plan.encoding, include=plan.include, sheet=plan.sheet if table else None, report=report,
    )  # fmt: skip
