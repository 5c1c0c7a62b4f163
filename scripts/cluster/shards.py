"""The shards of an output, which the engine writes to a folder next to it.

The engine locks them, resumes them, and rejects those of another input or of other options.
"""

import argparse
import pathlib
import sys
from collections.abc import Iterator, Sequence

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "arena"))

import package  # noqa: E402, F401, finds claimeven
from files import Command, replacing, run, run_elsewhere  # noqa: E402
from program import COMMAND, engine_command, output_file, rate, report, whole  # noqa: E402
from workers import Workers, add_workers, workers  # noqa: E402

STOPPED = "stopped; use --resume to continue"


def make_parser(description: str, output: str, most: int) -> argparse.ArgumentParser:
    """Returns a parser with the arguments of both programs, for at most this many shards."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--output", type=output_file, required=True, help=output)
    parser.add_argument("--resume", action="store_true", help="continue a stopped run")
    parser.add_argument("--engine", type=engine_command, default=COMMAND, metavar="COMMAND")
    parser.add_argument("--hash", type=whole(1), default=64, help="MiB of each worker's table")
    parser.add_argument("--shards", type=whole(1, most), default=64, help="number of shards")
    parser.add_argument("--again", type=rate, default=0.001, help="rate of those solved twice")
    add_workers(parser)
    return parser


def folder_of(arguments: argparse.Namespace) -> pathlib.Path:
    """Returns the folder of the shards. Fails if the output or another run is there."""
    # Resolved, so that the target of a link is written and the link stays.
    output = arguments.output.resolve()
    folder = output.with_name(f"{output.name}.shards")
    if folder.exists() and not arguments.resume:
        raise SystemExit(f"{folder} exists: use --resume to continue it, or remove it")
    if output.exists() and not folder.exists():
        found = "exists and has no shards to resume: remove it, or name another output"
        raise SystemExit(f"{arguments.output} {found}")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def make(arguments: argparse.Namespace, shards: Sequence[Command]) -> None:
    """Makes the shards that are not finished."""
    try:
        with workers(arguments) as some:
            is_here = arguments.executor == "local"
            done = some.results(run, shards) if is_here else fetched(some, shards)
            for number, _ in enumerate(done, start=1):
                report(f"{number} of {len(shards)} shards")
    finally:
        # Nothing is left to resume if no shard was begun.
        if not any(shards[0].output.parent.iterdir()):
            shards[0].output.parent.rmdir()


def fetched(some: Workers, shards: Sequence[Command]) -> Iterator[None]:
    """Makes the shards on other machines, and writes those that come here."""
    for shard in shards:
        if shard.output.exists():
            # The engine checks that it is a shard of this run, and finishes it if necessary.
            run(shard)
            yield
    missing = [shard for shard in shards if not shard.output.exists()]
    source = shards[0].source
    data = source.read_bytes() if source else None
    for files in some.results(run_elsewhere, missing, data):
        for path, content in files.items():
            with replacing(path) as temporary:
                temporary.write_bytes(content)
        yield
