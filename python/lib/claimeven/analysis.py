"""One position: its analysis and its score."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union, overload

from . import _native
from .errors import InputError
from ._native import Position as Position
from .html import board, signed

if TYPE_CHECKING:
    from numpy.typing import NDArray

Form = Union[str, Position, Sequence[Any], "NDArray[Any]"]
"""A position or a game: a text in any form that the command `claimeven analyze` reads, a list of
columns or marks, an array of marks, or a `Position`."""

Book = Union[bool, str, "os.PathLike[str]"]
"""True for the built-in book of openings, False for none, or the path of a book."""


Size = Union[str, tuple[int, int]]
"""The size of a board: ``"9x7"`` or ``(9, 7)`` for nine columns and seven rows."""


class _Values:
    """What the values of every board have in common."""

    score: int
    scores: tuple[Optional[int], ...]

    @property
    def outcome(self) -> str:
        """The outcome for the side to move: ``"win"``, ``"draw"`` or ``"loss"``."""
        return "win" if self.score > 0 else "loss" if self.score < 0 else "draw"

    @property
    def best_moves(self) -> tuple[int, ...]:
        """All columns, counted from 1, that keep the score."""
        return tuple(
            column for column, score in enumerate(self.scores, 1) if score == self.score
        )


@dataclass(frozen=True)
class SizedAnalysis(_Values):
    """The exact values of a position on a board of another size.

    Attributes
    ----------
    size : str
        The size of the board, such as ``"9x7"``.
    board : str
        The rows from the top, with ``/`` between them: ``.``, ``X`` and ``O``.
    score, plies, scores, best, pv, nodes
        As in `Analysis`, with as many scores as there are columns.
    """

    size: str
    board: str
    score: int
    plies: Optional[int]
    scores: tuple[Optional[int], ...]
    best: Optional[int]
    pv: tuple[int, ...]
    nodes: int


@dataclass(frozen=True)
class Analysis(_Values):
    """The exact values of a position, for the side to move.

    A score is positive for a win, 0 for a draw and negative for a loss: 1 is a win with the last
    of the 21 own stones, 2 with the last but one, and so on up to 18. With ``weak=True``, a score
    is only 1, 0 or -1.

    Attributes
    ----------
    position : Position
        The position.
    score : int
        The score of the position.
    plies : int or None
        The number of plies to the end of the game with best play. None with ``weak=True``.
    scores : tuple of (int or None)
        The score of each of the seven columns; None if the column cannot be played.
    best : int or None
        The best column, 1 to 7, the most central of several. None if the game is over.
    pv : tuple of int
        The columns of best play to the end of the game.
    nodes : int
        The number of nodes that the search has visited. 0 if the book has the answer.
    """

    position: Position
    score: int
    plies: Optional[int]
    scores: tuple[Optional[int], ...]
    best: Optional[int]
    pv: tuple[int, ...]
    nodes: int

    def _repr_html_(self) -> str:
        return board(self.position.fen, self.scores, self.score, self._title())

    def _title(self) -> str:
        position = self.position
        name = {"first": "Red", "second": "Yellow"}
        if position.winner:
            return f"{name[position.winner]} has won"
        if position.is_over:
            return "Draw"
        verb = {"win": "wins", "draw": "draws", "loss": "loses"}[self.outcome]
        plies = "" if self.plies is None else f" in {self.plies} plies"
        return f"{name[position.side]} to move {verb}{plies}, score {signed(self.score)}"


@dataclass(frozen=True)
class Why:
    """A reason: why a side wins, or what a move gave away.

    Attributes
    ----------
    kind : str
        ``"wins-at-once"``, ``"does-not-block"``, ``"opens-four"``, ``"two-threats"``,
        ``"stacked-threats"``, ``"forced-sequence"``, ``"zugzwang"``, ``"gives-up-threat"``,
        ``"only-move"`` or ``"by-force"``.
    cells : tuple of str
        The cells that decide, such as ``"d4"``.
    moves : tuple of int
        The columns that show it, from the position, or from the position before the move.
    text : str
        The reason in words.
    """

    kind: str
    cells: tuple[str, ...]
    moves: tuple[int, ...]
    text: str


def reason(found: Optional[tuple[str, list[str], list[int], str]]) -> Optional[Why]:
    if found is None:
        return None
    kind, cells, moves, text = found
    return Why(kind, tuple(cells), tuple(moves), text)


def size_text(size: Size, book: Book) -> str:
    """Return a size as text. Fail if a book is given, because none has its boards."""
    if not isinstance(book, bool):
        raise InputError("book: expected no book with size=; found a path")
    return "x".join(map(str, size)) if isinstance(size, tuple) else str(size)


def _values(
    fields: tuple[int, Optional[int], list[Optional[int]], Optional[int], list[int], int],
) -> tuple[
    int, Optional[int], tuple[Optional[int], ...], Optional[int], tuple[int, ...], int
]:
    score, plies, scores, best, pv, nodes = fields
    return score, plies, tuple(scores), best, tuple(pv), nodes


@overload
def analyze(
    position: Form,
    *,
    size: None = None,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = 1,
) -> Analysis: ...
@overload
def analyze(
    position: Form,
    *,
    size: Size,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = 1,
) -> SizedAnalysis: ...
def analyze(
    position: Form,
    *,
    size: Optional[Size] = None,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = 1,
) -> Union[Analysis, SizedAnalysis]:
    """Find the score of every column, the best columns, and best play to the end of the game.

    Parameters
    ----------
    position : str, Position, sequence or array
        The position, in any form that `Position` accepts; with `size`, moves or a drawing.
    size : str or tuple, optional
        The size of the board, such as ``"9x7"`` or ``(9, 7)``: 4 to 12 columns and 4 to 12 rows.
        By default the usual board. Other sizes have no book and use one thread.
    weak : bool
        Find only who wins, not how soon, which is faster.
    book : bool or path
        The book of openings: True for the built-in one, False for none, or a file of
        ``claimeven book build``.
    hash : int
        The size of the table in MiB. The memory is used only as the table fills.
    threads : int or None
        The number of threads that work on the position once it has taken a moment. None is one
        per core. With several, `nodes` differs from run to run, and nothing else does.

    Returns
    -------
    Analysis or SizedAnalysis
        The exact values; of another size, without a `Position`.

    Raises
    ------
    InputError
        If the position or another argument cannot be used.
    Error
        If the memory for the table is missing.

    Notes
    -----
    Each call has a table of its own, so equal calls visit equal nodes. `analyze_many` solves many
    positions with one table.

    Examples
    --------
    >>> import claimeven
    >>> found = claimeven.analyze("445332")
    >>> found.score, found.outcome, found.plies
    (2, 'win', 33)
    >>> found.scores
    (-2, -4, 2, 2, -2, 2, 2)
    >>> found.best, found.best_moves, len(found.pv)
    (4, (3, 4, 6, 7), 33)
    >>> found = claimeven.analyze("4453", size="6x5")
    >>> found.scores, found.best, found.outcome
    ((-5, -4, -1, 0, -2, -4), 4, 'draw')
    """
    if size is None:
        asked = Position(position)
        found = _native.analyze(asked, (weak, book, hash, threads))
        return Analysis(asked, *_values(found))
    size = size_text(size, book)
    shown, found = _native.analyze_sized(position, size, True, (weak, False, hash, 1))
    return SizedAnalysis(size, shown, *_values(found))


def score(
    position: Form,
    *,
    size: Optional[Size] = None,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = 1,
) -> int:
    """Find the score of a position, which is faster than the scores of all columns.

    The parameters and errors are those of `analyze`.

    Returns
    -------
    int
        The score for the side to move, -18 to 18; with ``weak=True`` -1, 0 or 1.

    Examples
    --------
    >>> import claimeven
    >>> claimeven.score("4453"), claimeven.score(""), claimeven.score("4453", weak=True)
    (-2, 1, -1)
    >>> claimeven.score("", size=(6, 6))
    -1
    """
    if size is None:
        return _native.score(Position(position), (weak, book, hash, threads))
    size = size_text(size, book)
    _, found = _native.analyze_sized(position, size, False, (weak, False, hash, 1))
    return found[0]


def why(
    position: Form,
    *,
    move: bool = False,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = 1,
) -> Optional[Why]:
    """Find why a side wins, or what the last move of a game gave away.

    Parameters
    ----------
    position : str or sequence
        The position, or a game, in any form that `annotate` accepts.
    move : bool
        Find what the last move gave away.
    weak, book, hash, threads
        As in `analyze`.

    Returns
    -------
    Why or None
        The reason; None if the position is a draw or the game is over, and with ``move=True`` if
        the move gave nothing away.

    Raises
    ------
    InputError
        If the position or another argument cannot be used, or with ``move=True`` if there are no
        moves.

    Examples
    --------
    >>> import claimeven
    >>> claimeven.why("4455").text
    'X plays c1 and threatens b1 and f1; O can block only one'
    >>> claimeven.why("44556", move=True) is None
    True
    >>> claimeven.why("4455661", move=True).text
    'Better: X wins at once at c1 or g1'
    """
    return reason(_native.why(position, move, (weak, book, hash, threads)))
