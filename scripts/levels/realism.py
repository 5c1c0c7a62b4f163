#!/usr/bin/env python3
"""Prints how the players of a ladder err.

    scripts/levels/realism.py results.jsonl                 the results of ladder.py
    ... --engine target/release/claimeven                   the engine that annotates the games

For each player: the part of its wins with the next stone, and of its wins with the stone after
that (three plies), that it missed; and after how many plies, in the median, the opponent has won
by the best play after a move that turned a win or a draw into a loss. With `--variety N`, each
level also plays N games with itself from the empty board, and the number of different ones is
printed.
"""

import argparse
import collections
import itertools
import json
import statistics
import subprocess
import sys
from collections.abc import Iterable, Iterator

from client import Engine
from rules import Board


class Errors:
    """The errors of a player."""

    def __init__(self) -> None:
        # The numbers of wins in 1 and 3 plies, and of those that were missed.
        self.wins = {1: 0, 3: 0}
        self.missed = {1: 0, 3: 0}
        self.refutations: list[int] = []

    def count(self, move: dict) -> None:
        plies = move["plies_before"]
        if move["outcome_before"] == "win" and plies in self.wins:
            self.wins[plies] += 1
            self.missed[plies] += move["plies_after"] != plies or move["outcome_after"] != "win"
        if move["outcome_after"] == "loss" != move["outcome_before"]:
            self.refutations.append(move["plies_after"] - 1)

    def row(self) -> list[str]:
        shares = [f"{self.missed[n] / self.wins[n]:.1%}" if self.wins[n] else "-" for n in (1, 3)]
        median = statistics.median_low(self.refutations) if self.refutations else "-"
        return [*shares, str(median)]


def annotated(engine: str, results: str) -> Iterator[dict]:
    """Yields the annotated games of a file of pairs, in order."""
    command = [engine, "annotate", "--input", results, "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        yield from map(json.loads, process.stdout)
    if process.returncode:
        sys.exit(f"{engine} ended with {process.returncode}")


def sides(results: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Yields the length of the opening and the player of each side, for each game of the pairs."""
    with open(results) as lines:
        for pair in map(json.loads, lines):
            one, two = pair["players"]
            first, second = (one, two), (two, one)
            for players in (first, second)[: len(pair["games"])]:
                yield len(pair["opening"]), dict(zip(("first", "second"), players, strict=True))


def variety(engine: str, skill: int, games: int) -> int:
    """Returns the number of different games of a level with itself from the empty board."""
    played = set()
    with Engine(engine, {"Skill Level": str(skill)}) as player:
        for seed in range(1, games + 1):
            player.new_game(seed)
            board = Board()
            while not board.over:
                board.play(player.move(board))
            played.add(board.moves)
    return len(played)


def table(rows: Iterable[list[str]]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description="Print how the players of a ladder err.")
    parser.add_argument("results", help="the results of ladder.py")
    parser.add_argument("--engine", default="target/release/claimeven")
    parser.add_argument("--variety", type=int, default=0, help="games of each level with itself")
    arguments = parser.parse_args()
    errors: dict[str, Errors] = collections.defaultdict(Errors)
    games = zip(annotated(arguments.engine, arguments.results), sides(arguments.results), strict=True)
    for game, (opening, players) in games:
        for move in game["annotations"][opening:]:
            errors[players[move["side"]]].count(move)
    header = ["player", "missed wins in 1", "missed wins in 3", "plies to the refutation"]
    rows = [[name, *errors[name].row()] for name in sorted(errors, key=natural)]
    if arguments.variety:
        header.append(f"different games of {arguments.variety}")
        for row in rows:
            level, _, skill = row[0].partition("level-")
            same = skill and not level
            count = variety(arguments.engine, int(skill), arguments.variety) if same else "-"
            row.append(str(count))
    print(table([header, ["-"] * len(header), *rows]))


def natural(name: str) -> list[str | int]:
    """Returns a key that sorts level-2 before level-10."""
    groups = itertools.groupby(name, str.isdigit)
    return [int("".join(part)) if digits else "".join(part) for digits, part in groups]


if __name__ == "__main__":
    main()
