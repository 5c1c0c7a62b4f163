#!/usr/bin/env python3
"""Plays a match between two levels through python-chess, and compares it with their ratings.

    pip install chess
    scripts/clients/level_match.py
    scripts/clients/level_match.py --low 13 --high 14 --pairs 500 --seed 2

Each opening of openings.txt is played with both colours. Every game has its own `Skill Seed`, so the
same arguments give the same games on every machine. ENGINE names another engine than
target/release/claimeven.

Fails if the difference is not that of scripts/levels/ratings.json: if it is further from it than
four standard deviations of both. For levels whose ratings are right, this happens with less than
one seed in 10,000.
"""

import argparse
import json
import math
import statistics
import sys

try:
    import chess.engine
except ImportError:
    sys.exit("python-chess is not installed: pip install chess")

from clone import HERE, default_command
from connect_four import ConnectFourBoard

OPENINGS = HERE / "openings.txt"
RATINGS = HERE.parent / "levels/ratings.json"
DEVIATIONS = 4
# The deviations in a 95 % interval.
QUANTILE_95 = 1.96
POINTS = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}


def play(players, opening, seed):
    """Plays a game. Returns the points of the player who moves first."""
    board, game = ConnectFourBoard(opening), object()
    for number, player in enumerate(players):
        player.configure({"Skill Seed": 2 * seed + number + 1})
    while not board.is_game_over():
        player = players[len(board.move_stack) % 2]
        board.push(player.play(board, chess.engine.Limit(), game=game).move)
    return POINTS[board.result()]


def play_pair(high, low, opening, seed):
    """Returns the share of the points that the higher level gets in two games."""
    first = play((high, low), opening, 2 * seed)
    return (first + 1 - play((low, high), opening, 2 * seed + 1)) / 2


def elo(share):
    return 400 * math.log10(share / (1 - share))


def strength(shares):
    """Returns the difference in Elo and its standard deviation, from the shares of pairs."""
    mean = statistics.fmean(shares)
    deviation = statistics.stdev(shares) / math.sqrt(len(shares))
    return elo(mean), (elo(mean + deviation) - elo(mean - deviation)) / 2


def expected(low, high):
    """Returns the difference in Elo of two levels by the ladder, and its standard deviation."""
    rows = {row["player"]: row for row in json.loads(RATINGS.read_text(encoding="utf-8"))}
    steps = [rows[f"level-{level}"] for level in range(low + 1, high + 1)]
    error = math.hypot(*(step["step_error"] for step in steps))
    return sum(step["step"] for step in steps), error / QUANTILE_95


def main():
    parser = argparse.ArgumentParser(description="Play a match between two levels.")
    parser.add_argument("--low", type=int, default=3, help="the lower level")
    parser.add_argument("--high", type=int, default=4, help="the higher level")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1, help="seed of all games")
    arguments = parser.parse_args()
    lines = OPENINGS.read_text(encoding="utf-8").splitlines()
    openings = [line.split()[0] for line in lines if not line.startswith("#")]
    popen, command = chess.engine.SimpleEngine.popen_uci, default_command()
    with popen(command, timeout=60) as high, popen(command, timeout=60) as low:
        high.configure({"Skill Level": arguments.high})
        low.configure({"Skill Level": arguments.low})
        first = arguments.seed * arguments.pairs
        shares = [
            play_pair(high, low, openings[number % len(openings)], first + number)
            for number in range(arguments.pairs)
        ]
    found, deviation = strength(shares)
    ladder, ladder_deviation = expected(arguments.low, arguments.high)
    errors = [QUANTILE_95 * value for value in (deviation, ladder_deviation)]
    print(
        f"level {arguments.high} against level {arguments.low}: {2 * len(shares)} games, "
        f"{found:+.0f} +/- {errors[0]:.0f} Elo; the ladder has {ladder:+.0f} +/- {errors[1]:.0f}"
    )
    if abs(found - ladder) > DEVIATIONS * math.hypot(deviation, ladder_deviation):
        sys.exit("the match and the ratings of the levels do not agree")


if __name__ == "__main__":
    main()
