#!/usr/bin/env python3
"""Kills the engine while it writes files, and checks the files it leaves and resumes from.

    scripts/soak/crash.py [--minutes 1] [--seed N]

Each signal stops every command that writes a file, at random moments, and the command is resumed.
Other rounds send a hangup under nohup, write to one output from two runs, use links and devices as
outputs, make links with the names of other files, damage bits, lines and whole files before
`--resume`, or fill the disk. In the end each file must be the one that an undisturbed run writes. A
stopped run must leave whole lines, and a rejected run must print one line and change nothing.

At the end it prints how often each of these was tried and how often it took effect: a signal after
the end of a run, for example, has none. Each must have taken effect. The first error ends the run
with exit code 1, the last commands, the seed and the folder of the files.

ENGINE in the environment names another engine than target/release/claimeven. Standard library
only; POSIX. Full disks are file systems in memory if the system allows them (Linux), or a limit on
the size of files.
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
from runs import LAST, Error
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
        output = self.new_folder("files") / "out"
        if old is not None:
            output.write_bytes(old)
        return output

    def new_folder(self, name):
        """Returns a new folder of this round."""
        folder = self.folder / "round" / name
        folder.mkdir(parents=True)
        return folder

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
            # After that time, only kinds that have not taken effect.
            if time.monotonic() < end or not came[name]:
                tried[name] += 1
                came[name] += bool(round_of(rounds))


def handle_signals():
    """Handles signals that are ignored, as in a process that was started in the background.

    A child inherits that a signal is ignored, but not that it is handled.
    """
    for number in (signal.SIGHUP, signal.SIGINT):
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)


def main():
    handle_signals()
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    folder = pathlib.Path(tempfile.mkdtemp(prefix="claimeven-crash-"))
    begin = time.monotonic()
    try:
        tried, came = run_all(Rounds(random.Random(args.seed), folder), args.minutes)
    except Error as error:
        print(*LAST, sep="\n")
        seconds = time.monotonic() - begin
        print(f"error after {seconds:.0f} s, seed {args.seed}, files in {folder}: {error}")
        sys.exit(1)
    shutil.rmtree(folder)
    print(f"{time.monotonic() - begin:.0f} s, {sum(tried.values())} rounds, no error")
    print("tried  took effect")
    for name, count in tried.items():
        print(f"{count:5} {came[name]:12}  {name}")
    never = [name for name, count in came.items() if not count]
    if never:
        print(f"never took effect: {', '.join(never)}")
        sys.exit(1)


if __name__ == "__main__":
    main()
