#!/usr/bin/env python3
"""Builds an opening book on many workers.

    scripts/cluster/book.py --ply 8 --output book8.bin [--executor ray] [--resume]

A worker builds a shard with `claimeven book build --shard`, and `claimeven book merge` makes the book
from all of them.

A random 0.1 % of the positions is solved a second time, as separate small shards with empty tables;
no book is used. Merging accepts positions that are in two shards, and fails if their scores differ.
"""

import argparse
import pathlib
import random
import shlex
import shutil
import subprocess

from shards import STOPPED, folder_of, make, make_parser

from claimeven.errors import EngineError
from claimeven.pipe import error_in
from files import Command
from program import one_line_errors, show, whole

# The number of small shards, spread over the book, that are solved a second time.
SAMPLES = 10
# The most shards that fit into the command that merges them.
MOST = 10_000
# The engine's own limit for the stones of a book.
MAX_PLY = 16


def shards_of(arguments: argparse.Namespace, folder: pathlib.Path) -> list[Command]:
    """Returns all shards, and the small ones that are solved a second time."""
    wanted = [(number, arguments.shards, "shard") for number in range(1, arguments.shards + 1)]
    if arguments.again:
        small = max(round(SAMPLES / arguments.again), SAMPLES)
        numbers = random.Random(arguments.seed).sample(range(1, small + 1), SAMPLES)
        wanted += [(number, small, "again") for number in sorted(numbers)]
    return [shard(arguments, folder, *each) for each in wanted]


def shard(
    arguments: argparse.Namespace, folder: pathlib.Path, number: int, of: int, kind: str
) -> Command:
    output = folder / f"{kind}-{number}-of-{of}"
    words = [*shlex.split(arguments.engine), "book", "build", "--ply", str(arguments.ply)]
    words += ["--shard", f"{number}/{of}", "--output", str(output), "--resume"]
    return Command(
        (*words, "--threads", str(arguments.cpus), "--hash", str(arguments.hash)), output
    )


def merge(arguments: argparse.Namespace, shards: list[Command]) -> str:
    """Makes the book. Returns what the engine prints."""
    words = [*shlex.split(arguments.engine), "book", "merge", "--ply", str(arguments.ply)]
    words += ["--output", str(arguments.output), *(str(shard.output) for shard in shards)]
    done = subprocess.run(words, capture_output=True, check=False)
    if done.returncode:
        raise EngineError(error_in(done.stderr))
    return done.stdout.decode(errors="replace").strip()


def main() -> None:
    parser = make_parser("Build an opening book on many workers.", "the book's file", MOST)
    parser.add_argument(
        "--ply", type=whole(0, MAX_PLY), required=True, help="maximum number of stones"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of --again")
    arguments = parser.parse_args()
    with one_line_errors(STOPPED):
        folder = folder_of(arguments)
        shards = shards_of(arguments, folder)
        make(arguments, shards)
        show(merge(arguments, shards))
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
