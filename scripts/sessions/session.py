#!/usr/bin/env python3
"""Drives one engine through many positions from a Python script.

    scripts/sessions/session.py [POSITIONS] [--engine ENGINE]

POSITIONS is a file with one position per line, as the columns played (445332) or a cfour FEN, or
`-` for standard input. Without it, a few built-in positions are used. Each position has three
answers:

    lines   the best three lines that 2,000 nodes find
    stop    the move of a search without limits, stopped after 0.2 seconds
    exact   the proven score of every column

The class `Engine` is that of the Python package, which needs no installation here. Standard library
only.
"""

import argparse
import pathlib
import sys
import threading

SCRIPTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(SCRIPTS.parent / "python/lib"))
from claimeven.engine import Engine, Info  # noqa: E402
from claimeven.errors import Error, Rejected  # noqa: E402

TARGET = SCRIPTS.parent / "target/release/claimeven"
KNOWN = ["445332", "44444432", "1626656", "14764211577553161274152737"]


def show(engine: Engine, position: str) -> None:
    print(position)
    engine.position(position)
    engine.new_game()
    engine.set({"MultiPV": 3})
    for line in engine.go(nodes=2000).lines:
        print(f"  lines   {line.rank}. {score(line)}:", *line.pv)
    engine.set({"MultiPV": 1})
    threading.Timer(0.2, engine.stop).start()
    print("  stop   ", engine.go(infinite=True).best or "(none)")
    print("  exact  ", *("-" if score is None else score for score in engine.analyze()))


def score(line: Info) -> str:
    """Returns the score of a line as the engine prints it."""
    words = ["cp", line.cp] if line.mate is None else ["mate", line.mate]
    return " ".join(map(str, [*words, line.bound] if line.bound else words))


def read_positions(name: str | None) -> list[str]:
    if name is None:
        return KNOWN
    try:
        with sys.stdin if name == "-" else open(name, encoding="utf-8") as file:
            return [line.rstrip("\n") for line in file]
    except OSError as error:
        raise SystemExit(f"{name}: {error.strerror}") from None


def main() -> None:
    parser = argparse.ArgumentParser(description="Send many positions to one engine.")
    parser.add_argument("positions", nargs="?", help="file with one position per line, or -")
    parser.add_argument("--engine", default=str(TARGET), help="path of the engine")
    arguments = parser.parse_args()
    positions = read_positions(arguments.positions)
    try:
        with Engine([arguments.engine], {"Hash": 64}) as engine:
            for position in positions:
                try:
                    show(engine, position)
                except Rejected as error:
                    print(f"  error   char {error.char}: {error.reason}")
    except Error as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
