#!/usr/bin/env python3
"""Kills the engine while it writes files, and checks the files it leaves and resumes from.

    scripts/soak/crash.py [--minutes 1] [--seed N]

Every command that writes a file is stopped at random moments by each signal and resumed; a
hangup comes under nohup; two runs write to one output; outputs are links and devices, and
links have the names of other files; bits, lines and whole files are damaged before `--resume`;
disks are full. In the end each file must be the one that an undisturbed run writes, a stopped
run leaves whole lines, and a refused run prints one line and changes nothing.

At the end it prints how often each of these was tried and how often it took effect: a signal
after the end of a run, for example, has none. Each must have taken effect. The first failure
ends the run with exit code 1, the last commands, the seed and the folder of
the files.

ENGINE in the environment names another engine than target/release/claimeven.
Standard library only; POSIX. Full disks are file systems in memory where the system allows
such (Linux), else a limit on the size of files.
"""

import argparse
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

from damage import damages
from disks import disks
from kills import kills
from links import links
from races import races
from runs import LAST, Fault
from works import Maker

# The most extra minutes until each kind has taken effect.
GRACE = 5


class Rounds:
    """The data of every round: the dice, the jobs, and an empty folder."""

    def __init__(self, dice, folder):
        self.dice, self.folder = dice, folder
        (folder / "jobs").mkdir()
        self.maker = Maker(dice, folder / "jobs")

    def output(self, old=None):
        """Returns a path in a new folder, with the old content if any."""
        shutil.rmtree(self.folder / "round", ignore_errors=True)
        output = self.beside("files") / "out"
        if old is not None:
            output.write_bytes(old)
        return output

    def beside(self, name):
        """Returns a new folder for files outside the output's folder."""
        place = self.folder / "round" / name
        place.mkdir(parents=True)
        return place

    def wait(self, job, share=1.1):
        """Waits for a random moment of a run, within a share of the time that the job takes."""
        time.sleep(self.dice.uniform(0, share * job.seconds))


def kinds_of_rounds(rounds):
    """Returns all kinds of rounds in order, each with its name in the table."""
    records, journals = damages()
    others = (kills(), journals, races(), links(), disks(rounds.folder))
    # Rounds with damaged records are the fastest.
    return [kind for kinds in others for kind in (*kinds, *records)]


def run_all(rounds, minutes):
    """Runs rounds of all kinds in turn. Returns how often each was tried and took effect."""
    kinds = kinds_of_rounds(rounds)
    tried, came = ({name: 0 for name, _ in kinds} for _ in range(2))
    end = time.monotonic() + minutes * 60
    while True:
        for name, round_of in kinds:
            missing = not all(came.values())
            if time.monotonic() > end + GRACE * 60 * missing:
                return tried, came
            # After the time only kinds that have not taken effect.
            if time.monotonic() < end or not came[name]:
                tried[name] += 1
                came[name] += bool(round_of(rounds))


def heed_signals():
    """Handles the signals that this process was started to ignore, as one in the background is: a
    child inherits that a signal is ignored, but not that it is handled."""
    for number in (signal.SIGHUP, signal.SIGINT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def main():
    heed_signals()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="claimeven-crash-"))
    begin = time.monotonic()
    try:
        tried, came = run_all(Rounds(random.Random(args.seed), folder), args.minutes)
    except Fault as fault:
        print(*LAST, sep="\n")
        seconds = time.monotonic() - begin
        print(f"fault after {seconds:.0f} s, seed {args.seed}, files in {folder}: {fault}")
        sys.exit(1)
    shutil.rmtree(folder)
    print(f"{time.monotonic() - begin:.0f} s, {sum(tried.values())} rounds, no fault")
    print("tried  came about")
    for name, count in tried.items():
        print(f"{count:5} {came[name]:11}  {name}")
    never = [name for name, count in came.items() if not count]
    if never:
        print(f"never came about: {', '.join(never)}")
        sys.exit(1)


if __name__ == "__main__":
    main()
