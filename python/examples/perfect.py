#!/usr/bin/env python3
"""Trains a toy network on exact policies, and measures how often it plays a perfect move.

    python perfect.py [--train 20000] [--test 5000] [--epochs 30]

The network has one hidden layer, in NumPy alone. A move is perfect if it wins as soon or loses as
late as the best move. The rate of random legal moves is printed for comparison.
"""

from __future__ import annotations

import argparse

import numpy as np
from label import self_play
from numpy.typing import NDArray

import claimeven

Floats = NDArray[np.float32]


def inputs(boards: NDArray[np.int8]) -> Floats:
    """Returns the stones of the side to move and those of the opponent, as (n, 84)."""
    flat = boards.reshape(len(boards), -1)
    stones: Floats = np.concatenate([flat == 1, flat == -1], axis=1).astype(np.float32)
    return stones


class Network:
    """One hidden layer of ReLUs; the output is one number per column."""

    def __init__(self, hidden: int, dice: np.random.Generator) -> None:
        shapes = ((84, hidden), (hidden, 7))
        self.weights = [
            (dice.standard_normal(shape) * (2 / shape[0]) ** 0.5).astype(np.float32)
            for shape in shapes
        ]

    def forward(self, x: Floats) -> tuple[Floats, Floats]:
        hidden = np.maximum(x @ self.weights[0], 0)
        return hidden, hidden @ self.weights[1]

    def step(self, x: Floats, policy: Floats, rate: float) -> None:
        """Moves the weights along the gradient of the cross entropy."""
        hidden, output = self.forward(x)
        chances = np.exp(output - output.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        error = (chances - policy) / len(x)
        back = error @ self.weights[1].T * (hidden > 0)
        self.weights[1] -= rate * (hidden.T @ error)
        self.weights[0] -= rate * (x.T @ back)


def perfect_rate(choices: Floats, best_mask: NDArray[np.uint8]) -> float:
    """Returns the share of positions in which the column with the greatest number is a best one."""
    return float(np.mean(best_mask >> choices.argmax(axis=1) & 1))


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure a toy network's perfect moves.")
    parser.add_argument("--train", type=int, default=20_000, help="positions to train on")
    parser.add_argument("--test", type=int, default=5_000, help="positions to measure on")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    dice = np.random.default_rng(arguments.seed)
    count = arguments.train + arguments.test
    boards = dice.permutation(self_play(count // 10 + 10, dice))[:count]
    found = claimeven.analyze_many(boards, relative="mover")
    policy = claimeven.policy(boards, relative="mover")
    train, test = slice(arguments.train), slice(arguments.train, None)

    network, x = Network(256, dice), inputs(boards)
    for _ in range(arguments.epochs):
        for batch in np.array_split(dice.permutation(arguments.train), max(arguments.train // 128, 1)):
            network.step(x[train][batch], policy[train][batch], rate=0.5)

    best, legal = found.best_mask[test], found.scores[test] != -128
    output = np.where(legal, network.forward(x[test])[1], -np.inf)
    chance = np.where(legal, dice.random(legal.shape), -1)
    print(f"random moves:  {perfect_rate(chance, best):.1%} perfect")
    print(f"toy network:   {perfect_rate(output, best):.1%} perfect")


if __name__ == "__main__":
    main()
