"""Signals to a run that writes, and the run that resumes after it."""

import signal

from runs import OLD, Run, content
from works import Annotate, Build, Bulk, Deepen, Grade, Merge, TestSet

SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL)


def kill(kind, sign=None):
    """Returns a round in which a run is stopped, by any signal unless one is named, and resumed."""

    def round_of(rounds):
        dice, job = rounds.dice, rounds.maker.job(kind)
        old = None if kind is Bulk else dice.choice((None, OLD))
        output = rounds.output(old)
        signs = dice.choices(SIGNALS, k=dice.choice((1, 1, 1, 2, 4)))
        signs[0] = sign or signs[0]
        run, came, sent = Run(job.command(output)), [], []
        for each in signs:
            rounds.wait(job)
            run.stop(each)
            sent.append(each)
            # A lock ends with its process, even before the parent waits for it.
            if each == signal.SIGKILL and dice.random() < 0.5:
                run, killed = Run(job.resume(output)), run
                if killed.end() not in (0, -each):
                    killed.fail(f"exit code {killed.code} after {each.name}")
                came.append(killed.code != 0)
                old = content(output)
                continue
            came.append(job.check_stop(run, sent, output, old))
            if not came[-1]:
                job.check_end(run, output, sent)
            old = content(output)
            run = Run(job.resume(output))
        job.check_end(run, output, sent)
        return came[0]

    return f"{kind.name}: {sign.name if sign else 'any signal'}", round_of


def nohup(rounds):
    """Checks that a hangup that is ignored at the start stays ignored."""
    job, output = rounds.maker.job(Bulk), rounds.output()
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    run = Run(job.command(output))
    signal.signal(signal.SIGHUP, before)
    rounds.wait(job)
    was_running = run.stop(signal.SIGHUP)
    job.check_end(run, output)
    return was_running


def kills():
    each = [kill(kind, sign) for kind in (Bulk, TestSet) for sign in SIGNALS]
    # Books and games take longest, so they have one round each.
    long = [kill(kind) for kind in (Build, Deepen, Merge, Annotate, Grade)]
    return [*each, *long, ("a hangup under nohup", nohup)]
