#!/usr/bin/env python3
"""Solves the empty board of every size that takes at most some seconds.

    scripts/sizes.py [--engine ENGINE] [--seconds N] [--hash MIB] [SIZE...]

Prints a line for each SIZE, such as 6x5, by default all from 4x4 to 12x9, the smallest first: the
result for the first player, the nodes and the seconds. It ends after the first number of cells with
which a size is not solved. Standard library only.
"""

import argparse
import json
import pathlib
import subprocess
import sys

SCRIPTS = pathlib.Path(__file__).resolve().parent
sys.path.append(str(SCRIPTS / "arena"))
import package  # noqa: E402


def cells(size):
    width, height = map(int, size.split("x"))
    return width * height


def all_sizes():
    pairs = ((width, height) for width in range(4, 13) for height in range(4, 13))
    return [f"{width}x{height}" for width, height in pairs if width * (height + 1) <= 128]


def solve(engine, size, seconds, hash_mib):
    """Returns the record of the empty board."""
    command = [engine, "analyze", "--size", size, "--weak", "--scores", "best", "--json", "--quiet"]
    command += [f"--movetime={1000 * seconds}", f"--hash={hash_mib}", ""]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(run.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    engine = package.ENGINE
    parser.add_argument("--engine", default=engine, help="the engine (default: %(default)s)")
    parser.add_argument("--seconds", type=int, default=60, help="most seconds for a size")
    parser.add_argument("--hash", type=int, default=256, help="size of the table in MiB")
    parser.add_argument("sizes", metavar="SIZE", nargs="*", help="such as 6x5")
    arguments = parser.parse_args()
    print(f"{'size':6}{'first player':14}{'nodes':>14}{'seconds':>9}")
    most = None
    for size in sorted(arguments.sizes or all_sizes(), key=cells):
        if most and cells(size) > most:
            break
        record = solve(arguments.engine, size, arguments.seconds, arguments.hash)
        found = {"win": "wins", "draw": "draws", "loss": "loses"}.get(record["outcome"], "not solved")
        if found == "not solved":
            most = most or cells(size)
        seconds = record["time_us"] / 1e6
        print(f"{size:6}{found:14}{record['nodes']:14,}{seconds:9.2f}", flush=True)


if __name__ == "__main__":
    main()
