#!/usr/bin/env python3
"""Measures how long a stop takes: from `stop` written to `bestmove` read.

    scripts/stop-latency.py [--threads N] [ENGINE] [STOPS]

Starts the engine (target/release/claimeven), lets it search positions of
different lengths without limits, stops each search at a random moment, and
prints percentiles in milliseconds. Standard library only.
"""

import argparse
import random
import subprocess
import time

POSITIONS = ["4", "44", "4453", "444432", "32737157", "1626656", "3566"]
PERCENTILES = (50, 90, 99, 99.9, 100)


def measure(engine, threads, stops, dice):
    """The times of so many stops, in milliseconds."""

    def send(line):
        engine.stdin.write(line + "\n")
        engine.stdin.flush()

    def wait_for(word):
        for line in engine.stdout:
            if line.startswith(word):
                return time.perf_counter()
        raise SystemExit("the engine ended")

    # With a book such positions need no search.
    send("setoption name OwnBook value false")
    send(f"setoption name Threads value {threads}")
    send("isready")
    wait_for("readyok")
    times = []
    for _ in range(stops):
        send("ucinewgame")
        send("position moves " + dice.choice(POSITIONS))
        send("go infinite")
        time.sleep(dice.uniform(0, 0.1))
        begin = time.perf_counter()
        send("stop")
        times.append((wait_for("bestmove") - begin) * 1000)
    send("quit")
    return times


def main():
    parser = argparse.ArgumentParser(description="Measures how long a stop takes.")
    parser.add_argument("engine", nargs="?", default="target/release/claimeven")
    parser.add_argument("stops", nargs="?", type=int, default=1000)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    engine = subprocess.Popen(
        [args.engine], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    times = sorted(measure(engine, args.threads, args.stops, random.Random(1)))
    engine.wait()
    print(f"{len(times)} stops, milliseconds")
    for percentile in PERCENTILES:
        rank = min(len(times) - 1, int(len(times) * percentile / 100))
        print(f"{percentile:>6} % {times[rank]:8.3f}")


if __name__ == "__main__":
    main()
