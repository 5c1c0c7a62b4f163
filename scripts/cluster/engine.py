"""An engine process, driven line by line. Every answer has a time limit.

If an engine ends, does not answer in time or prints an unknown line, that is an `EngineError`;
`twice` then restarts it once. Shared by the workers of analyses, books and matches.
"""

import collections
import contextlib
import json
import os
import pathlib
import select
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

from parts import digest

Result = TypeVar("Result")

# The time limit for the start of an engine in seconds, like that of managers.
HANDSHAKE_SECONDS = 35.0
# The time limit for the end of an engine in seconds.
GOODBYE_SECONDS = 2.0
CHUNK = 1 << 16
ERROR = "info string error "
# The number of characters of a line that a message shows.
LONGEST_EXCERPT = 80


class EngineError(Exception):
    """The engine did not answer as it should."""


class Late(EngineError):
    """The engine did not answer in time."""


class Rejected(EngineError):
    """The engine rejected a command with an error."""


class Pipe:
    """Lines to and from a child process."""

    def __init__(self, command: Sequence[str]) -> None:
        self.name = command[0]
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115, lives as long as the pipe
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self.errors,
                bufsize=0,
            )
        except OSError as error:
            raise EngineError(f"{self.name} does not start: {error.strerror}") from None
        self.unsent = memoryview(b"")
        self.unfinished = b""
        self.lines: collections.deque[bytes] = collections.deque()
        # A child that waits for its output to be read must not block our writing.
        os.set_blocking(self.process.stdin.fileno(), False)

    def send(self, *lines: str) -> None:
        self.send_bytes("".join(line + "\n" for line in lines).encode())

    def send_bytes(self, data: bytes) -> None:
        """Sends the bytes that the pipe takes now. The rest is sent while answers are read."""
        self.unsent = memoryview(bytes(self.unsent) + data)
        self._write()

    def read_bytes(self, deadline: float) -> bytes:
        """Returns the next line, or fails at a time of `time.monotonic()`."""
        while not self.lines:
            self._transfer(max(deadline - time.monotonic(), 0))
        return self.lines.popleft()

    def _transfer(self, seconds: float) -> None:
        """Waits until the pipe can be read or written, and does so."""
        writers = [self.process.stdin] if self.unsent else []
        readable, writable, _ = select.select([self.process.stdout], writers, [], seconds)
        if not readable and not writable:
            raise Late(f"{self.name} did not answer in time")
        if writable:
            self._write()
        if readable:
            data = os.read(self.process.stdout.fileno(), CHUNK)
            if not data:
                raise EngineError(self._ended())
            *whole, self.unfinished = (self.unfinished + data).split(b"\n")
            self.lines.extend(whole)

    def _write(self) -> None:
        try:
            # A full pipe takes nothing, which is not an error. A view is cut, not copied:
            # a pipe takes a chunk of lines in many pieces.
            self.unsent = self.unsent[self.process.stdin.write(self.unsent) or 0 :]
        except OSError:
            raise EngineError(self._ended()) from None

    def read_to(self, word: str, seconds: float) -> list[str]:
        """Returns the lines up to and including the one that begins with this word."""
        deadline, lines = time.monotonic() + seconds, []
        while True:
            try:
                line = self.read_bytes(deadline).decode(errors="replace").rstrip("\r")
            except Late:
                late = f"{self.name} did not print {word} within {seconds:g} s"
                raise Late(f"{late}; {self._printed(lines)}") from None
            lines.append(line)
            if line.split(maxsplit=1)[:1] == [word]:
                return lines

    def _printed(self, lines: Sequence[str]) -> str:
        """Returns an excerpt of what the process printed instead of the expected line."""
        self.errors.seek(0)
        shown = [line[:LONGEST_EXCERPT] for line in [*lines, error_in(self.errors.read())] if line]
        return f"it printed {', '.join(map(repr, shown[-3:]))}" if shown else "it printed nothing"

    def kill(self) -> None:
        """Ends the process at once. A reader sees the end of its output."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """Ends the process and closes its files."""
        self.kill()
        for file in (self.process.stdin, self.process.stdout, self.errors):
            file.close()

    def _ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(GOODBYE_SECONDS)
        self.kill()
        code = self.process.returncode
        reason = f"signal {-code}" if code < 0 else f"code {code}"
        self.errors.seek(0)
        error = error_in(self.errors.read())
        return f"{self.name} ended with {reason}" + (f": {error}" if error else "")


class Engine(ABC):
    """An engine process. It is started when needed and kept while it works."""

    def __init__(self, command: Sequence[str]) -> None:
        self.command = command
        self.pipe: Pipe | None = None
        self.closed = False
        # A closed engine starts nothing.
        self.starting = threading.Lock()

    @abstractmethod
    def handshake(self, pipe: Pipe) -> None:
        """Sets a new process up. Fails if it is not the expected engine."""

    def start(self) -> Pipe:
        """Returns the pipe to the process, which is started unless it runs."""
        with self.starting:
            if self.closed:
                raise EngineError(f"{self.command[0]} is closed")
            if self.pipe is not None:
                return self.pipe
            pipe = self.pipe = Pipe(self.command)
        self.handshake(pipe)
        return pipe

    def stop(self) -> None:
        """Ends the process. The next query starts a new one."""
        if self.pipe is not None:
            self.pipe.close()
            self.pipe = None

    def close(self) -> None:
        """Ends the process for good; may be called from another thread."""
        with self.starting:
            self.closed = True
        if (pipe := self.pipe) is not None:
            pipe.kill()


class Daemon(Engine):
    """An engine that uses UCI, with options of the protocol."""

    def __init__(self, command: str, options: Mapping[str, str]) -> None:
        super().__init__(shlex.split(command))
        self.options = options
        self.name = command

    def handshake(self, pipe: Pipe) -> None:
        # Messages then contain the whole command, not only `python3`.
        pipe.name = self.name
        pipe.send("uci")
        lines = pipe.read_to("uciok", HANDSHAKE_SECONDS)
        names = [line.removeprefix("id name ") for line in lines if line.startswith("id name ")]
        self.name = names[0] if names else self.name
        for name, value in self.options.items():
            pipe.send(f"setoption name {name} value {value}")
        self.ask(["isready"], "readyok", HANDSHAKE_SECONDS)

    def ask(self, lines: Sequence[str], answer: str, seconds: float) -> list[str]:
        """Sends lines. Returns the output up to the line that begins with `answer`."""
        pipe = self.start()
        pipe.send(*lines)
        output = pipe.read_to(answer, seconds)
        for line in output:
            if line.startswith(ERROR):
                raise Rejected(f"{self.name}: {line.removeprefix(ERROR)}")
        return output


class Bulk(Engine):
    """An engine that answers one position per line with one record each, in order."""

    # A finished game is solved at once, and its record shows whether this is the engine.
    PROBE = b"1212121"

    def __init__(self, command: str, options: Sequence[str]) -> None:
        self.name, self.options = command, options
        super().__init__(self._from_to("-", "-"))

    def _from_to(self, source: str, target: str) -> list[str]:
        files = ["--input", source, "--output", target, "--format", "jsonl"]
        return [*shlex.split(self.name), "analyze", *files, *self.options]

    def identity(self) -> dict[str, object]:
        """Returns what its answers depend on, as in every manifest: version and book."""
        with tempfile.TemporaryDirectory() as folder:
            nothing, output = pathlib.Path(folder, "input"), pathlib.Path(folder, "output")
            nothing.touch()
            run(self._from_to(str(nothing), str(output)), HANDSHAKE_SECONDS)
            try:
                manifest = output.with_name("output.manifest").read_bytes()
                head = json.loads(manifest.splitlines()[0])
                return {"engine": head["engine"], "book": head["options"]["book"]}
            except (OSError, ValueError, LookupError, TypeError):
                name = f"{self.command[0]} analyze"
                raise EngineError(f"{name} writes no manifest with its version and book") from None

    def handshake(self, pipe: Pipe) -> None:
        pipe.send_bytes(self.PROBE + b"\n")
        self._record(pipe, b'{"input":"%b"' % self.PROBE, HANDSHAKE_SECONDS)

    def records(self, lines: Sequence[bytes], seconds: float) -> Iterator[bytes]:
        """Yields the record of each line, with a time limit for each."""
        pipe = self.start()
        pipe.send_bytes(b"".join(line + b"\n" for line in lines))
        for _ in lines:
            yield self._record(pipe, b'{"input":', seconds)

    @staticmethod
    def _record(pipe: Pipe, beginning: bytes, seconds: float) -> bytes:
        line = pipe.read_bytes(time.monotonic() + seconds)
        if not (line.startswith(beginning) and line.endswith(b"}")):
            found = repr(line[:80].decode(errors="replace"))
            raise EngineError(f"{pipe.name}: expected {beginning.decode()}...}}; found {found}")
        return line


def run(command: Sequence[str], seconds: float) -> None:
    """Runs a short command that prints nothing of interest."""
    try:
        subprocess.run(command, capture_output=True, check=True, timeout=seconds)
    except OSError as error:
        raise EngineError(f"{command[0]} does not start: {error.strerror}") from None
    except subprocess.TimeoutExpired:
        raise EngineError(f"{command[0]} did not end in time") from None
    except subprocess.CalledProcessError as error:
        raise EngineError(f"{command[0]}: {error_in(error.stderr) or error}") from None


def error_in(output: bytes) -> str:
    """Returns the line with the error. An engine may print its usage after it."""
    lines = [line.strip() for line in output.decode(errors="replace").splitlines()]
    errors = [line for line in lines if line.startswith("error:")]
    return (errors or [line for line in reversed(lines) if line] or [""])[0]


def files_of(command: str) -> dict[str, str]:
    """Returns the digests of the files that a command names: its program, scripts, networks."""
    program, *words = shlex.split(command)
    files = {word: pathlib.Path(word) for word in words if pathlib.Path(word).is_file()}
    files[program] = pathlib.Path(shutil.which(program) or program)
    return {word: digest(path) for word, path in files.items()}


def twice(engines: Sequence[Engine], job: Callable[[], Result]) -> Result:
    """Runs a job. If it fails, restarts the engines and tries it once more."""
    for is_last in (False, True):
        try:
            return job()
        except EngineError:
            for engine in engines:
                engine.stop()
            if is_last:
                raise
