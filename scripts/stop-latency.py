#!/usr/bin/env python3
"""Measures the time of a stop: from writing `stop` to reading `bestmove`.

    scripts/stop-latency.py [--threads N] [--hash MIB] [--busy] [ENGINE] [STOPS]

Lets the engine (target/release/claimeven) search openings without limits, stops each search at a
random moment long before its end, and prints percentiles of the time in milliseconds. Next to them
it prints the time that `cat` takes to echo a line, measured in turn with the engine: no program can
answer sooner. With --busy, one program per core keeps the cores busy. Standard library only.
"""

import argparse
import contextlib
import os
import pathlib
import random
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "arena"))
import package  # noqa: E402, F401, finds claimeven
from claimeven.engine import Engine  # noqa: E402
from claimeven.pipe import Pipe  # noqa: E402
from program import whole  # noqa: E402

# On one thread and without a book, each takes about a second or more.
POSITIONS = ["", "1", "2", "12", "17", "112"]
LATEST_STOP = 0.1
# The time limit of an echo in seconds.
LATEST_ECHO = 60.0
PERMILLES = (500, 900, 990, 999, 1000)


def lasts(engine, position):
    """Returns whether a search continues well past the latest stop."""
    engine.new_game()
    engine.position(position)
    begun = time.perf_counter()
    engine.go()
    return time.perf_counter() - begun > 2 * LATEST_STOP


def stop(engine, position, wait):
    """Returns the time of a stop that comes `wait` seconds after the search began."""
    engine.new_game()
    engine.position(position)
    engine.pipe.send("go infinite")
    time.sleep(wait)
    stopped = time.perf_counter()
    engine.ask("stop", word="bestmove")
    return (time.perf_counter() - stopped) * 1000


def echo(cat, wait):
    """Returns the time that `cat` takes to echo a line that comes after `wait` seconds."""
    time.sleep(wait)
    asked = time.monotonic()
    cat.send("stop")
    cat.read(asked + LATEST_ECHO)
    return (time.monotonic() - asked) * 1000


def measure(engine, positions, stops, dice):
    """Returns the times of stops and of echoes, measured in turn, in ascending order."""
    waits = [dice.uniform(0, LATEST_STOP) for _ in range(stops)]
    with Pipe(["cat"]) as cat:
        pairs = [(stop(engine, dice.choice(positions), wait), echo(cat, wait)) for wait in waits]
    return [sorted(times) for times in zip(*pairs)]


@contextlib.contextmanager
def busy(programs):
    """Keeps a number of cores busy."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)]
    try:
        yield
    finally:
        for program in running:
            program.kill()


def percentile(ascending, permille):
    """Returns the smallest value that `permille` thousandths of the values do not exceed."""
    rank = -(-len(ascending) * permille // 1000)
    return ascending[rank - 1]


def main():
    parser = argparse.ArgumentParser(description="Measures how long a stop takes.")
    parser.add_argument("engine", nargs="?")
    parser.add_argument("stops", nargs="?", type=whole(1), default=1000)
    parser.add_argument("--threads", type=whole(1), default=1)
    parser.add_argument("--hash", type=whole(1), default=64, metavar="MIB")
    parser.add_argument("--busy", action="store_true", help="run one busy program per core")
    args = parser.parse_args()
    # With the book, these positions need no search.
    options = {"OwnBook": False, "Threads": args.threads, "Hash": args.hash}
    with Engine(args.engine and [args.engine], options) as engine:
        positions = [position for position in POSITIONS if lasts(engine, position)]
        if not positions:
            sys.exit("every search ends before the latest stop")
        with busy(os.cpu_count() if args.busy else 0):
            stops, echoes = measure(engine, positions, args.stops, random.Random(1))
    print(f"{len(stops)} stops in {len(positions)} positions, milliseconds")
    print(f"{'':8} {'stop':>8} {'echo':>8}")
    for permille in PERMILLES:
        times = (percentile(stops, permille), percentile(echoes, permille))
        print(f"{permille / 10:>6g} % {times[0]:8.3f} {times[1]:8.3f}")


if __name__ == "__main__":
    main()
