#!/usr/bin/env python3
"""Drives one engine through many positions from a Python script.

    scripts/sessions/session.py [POSITIONS] [--engine ENGINE]

POSITIONS is a file with a position a line, as the columns played (445332) or a
cfour FEN, or `-` for standard input; a few known ones without it. For each
position three answers:

    lines   the best three lines that 2,000 nodes find
    stop    the move after a search without limits, stopped after 0.2 seconds
    exact   every column's score, proven

The rule of the conversation: an answer ends with one known word (`analysis`,
`bestmove`, `readyok`), and nothing new is asked before it has come. Exit code 1
after an error and 130 after Ctrl-C. Standard library only; the class `Engine` may
be copied into other programs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import pathlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Self

TARGET = pathlib.Path(__file__).parents[2] / "target/release/claimeven"
KNOWN = ["445332", "44444432", "1626656", "14764211577553161274152737"]

# A column's score: exact, or the text of the engine where it is not (`-4..2`,
# and `W`, `D`, `L` in weak mode), or nothing where no stone can be played.
Value = int | str | None


class Refused(Exception):
    """The engine rejected a command. The message says where and why."""


@dataclass(frozen=True)
class Line:
    """One line of play: the score as the engine prints it, and the columns."""

    score: str
    moves: list[str]


class Engine:
    """An engine at the other end of two pipes. It ends with the `with` block."""

    def __init__(self, path: str, **options: object) -> None:
        try:
            self.process = subprocess.Popen(
                [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise SystemExit(f"the engine does not start: {error}") from None
        for name, value in options.items():
            self.set_option(name, value)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, fault: object, *_: object) -> None:
        # The end of its input ends an engine once it has answered; after a fault nobody
        # waits for the answer.
        if fault:
            self.process.kill()
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait()

    def say(self, command: str) -> None:
        try:
            self.process.stdin.write(command + "\n")
        except BrokenPipeError:
            raise SystemExit("the engine ended") from None

    def hear(self, last_word: str) -> list[str]:
        """Returns the lines up to and including the one that begins with a word."""
        said = []
        for line in self.process.stdout:
            said.append(line.rstrip("\n"))
            if line.split(maxsplit=1)[:1] == [last_word]:
                return said
        raise SystemExit("the engine ended")

    def tell(self, command: str) -> None:
        """Sends a command without an answer, and waits for `readyok`."""
        self.say(command)
        self.say("isready")
        for line in self.hear("readyok"):
            if line.startswith("info string error "):
                raise Refused(line.removeprefix("info string error "))

    def set_option(self, name: str, value: object) -> None:
        self.tell(f"setoption name {name} value {value}")

    def set_position(self, position: str) -> None:
        before = f"position {'fen' if '/' in position else 'moves'} "
        try:
            self.tell(before + position)
        except Refused as error:
            raise Refused(placed_behind(before, str(error))) from None

    def analyze(self, limits: str = "") -> list[Value]:
        """Returns the values of columns 1 to 7 for the side to move."""
        self.say(f"analyze {limits}")
        words = self.hear("analysis")[-1].split()[1:]
        return [read_value(word.split(":")[1]) for word in words]

    def go(self, limits: str = "") -> tuple[str, list[Line]]:
        """Returns the best move, and the `MultiPV` best lines."""
        self.say(f"go {limits}")
        return read_search(self.hear("bestmove"))

    def go_and_stop(self, seconds: float) -> tuple[str, list[Line]]:
        """Returns the same from a search without limits that is stopped."""
        self.say("go infinite")
        time.sleep(seconds)
        self.say("stop")
        return read_search(self.hear("bestmove"))


def placed_behind(before: str, fault: str) -> str:
    """A fault whose place in a command counts in what follows the command's first words."""
    return re.sub(r"^char (\d+)", lambda at: f"char {int(at[1]) - len(before)}", fault)


def read_value(word: str) -> Value:
    if word == "-":
        return None
    try:
        return int(word)
    except ValueError:
        return word


def read_search(said: Iterable[str]) -> tuple[str, list[Line]]:
    """Returns the lines of the last block by rank, and the best move."""
    lines: dict[int, Line] = {}
    best = ""
    for text in said:
        words = text.split()
        if words[0] == "bestmove":
            best = words[1]
        elif "multipv" in words and "pv" in words:
            rank = int(words[words.index("multipv") + 1])
            score = words[words.index("score") + 1 : words.index("nodes")]
            moves = words[words.index("pv") + 1 :]
            # Line 1 begins a new block: older lines are outdated.
            lines = {} if rank == 1 else lines
            lines[rank] = Line(" ".join(score), moves)
    return best, list(lines.values())


def show(engine: Engine, position: str) -> None:
    print(position)
    engine.set_position(position)
    engine.tell("ucinewgame")
    engine.set_option("MultiPV", 3)
    for rank, line in enumerate(engine.go("nodes 2000")[1], start=1):
        print(f"  lines   {rank}. {line.score}: {' '.join(line.moves)}")
    engine.set_option("MultiPV", 1)
    print("  stop   ", engine.go_and_stop(0.2)[0])
    print("  exact  ", " ".join("-" if value is None else str(value) for value in engine.analyze()))


def read_positions(name: str | None) -> list[str]:
    if name is None:
        return KNOWN
    try:
        content = sys.stdin.buffer.read() if name == "-" else pathlib.Path(name).read_bytes()
        text = content.decode()
    except OSError as error:
        raise SystemExit(f"{name}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise SystemExit(f"{name}: {error}") from None
    # `splitlines` would also cut at other characters.
    return [line.rstrip("\n") for line in io.StringIO(text, newline=None)]


def run(program: Callable[[], None]) -> None:
    """Runs a whole program, without a traceback after Ctrl-C or a closed pipe."""
    try:
        program()
        sys.stdout.flush()
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        # Python would fail again when it writes the rest at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    parser = argparse.ArgumentParser(description="Ask one engine about many positions.")
    parser.add_argument("positions", nargs="?", help="a file of positions, or -")
    parser.add_argument("--engine", default=str(TARGET), help="the engine's program")
    arguments = parser.parse_args()
    positions = read_positions(arguments.positions)
    with Engine(arguments.engine, Hash=64) as engine:
        for position in positions:
            try:
                show(engine, position)
            except Refused as error:
                print("  refused", error)


if __name__ == "__main__":
    run(main)
