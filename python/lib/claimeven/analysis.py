"""One position: its analysis and its score."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from ._native import Position as Position
from .html import board, signed

if TYPE_CHECKING:
    from numpy.typing import NDArray

Form = Union[str, Position, Sequence[Any], "NDArray[Any]"]
"""A position or a game: a text in any form that the command `claimeven analyze` reads, a list of
columns or marks, an array of marks, or a `Position`."""

Book = Union[bool, str, "os.PathLike[str]"]
"""True for the built-in book of openings, False for none, or the path of a book."""


@dataclass(frozen=True)
class Analysis:
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

    @property
    def outcome(self) -> str:
        """The outcome for the side to move: ``"win"``, ``"draw"`` or ``"loss"``."""
        return "win" if self.score > 0 else "loss" if self.score < 0 else "draw"

    @property
    def best_moves(self) -> tuple[int, ...]:
        """All columns, 1 to 7, that keep the score."""
        return tuple(
            column for column, score in enumerate(self.scores, 1) if score == self.score
        )

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


def analyze(
    position: Form,
    *,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = 1,
) -> Analysis:
    """Find the score of every column, the best columns, and best play to the end of the game.

    Parameters
    ----------
    position : str, Position, sequence or array
        The position, in any form that `Position` accepts.
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
    Analysis
        The exact values.

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
    """
    asked = Position(position)
    score, plies, scores, best, pv, nodes = _native.analyze(
        asked, (weak, book, hash, threads)
    )
    return Analysis(asked, score, plies, tuple(scores), best, tuple(pv), nodes)


def score(
    position: Form,
    *,
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
    """
    return _native.score(Position(position), (weak, book, hash, threads))


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
