"""Files that are written whole, and commands that write one, here or on another machine."""

import contextlib
import pathlib
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import package  # noqa: F401, finds claimeven
from claimeven.errors import EngineError
from claimeven.pipe import error_in


@dataclass(frozen=True)
class Command:
    """A command that writes a file, and files next to it. Run again, it resumes its work."""

    words: tuple[str, ...]
    output: pathlib.Path
    """The file, which is one of the words."""
    source: pathlib.Path | None = None
    """The file that it reads, which is one of the words, too."""


def run(command: Command) -> None:
    """Runs a command. If it fails, it runs once more."""
    for is_last in (False, True):
        done = subprocess.run(
            with_parent(command.words), stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        if not done.returncode:
            return
        if is_last:
            error = error_in(done.stderr) or f"code {done.returncode}"
            raise EngineError(f"{command.output.name}: {error}")


def run_elsewhere(command: Command, source: bytes | None) -> dict[pathlib.Path, bytes]:
    """Runs a command in a new folder, with this content of its source.

    Returns the files that it would have written here. The output is the last one.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        places = {str(command.output): str(folder / "output")}
        places[str(command.source)] = str(folder / "source")
        if source is not None:
            (folder / "source").write_bytes(source)
        run(Command(tuple(places.get(word, word) for word in command.words), command.output))
        made = sorted(folder.glob("output*"), reverse=True)
        ends = {path: path.name.removeprefix("output") for path in made}
        here = command.output
        return {here.with_name(here.name + end): path.read_bytes() for path, end in ends.items()}


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


def with_parent(words: Sequence[str]) -> list[str]:
    """Returns a command that ends with its parent, even if that is killed.

    It reads no input and would not notice. If it continued, it would keep its output locked.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL", *words] if setpriv else [*words]
