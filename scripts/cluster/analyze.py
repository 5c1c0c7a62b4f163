#!/usr/bin/env python3
"""Solves a file of positions on many workers, as `claimeven analyze --input` does on one.

    scripts/cluster/analyze.py --input positions.txt --output scores.jsonl \\
        [--executor ray] [--resume]

The file is cut into chunks of lines as it is read. It is read more than once, so it cannot
be a pipe. A worker keeps one bulk engine for all its chunks; their records are sent to
the driver, kept next to the output as parts, and merged in the order of the input. Memory
holds at most one chunk per worker, whatever the size of the file.

If an engine ends or does not answer at a line, a new engine gets this line alone, so that no
other line can be the cause. If that fails too, the record of the line has an `error` and no
`char`, the run continues, and the exit code is 1; `--resume` solves the chunk of that line again.

A random 0.1 % of the lines is solved a second time, each by a separate engine with an empty table
and no book. If two records differ, the run ends.
"""

import argparse
import pathlib
import random
import secrets
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import BinaryIO

import pool
from arguments import add_engine, duration, whole
from engine import Bulk, files_of, twice
from news import report
from package import EngineError
from parts import Contradiction, Part, Parts, digest, replacing
from records import ERROR, HEADER, check_same, csv_row, has_no_answer, numbered, unanswered

# The engine's limit for a line, in bytes. A longer line is a bad line.
LONGEST_LINE = 64 << 10
# Disables the opening book of an engine.
NO_BOOK = ("--no-book",)
# Seconds between two reports of progress.
REPORT_EVERY = 5.0


@dataclass(frozen=True)
class Setup:
    """The data of the run that a worker needs."""

    engine: str
    identity: Mapping[str, object]
    """The identity of the driver's engine, see `Bulk.identity`."""
    options: tuple[str, ...]
    book: tuple[str, ...]
    seconds: float
    """The time limit for a position."""


@dataclass(frozen=True)
class Chunk:
    """Lines that a worker takes together."""

    number: int
    first: int
    """The number of its first line in the file, counted from 1."""
    lines: list[bytes]
    again: list[int]
    """The indices of the lines that are solved a second time."""

    @property
    def name(self) -> str:
        return name_of(self.number)


class Analyst:
    """A worker: solves one chunk after another."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.engine = Bulk(setup.engine, setup.options + setup.book)
        self.fresh = Bulk(setup.engine, setup.options + NO_BOOK)
        self.checked = False

    def run(self, chunk: Chunk) -> Part:
        self.check_identity()
        rows = self.solve(chunk)
        for index in chunk.again:
            if not has_no_answer(rows[index]):
                again = self.answer(self.fresh, chunk, index)
                self.fresh.stop()
                check_same(rows[index], again, chunk.first + index)
        return Part(chunk.name, b"".join(row + b"\n" for row in rows))

    def close(self) -> None:
        self.engine.close()
        self.fresh.close()

    def check_identity(self) -> None:
        """Checks once that the engine on this machine is the driver's."""
        if not self.checked and (found := self.engine.identity()) != self.setup.identity:
            wanted = self.setup.identity
            raise EngineError(f"{self.setup.engine}: expected {wanted}; found {found}")
        self.checked = True

    def solve(self, chunk: Chunk) -> list[bytes]:
        rows: list[bytes] = []
        while (done := len(rows)) < len(chunk.lines):
            # If an engine does not start, no line is the cause.
            twice([self.engine], self.engine.start)
            try:
                for row in self.engine.records(chunk.lines[done:], self.setup.seconds):
                    rows.append(numbered(row, chunk.first + len(rows)))
            except EngineError:
                self.engine.stop()
                rows.append(self.answer(self.engine, chunk, len(rows)))
        return rows

    def answer(self, engine: Bulk, chunk: Chunk, index: int) -> bytes:
        """Returns the record of a single line, or one without an answer."""
        line, number = chunk.lines[index], chunk.first + index
        twice([engine], engine.start)
        try:
            [row] = engine.records([line], self.setup.seconds)
        except EngineError as error:
            engine.stop()
            return unanswered(line, number, error)
        return numbered(row, number)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """Yields lines without line ends. A line that is too long is cut just past the limit."""
    while line := file.readline(LONGEST_LINE + 1):
        rest = line
        while len(rest) > LONGEST_LINE and not rest.endswith(b"\n"):
            rest = file.readline(LONGEST_LINE + 1)
        yield line.removesuffix(b"\n")


def name_of(number: int) -> str:
    return f"chunk-{number:08}.jsonl"


@dataclass(frozen=True)
class Plan:
    """The division of a file into chunks, and the lines to solve twice."""

    size: int
    share: float
    seed: int

    def chunks(self, lines: Iterable[bytes]) -> Iterator[Chunk]:
        gathered: list[bytes] = []
        number = 0
        for line in lines:
            gathered.append(line)
            if len(gathered) == self.size:
                yield self.chunk(number, gathered)
                number, gathered = number + 1, []
        if gathered:
            yield self.chunk(number, gathered)

    def chunk(self, number: int, lines: list[bytes]) -> Chunk:
        return Chunk(number, number * self.size + 1, lines, self.again(number, len(lines)))

    def again(self, number: int, count: int) -> list[int]:
        dice = random.Random(f"{self.seed} {number}")
        return [index for index in range(count) if dice.random() < self.share]

    def names(self, count: int) -> list[str]:
        """Returns the names of the chunks of a number of lines."""
        return [name_of(number) for number in range(-(-count // self.size))]

    def twice(self, count: int) -> int:
        """Returns how many of a number of lines are solved a second time."""
        starts = range(0, count, self.size)
        sizes = (min(self.size, count - start) for start in starts)
        return sum(len(self.again(number, size)) for number, size in enumerate(sizes))


def count_lines(path: pathlib.Path) -> int:
    with path.open("rb") as file:
        return sum(1 for _ in lines_of(file))


def solve(arguments: argparse.Namespace, parts: Parts, plan: Plan, count: int) -> None:
    """Solves the chunks that have no result yet."""
    names = plan.names(count)
    drop_failed(parts, names)
    left = sum(not parts.has(name) for name in names)
    report(f"{left} of {len(names)} chunks to solve")
    if not left:
        return
    setup = Setup(
        engine=arguments.engine,
        identity={key: parts.manifest[key] for key in ("engine", "book")},
        options=engine_options(arguments),
        book=book_options(arguments),
        seconds=arguments.timeout,
    )
    with (
        arguments.input.open("rb") as file,
        pool.make_pool(arguments, lambda: Analyst(setup)) as workers,
    ):
        chunks = (chunk for chunk in plan.chunks(lines_of(file)) if not parts.has(chunk.name))
        for part in with_progress(workers.results(chunks), left):
            parts.add(part)


def drop_failed(parts: Parts, names: Iterable[str]) -> None:
    """Drops the chunks that contain a line without an answer. They are solved again."""
    for name in filter(parts.has, names):
        if any(map(has_no_answer, parts.rows(name))):
            parts.drop(name)


def with_progress(results: Iterator[Part], count: int) -> Iterator[Part]:
    """Yields the results, and reports their number every few seconds."""
    start = last = time.monotonic()
    lines = 0
    for number, part in enumerate(results, start=1):
        yield part
        lines += part.data.count(b"\n")
        now = time.monotonic()
        if now - last >= REPORT_EVERY or number == count:
            speed = f"{lines:,} lines, {lines / (now - start):,.0f} a second"
            report(f"{number} of {count} chunks: {speed}")
            last = now


def engine_options(arguments: argparse.Namespace) -> tuple[str, ...]:
    options = ["--threads", str(arguments.cpus), "--hash", str(arguments.hash)]
    options += ["--scores", arguments.scores]
    options += ["--weak"] * arguments.weak + ["--pv"] * arguments.pv
    return tuple(options)


def book_options(arguments: argparse.Namespace) -> tuple[str, ...]:
    if arguments.no_book:
        return NO_BOOK
    return ("--book", str(arguments.book)) if arguments.book else ()


def merge(parts: Parts, plan: Plan, count: int, form: str) -> tuple[int, int]:
    """Makes the output from the parts. Returns how many lines are bad, and have no answer."""
    bad = unanswered = 0
    write = csv_row if form == "csv" else bytes
    with replacing(parts.output) as temporary, temporary.open("wb") as file:
        if form == "csv":
            file.write(",".join(HEADER).encode() + b"\n")
        for row in merged(parts, plan, count):
            unanswered += (fails := has_no_answer(row))
            bad += ERROR in row and not fails
            file.write(write(row) + b"\n")
    return bad, unanswered


def merged(parts: Parts, plan: Plan, count: int) -> Iterator[bytes]:
    """Yields all records in the order of the input. Fails if a part is incomplete."""
    for number, name in enumerate(plan.names(count)):
        rows, wanted = [*parts.rows(name)], min(plan.size, count - number * plan.size)
        if len(rows) != wanted:
            found = f"{len(rows)} records, expected {wanted}; remove it and use --resume"
            raise Contradiction(f"{parts.path(name)}: found {found}")
        yield from rows


def read_arguments() -> argparse.Namespace:
    parser = pool.make_parser("Solve a file of positions on many workers.", "one record per line")
    parser.add_argument("--input", type=pathlib.Path, required=True, help="one position per line")
    parser.add_argument("--format", choices=("jsonl", "csv"), default="jsonl")
    parser.add_argument("--weak", action="store_true", help="only who wins, not how soon")
    parser.add_argument("--scores", choices=("all", "best"), default="all", help="columns to score")
    parser.add_argument("--pv", action="store_true", help="add the best play to the end")
    book = parser.add_mutually_exclusive_group()
    book.add_argument("--book", type=pathlib.Path, help="opening book on each node")
    book.add_argument("--no-book", action="store_true", help="do not use an opening book")
    parser.add_argument("--allow-bad", action="store_true", help="exit with 0 despite bad lines")
    add_engine(parser)
    parser.add_argument("--chunk", type=whole(1), default=1000, help="lines of a chunk")
    parser.add_argument("--timeout", type=duration, default=600, help="seconds for one position")
    parser.add_argument("--seed", type=int, help="seed of --again (default: random)")
    arguments = parser.parse_args()
    if not arguments.input.is_file():
        parser.error(f"--input: expected a regular file; found {arguments.input}")
    if arguments.input.resolve() == arguments.output.resolve():
        parser.error("--input and --output: expected different files")
    return arguments


def open_parts(arguments: argparse.Namespace) -> Parts:
    facts = {key: getattr(arguments, key) for key in ("chunk", "again", "weak", "scores", "pv")}
    options = engine_options(arguments) + book_options(arguments)
    facts |= Bulk(arguments.engine, options).identity()
    facts |= {"files": files_of(arguments.engine), "input": digest(arguments.input)}
    if arguments.seed is not None:
        return Parts(arguments.output, facts | {"seed": arguments.seed}, arguments.resume)
    return Parts(arguments.output, facts, arguments.resume, {"seed": secrets.randbits(32)})


@pool.one_line_errors()
def main() -> None:
    arguments = read_arguments()
    with open_parts(arguments) as parts:
        plan = Plan(arguments.chunk, arguments.again, parts.manifest["seed"])
        count = count_lines(arguments.input)
        solve(arguments, parts, plan, count)
        bad, unanswered = merge(parts, plan, count, arguments.format)
        failed = unanswered or (bad and not arguments.allow_bad)
        # A later run may find the missing answers, or allow bad lines.
        if not failed:
            parts.remove()
    missing = f", {unanswered:,} without an answer" if unanswered else ""
    again = f"solved twice: {plan.twice(count):,} (seed {plan.seed})"
    report(f"{count:,} lines, {bad:,} of them bad{missing}; {again}")
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main()
