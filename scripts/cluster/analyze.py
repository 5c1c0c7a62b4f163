#!/usr/bin/env python3
"""Solves a file of positions on many workers, as `claimeven analyze --input` does on one.

    scripts/cluster/analyze.py --input positions.txt --output scores.jsonl \\
        [--executor ray] [--resume] [OPTION OF claimeven analyze]...

A worker solves a shard with `claimeven analyze --shard`. The shards are kept next to the output until
all are there, and joined in the order of the input. The engine reads the input more than once, so it
cannot be a pipe.

A random 0.1 % of the records is solved a second time, with an empty table and no book. If two records
differ, the run fails.
"""

import argparse
import contextlib
import itertools
import pathlib
import random
import secrets
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from shards import STOPPED, folder_of, make, make_parser

from claimeven.errors import EngineError
from files import Command, replacing, run
from program import one_line_errors, report

# The most shards that are read at a time.
MOST = 500


@dataclass
class Counts:
    """The lines of the input, those that are bad, and those that are solved twice."""

    lines: int = 0
    bad: int = 0
    again: int = 0


def command(
    arguments: argparse.Namespace, source: pathlib.Path, output: pathlib.Path, more: Sequence[str]
) -> Command:
    """Returns the command that solves a file, or a shard of it."""
    words = [*shlex.split(arguments.engine), "analyze", "--input", str(source)]
    words += ["--output", str(output), "--format", arguments.format, "--allow-bad", "--resume"]
    words += ["--threads", str(arguments.cpus), "--hash", str(arguments.hash)]
    return Command((*words, *arguments.options, *more), output, source)


def shards_of(arguments: argparse.Namespace, folder: pathlib.Path) -> list[Command]:
    book = ["--no-book"] * arguments.no_book
    book += ["--book", str(arguments.book)] if arguments.book else []
    of = arguments.shards
    return [
        command(
            arguments,
            arguments.input,
            folder / f"{number}-of-{of}",
            ["--shard", f"{number}/{of}", *book],
        )
        for number in range(1, of + 1)
    ]


def in_turn(shards: Sequence[Command], form: str) -> Iterator[bytes]:
    """Yields the header, if any, and all records in the order of the input."""
    with contextlib.ExitStack() as files:
        some = [files.enter_context(shard.output.open("rb")) for shard in shards]
        if form == "csv":
            yield from {next(each) for each in some}
        yield from filter(None, itertools.chain(*itertools.zip_longest(*some)))


def is_bad(record: bytes, form: str) -> bool:
    return b'"error":' in record if form == "jsonl" else not record.endswith(b",,,\n")


def without_cost(record: bytes, form: str) -> bytes:
    """Returns a record without the fields that depend on the search."""
    return record.rpartition(b',"nodes":')[0] if form == "jsonl" else record.rsplit(b",", 5)[0]


def check_again(arguments: argparse.Namespace, sample: Sequence[bytes]) -> None:
    """Solves records again. Fails if one of them differs."""
    with tempfile.TemporaryDirectory() as name:
        source, output = pathlib.Path(name, "sample"), pathlib.Path(name, "again")
        source.write_bytes(b"".join(sample))
        run(command(arguments, source, output, ["--no-book"]))
        with output.open("rb") as file:
            for one, two in zip(sample, file, strict=True):
                if without_cost(one, arguments.format) != without_cost(two, arguments.format):
                    raise EngineError(f"two answers: {one.decode()}{two.decode()}".rstrip())


def join(arguments: argparse.Namespace, shards: Sequence[Command], dice: random.Random) -> Counts:
    """Makes the output from the shards, and solves a sample again."""
    form, counts, sample = arguments.format, Counts(), []
    with replacing(arguments.output.resolve()) as temporary, temporary.open("wb") as file:
        for record in in_turn(shards, form):
            file.write(record)
            if form == "csv" and not sample:
                sample.append(record)
                continue
            counts.lines += 1
            counts.bad += (bad := is_bad(record, form))
            if not bad and dice.random() < arguments.again:
                sample.append(record)
                counts.again += 1
        if counts.again:
            check_again(arguments, sample)
    return counts


def read_arguments() -> argparse.Namespace:
    parser = make_parser("Solve positions on many workers.", "one record per line", MOST)
    parser.add_argument("--input", type=pathlib.Path, required=True, help="one position per line")
    parser.add_argument("--format", choices=("jsonl", "csv"), default="jsonl")
    book = parser.add_mutually_exclusive_group()
    book.add_argument("--book", type=pathlib.Path, help="opening book on each node")
    book.add_argument("--no-book", action="store_true", help="do not use an opening book")
    parser.add_argument("--allow-bad", action="store_true", help="exit with 0 despite bad lines")
    parser.add_argument("--seed", type=int, help="seed of --again (default: random)")
    parser.epilog = "Other options are those of claimeven analyze, such as --weak and --pv."
    arguments, arguments.options = parser.parse_known_args()
    if not arguments.input.is_file():
        parser.error(f"--input: expected a regular file; found {arguments.input}")
    if arguments.input.resolve() == arguments.output.resolve():
        parser.error("--input and --output: expected different files")
    return arguments


def main() -> None:
    arguments = read_arguments()
    with one_line_errors(STOPPED):
        folder = folder_of(arguments)
        shards = shards_of(arguments, folder)
        make(arguments, shards)
        seed = secrets.randbits(32) if arguments.seed is None else arguments.seed
        counts = join(arguments, shards, random.Random(seed))
        shutil.rmtree(folder)
    again = f"solved twice: {counts.again:,} (seed {seed})"
    report(f"{counts.lines:,} lines, {counts.bad:,} of them bad; {again}")
    if counts.bad and not arguments.allow_bad:
        sys.exit(1)


if __name__ == "__main__":
    main()
