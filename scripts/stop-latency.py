#!/usr/bin/env python3
"""Measures how long a stop takes: from `stop` written to `bestmove` read.

    scripts/stop-latency.py [--threads N] [--hash MIB] [ENGINE] [STOPS]

Starts the engine (target/release/claimeven), lets it search openings without
limits, stops each search at a random moment, long before it would end, and prints
percentiles in milliseconds. Standard library only.
"""

import argparse
import pathlib
import random
import sys
import time

SCRIPTS = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(SCRIPTS / "clients"), str(SCRIPTS / "cluster")]
from arguments import whole  # noqa: E402
from claimeven import Engine  # noqa: E402

# Each takes about a second or more, on one thread and without a book.
POSITIONS = ["", "1", "2", "12", "17", "112"]
LATEST_STOP = 0.1
PERMILLES = (500, 900, 990, 999, 1000)


def begin(engine, position, command):
    """Starts a search of an engine that remembers nothing."""
    engine.send("ucinewgame", f"position moves {position}", command)


def lasts(engine, position):
    """Whether a search goes on well beyond the latest stop: an engine that is done has
    nothing to stop."""
    begun = time.perf_counter()
    begin(engine, position, "go")
    engine.answer("bestmove")
    return time.perf_counter() - begun > 2 * LATEST_STOP


def measure(engine, positions, stops, dice):
    """The times of so many stops, in milliseconds."""
    times = []
    for _ in range(stops):
        begin(engine, dice.choice(positions), "go infinite")
        time.sleep(dice.uniform(0, LATEST_STOP))
        stopped = time.perf_counter()
        engine.ask("stop", "bestmove")
        times.append((time.perf_counter() - stopped) * 1000)
    return times


def percentile(ascending, permille):
    """The least of the values that so many of a thousand do not exceed."""
    rank = -(-len(ascending) * permille // 1000)
    return ascending[rank - 1]


def main():
    parser = argparse.ArgumentParser(description="Measures how long a stop takes.")
    parser.add_argument("engine", nargs="?")
    parser.add_argument("stops", nargs="?", type=whole(1), default=1000)
    parser.add_argument("--threads", type=whole(1), default=1)
    parser.add_argument("--hash", type=whole(1), default=64, metavar="MIB")
    args = parser.parse_args()
    engine = Engine(args.engine)
    # With a book such positions need no search.
    engine.send("setoption name OwnBook value false")
    engine.send(f"setoption name Threads value {args.threads}")
    engine.send(f"setoption name Hash value {args.hash}")
    engine.ask("isready", "readyok")
    positions = [position for position in POSITIONS if lasts(engine, position)]
    if not positions:
        sys.exit("every position is solved before a stop can come")
    times = sorted(measure(engine, positions, args.stops, random.Random(1)))
    engine.quit()
    print(f"{len(times)} stops in {len(positions)} positions, milliseconds")
    for permille in PERMILLES:
        print(f"{permille / 10:>6g} % {percentile(times, permille):8.3f}")


if __name__ == "__main__":
    main()
