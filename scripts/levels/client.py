"""A client of engines that speak UCI or UGI: starts one, sets options, asks for moves.

    with Engine("target/release/claimeven", {"Skill Level": "5"}) as engine:
        engine.new_game()
        column = engine.move(Board("4453"))

Every answer has a time limit. If an engine prints nothing, something else or an illegal move, or
ends, that is an `EngineError`, whose message contains what the engine printed. Standard library
only; `rules.py` checks the moves.
"""

import collections
import contextlib
import os
import pathlib
import select
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from typing import Self

from rules import Board, IllegalMove, column_of

HERE = pathlib.Path(__file__).resolve().parent
# Time limits in seconds: for `uciok` or `ugiok`, and for `readyok` and a move.
HANDSHAKE, ANSWER = 20.0, 60.0
ERROR = b"info string error"
CHUNK = 1 << 16
# The number of lines, and of characters of a line, that a message shows.
LINES, CHARACTERS = 3, 200


class EngineError(Exception):
    """The engine did not answer as it should."""


class Engine:
    """A running engine. It ends with the `with` block."""

    def __init__(
        self,
        command: str,
        options: Mapping[str, str] | None = None,
        *,
        handshake: float = HANDSHAKE,
        answer: float = ANSWER,
    ) -> None:
        self.name, self.answer = command, answer
        self.declared: dict[str, str] = {}
        """The declarations of the options by their names in lower case."""
        self.is_ugi = False
        self.unfinished = b""
        self.lines: collections.deque[bytes] = collections.deque()
        self.printed: collections.deque[bytes] = collections.deque(maxlen=LINES)
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115, lives as long as the engine
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": self.errors}
        try:
            self.process = subprocess.Popen(words_of(command), bufsize=0, **pipes)
        except OSError as error:
            self.errors.close()
            raise EngineError(f"{command} does not start: {error.strerror}") from None
        self.source = self.process.stdout.fileno()
        self.target = self.process.stdin.fileno()
        self.readable = select.poll()
        self.readable.register(self.source, select.POLLIN)
        try:
            self._shake_hands(handshake)
            self._set(options or {})
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the process."""
        with contextlib.suppress(OSError):
            os.write(self.target, b"quit\n")
        try:
            self.process.wait(0.2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for file in (self.process.stdin, self.process.stdout, self.errors):
            file.close()

    def new_game(self, seed: int | None = None) -> None:
        """Announces a new game. Engines with a `Skill Seed` repeat the game of a seed."""
        lines = "uginewgame\n" if self.is_ugi else "ucinewgame\n"
        if seed is not None and "skill seed" in self.declared:
            lines = f"setoption name Skill Seed value {seed}\n{lines}"
        self._ask(lines + "isready\n", "readyok")

    def move(self, board: Board, go: str = "") -> int:
        """Returns the column that the engine plays, a legal one, counted from 1."""
        words = " " + " ".join(board.moves) if self.is_ugi else board.words
        moves = f" moves{words}" if board.stones else ""
        answer = self._ask(f"position startpos{moves}\ngo {go}\n", "bestmove")
        try:
            column = column_of(answer.split()[1]) if len(answer.split()) > 1 else 0
            if column not in board.legal():
                raise IllegalMove(f"expected one of the columns {board.legal()}")
        except IllegalMove as error:
            after = board.moves or "the start"
            raise EngineError(f"{self.name} answered {answer!r} after {after}: {error}") from None
        return column

    def _shake_hands(self, seconds: float) -> None:
        """Tries UCI and, after half the time, UGI. Accepts either answer until the time ends."""
        self.send("uci\n")
        deadline = time.monotonic() + seconds
        for until in (deadline - seconds / 2, deadline):
            while (line := self._line(until)) is not None:
                words = line.decode(errors="replace").split()
                if words[:2] == ["id", "name"]:
                    self.name = " ".join(words[2:]) or self.name
                elif words[:2] == ["option", "name"]:
                    name, _, declaration = " ".join(words[2:]).partition(" type ")
                    self.declared[name.lower()] = declaration
                elif words and words[0] in ("uciok", "ugiok"):
                    self.is_ugi = words[0] == "ugiok"
                    return
            if until < deadline:
                self.send("ugi\n")
        raise EngineError(
            f"{self.name} printed no uciok or ugiok within {seconds:g} s{self._heard()}"
        )

    def _set(self, options: Mapping[str, str]) -> None:
        variants = self.declared.get("uci_variant")
        if variants is not None:
            # A file of variants adds to the declared ones, and must be read first.
            file = {name: value for name, value in options.items() if name == "VariantPath"}
            if not file and "cfour" not in variants.split():
                raise EngineError(f"{self.name} has no variant cfour, which VariantPath could add")
            options = file | {"UCI_Variant": "cfour"} | dict(options)
        for name in options:
            if name.lower() not in self.declared:
                raise EngineError(f"{self.name} has no option {name!r}")
        lines = [f"setoption name {name} value {value}\n" for name, value in options.items()]
        self._ask("".join(lines) + "isready\n", "readyok")

    def _ask(self, text: str, word: str) -> str:
        """Sends lines. Returns the line that begins with a word."""
        self.send(text)
        deadline, wanted = time.monotonic() + self.answer, word.encode()
        while (line := self._line(deadline)) is not None:
            if line.startswith(wanted):
                return line.decode(errors="replace").rstrip()
            if line.startswith(ERROR):
                raise EngineError(f"{self.name}: {line.decode(errors='replace').rstrip()}")
        raise EngineError(f"{self.name} printed no {word} within {self.answer:g} s{self._heard()}")

    def send(self, text: str) -> None:
        try:
            os.write(self.target, text.encode())
        except OSError:
            raise EngineError(self._ended()) from None

    def _line(self, deadline: float) -> bytes | None:
        """Returns the next line, or None at a time of `time.monotonic()`."""
        while not self.lines:
            left = deadline - time.monotonic()
            if left <= 0 or not self.readable.poll(left * 1000):
                return None
            data = os.read(self.source, CHUNK)
            if not data:
                raise EngineError(self._ended())
            *whole, self.unfinished = (self.unfinished + data).split(b"\n")
            self.lines.extend(whole)
            self.printed.extend(whole)
        return self.lines.popleft()

    def _ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        end = f"{self.name} ended with code {self.process.poll()}"
        error = excerpt(self._last_error())
        return f"{end}: {error}" if error else end + self._heard()

    def _heard(self) -> str:
        """Returns the last lines that the engine printed, with the last one on stderr."""
        lines = map(excerpt, [*self.printed, self.unfinished, self._last_error()])
        shown = [repr(line) for line in lines if line]
        return f"; it printed {', '.join(shown)}" if shown else "; it printed nothing"

    def _last_error(self) -> bytes:
        self.errors.seek(0)
        return self.errors.read().strip().rpartition(b"\n")[2]


def excerpt(line: bytes) -> str:
    return line.decode(errors="replace").strip()[:CHARACTERS]


def words_of(command: str) -> list[str]:
    """Returns the words of a player's command.

    A player is an engine's command as for a shell, or the file of an agent, `FILE.py` or
    `FILE.py:FUNCTION`, which plays through `uci_of_agent.py`. The command of an engine that is a
    Python script begins with `python3`.
    """
    words = shlex.split(command)
    if not words:
        raise EngineError(f"expected a command; found {command!r}")
    if len(words) == 1 and words[0].partition(":")[0].endswith(".py"):
        return [sys.executable, "-B", str(HERE / "uci_of_agent.py"), words[0]]
    return words
