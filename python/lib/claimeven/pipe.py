"""Lines to and from a child process. Every answer has a time limit. Standard library only."""

from __future__ import annotations

import contextlib
import os
import queue
import subprocess
import tempfile
import threading
import time
from collections import deque
from collections.abc import Sequence
from typing import Optional

from .errors import EngineError, Late

# Time for a process to end by itself, in seconds.
GOODBYE = 2.0
CHUNK = 1 << 16
# The numbers of lines, and of characters of a line, that a message shows.
LINES, CHARACTERS = 3, 200


class Pipe:
    """A child process that reads and prints lines. It ends with the `with` block.

    A thread reads the output, so a child that waits for its reader does not block `send`.

    Parameters
    ----------
    command : sequence of str
        The program and its arguments.
    name : str, optional
        The name of the program in messages.
    """

    def __init__(self, command: Sequence[str], name: Optional[str] = None) -> None:
        self.name = name or command[0]
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115, lives as long as the process
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                # Ctrl-C in a terminal reaches this process alone, which decides what to do.
                start_new_session=True,
            )
        except OSError as error:
            self._errors.close()
            raise EngineError(f"{self.name} does not start: {error.strerror}") from None
        self._lines: deque[bytes] = deque()
        self._printed: deque[bytes] = deque(maxlen=LINES)
        # Lists of lines; None is the end of the output.
        self._chunks: queue.SimpleQueue[Optional[list[bytes]]] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name=f"{self.name} reader", daemon=True)
        self._reader.start()

    def __enter__(self) -> Pipe:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def send(self, *lines: str) -> None:
        """Send lines."""
        self.send_bytes("".join(f"{line}\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Send whole lines."""
        assert self.process.stdin
        view = memoryview(data)
        try:
            while view:
                view = view[self.process.stdin.write(view) or 0 :]
        except (OSError, ValueError):
            # The last lines that it printed are part of the message.
            with contextlib.suppress(EngineError):
                while not self.process.stdin.closed:
                    self.read_bytes(time.monotonic() + GOODBYE)
            raise EngineError(self._ended()) from None

    def read_bytes(self, deadline: float) -> bytes:
        """Return the next line without its end.

        Raises
        ------
        Late
            At a time of `time.monotonic()`.
        EngineError
            If the process has ended.
        """
        while not self._lines:
            left = max(deadline - time.monotonic(), 0)
            try:
                chunk = self._chunks.get(timeout=left if left < threading.TIMEOUT_MAX else None)
            except queue.Empty:
                raise Late(f"{self.name} did not answer in time{self._heard()}") from None
            if chunk is None:
                self._chunks.put(None)
                raise EngineError(self._ended())
            self._lines.extend(chunk)
        line = self._lines.popleft().rstrip(b"\r")
        self._printed.append(line)
        return line

    def read(self, deadline: float) -> str:
        """Return the next line like `read_bytes`, as text."""
        return self.read_bytes(deadline).decode(errors="replace")

    def kill(self) -> None:
        """End the process at once. A reader on another thread sees the end of its output."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """End the process, which may take a moment to answer, and close its files."""
        assert self.process.stdin
        assert self.process.stdout
        with contextlib.suppress(OSError):
            self.process.stdin.close()
        try:
            self.process.wait(GOODBYE)
        except subprocess.TimeoutExpired:
            self.kill()
        # The reader ends with the output, which a child of the process may keep open.
        self._reader.join(GOODBYE)
        if not self._reader.is_alive():
            self.process.stdout.close()
        self._errors.close()

    def _read(self) -> None:
        assert self.process.stdout
        unfinished = b""
        with contextlib.suppress(OSError, ValueError):
            while data := os.read(self.process.stdout.fileno(), CHUNK):
                *lines, unfinished = (unfinished + data).split(b"\n")
                self._chunks.put(lines)
        self._chunks.put([unfinished] if unfinished else [])
        self._chunks.put(None)

    def _ended(self) -> str:
        assert self.process.stdin
        if self.process.stdin.closed:
            return f"{self.name} is closed"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GOODBYE)
        code = self.process.poll()
        ending = f"signal {-code}" if code is not None and code < 0 else f"code {code}"
        error = self._last_error()
        return f"{self.name} ended with {ending}" + (f": {error}" if error else self._heard())

    def _heard(self) -> str:
        """Returns the last lines that the process printed, with the error on stderr."""
        lines = [line.decode(errors="replace").strip()[:CHARACTERS] for line in self._printed]
        shown = [repr(line) for line in (*lines, self._last_error()) if line]
        return f"; it printed {', '.join(shown)}" if shown else "; it printed nothing"

    def _last_error(self) -> str:
        """Returns the line on stderr with the error."""
        if self._errors.closed:
            return ""
        self._errors.seek(0)
        return error_in(self._errors.read())[:CHARACTERS]


def error_in(output: bytes) -> str:
    """Return the line with the error. A program may print its usage after it."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines()]
    errors = [line for line in lines if line.startswith("error:")]
    return (errors or [line for line in reversed(lines) if line] or [""])[0]
