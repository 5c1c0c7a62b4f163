"""The records of `claimeven analyze`, one JSON object per line.

The fields are those of docs/formats.md. Knows neither engines nor files. Standard library only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Optional, Union

from .errors import InputError

COLUMNS = 7


@dataclass(frozen=True)
class Record:
    """The record of a line that was solved.

    Attributes
    ----------
    input : str
        The text of the position.
    label : str or None
        The text after the tab.
    side : str
        The side to move, ``"first"`` or ``"second"``.
    stones : int
        The number of stones on the board.
    score : int or None
        The score; None with ``--weak``.
    outcome : str
        ``"win"``, ``"draw"`` or ``"loss"``.
    plies : int or None
        The plies to the end of the game; None with ``--weak``.
    scores : tuple of (int, str or None)
        The score of each column, with ``--weak`` ``"W"``, ``"D"`` or ``"L"``; None if it cannot be
        played. Empty with ``--scores best``.
    best : int or None
        The best column; None if the game is over.
    pv : tuple of int or None
        Best play with ``--pv``, otherwise None.
    nodes, time_us : int
        The nodes visited and the microseconds taken.
    """

    input: str
    label: Optional[str]
    side: str
    stones: int
    score: Optional[int]
    outcome: str
    plies: Optional[int]
    scores: tuple[Union[int, str, None], ...]
    best: Optional[int]
    pv: Optional[tuple[int, ...]]
    nodes: int
    time_us: int


@dataclass(frozen=True)
class BadLine:
    """The record of a line that is not a position."""

    input: str
    label: Optional[str]
    line: int
    char: Optional[int]
    error: str


def parse(line: Union[str, bytes]) -> Union[Record, BadLine]:
    """Return the record on a line.

    Raises
    ------
    InputError
        If the line is not a record.

    Examples
    --------
    >>> parse('{"input":"448","label":null,"line":3,"char":3,"error":"column 8"}').error
    'column 8'
    """
    try:
        fields: dict[str, Any] = json.loads(line)
        if "error" in fields:
            names = ("input", "label", "line", "char", "error")
            return BadLine(**{name: fields[name] for name in names})
        pv = fields["pv"]
        fields["pv"] = None if pv is None else tuple(map(int, pv))
        fields["scores"] = tuple(fields["scores"] or ())
        return Record(**{name: fields[name] for name in Record.__dataclass_fields__})
    except (ValueError, LookupError, TypeError) as error:
        raise InputError(f"expected a record of claimeven analyze: {error}") from None


def read(lines: Iterable[Union[str, bytes]]) -> Iterator[Union[Record, BadLine]]:
    """Yield the records on lines. The `index` of an error is the index of its line."""
    for index, line in enumerate(lines):
        try:
            yield parse(line)
        except InputError as error:
            error.index = index
            raise
