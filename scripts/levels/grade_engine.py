#!/usr/bin/env python3
"""Grades a player: asks for its move in 1,000 positions and compares it with the exact scores.

    scripts/levels/grade_engine.py 'target/release/claimeven' --go 'nodes 100'
    scripts/levels/grade_engine.py 'python3 my_engine.py'
    scripts/levels/grade_engine.py my_agent.py
    scripts/levels/grade_engine.py my_functions.py:choose

A player is the command of a UCI or UGI engine, the file of a Kaggle-style agent, or a function in a
file (see `uci_of_agent.py`). The positions are those of `positions.txt`. In each, some legal move
keeps the outcome and another loses it. A move that loses it is a blunder; one with the best score
is perfect; its loss is its distance from the best score, in stones. The rating is that of the
levels of claimeven that keep the outcome as often (`scale.py`). Standard library only.
"""

import argparse
import bisect
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from client import ANSWER, HANDSHAKE, Engine, EngineError
from rules import Board
from scale import Rating, scale

POSITIONS = pathlib.Path(__file__).resolve().parent / "positions.txt"
# The last stone of each phase of the game.
PHASES = (12, 24, 42)
COLUMNS = "  moves  perfect  mean loss    kept  blunders  1-12  13-24  25-42  rating"


@dataclass(frozen=True)
class Position:
    """A position and the exact score of each column, None if it is full."""

    moves: str
    scores: list[int | None]

    @property
    def best(self) -> int:
        return max(score for score in self.scores if score is not None)


@dataclass
class Grade:
    """The counts of a player's moves."""

    moves: int = 0
    perfect: int = 0
    """Moves with the best score."""
    kept: int = 0
    """Moves that kept the outcome."""
    loss: int = 0
    """The sum of the losses of all moves."""
    blunders: list[int] = field(default_factory=lambda: [0] * len(PHASES))
    """Moves that lost the outcome, in each phase of the game."""

    def add(self, position: Position, column: int) -> None:
        """Counts a move."""
        played = position.scores[column - 1]
        if played is None:
            raise ValueError(f"column {column} is full after {position.moves}")
        keeps = outcome(played) == outcome(position.best)
        self.moves += 1
        self.perfect += played == position.best
        self.kept += keeps
        self.loss += position.best - played
        # The phase is that of the stone played.
        self.blunders[bisect.bisect_left(PHASES, len(position.moves) + 1)] += not keeps

    def __add__(self, other: "Grade") -> "Grade":
        return Grade(
            self.moves + other.moves,
            self.perfect + other.perfect,
            self.kept + other.kept,
            self.loss + other.loss,
            [one + two for one, two in zip(self.blunders, other.blunders, strict=True)],
        )

    @property
    def rating(self) -> Rating | None:
        """The rating on the scale of the levels, None with too few moves."""
        return scale().rating(self.kept, self.moves)

    def record(self) -> dict[str, Any]:
        """Returns the fields of `claimeven grade --format jsonl`, except the games."""
        (early, middle, late), rating = self.blunders, self.rating
        return {
            "moves": self.moves,
            "perfect": self.perfect,
            "mean_loss": round(self.loss / self.moves, 3) if self.moves else None,
            # The outcome is at risk in all positions.
            "at_risk": self.moves,
            "kept": self.kept,
            "blunders": sum(self.blunders),
            "early_blunders": early,
            "middle_blunders": middle,
            "late_blunders": late,
            "rating": rating and rating.elo,
            "rating_error": rating and rating.error,
            "rating_bound": rating and rating.bound,
        }

    def row(self) -> str:
        """Returns the cells of a row of the table."""
        moves, (early, middle, late) = max(self.moves, 1), self.blunders
        return (
            f"  {self.moves:5}  {self.perfect / moves:7.1%}  {self.loss / moves:9.2f}  "
            f"{self.kept / moves:6.1%}  {sum(self.blunders):8}  {early:4}  {middle:5}  {late:5}  "
            f"{self.rating or '-'}"
        )


@dataclass
class Grades:
    """A player's grades as the first and as the second player."""

    player: str
    first: Grade = field(default_factory=Grade)
    second: Grade = field(default_factory=Grade)

    def add(self, position: Position, column: int) -> None:
        (self.second if len(position.moves) % 2 else self.first).add(position, column)

    @property
    def total(self) -> Grade:
        return self.first + self.second

    def record(self) -> dict[str, Any]:
        sides = {"first": self.first.record(), "second": self.second.record()}
        return {"player": self.player} | self.total.record() | sides

    def table(self) -> str:
        rows = [("player", COLUMNS), (self.player, self.total.row())]
        rows += [("  first", self.first.row()), ("  second", self.second.row())]
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:{width}}{cells}" for name, cells in rows)


def outcome(score: int) -> int:
    """Returns 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def read_positions(path: pathlib.Path) -> Iterator[Position]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            moves, *scores = line.split()
            yield Position(moves, [None if score == "-" else int(score) for score in scores])


def grade(engine: Engine, go: str, positions: Iterable[Position]) -> Grades:
    """Returns the grades of an engine. Each position is a game of its own."""
    found = Grades(engine.name)
    for number, position in enumerate(positions, start=1):
        engine.new_game(seed=number)
        found.add(position, engine.move(Board(position.moves), go))
    return found


def engine_option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE; found {text!r}")
    return name, value


def main() -> None:
    parser = argparse.ArgumentParser(description="Grade a player's moves by their exact scores.")
    parser.add_argument("player", help="command of an engine, or FILE.py[:FUNCTION]")
    parser.add_argument("--go", default="movetime 100", help="limits of an engine, as after `go`")
    parser.add_argument("--option", type=engine_option, action="append", default=[],
                        metavar="NAME=VALUE")  # fmt: skip
    parser.add_argument("--count", type=int, help="ask for only the first COUNT positions")
    parser.add_argument("--positions", type=pathlib.Path, default=POSITIONS)
    parser.add_argument("--handshake", type=float, default=HANDSHAKE, help="seconds for uciok")
    parser.add_argument("--timeout", type=float, default=ANSWER, help="seconds for one move")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    positions = list(read_positions(arguments.positions))[: arguments.count]
    limits = {"handshake": arguments.handshake, "answer": arguments.timeout}
    try:
        with Engine(arguments.player, dict(arguments.option), **limits) as engine:
            found = grade(engine, arguments.go, positions)
    except EngineError as error:
        sys.exit(f"{type(error).__name__}: {error}")
    print(json.dumps(found.record()) if arguments.format == "json" else found.table())


if __name__ == "__main__":
    main()
