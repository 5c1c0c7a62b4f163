"""A job's results on disk, part by part, so that it can stop and resume at any time.

The parts are in a folder next to the output. Each is written under another name and renamed when
it is complete. A manifest identifies the job of the parts: a run resumes only the same job. When
all parts are there, they are merged in order, and the folder is removed.
"""

import contextlib
import fcntl
import hashlib
import json
import pathlib
import shutil
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, BinaryIO, NamedTuple, Self

MANIFEST = "manifest.json"
LOCK = ".lock"


class Contradiction(Exception):
    """Two results of one job contradict each other."""


class Part(NamedTuple):
    """The result of a job."""

    name: str
    data: bytes


class Parts:
    """The parts of one output. Only one run at a time may work on them."""

    def __init__(
        self,
        output: pathlib.Path,
        manifest: Mapping[str, object],
        resume: bool,
        drawn: Mapping[str, Any] | None = None,
    ) -> None:
        """`drawn` are random values of the first run, which later ones keep."""
        # Resolved, so that the target of a link is written and the link stays.
        self.output = output.resolve()
        self.folder = self.output.with_name(self.output.name + ".parts")
        if self.output.exists() and not self.has(MANIFEST):
            found = "exists and has no parts to resume: remove it, or name another output"
            raise SystemExit(f"{output} {found}")
        # It may exist already: a run can be killed before it writes its manifest.
        self.folder.mkdir(parents=True, exist_ok=True)
        self.lock = lock(self.folder)
        try:
            self.manifest = self._open({**manifest, **(drawn or {})}, resume, set(drawn or ()))
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Unlocks the parts."""
        self.lock.close()

    def _open(self, manifest: dict[str, Any], resume: bool, drawn: set[str]) -> dict[str, Any]:
        """Returns the manifest of the existing parts, or a new one."""
        if self.has(MANIFEST):
            return self._continue(manifest, resume, drawn)
        if any(self.folder.glob("[!.]*")):
            raise SystemExit(f"{self.folder}: {MANIFEST} is missing: remove the folder")
        self.add(Part(MANIFEST, json.dumps(manifest, indent=2).encode()))
        return manifest

    def _continue(self, manifest: dict[str, Any], resume: bool, drawn: set[str]) -> dict[str, Any]:
        if not resume:
            raise SystemExit(f"{self.folder} exists: use --resume to continue it, or remove it")
        stored = read_manifest(self.path(MANIFEST))
        for key in sorted((stored.keys() | manifest.keys()) - (stored.keys() & drawn)):
            found, wanted = stored.get(key), manifest.get(key)
            if found != wanted:
                made = f"made with {key} {found!r}; this run has {wanted!r}"
                raise SystemExit(f"{self.folder}: {made}")
        return stored

    def path(self, name: str) -> pathlib.Path:
        return self.folder / name

    def has(self, name: str) -> bool:
        return self.path(name).exists()

    def add(self, part: Part) -> None:
        """Stores a part."""
        with replacing(self.path(part.name)) as temporary:
            temporary.write_bytes(part.data)

    def drop(self, name: str) -> None:
        """Removes a part, to make it again."""
        self.path(name).unlink()

    def rows(self, name: str) -> Iterator[bytes]:
        """Returns the lines of a part."""
        with self.path(name).open("rb") as file:
            for line in file:
                yield line.rstrip(b"\n")

    def merge(self, names: Iterable[str]) -> None:
        """Makes the output from the parts, in the given order."""
        with replacing(self.output) as temporary, temporary.open("wb") as file:
            for name in names:
                file.write(self.path(name).read_bytes())

    def remove(self) -> None:
        """Removes the folder once the output is complete and no run needs it.

        The manifest goes first: without it the output counts as finished, even if this process
        is killed now.
        """
        self.drop(MANIFEST)
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def lock(folder: pathlib.Path) -> BinaryIO:
    """Locks a folder with a file until it is closed, however the run ends."""
    file = (folder / LOCK).open("ab")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise SystemExit(f"{folder}: another run is using it") from None
    except OSError:
        # The file system has no locks: continue without one.
        pass
    return file


def read_manifest(path: pathlib.Path) -> dict[str, Any]:
    try:
        manifest = json.loads(path.read_bytes())
    except ValueError:
        manifest = None
    if not isinstance(manifest, dict):
        raise SystemExit(f"{path}: expected a JSON object: remove the folder")
    return manifest


@contextlib.contextmanager
def replacing(path: pathlib.Path) -> Iterator[pathlib.Path]:
    """Yields a temporary name to write to, and renames it on success.

    The name is always the same, so that the next run overwrites what a killed one leaves.
    """
    temporary = path.with_name(f".{path.name}.new")
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def digest(path: pathlib.Path) -> str:
    """Returns the SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
