"""Games: the value of every move, grades of players, and players weaker than the engine."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Optional

from . import _native
from .analysis import Book, Form, Why, reason
from .many import rows


@dataclass(frozen=True)
class Move:
    """A move of a game. Values are scores for the side that made it.

    Attributes
    ----------
    ply : int
        The number of the move in the game, counted from 1.
    side : str
        ``"first"`` or ``"second"``.
    column : int
        The column played, 1 to 7.
    before, after : int
        The score of the best move, and of the move played.
    best : tuple of int
        All best columns.
    mark : str or None
        ``"??"`` if the move turns a win into a loss, ``"?"`` if it changes the outcome by one
        step, ``"?!"`` if it wins later or loses sooner; None otherwise.
    why : Why or None
        What the move gave away, with ``why=True``.
    """

    ply: int
    side: str
    column: int
    before: int
    after: int
    best: tuple[int, ...]
    mark: Optional[str]
    why: Optional[Why] = None


@dataclass(frozen=True)
class Grade:
    """How well a player plays, counted from the exact values of the moves.

    Attributes
    ----------
    games, moves : int
        The numbers of games and of moves.
    perfect : int
        The moves that win as soon or lose as late as the best move.
    mean_loss : float or None
        The mean difference between the best score and that of the move. None without moves.
    at_risk : int
        The moves before which the player could still win or draw.
    kept : int
        The moves at risk that kept the outcome.
    blunders : tuple of int
        The others, with 1 to 12, 13 to 24 and 25 to 42 stones on the board after the move.
    estimate, estimate_error : int or None
        The Elo of the levels that make such moves, and the half of the interval that has the true
        one in 95 of 100 cases. None if too few moves were at risk; no error below ten games.
    estimate_bound : str or None
        ``"<="`` or ``">="`` if the player is weaker or stronger than all levels.
    """

    games: int
    moves: int
    perfect: int
    mean_loss: Optional[float]
    at_risk: int
    kept: int
    blunders: tuple[int, int, int]
    estimate: Optional[int]
    estimate_error: Optional[int]
    estimate_bound: Optional[str]


def annotate(
    game: Form,
    *,
    why: bool = False,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = 1,
) -> tuple[Move, ...]:
    """Find the value of every move of a game.

    Parameters
    ----------
    game : str or sequence
        The moves, in any form that `Position` accepts, or one game in PGN.
    why : bool
        Find also what each bad move gave away.
    weak, book, hash, threads
        As in `analyze`.

    Returns
    -------
    tuple of Move
        One per move. A form without moves, such as a board, has none.

    Raises
    ------
    InputError
        If the game or another argument cannot be used.

    Examples
    --------
    >>> import claimeven
    >>> for move in claimeven.annotate("445332"):
    ...     if move.mark:
    ...         print(f"{move.ply}. {move.column}{move.mark} {move.before} to {move.after}")
    3. 5?? 1 to -2
    6. 2?? 2 to -2
    """
    found = _native.annotate(game, why, (weak, book, hash, threads))
    return tuple(
        Move(ply, side, column, before, after, tuple(best), mark, reason(given))
        for ply, (side, column, before, after, best, mark, given) in enumerate(found, 1)
    )


def grade(
    games: Iterable[Form],
    *,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> dict[str, Grade]:
    """Count the good and bad moves of each player.

    Parameters
    ----------
    games : iterable of games
        Each as for `annotate`; a text in PGN may have several games.
    book, hash, threads, progress
        As in `analyze_many`.

    Returns
    -------
    dict of str to Grade
        The grades by the names of the players. PGN has the names in its tags ``White`` (the first
        player) and ``Black``; other players are called ``first`` and ``second``.

    Raises
    ------
    InputError
        If a game or another argument cannot be used; `index` is the index of the game.

    Examples
    --------
    >>> import claimeven
    >>> grades = claimeven.grade(["445332"])
    >>> grades["second"].moves, grades["second"].at_risk, grades["second"].kept
    (3, 2, 1)
    """
    found = _native.grade(rows(games), (False, book, hash, threads), progress)
    return {
        player: Grade(*counts, *(estimate or (None, None, None)))
        for player, (counts, estimate) in found
    }


def play(
    game: Form,
    *,
    level: int = 5,
    elo: Optional[int] = None,
    seed: Optional[int] = None,
) -> Optional[int]:
    """Return the column that a player of a known strength plays.

    Parameters
    ----------
    game : str, Position or sequence
        The moves so far, or a position. What a level overlooks depends on the moves.
    level : int
        0, hardly better than random moves, to 19; 20 plays perfectly.
    elo : int, optional
        The strength as Elo, 522 to 1975, instead of the level. It is on the scale of the levels,
        which other programs have, too: see ``docs/levels.md``.
    seed : int, optional
        Decides what the player overlooks in this game, 0 to 2**63 - 1. With the same seed it plays
        the same moves; by default, each call has a seed of its own.

    Returns
    -------
    int or None
        The column, 1 to 7; None if the game is over.

    Raises
    ------
    InputError
        If the game or another argument cannot be used.

    Examples
    --------
    >>> import claimeven
    >>> moves = ""
    >>> while column := claimeven.play(moves, level=3, seed=1):
    ...     moves += str(column)
    >>> claimeven.Position(moves).is_over
    True
    """
    if seed is None:
        seed = random.getrandbits(63)
    return _native.play(game, level, elo, seed)
