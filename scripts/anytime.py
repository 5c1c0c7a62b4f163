#!/usr/bin/env python3
"""Measures how good the moves are that the engine finds in a short time.

    scripts/anytime.py [--openings 500] [--movetime 10] [--seed 1]

The engine plays games from random openings of 4 to 8 stones against itself, on one thread, without
its book and with an empty table for each game. Then every position in which it moved is solved. In
some of them a move gives away the outcome (a win, a draw). The script prints the share of these in
which the engine kept it, by stones on the board. ENGINE names another engine than
target/release/claimeven. Standard library only.
"""

import argparse
import collections
import pathlib
import random
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(SCRIPTS.parent / "python/lib"), str(SCRIPTS / "cluster")]
from arguments import whole  # noqa: E402
from board import Board  # noqa: E402
from claimeven import records  # noqa: E402
from claimeven.engine import Engine, default_command  # noqa: E402


def opening(dice):
    """Returns random moves after which the player to move cannot win at once."""
    while True:
        board = Board.random(dice, dice.randint(4, 8))
        if not board.over and not any(board.after(c).won for c in board.legal()):
            return board.moves


def play(engine, moves, movetime):
    """Plays a game to its end. Returns each position with the move chosen in it."""
    engine.new_game()
    while True:
        engine.position(moves)
        column = engine.go(movetime=movetime).best
        if column is None:
            return
        yield moves, column
        moves += str(column)


def outcomes(positions):
    """Returns the value of each column of each position: W, D, L, or None."""
    command = [*default_command(), "analyze", "--input=-", "--weak"]
    text = "".join(position + "\n" for position in positions)
    solved = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
    return [record.scores for record in records.read(solved.stdout.splitlines())]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--openings", type=whole(1), default=500, metavar="N")
    parser.add_argument("--movetime", type=whole(1), default=10, metavar="MS")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    played = []
    dice = random.Random(arguments.seed)
    with Engine(options={"OwnBook": False, "Move Overhead": 0}) as engine:
        for _ in range(arguments.openings):
            played += play(engine, opening(dice), arguments.movetime)

    asked, kept = collections.Counter(), collections.Counter()
    values = outcomes([moves for moves, _ in played])
    for (moves, move), scores in zip(played, values, strict=True):
        best = max(filter(None, scores), key="LDW".index)
        if all(score in (best, None) for score in scores):
            continue
        asked[len(moves)] += 1
        kept[len(moves)] += scores[move - 1] == best

    print(f"{len(played)} moves, {arguments.movetime} ms each, {sum(asked.values())} that mattered")
    print("stones  mattered   kept")
    for stones in sorted(asked):
        share = 100 * kept[stones] / asked[stones]
        print(f"{stones:>6}  {asked[stones]:>8}  {share:>5.1f} %")
    if not asked:
        raise SystemExit("no move mattered")
    share = 100 * sum(kept.values()) / sum(asked.values())
    print(f"   all  {sum(asked.values()):>8}  {share:>5.2f} %")


if __name__ == "__main__":
    main()
