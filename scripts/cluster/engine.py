"""An engine process that is started when needed. Every answer has a time limit.

If an engine ends, does not answer in time or prints an unknown line, that is an `EngineError`;
`twice` then restarts it once. Shared by the workers of analyses, books and matches. The process and
its protocol are those of the package `claimeven`.
"""

import contextlib
import json
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeVar

import package
from package import HANDSHAKE, EngineError, Pipe, error_in
from parts import digest

Result = TypeVar("Result")


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
            self.pipe.kill()
            self.pipe.close()
            self.pipe = None

    def close(self) -> None:
        """Ends the process for good; may be called from another thread."""
        with self.starting:
            self.closed = True
        if (pipe := self.pipe) is not None:
            pipe.kill()


class Daemon(Engine):
    """An engine that uses UCI or UGI, with options of the protocol."""

    def __init__(self, command: str, options: Mapping[str, str], seconds: float) -> None:
        """`seconds` is the time limit for an answer."""
        super().__init__(shlex.split(command))
        self.name, self.options, self.seconds = command, options, seconds

    def handshake(self, pipe: Pipe) -> None:
        # Messages then contain the whole command, not only `python3`.
        pipe.name = self.name
        limits = {"timeout": self.seconds, "handshake": HANDSHAKE}
        self.engine = package.Engine(pipe, self.options, **limits)
        self.name = self.engine.name

    def running(self) -> package.Engine:
        """Returns the engine, which is started unless it runs."""
        self.start()
        return self.engine


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
        """Returns what its answers depend on, as in every journal: version and book."""
        with tempfile.TemporaryDirectory() as folder:
            nothing, output = pathlib.Path(folder, "input"), pathlib.Path(folder, "output")
            nothing.touch()
            run(self._from_to(str(nothing), str(output)), HANDSHAKE)
            try:
                journal = output.with_name("output.journal").read_bytes()
                head = json.loads(journal.splitlines()[0])
                return {"engine": head["engine"], "book": head["options"]["book"]}
            except (OSError, ValueError, LookupError, TypeError):
                name = f"{self.command[0]} analyze"
                raise EngineError(f"{name} writes no journal with its version and book") from None

    def handshake(self, pipe: Pipe) -> None:
        pipe.send_bytes(self.PROBE + b"\n")
        self._record(pipe, b'{"input":"%b"' % self.PROBE, HANDSHAKE)

    def records(self, lines: Sequence[bytes], seconds: float) -> Iterator[bytes]:
        """Yields the record of each line, with a time limit for each."""
        pipe = self.start()
        data = b"".join(line + b"\n" for line in lines)
        # An engine that reads nothing must not block this thread, which has a time limit.
        threading.Thread(target=send, args=(pipe, data), daemon=True).start()
        for _ in lines:
            yield self._record(pipe, b'{"input":', seconds)

    @staticmethod
    def _record(pipe: Pipe, beginning: bytes, seconds: float) -> bytes:
        line = pipe.read_bytes(time.monotonic() + seconds)
        if not (line.startswith(beginning) and line.endswith(b"}")):
            found = repr(line[:80].decode(errors="replace"))
            raise EngineError(f"{pipe.name}: expected {beginning.decode()}...}}; found {found}")
        return line


def send(pipe: Pipe, data: bytes) -> None:
    """Sends lines. If the engine ends, its reader reports it."""
    with contextlib.suppress(EngineError):
        pipe.send_bytes(data)


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
