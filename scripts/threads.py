#!/usr/bin/env python3
"""Measures how much faster the search is with more threads.

    scripts/threads.py [--engine ENGINE] [--threads 1,2,4] [--rounds N] [--limit N] [FILE...]

Solves the positions of each FILE, which is a set as `claimeven bench` reads it, and the empty board
with 1, 2, 4 ... threads, up to the number of cores. Prints a table with the wall-clock time of a run
divided by its positions (median, in milliseconds), how many times as fast that is as with one thread,
and the nodes compared with one thread. The numbers of threads take turns, N rounds long.

The last column is the limit of the machine: how much faster it is if that many programs search at
once, each with one thread. Cores that share a clock, a cache or arithmetic units keep it below the
number of threads. The times include the start of the program, so a run must take seconds, and the
machine must be idle. Standard library only.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

SCRIPTS = pathlib.Path(__file__).resolve().parent
sys.path.append(str(SCRIPTS / "arena"))
import package  # noqa: E402
from program import whole  # noqa: E402

# A set takes long enough for the helpers to matter. The empty board needs a larger table.
HASH = 64
HASH_OF_EMPTY_BOARD = 256


class Set:
    """A file of positions and how to solve it."""

    def __init__(self, engine, path, limit, hash_mib, name=None):
        self.name = name or path.stem
        self.command = [engine, "bench", "--quiet", "--json", f"--hash={hash_mib}", path]
        self.command += [f"--limit={limit}"] if limit else []

    def solve(self, threads):
        """Returns the milliseconds of a run and its nodes, both divided by its positions."""
        command = [*self.command, f"--threads={threads}"]
        begun = time.monotonic()
        bench = subprocess.run(command, stdout=subprocess.PIPE, text=True)
        milliseconds = 1000 * (time.monotonic() - begun)
        if bench.returncode != 0:
            sys.exit(f"bench failed with exit code {bench.returncode}")
        record = json.loads(bench.stdout)
        if record["correct"] != record["positions"]:
            sys.exit(f"wrong scores: {bench.stdout}")
        return milliseconds / record["positions"], record["mean_nodes"]

    def solve_at_once(self, programs):
        """Returns the positions per millisecond that some programs solve together."""
        with ThreadPoolExecutor(programs) as pool:
            found = pool.map(self.solve, [1] * programs)
            return sum(1 / milliseconds for milliseconds, _ in found)


def doubling(most):
    """Returns 1, 2, 4 ... up to and including `most`."""
    counts = [1]
    while counts[-1] < most:
        counts.append(min(2 * counts[-1], most))
    return counts


def curve(positions, counts, rounds):
    """Prints the lines of one set."""
    found = {count: [] for count in counts}
    at_once = {count: [] for count in counts}
    for _ in range(rounds):
        for count in counts:
            found[count].append(positions.solve(count))
            at_once[count].append(positions.solve_at_once(count))
    alone, nodes_alone = median(found[counts[0]])
    rate_alone = statistics.median(at_once[counts[0]])
    for count in counts:
        milliseconds, nodes = median(found[count])
        limit = statistics.median(at_once[count]) / rate_alone
        print(
            f"{positions.name:16}{count:8}{milliseconds:12.3f}{alone / milliseconds:10.2f}"
            f"{nodes / nodes_alone:8.2f}{limit:8.2f}",
            flush=True,
        )


def median(results):
    """Returns the median time and the median of the nodes."""
    times, nodes = zip(*results)
    return statistics.median(times), statistics.median(nodes)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    count = whole(1, 1024)
    engine = package.ENGINE
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    parser.add_argument("--engine", default=engine, help="the engine (default: %(default)s)")
    parser.add_argument(
        "--threads",
        type=lambda text: [count(part) for part in text.split(",")],
        default=doubling(cores),
        help="the numbers of threads; the first one is the base of the comparison",
    )
    parser.add_argument("--rounds", type=whole(1), default=5, metavar="N")
    parser.add_argument("--limit", type=whole(1), metavar="N", help="the positions per file")
    parser.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        empty = pathlib.Path(folder, "empty")
        empty.write_text(" 1\n", encoding="utf-8")
        sets = [Set(arguments.engine, path, arguments.limit, HASH) for path in arguments.files]
        sets.append(Set(arguments.engine, empty, None, HASH_OF_EMPTY_BOARD, "empty board"))
        print(f"{'set':16}{'threads':>8}{'ms':>12}{'faster':>10}{'nodes':>8}{'limit':>8}")
        for positions in sets:
            curve(positions, arguments.threads, arguments.rounds)


if __name__ == "__main__":
    main()
