#!/usr/bin/env python3
"""Makes `rates.txt`: in how many positions of `positions.txt` each level keeps the outcome.

    scripts/arena/make_rates.py > scripts/arena/rates.txt

Each level is asked five times for its move in each position, every time with another `Skill Seed`,
so that the same engine gives the same file.
"""

import argparse

from engine import Engine
from grade_engine import POSITIONS, grade, read_positions
from program import COMMAND

# Level 20 is full strength, which errs nowhere.
LEVELS = range(20)
TIMES = 5


def kept(command: str, level: int) -> tuple[int, int]:
    """Returns the number of a level's moves, and of those that kept the outcome."""
    positions = TIMES * read_positions(POSITIONS)
    with Engine(command, {"Skill Level": str(level), "Hash": "1"}) as engine:
        found = grade(engine, "", positions)
    return found["moves"], found["kept"]


def main() -> None:
    parser = argparse.ArgumentParser(description="Make the rates of the levels.")
    parser.add_argument("--engine", default=COMMAND, help="command of claimeven")
    arguments = parser.parse_args()
    print("# Made by scripts/arena/make_rates.py")
    print("# Each line is a level: its number, its moves, and those that kept the outcome.")
    for level in LEVELS:
        print(level, *kept(arguments.engine, level), flush=True)


if __name__ == "__main__":
    main()
