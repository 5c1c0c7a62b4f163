#!/usr/bin/env python3
"""Makes `positions.txt`: 1,000 positions in which a player can err, with the scores of all columns.

    scripts/arena/make_positions.py > scripts/arena/positions.txt

The positions come from games in which players win and block with a chance that differs from game to
game, and else play at random. `claimeven analyze` scores them. In each, some legal move keeps the
outcome and another loses it, so they are wins or draws for the side to move. As far as such
positions exist, there are equally many for each number of stones from 1 to 36 and each of the two
outcomes. No two are equal or mirror images. The lines are in random order. The same seed gives the
same file.
"""

import argparse
import collections
import random
import shlex
import subprocess
import sys
from collections.abc import Iterator

import package  # noqa: F401, finds claimeven
import players
from board import Board
from claimeven import records
from program import COMMAND

COUNT = 1000
STONES = range(1, 37)
GAMES = 20_000
# The number of positions to score for each number of stones.
CANDIDATES = 400

# The columns, and the score of each column, None if it is full.
Scored = tuple[str, list[int | None]]


def candidates(dice: random.Random) -> list[str]:
    """Returns different positions from games, the same number for each number of stones."""
    found: dict[int, dict[tuple[int, int], str]] = {stones: {} for stones in STONES}
    for _ in range(GAMES):
        board, care = Board(), dice.random()
        while not board.over:
            known = found.get(board.stones, {})
            if len(known) < CANDIDATES:
                known.setdefault(board.key(), board.moves)
            board.play(move(board, care, dice))
    return [moves for known in found.values() for moves in known.values()]


def move(board: Board, care: float, dice: random.Random) -> int:
    """Returns a move that wins or blocks with this chance, else a random one."""
    urgent = players.urgent(board)
    return dice.choice(urgent if urgent and dice.random() < care else board.legal())


def score(engine: str, moves: list[str]) -> Iterator[Scored]:
    """Yields the positions with the scores of their columns."""
    command = [*shlex.split(engine), "analyze", "--input=-", "--format=jsonl"]
    text = "".join(f"{line}\n" for line in moves)
    solved = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
    for record in records.read(solved.stdout.splitlines()):
        yield record.input, list(record.scores)


def outcome(score: int) -> int:
    """Returns 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def can_err(scores: list[int | None]) -> bool:
    """Returns whether some legal move loses the outcome of the position."""
    legal = [outcome(score) for score in scores if score is not None]
    return min(legal) < max(legal)


def balanced(positions: list[Scored], count: int) -> list[Scored]:
    """Returns positions taken in turn from each number of stones and each outcome."""
    groups = collections.defaultdict(list)
    for moves, scores in positions:
        best = max(score for score in scores if score is not None)
        groups[len(moves), outcome(best)].append((moves, scores))
    chosen: list[Scored] = []
    while len(chosen) < count and any(groups.values()):
        for _, group in sorted(groups.items()):
            if group and len(chosen) < count:
                chosen.append(group.pop())
    return chosen


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the positions of grade_engine.py.")
    parser.add_argument("--engine", default=COMMAND, help="command of claimeven")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    dice = random.Random(arguments.seed)
    found = [scored for scored in score(arguments.engine, candidates(dice)) if can_err(scored[1])]
    dice.shuffle(found)
    chosen = balanced(found, COUNT)
    if len(chosen) < COUNT:
        sys.exit(f"expected {COUNT} positions; found {len(chosen)}")
    dice.shuffle(chosen)
    print(f"# Made by scripts/arena/make_positions.py --seed {arguments.seed}")
    print("# Each line is a position: the columns played, then the score of each column.")
    for moves, scores in chosen:
        print(moves, *("-" if score is None else score for score in scores))


if __name__ == "__main__":
    main()
