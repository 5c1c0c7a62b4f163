#!/usr/bin/env python3
"""Labels the positions of games of self-play, for a network: boards, policies and values.

    python label.py [--positions 100000] [--output labels]

Writes labels.npz with the arrays `boards` (n, 6, 7) of int8 (1 is the side to move, -1 the
opponent), `policy` (n, 7) of float32 and `value` (n,) of int8; and labels.parquet with the same,
one row per position, if pandas and pyarrow are installed. Each position occurs once.
"""

from __future__ import annotations

import argparse
import sys

import numpy as np
from numpy.typing import NDArray

import claimeven

ROWS, COLUMNS = 6, 7


def has_four(stones: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Returns which of the boards (n, 6, 7) have four in a row."""
    found = np.zeros(len(stones), bool)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        board = stones if right >= 0 else stones[:, :, ::-1]
        rows, columns = ROWS - 3 * down, COLUMNS - 3 * abs(right)
        fours = np.ones((len(board), rows, columns), bool)
        for step in range(4):
            top, left = step * down, step * abs(right)
            fours &= board[:, top : top + rows, left : left + columns]
        found |= fours.any(axis=(1, 2))
    return found


def self_play(games: int, dice: np.random.Generator) -> NDArray[np.int8]:
    """Returns the positions before each move of random games. Your own player goes here."""
    boards = np.zeros((games, ROWS, COLUMNS), np.int8)
    seen = []
    for _ in range(ROWS * COLUMNS):
        seen.append(boards.copy())
        heights = (boards != 0).sum(axis=1)
        chances = np.where(heights < ROWS, dice.random(heights.shape), -1)
        column = chances.argmax(axis=1)
        game = np.arange(len(boards))
        boards[game, ROWS - 1 - heights[game, column], column] = 1
        boards = -boards[~has_four(boards == 1)]
        if not len(boards):
            break
    return np.unique(np.concatenate(seen), axis=0)


def main() -> None:
    parser = argparse.ArgumentParser(description="Label positions of self-play.")
    parser.add_argument("--positions", type=int, default=100_000)
    parser.add_argument("--output", default="labels")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    dice = np.random.default_rng(arguments.seed)
    # A random game has some 15 positions that no other game has.
    boards = self_play(1 + arguments.positions // 10, dice)
    boards = dice.permutation(boards)[: arguments.positions]

    def progress(done: int, count: int) -> None:
        print(f"\r{done:,} of {count:,} positions", end="", file=sys.stderr, flush=True)

    found = claimeven.analyze_many(boards, relative="mover", progress=progress)
    print(file=sys.stderr)
    best = found.scores == found.value[:, None]
    policy = best.astype(np.float32) / best.sum(axis=1, keepdims=True)

    labels = {"boards": boards, "policy": policy, "value": found.value}
    np.savez_compressed(f"{arguments.output}.npz", **labels)
    try:
        import pandas
        import pyarrow  # noqa: F401, pandas uses it
    except ImportError as error:
        print(f"{error.name} is not installed: no Parquet is written", file=sys.stderr)
        return
    table = pandas.DataFrame(
        {
            "board": list(boards.reshape(-1, ROWS * COLUMNS)),
            "policy": list(policy),
            "value": found.value,
        }
    )
    table.to_parquet(f"{arguments.output}.parquet")


if __name__ == "__main__":
    main()
