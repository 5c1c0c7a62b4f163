"""Runs that write to one output at the same time."""

import signal
import time

from runs import OLD, PATIENCE, Run, content
from works import Build, Bulk, TestSet

# Runs that end closer together than this may be seen in the wrong order.
CLOSE = 0.05


def ends(rounds, job, runs):
    """Returns the moments at which runs end. One may be paused until the others have ended."""
    moments, begin, halted = {}, time.monotonic(), None
    if rounds.dice.random() < 0.8:
        rounds.wait(job, 0.4)
        halted = rounds.dice.choice(runs)
        halted.stop(signal.SIGSTOP)
    while len(moments) < len(runs):
        for run in runs:
            if run not in moments and run.process.poll() is not None:
                moments[run] = time.monotonic()
        late = time.monotonic() > begin + PATIENCE
        if halted and (late or len(moments) == len(runs) - 1):
            halted.stop(signal.SIGCONT)
        if late:
            runs[0].fail(f"or another run did not end within {PATIENCE} s")
        time.sleep(0.001)
    return moments


def race(name, kinds, linked=False):
    """Returns a round in which several runs with one output start at once.

    One of them writes, or several do one after another.
    """

    def round_of(rounds):
        output = rounds.output(rounds.dice.choice((None, OLD)))
        paths = [output] * len(kinds)
        if linked:
            paths[1] = rounds.new_folder("links") / "link"
            paths[1].symlink_to("../files/out")
        jobs = [rounds.maker.job(kind, number) for number, kind in enumerate(kinds)]
        runs = [Run(job.command(path)) for job, path in zip(jobs, paths, strict=True)]
        moments = ends(rounds, jobs[0], runs)
        won = {run: job for run, job in zip(runs, jobs, strict=True) if run.end() == 0}
        for run in runs:
            if run not in won:
                run.must_be_rejected(b"another process")
        if not won:
            runs[0].fail("and the others were all rejected")
        last = max(moments[run] for run in won)
        data = content(output) or b""
        if not any(job.is_whole(data) for run, job in won.items() if moments[run] > last - CLOSE):
            names = " and ".join(str(run) for run in won)
            runs[0].fail(f"{output} is not the output of the last of {names}")
        finished = {ending for job in won.values() for ending in job.finished}
        jobs[0].check_names(runs[0], output, finished)
        return len(won) < len(runs)

    return f"race: {name}", round_of


def race_to_resume(rounds):
    """Resumes the same work with two runs at once."""
    job, output = rounds.maker.job(rounds.dice.choice((Bulk, Build))), rounds.output()
    first = Run(job.command(output))
    rounds.wait(job)
    first.stop(signal.SIGKILL)
    first.end()
    runs = [Run(job.resume(output)) for _ in range(2)]
    ends(rounds, job, runs)
    rejected = [run for run in runs if run.end() != 0]
    for run in rejected:
        run.must_be_rejected(b"another process")
    if len(rejected) == len(runs):
        runs[0].fail("and its twin were both rejected")
    won = next(run for run in runs if run not in rejected)
    job.check_end(won, output, [signal.SIGKILL])
    return bool(rejected)


def races():
    return [
        race("two test sets", (TestSet, TestSet)),
        race("two files of records", (Bulk, Bulk)),
        race("two files of records, one through a link", (Bulk, Bulk), linked=True),
        race("two books", (Build, Build)),
        race("a test set, records and a book", (TestSet, Bulk, Build)),
        ("race: two that resume", race_to_resume),
    ]
