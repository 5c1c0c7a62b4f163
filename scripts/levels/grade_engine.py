#!/usr/bin/env python3
"""Grades a player: asks for its move in 1,000 positions and compares it with the exact scores.

    scripts/levels/grade_engine.py 'target/release/claimeven' --go 'nodes 100'
    scripts/levels/grade_engine.py 'python3 my_engine.py'
    scripts/levels/grade_engine.py my_agent.py
    scripts/levels/grade_engine.py my_functions.py:choose

A player is the command of a UCI or UGI engine, the file of a Kaggle-style agent, or a function in a
file (see `uci_of_agent.py`). The positions are those of `positions.txt`. In each, some legal move
keeps the outcome and another loses it. A move that loses it is a blunder; one with the best score
is perfect; its loss is its distance from the best score, in stones. Standard library only.
"""

import argparse
import dataclasses
import json
import pathlib
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from client import ANSWER, HANDSHAKE, Engine, EngineError
from rules import Board

POSITIONS = pathlib.Path(__file__).resolve().parent / "positions.txt"
# The last stone of each phase of the game.
PHASES = {"1-12": 12, "13-24": 24, "25-42": 42}
COLOURS = ("first", "second")


@dataclass(frozen=True)
class Position:
    """A position and the exact score of each column, None if it is full."""

    moves: str
    scores: list[int | None]

    @property
    def best(self) -> int:
        return max(score for score in self.scores if score is not None)


@dataclass
class Part:
    """The moves in one phase or of one colour."""

    moves: int = 0
    blunders: int = 0


@dataclass
class Grade:
    """The figures of a player."""

    player: str
    moves: int = 0
    kept: int = 0
    """Moves that kept the outcome."""
    perfect: int = 0
    """Moves with the best score."""
    mean_loss: float = 0
    phases: dict[str, Part] = field(default_factory=lambda: {name: Part() for name in PHASES})
    colours: dict[str, Part] = field(default_factory=lambda: {name: Part() for name in COLOURS})

    def add(self, position: Position, column: int) -> None:
        """Counts a move."""
        played = position.scores[column - 1]
        if played is None:
            raise ValueError(f"column {column} is full after {position.moves}")
        keeps = outcome(played) == outcome(position.best)
        self.mean_loss += (position.best - played - self.mean_loss) / (self.moves + 1)
        self.moves += 1
        self.kept += keeps
        self.perfect += played == position.best
        stone = len(position.moves) + 1
        phase = next(name for name, last in PHASES.items() if stone <= last)
        for part in (self.phases[phase], self.colours[COLOURS[len(position.moves) % 2]]):
            part.moves += 1
            part.blunders += not keeps

    def text(self) -> str:
        lines = [
            self.player,
            f"  moves             {self.moves:5}",
            f"  kept the outcome  {share(self.kept, self.moves)}",
            f"  perfect           {share(self.perfect, self.moves)}",
            f"  mean loss         {self.mean_loss:5.2f} stones",
            "  blunders",
        ]
        names = {f"stones {name}": part for name, part in self.phases.items()}
        names |= {f"{name} player": part for name, part in self.colours.items()}
        lines += [
            f"    {name:15} {share(part.blunders, part.moves)} of {part.moves}"
            for name, part in names.items()
        ]
        return "\n".join(lines)


def share(part: int, whole: int) -> str:
    return f"{part:5} {part / max(whole, 1):6.1%}"


def outcome(score: int) -> int:
    """Returns 1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)


def read_positions(path: pathlib.Path) -> Iterator[Position]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            moves, *scores = line.split()
            yield Position(moves, [None if score == "-" else int(score) for score in scores])


def grade(engine: Engine, go: str, positions: Iterable[Position]) -> Grade:
    """Returns the grade of an engine. Each position is a game of its own."""
    found = Grade(engine.name)
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
    if arguments.format == "json":
        print(json.dumps(dataclasses.asdict(found)))
    else:
        print(found.text())


if __name__ == "__main__":
    main()
