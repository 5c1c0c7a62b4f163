#!/usr/bin/env python3
"""Builds an opening book on many workers.

    scripts/cluster/book.py --ply 8 --output book8.bin [--executor ray] [--resume]

The work is cut into shards. A worker builds one with `claimeven book build --shard i/n`, which
keeps a journal: a worker that is restarted on the same machine resumes where the killed one ended.
Journals are in the folder for temporary files; a stopped run leaves those of its shards there for
`--resume`. Finished shards are sent to the driver and kept next to the output; `claimeven book
merge` makes the book from them.

A random 0.1 % of the positions is solved a second time, as separate small shards with empty
tables; no book is used. Merging accepts positions that are in two shards, and fails if their
scores differ.
"""

import argparse
import pathlib
import random
import secrets
import shlex
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass

import pool
from arguments import add_engine, duration, whole
from engine import files_of, run, twice
from news import report, show
from package import HANDSHAKE, EngineError, error_in
from parts import Contradiction, Part, Parts

# The number of small shards, spread over the book, that are solved a second time.
SAMPLES = 10
# The time limit for the end of an engine in seconds.
GOODBYE = 2.0
# The engine's own limit for the stones of a book.
MAX_PLY = 16
# A program that a signal ended exits with this plus the number of the signal.
KILLED = 128


@dataclass(frozen=True)
class Setup:
    """The data of the run that a worker needs."""

    engine: str
    ply: int
    options: tuple[str, ...]
    run: str = ""
    """A name that no other run has, so that runs do not find each other's journals."""
    seconds: float = 0


@dataclass(frozen=True)
class Shard:
    """A share of the book's positions. Shards are counted from 1."""

    number: int
    of: int
    kind: str = "shard"
    """Differs for a second solution: where both are cut alike, the names would be the same."""

    @property
    def name(self) -> str:
        return f"{self.kind}-{self.number}-of-{self.of}"


class Builder:
    """A worker: builds one shard after another."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.process: subprocess.Popen[bytes] | None = None
        self.closed = False
        # A closed engine starts nothing.
        self.starting = threading.Lock()

    def run(self, shard: Shard) -> Part:
        folder = pathlib.Path(tempfile.gettempdir()) / f"{self.setup.run}-{shard.name}"
        folder.mkdir(exist_ok=True)
        output = folder / "shard"
        try:
            twice([], lambda: self.build(shard, output))
        except EngineError:
            if self.gave_up():
                shutil.rmtree(folder)
            raise
        data = output.read_bytes()
        shutil.rmtree(folder)
        return Part(shard.name, data)

    def build(self, shard: Shard, output: pathlib.Path) -> None:
        part = f"{shard.number}/{shard.of}"
        process = self.start(shard, [*build_command(self.setup, part, output), "--resume"])
        try:
            _, errors = process.communicate(timeout=self.setup.seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise EngineError(f"{shard.name} took more than {self.setup.seconds} s") from None
        if code := process.returncode:
            # A Ctrl-C ends the engines and the run.
            self.closed |= code == pool.INTERRUPTED
            raise EngineError(f"{shard.name} ended with code {code}: {error_in(errors)}")

    def start(self, shard: Shard, command: Sequence[str]) -> subprocess.Popen[bytes]:
        with self.starting:
            if self.closed:
                raise EngineError(f"{shard.name} is closed")
            self.process = subprocess.Popen(
                with_parent(command), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
            return self.process

    def gave_up(self) -> bool:
        """Returns whether the engine ended by itself. A killed one can resume from its journal."""
        return not self.closed and (self.process is None or 0 < self.process.returncode < KILLED)

    def close(self) -> None:
        with self.starting:
            self.closed = True
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(GOODBYE)
            except subprocess.TimeoutExpired:
                self.process.kill()


def build_command(setup: Setup, shard: str, output: pathlib.Path) -> list[str]:
    command = [*shlex.split(setup.engine), "book", "build", "--ply", str(setup.ply)]
    return [*command, "--shard", shard, "--output", str(output), *setup.options]


def with_parent(command: Sequence[str]) -> list[str]:
    """Returns a command that ends with its parent, even if that is killed.

    A build reads no input and would not notice. If it continued, it would keep its journal locked
    and the next worker would fail.
    """
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL", *command] if setpriv else [*command]


def plan(count: int, share: float, seed: int) -> list[Shard]:
    """Returns all shards, and the small ones that are solved a second time."""
    shards = [Shard(number, count) for number in range(1, count + 1)]
    if not share:
        return shards
    small = max(round(SAMPLES / share), SAMPLES)
    again = random.Random(seed).sample(range(1, small + 1), SAMPLES)
    return shards + [Shard(number, small, "again") for number in sorted(again)]


def probe(arguments: argparse.Namespace) -> None:
    """Builds a shard without positions. An engine that fails here cannot build at all."""
    setup = Setup(arguments.engine, 0, options_of(arguments))
    if arguments.executor != "local":
        # The workers' machines may be larger than this one.
        setup = Setup(arguments.engine, 0, ("--hash", "1"))
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder, "shard")
        # The empty board is in the second half.
        run(build_command(setup, "1/2", output), HANDSHAKE)
        if not output.is_file():
            raise EngineError(f"{setup.engine} book build wrote nothing")


def build(arguments: argparse.Namespace, parts: Parts, shards: Sequence[Shard]) -> None:
    """Builds the shards that have no result yet."""
    left = [shard for shard in shards if not parts.has(shard.name)]
    report(f"{len(left)} of {len(shards)} shards to build")
    run = f"claimeven-book-{parts.manifest['seed']}"
    options = options_of(arguments)
    setup = Setup(arguments.engine, arguments.ply, options, run, arguments.timeout)
    with pool.make_pool(arguments, lambda: Builder(setup)) as workers:
        for number, part in enumerate(workers.results(left), start=1):
            parts.add(part)
            report(f"{number} of {len(left)}: {part.name}")


def merge(arguments: argparse.Namespace, parts: Parts, shards: Sequence[Shard]) -> None:
    command = [*shlex.split(arguments.engine), "book", "merge", "--ply", str(arguments.ply)]
    command += ["--output", str(parts.output)]
    command += [str(parts.path(shard.name)) for shard in shards]
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode:
        raise Contradiction(error_in(done.stderr))
    show(done.stdout.decode(errors="replace").strip())


def read_arguments() -> argparse.Namespace:
    parser = pool.make_parser("Build an opening book on many workers.", "the book's file")
    parser.add_argument(
        "--ply", type=whole(0, MAX_PLY), required=True, help="maximum number of stones"
    )
    add_engine(parser)
    parser.add_argument("--shards", type=whole(1, 1_000_000), default=64, help="number of shards")
    parser.add_argument("--timeout", type=duration, default=86400, help="seconds for one shard")
    return parser.parse_args()


def options_of(arguments: argparse.Namespace) -> tuple[str, ...]:
    return "--threads", str(arguments.cpus), "--hash", str(arguments.hash)


def open_parts(arguments: argparse.Namespace) -> Parts:
    probe(arguments)
    facts = {key: getattr(arguments, key) for key in ("ply", "shards", "again")}
    facts["files"] = files_of(arguments.engine)
    return Parts(arguments.output, facts, arguments.resume, {"seed": secrets.randbits(64)})


@pool.one_line_errors()
def main() -> None:
    arguments = read_arguments()
    with open_parts(arguments) as parts:
        shards = plan(arguments.shards, arguments.again, parts.manifest["seed"])
        build(arguments, parts, shards)
        merge(arguments, parts, shards)
        parts.remove()


if __name__ == "__main__":
    main()
