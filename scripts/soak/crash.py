#!/usr/bin/env python3
"""Kills the engine while it writes files, and looks at what it leaves and goes on with.

    scripts/soak/crash.py [--minutes 60] [--seed N]

Every command that writes a file is stopped at random moments by each signal and goes on; a
hangup comes under nohup; two runs write to one output; outputs are links and devices, and
links lie in the way; bits, lines and whole files are damaged before `--resume`; disks are
full. In the end each file must be the one that an undisturbed run writes, what was stopped
leaves whole lines, and what is refused is refused in one line and changes nothing.

At the end it prints how often each of these was tried and how often it really came about: a
signal that comes after the end of a run does nothing, for example. Each must have come about.
The first fault ends the run with exit code 1, the last commands, the seed and the folder of
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
import subprocess
import sys
import tempfile
import time

from damage import damages
from disks import disks
from runs import LAST, OLD, PATIENCE, Fault, Run, content, read_all
from works import Build, Bulk, Deepen, Maker, TestSet

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL)
# Minutes beyond those asked for, until each kind has come about.
GRACE = 5
# Ends of runs that lie closer together may be seen in the wrong order.
CLOSE = 0.05
PLANTED = ("unfinished", "manifest", "manifest.unfinished", "lock", "journal")


class Rounds:
    """What every round has at hand: the dice, the jobs, and a folder that is empty."""

    def __init__(self, dice, folder):
        self.dice, self.folder = dice, folder
        (folder / "jobs").mkdir()
        self.maker = Maker(dice, folder / "jobs")

    def output(self, old=None):
        """A path in a new folder, with an old content if there is one."""
        shutil.rmtree(self.folder / "round", ignore_errors=True)
        output = self.beside("files") / "out"
        if old is not None:
            output.write_bytes(old)
        return output

    def beside(self, name):
        """A new folder for what does not belong to the output's folder."""
        place = self.folder / "round" / name
        place.mkdir(parents=True)
        return place

    def wait(self, job, share=1.1):
        """Until some moment of a run of this job, within a share of the time that it takes."""
        time.sleep(self.dice.uniform(0, share * job.seconds))


def kill(kind, sign=None):
    """A run is stopped, by any signal unless one is named, and goes on at once."""

    def round_of(rounds):
        dice, job = rounds.dice, rounds.maker.job(kind)
        old = None if kind is Bulk else dice.choice((None, OLD))
        output = rounds.output(old)
        signs = dice.choices(SIGNALS, k=dice.choice((1, 1, 1, 2, 4)))
        signs[0] = sign or signs[0]
        run, came = Run(job.command(output)), []
        for each in signs:
            rounds.wait(job)
            run.stop(each)
            # The lock ends with its holder, whether or not the parent has seen its end.
            if each == signal.SIGKILL and dice.random() < 0.5:
                run, killed = Run(job.go_on(output)), run
                came.append(killed.end() != 0)
                old = content(output)
                continue
            came.append(job.check_stop(run, each, output, old))
            if not came[-1]:
                job.check_end(run, output, signs)
            old = content(output)
            run = Run(job.go_on(output))
        job.check_end(run, output, signs)
        return came[0]

    return f"{kind.name}: {sign.name if sign else 'any signal'}", round_of


def nohup(rounds):
    """A hangup that was ignored at the beginning stays ignored."""
    job, output = rounds.maker.job(Bulk), rounds.output()
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    run = Run(job.command(output))
    signal.signal(signal.SIGHUP, before)
    rounds.wait(job)
    there = run.stop(signal.SIGHUP)
    job.check_end(run, output)
    return there


def ends(runs):
    """The moments at which runs end."""
    moments, begin = {}, time.monotonic()
    while len(moments) < len(runs):
        for run in runs:
            if run not in moments and run.process.poll() is not None:
                moments[run] = time.monotonic()
        if time.monotonic() > begin + PATIENCE:
            runs[0].fault(f"or another did not end within {PATIENCE} s")
        time.sleep(0.001)
    return moments


def race(name, kinds, linked=False):
    """Several runs begin at once on one output: one writes, or one after the other."""

    def round_of(rounds):
        output = rounds.output(rounds.dice.choice((None, OLD)))
        paths = [output] * len(kinds)
        if linked:
            paths[1] = rounds.beside("links") / "link"
            paths[1].symlink_to("../files/out")
        jobs = [rounds.maker.job(kind, number) for number, kind in enumerate(kinds)]
        runs = [Run(job.command(path)) for job, path in zip(jobs, paths, strict=True)]
        moments = ends(runs)
        won = {run: job for run, job in zip(runs, jobs, strict=True) if run.end() == 0}
        for run in runs:
            if run not in won:
                run.must_be_refused(b"another process")
        if not won:
            runs[0].fault("and the others have all been refused")
        last = max(moments[run] for run in won)
        data = content(output) or b""
        if not any(job.is_whole(data) for run, job in won.items() if moments[run] > last - CLOSE):
            names = " and ".join(str(run) for run in won)
            runs[0].fault(f"{output} does not hold what the last to succeed writes, of {names}")
        beside = {ending for job in won.values() for ending in job.beside}
        jobs[0].check_names(runs[0], output, beside)
        return len(won) < len(runs)

    return f"race: {name}", round_of


def race_to_resume(rounds):
    """Two runs go on with the same work at once."""
    job, output = rounds.maker.job(rounds.dice.choice((Bulk, Build))), rounds.output()
    first = Run(job.command(output))
    rounds.wait(job)
    first.stop(signal.SIGKILL)
    first.end()
    runs = [Run(job.go_on(output)) for _ in range(2)]
    refused = [run for run in runs if run.end() != 0]
    for run in refused:
        run.must_be_refused(b"another process")
    if len(refused) == len(runs):
        runs[0].fault("and its twin have both been refused")
    won = next(run for run in runs if run not in refused)
    job.check_end(won, output, [signal.SIGKILL])
    return bool(refused)


def linked_output(rounds):
    """An output that is a link stays one, and its target gets the content."""
    job = rounds.maker.job(rounds.dice.choice((Bulk, Build, TestSet)))
    output = rounds.output(rounds.dice.choice((None, OLD)))
    links = rounds.beside("links")
    first, second = links / "first", links / "second"
    first.symlink_to(second)
    second.symlink_to("../files/out")
    run = Run(job.command(first))
    job.check_end(run, output)
    if not first.is_symlink() or not second.is_symlink() or len([*links.iterdir()]) != 2:
        run.fault(f"has changed the links in {links}")
    return True


def planted_links(rounds):
    """Links under names that can be foreseen lead to nothing that is changed."""
    dice, job = rounds.dice, rounds.maker.job(rounds.dice.choice((Bulk, Build, TestSet)))
    old = dice.choice((None, OLD))
    output = rounds.output(old)
    precious = rounds.beside("precious")
    for ending in dice.sample(PLANTED, k=dice.randint(1, len(PLANTED))):
        target = precious / ending
        output.with_name(f"{output.name}.{ending}").symlink_to(target)
        if dice.random() < 0.5:
            target.write_bytes(OLD)
    before = read_all(precious)
    run = Run(job.command(output))
    if dice.random() < 0.5:
        rounds.wait(job)
        run.stop(signal.SIGINT)
    code = run.end()
    if read_all(precious) != before:
        run.fault(f"has followed a planted link: look into {precious}")
    if code == 0 and not job.is_whole(content(output) or b""):
        run.fault(f"has not written {output}")
    if code == 1:
        run.must_be_refused()
    elif code not in (0, -signal.SIGINT, 128 + signal.SIGINT):
        run.fault(f"exit code {code}")
    return True


def device(rounds):
    """Standard output by its name, and a named pipe."""
    dice, job = rounds.dice, rounds.maker.job(rounds.dice.choice((Bulk, TestSet)))
    output = rounds.output()
    if dice.random() < 0.5:
        run = Run(job.command("/dev/stdout"), stdout=subprocess.PIPE)
        run.must_succeed()
        data = run.shown
    else:
        subprocess.run(["mkfifo", output], check=True)
        reader = subprocess.Popen(["cat", output], stdout=subprocess.PIPE)
        run = Run(job.command(output))
        data = reader.communicate(timeout=PATIENCE)[0]
        run.must_succeed()
    if not job.is_whole(data):
        run.fault("has not written what it writes into a file")
    job.check_names(run, output, [])
    return True


def kinds_of_rounds(rounds):
    """Everything that is tried, by its name in the table."""
    kills = [kill(kind, sign) for kind in (Bulk, TestSet) for sign in SIGNALS]
    # Books take longest.
    kills += [kill(Build), kill(Deepen)]
    races = [
        race("two test sets", (TestSet, TestSet)),
        race("two files of records", (Bulk, Bulk)),
        race("two files of records, one through a link", (Bulk, Bulk), linked=True),
        race("two books", (Build, Build)),
        race("a test set, records and a book", (TestSet, Bulk, Build)),
        ("race: two that go on", race_to_resume),
    ]
    links = [
        ("links: the output is one", linked_output),
        ("links: planted", planted_links),
        ("standard output and pipes", device),
    ]
    more = damages() + disks(rounds.folder)
    return dict([*kills, ("a hangup under nohup", nohup), *races, *links, *more])


def run_all(rounds, minutes):
    """Rounds of all kinds in turn; how often each was tried and came about."""
    kinds = kinds_of_rounds(rounds)
    tried, came = dict.fromkeys(kinds, 0), dict.fromkeys(kinds, 0)
    end = time.monotonic() + minutes * 60
    while True:
        for name, round_of in kinds.items():
            missing = not all(came.values())
            if time.monotonic() > end + GRACE * 60 * missing:
                return tried, came
            # Beyond the time only for what has not come about.
            if time.monotonic() < end or not came[name]:
                tried[name] += 1
                came[name] += bool(round_of(rounds))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
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
