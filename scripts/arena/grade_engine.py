#!/usr/bin/env python3
"""Grades a player: asks for its move in 1,000 positions, which `claimeven grade` grades.

    scripts/arena/grade_engine.py 'target/release/claimeven' --go 'nodes 100'
    scripts/arena/grade_engine.py 'python3 my_engine.py'
    scripts/arena/grade_engine.py my_agent.py
    scripts/arena/grade_engine.py my_functions.py:choose

A player is the command of a UCI or UGI engine, the file of a Kaggle-style agent, or a function in a
file (see `uci_of_agent.py`). The positions are those of `positions.txt`. In each, some legal move
keeps the outcome and another loses it. A move that loses it is a blunder; one with the best score
is perfect; its loss is its distance from the best score, in stones. The estimate is the Elo of the
levels of claimeven that make such moves. ENGINE names another claimeven than
target/release/claimeven. Standard library only.
"""

import argparse
import json
import pathlib
import subprocess
import sys
from collections.abc import Iterable
from typing import Any

import package  # noqa: F401, finds claimeven
from board import Board
from claimeven.engine import default_command
from claimeven.errors import EngineError
from claimeven.pipe import error_in
from engine import ANSWER, HANDSHAKE, Engine
from program import engine_option, options_of, player, report

POSITIONS = pathlib.Path(__file__).resolve().parent / "positions.txt"
COLUMNS = "  moves  perfect  mean loss    kept  blunders  1-12  13-24  25-42  estimate"

Grade = dict[str, Any]


def read_positions(path: pathlib.Path) -> list[str]:
    """Returns the columns played in each position."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


def grade(engine: Engine, go: str, positions: Iterable[str]) -> Grade:
    """Returns the grade of an engine, with those of its sides. Each position is a game of its own."""
    games = []
    for number, moves in enumerate(positions, start=1):
        engine.new_game(seed=number)
        game = f"{moves}{engine.move(Board(moves), go)}"
        games.append({"opening": moves, "games": [game], "players": 2 * [engine.name]})
    return graded(games, default_command())


def graded(games: list[dict[str, Any]], command: list[str]) -> Grade:
    """Returns the record of `claimeven grade`, without the number of games."""
    lines = "".join(f"{json.dumps(game)}\n" for game in games)
    words = [*command, "grade", "--json"]
    done = subprocess.run(words, input=lines.encode(), capture_output=True, check=False)
    if done.returncode:
        raise EngineError(f"{command[0]} grade: {error_in(done.stderr)}")
    record = json.loads(done.stdout)
    for part in (record, record["first"], record["second"]):
        del part["games"]
    return record


def table(grade: Grade) -> str:
    rows = [("player", COLUMNS), (grade["player"], row(grade))]
    rows += [(f"  {side}", row(grade[side])) for side in ("first", "second")]
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:{width}}{cells}" for name, cells in rows)


def row(grade: Grade) -> str:
    """Returns the cells of a row of the table."""
    moves = max(grade["moves"], 1)
    early, middle, late = (grade[f"{phase}_blunders"] for phase in ("early", "middle", "late"))
    return (
        f"  {grade['moves']:5}  {grade['perfect'] / moves:7.1%}  {grade['mean_loss'] or 0:9.2f}  "
        f"{grade['kept'] / moves:6.1%}  {grade['blunders']:8}  {early:4}  {middle:5}  {late:5}  "
        f"{estimate(grade)}"
    )


def estimate(grade: Grade) -> str:
    """Returns the estimate as `claimeven grade` prints it."""
    elo, error, bound = (grade[f"estimate{part}"] for part in ("", "_error", "_bound"))
    if elo is None or bound is not None:
        return "-" if elo is None else f"{bound} {elo}"
    return f"{elo}" if error is None else f"{elo} +/- {error}"


def main() -> None:
    parser = argparse.ArgumentParser(description="Grade a player's moves by their exact scores.")
    parser.add_argument("player", type=player, help="command of an engine, or FILE.py[:FUNCTION]")
    parser.add_argument("--go", default="movetime 100", help="limits of an engine, as after `go`")
    parser.add_argument("--option", type=engine_option, action="append", default=[],
                        metavar="NAME=VALUE")  # fmt: skip
    parser.add_argument("--count", type=int, help="ask for only the first COUNT positions")
    parser.add_argument("--positions", type=pathlib.Path, default=POSITIONS)
    parser.add_argument("--handshake", type=float, default=HANDSHAKE, help="seconds for uciok")
    parser.add_argument("--timeout", type=float, default=ANSWER, help="seconds for one move")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    arguments = parser.parse_args()
    positions = read_positions(arguments.positions)[: arguments.count]
    limits = {"handshake": arguments.handshake, "answer": arguments.timeout}
    try:
        with Engine(arguments.player, options_of(arguments.option), **limits) as engine:
            found = grade(engine, arguments.go, positions)
            if engine.warning:
                report(engine.warning)
    except EngineError as error:
        sys.exit(f"{type(error).__name__}: {error}")
    print(json.dumps(found) if arguments.format == "json" else table(found))


if __name__ == "__main__":
    main()
