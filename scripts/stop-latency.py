#!/usr/bin/env python3
"""Measures how long a stop takes: from `stop` written to `bestmove` read.

    scripts/stop-latency.py [--threads N] [--hash MIB] [ENGINE] [STOPS]

Starts the engine (target/release/claimeven), lets it search positions of
different lengths without limits, stops each search at a random moment, and
prints percentiles in milliseconds. Standard library only.
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

POSITIONS = ["4", "44", "4453", "444432", "32737157", "1626656", "3566"]
PERCENTILES = (50, 90, 99, 99.9, 100)


def measure(engine, stops, dice):
    """The times of so many stops, in milliseconds."""
    times = []
    for _ in range(stops):
        engine.send("ucinewgame", f"position moves {dice.choice(POSITIONS)}", "go infinite")
        time.sleep(dice.uniform(0, 0.1))
        begin = time.perf_counter()
        engine.ask("stop", "bestmove")
        times.append((time.perf_counter() - begin) * 1000)
    return times


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
    times = sorted(measure(engine, args.stops, random.Random(1)))
    engine.quit()
    print(f"{len(times)} stops, milliseconds")
    for percentile in PERCENTILES:
        rank = min(len(times) - 1, int(len(times) * percentile / 100))
        print(f"{percentile:>6} % {times[rank]:8.3f}")


if __name__ == "__main__":
    main()
