"""Openings of a match: different positions from which a game can be played.

Mirror images count as one position: a second pair from one of them adds nothing. Knows the rules
and no engine.
"""

import pathlib
import random
from collections.abc import Iterator

from board import Board, IllegalMove
from program import report

# Balanced ones; `claimeven testset --balanced` makes more.
OPENINGS = pathlib.Path(__file__).resolve().parents[1] / "clients/openings.txt"
# The search for openings ends after this many games in a row without a new one.
TRIES = 1000


def random_openings(plies: int, seed: int) -> Iterator[str]:
    """Yields openings of random moves, each to a new position in which the game is not over.

    Ends when new ones are hard to find.
    """
    dice, known = random.Random(seed), set()
    failures = 0
    while failures < TRIES:
        board = Board.random(dice, plies)
        if not board.over and board.key() not in known:
            known.add(board.key())
            failures = 0
            yield board.moves
        else:
            failures += 1


def read_openings(path: pathlib.Path) -> list[str]:
    """Reads openings: the first word of each line, as packed columns. Positions must differ."""
    openings, copies = {}, 0
    for number, line in enumerate(text_of(path).splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            board = Board(line.split()[0])
        except IllegalMove as error:
            raise SystemExit(f"{path}:{number}: {error}") from None
        if board.over:
            raise SystemExit(f"{path}:{number}: expected an opening; found a game that is over")
        copies += board.key() in openings
        openings.setdefault(board.key(), board.moves)
    if not openings:
        raise SystemExit(f"{path}: expected openings; found none")
    if copies:
        report(f"{path}: left out {copies} that repeat or mirror a position")
    return [*openings.values()]


def text_of(path: pathlib.Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        found = f"byte {error.object[error.start]:#04x} at {error.start}"
        raise SystemExit(f"{path}: expected UTF-8; found {found}") from None
