"""A file of results: one line per pair, appended as they come, so that a run can stop at any time."""

import hashlib
import json
import os
import pathlib
import shutil
from collections.abc import Iterable, Mapping
from typing import Any, Self

from engine import Agent, recognized
from files import replacing
from games import Result


class Results:
    """The results of earlier runs, and those of this one. Only one run at a time may add some."""

    def __init__(self, path: pathlib.Path) -> None:
        self.path = path
        self.file = path.open("a+b")
        lock(self.file)
        self.earlier = read_results(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        # A run that played nothing leaves no file.
        if not self.path.stat().st_size:
            self.path.unlink()
        self.file.close()

    def add(self, result: Result) -> None:
        self.file.write(line_of(result))
        self.file.flush()


def line_of(result: Result) -> bytes:
    return json.dumps(result.record()).encode() + b"\n"


def read_results(path: pathlib.Path) -> list[Result]:
    """Reads results. A last line that a killed run left incomplete is removed."""
    text = path.read_bytes()
    if rest := len(text) - text.rfind(b"\n") - 1:
        os.truncate(path, len(text) - rest)
    return [Result(**json.loads(line)) for line in text[: len(text) - rest].splitlines()]


def in_order(path: pathlib.Path, results: Iterable[Result]) -> None:
    """Replaces a file by one with these results in the order of their numbers."""
    with replacing(path) as temporary:
        ordered = sorted(results, key=lambda result: result.number)
        temporary.write_bytes(b"".join(map(line_of, ordered)))


def lock(file: Any) -> None:
    """Locks a file until it is closed, however the run ends."""
    try:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise SystemExit(f"{file.name}: another run is using it") from None
    except (ImportError, OSError):
        # This system, or this file system, has no such locks.
        pass


class Journal:
    """What a file of results was made from, in a file next to it until the match is over.

    A run resumes only the same match.
    """

    def __init__(self, output: pathlib.Path, facts: Mapping[str, Any], resume: bool) -> None:
        self.path = output.with_name(f"{output.name}.journal")
        if self.path.exists():
            self._check(facts, resume)
        elif output.exists():
            raise SystemExit(f"{output} exists and is finished: remove it, or name another output")
        else:
            with replacing(self.path) as temporary:
                temporary.write_text(json.dumps(facts, indent=1), encoding="utf-8")

    def _check(self, facts: Mapping[str, Any], resume: bool) -> None:
        if not resume:
            raise SystemExit(f"{self.path} exists: use --resume to continue, or remove it")
        try:
            stored = dict(json.loads(self.path.read_bytes()))
        except (TypeError, ValueError):
            raise SystemExit(f"{self.path}: expected a JSON object: remove it") from None
        # As JSON: a tuple becomes a list.
        for key, wanted in json.loads(json.dumps(facts)).items():
            if stored.get(key) != wanted:
                made = f"made with {key} {stored.get(key)!r}; this run has {wanted!r}"
                raise SystemExit(f"{self.path}: {made}")

    def remove(self) -> None:
        self.path.unlink()


def digest(path: pathlib.Path) -> str:
    """Returns the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files_of(command: str) -> dict[str, str]:
    """Returns the digests of the files that a player names: its program, scripts, networks."""
    player = recognized(command)
    program, *words = [str(player.file)] if isinstance(player, Agent) else player
    files = {word: pathlib.Path(word) for word in words if pathlib.Path(word).is_file()}
    files[program] = pathlib.Path(shutil.which(program) or program)
    return {word: digest(path) for word, path in files.items()}
