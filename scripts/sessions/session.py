#!/usr/bin/env python3
"""Drives one engine through many positions from a Python script.

    scripts/sessions/session.py [POSITIONS] [--engine ENGINE]

POSITIONS is a file with one position per line, as the columns played (445332) or a cfour FEN, or
`-` for standard input. Without it, a few built-in positions are used. Each position has three
answers:

    lines   the best three lines that 2,000 nodes find
    stop    the move of a search without limits, stopped after 0.2 seconds
    exact   the proven score of every column

The rule of the protocol: the last line of an answer begins with a known word (`analysis`,
`bestmove`, `readyok`), and the program sends nothing new before it has come. Standard library
only; the class `Engine` can be copied into other programs.
"""

import argparse
import contextlib
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

TARGET = pathlib.Path(__file__).parents[2] / "target/release/claimeven"
KNOWN = ["445332", "44444432", "1626656", "14764211577553161274152737"]


class Rejected(Exception):
    """The engine rejected a command, for the reason in the message."""


@dataclass(frozen=True)
class Line:
    """One line of play: the score as the engine prints it, and the columns."""

    score: str
    moves: list[str]


class Engine:
    """An engine that runs until the end of the `with` block."""

    def __init__(self, path: str, **options: object) -> None:
        try:
            self.process = subprocess.Popen(
                [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise SystemExit(f"the engine did not start: {error}") from None
        for name, value in options.items():
            self.set_option(name, value)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, error: object, *_: object) -> None:
        # An engine ends when it has answered all of its input. After an error, do not wait for it.
        if error:
            self.process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()

    def send(self, command: str) -> None:
        try:
            self.process.stdin.write(command + "\n")
        except BrokenPipeError:
            raise SystemExit("the engine ended") from None

    def read_to(self, last_word: str) -> list[str]:
        """Returns the lines up to and including the one that begins with a word."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.split(maxsplit=1)[:1] == [last_word]:
                return lines
        raise SystemExit("the engine ended")

    def command(self, command: str) -> None:
        """Sends a command that has no answer. Fails if the engine rejects it."""
        self.send(command)
        self.send("isready")
        for line in self.read_to("readyok"):
            if line.startswith("info string error "):
                raise Rejected(line.removeprefix("info string error "))

    def set_option(self, name: str, value: object) -> None:
        self.command(f"setoption name {name} value {value}")

    def set_position(self, position: str) -> None:
        before = f"position {'fen' if '/' in position else 'moves'} "
        try:
            self.command(before + position)
        except Rejected as error:
            raise Rejected(without(before, str(error))) from None

    def analyze(self, limits: str = "") -> list[str]:
        """Returns the values of columns 1 to 7 for the side to move.

        A value is a score, bounds such as `-4..2`, in weak mode `W`, `D` or `L`, or `-` if the
        column cannot be played.
        """
        self.send(f"analyze {limits}")
        words = self.read_to("analysis")[-1].split()[1:]
        return [word.split(":")[1] for word in words]

    def go(self, limits: str = "") -> tuple[str, list[Line]]:
        """Returns the best move, and the `MultiPV` best lines."""
        self.send(f"go {limits}")
        return read_search(self.read_to("bestmove"))

    def go_and_stop(self, seconds: float) -> tuple[str, list[Line]]:
        """Stops a search without limits after some seconds. Returns the same as `go`."""
        self.send("go infinite")
        time.sleep(seconds)
        self.send("stop")
        return read_search(self.read_to("bestmove"))


def without(before: str, error: str) -> str:
    """Returns an error whose `char N` does not count the first words of the command."""
    return re.sub(r"^char (\d+)", lambda at: f"char {int(at[1]) - len(before)}", error)


def read_search(output: Iterable[str]) -> tuple[str, list[Line]]:
    """Returns the best move, and the lines of the last block by rank."""
    lines: dict[int, Line] = {}
    best = ""
    for text in output:
        words = text.split()
        if words[0] == "bestmove":
            best = words[1]
        elif "multipv" in words and "pv" in words:
            rank = int(words[words.index("multipv") + 1])
            score = words[words.index("score") + 1 : words.index("nodes")]
            moves = words[words.index("pv") + 1 :]
            # Line 1 begins a new block, which replaces the older lines.
            lines = {} if rank == 1 else lines
            lines[rank] = Line(" ".join(score), moves)
    return best, list(lines.values())


def show(engine: Engine, position: str) -> None:
    print(position)
    engine.set_position(position)
    engine.command("ucinewgame")
    engine.set_option("MultiPV", 3)
    for rank, line in enumerate(engine.go("nodes 2000")[1], start=1):
        print(f"  lines   {rank}. {line.score}: {' '.join(line.moves)}")
    engine.set_option("MultiPV", 1)
    print("  stop   ", engine.go_and_stop(0.2)[0])
    print("  exact  ", *engine.analyze())


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
    with Engine(arguments.engine, Hash=64) as engine:
        for position in positions:
            try:
                show(engine, position)
            except Rejected as error:
                print("  error  ", error)


if __name__ == "__main__":
    main()
