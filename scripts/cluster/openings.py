"""Openings of a match: distinct positions from which a game can be played.

Knows the rules and no engine.
"""

from __future__ import annotations

import pathlib
import random
from collections.abc import Iterator

from board import Board, IllegalMove
from news import report

# The search for openings ends after this many games in a row without a new one.
TRIES = 1000


class Positions:
    """A set of positions up to mirroring: a second pair from one of them adds nothing."""

    def __init__(self) -> None:
        self.keys: set[tuple[tuple[int, ...], ...]] = set()

    def add(self, board: Board) -> bool:
        """Adds a position. Returns whether it is new."""
        before = len(self.keys)
        self.keys.add(board.key)
        return len(self.keys) > before


def random_openings(plies: int, seed: int) -> Iterator[str]:
    """Openings of random moves, none of them over, to a new position each, until it is hard to
    find one."""
    dice, known = random.Random(seed), Positions()
    failures = 0
    while failures < TRIES:
        board = Board()
        while len(board.moves) < plies and not board.over:
            board.play(dice.choice(board.legal()))
        if not board.over and known.add(board):
            failures = 0
            yield board.moves
        else:
            failures += 1


def read_openings(path: pathlib.Path) -> list[str]:
    """Reads openings: the first word of each line, as packed columns. Positions must differ."""
    openings, known, copies = [], Positions(), 0
    for number, line in enumerate(text_of(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            board = Board(line.split()[0])
        except IllegalMove as error:
            raise SystemExit(f"{path}:{number}: {error}") from None
        if board.over:
            raise SystemExit(f"{path}:{number}: expected an opening; found a game that is over")
        if known.add(board):
            openings.append(board.moves)
        else:
            copies += 1
    if not openings:
        raise SystemExit(f"{path}: expected openings; found none")
    if copies:
        report(f"{path}: {copies} left out that repeat or mirror a position")
    return openings


def text_of(path: pathlib.Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        found = f"byte {error.object[error.start]:#04x} at {error.start}"
        raise SystemExit(f"{path}: expected UTF-8; found {found}") from None
