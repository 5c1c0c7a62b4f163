"""Damage to files between runs: a bit flips, a line is lost.

A run that resumes from such files rejects them and changes nothing, or makes the damaged part
again.
"""

import signal

from runs import Run, content, read_all, replace
from works import Build, Bulk, Deepen

# The number of damages to the files of one run.
USES = 20
# A line that is solved again may by chance have the nodes and the time that the damaged line has,
# but not each time.
TIMES = 3


class Stopped:
    """The files of a run that was stopped, possibly several times, or that has ended."""

    def __init__(self, rounds, kind):
        dice, maker = rounds.dice, rounds.maker
        self.job = maker.bulk(dice.choice((10, 60, 150))) if kind is Bulk else maker.job(kind)
        self.other = self.job.sibling(dice) if kind is Bulk else None
        self.output = rounds.output()
        run = Run(self.job.command(self.output))
        stops = dice.choice((1, 1, 2, 4))
        for _ in range(stops):
            self.job.wait_until_begun(run, self.output)
            rounds.wait(self.job, 1 / stops)
            run.stop(dice.choice((signal.SIGINT, signal.SIGINT, signal.SIGKILL)))
            run.end()
            run = Run(self.job.resume(self.output))
        if dice.random() < 0.7:
            run.stop(signal.SIGKILL)
        run.end()
        self.files = read_all(self.output.parent)
        self.uses = USES

    def lines(self):
        return self.files.get(self.output.name, b"").splitlines(keepends=True)


def in_bytes(change, ending):
    """Returns a change of the bytes of one file."""

    def damage(dice, stopped):
        name = stopped.output.name + ending
        data = bytearray(stopped.files.get(name, b""))
        if data:
            change(dice, data, dice.randrange(len(data)))
        return {name: bytes(data)} if data else None

    return damage


def flip(dice, data, at):
    data[at] ^= 1 << dice.randrange(8)


def tear(_, data, at):
    del data[at:]


def blank(_, data, at):
    """Writes zeros to the end, as a file system may after a power cut."""
    data[at:] = bytes(len(data) - at)


def in_lines(change, least):
    """Returns a change that removes, adds or moves whole lines."""

    def damage(dice, stopped):
        lines = stopped.lines()
        if len(lines) < least:
            return None
        change(dice, lines)
        return {stopped.output.name: b"".join(lines)}

    return damage


def lose(dice, lines):
    del lines[dice.randrange(len(lines) - 1)]


def swap(dice, lines):
    one, other = dice.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]


def double(dice, lines):
    at = dice.randrange(len(lines))
    lines.insert(at, lines[at])


def foreign(_, stopped):
    """Returns the records of an input with the same lines in another order."""
    lines = stopped.other.whole.splitlines(keepends=True)[: len(stopped.lines())]
    return {stopped.output.name: b"".join(lines)} if lines else None


def damaged(name, kind, damage, kept):
    """Returns a round that damages files before a run resumes. It keeps some files of each kind."""

    def round_of(rounds):
        if kind not in kept or kept[kind].uses == 0:
            kept[kind] = Stopped(rounds, kind)
        stopped = kept[kind]
        stopped.uses -= 1
        change = damage(rounds.dice, stopped)
        if change and not change.items() <= stopped.files.items():
            resume(rounds, stopped, stopped.files | change)
            return True
        del kept[kind]
        return False

    return f"damage: {name}", round_of


def resume(rounds, stopped, files):
    """Checks that a run rejects the damaged files, or makes the damaged part again."""
    for _ in range(TIMES):
        output = rounds.output()
        replace(output.parent, files)
        replace(rounds.new_folder("damaged"), files)
        run = Run(stopped.job.resume(output))
        if run.end() == 1:
            run.must_be_rejected()
            # A lock file of a killed run has no effect, and may be removed.
            found, lock = read_all(output.parent), output.name + ".lock"
            if found | {lock: b""} != files | {lock: b""}:
                run.fail("rejected damaged files, but changed them")
            return
        stopped.job.check_end(run, output, [signal.SIGKILL])
        if not survives(stopped.lines(), files.get(output.name, b""), output.read_bytes()):
            break
    else:
        run.fail("kept a damaged line")
    finished = content(output)
    run = Run(stopped.job.resume(output))
    stopped.job.check_end(run, output, [signal.SIGKILL])
    if content(output) != finished:
        run.fail("changed a finished output")


def survives(before, damaged, after):
    """Returns whether a changed line is still in the file, with all lines before it."""
    lines = zip(damaged.splitlines(keepends=True), after.splitlines(keepends=True))
    for at, (line, kept) in enumerate(lines):
        if line != kept:
            return False
        if at >= len(before) or line != before[at]:
            return True
    return False


def damages():
    """Returns the damages of records, and those of the journals of books, which take longer."""
    records = {
        "a bit of the records": in_bytes(flip, ""),
        "torn records": in_bytes(tear, ""),
        "zeros in place of records": in_bytes(blank, ""),
        "a bit of the manifest": in_bytes(flip, ".manifest"),
        "a torn manifest": in_bytes(tear, ".manifest"),
        "a lost line": in_lines(lose, 2),
        "two lines swapped": in_lines(swap, 2),
        "a line twice": in_lines(double, 1),
        "another file's records": foreign,
    }
    flipped, torn = in_bytes(flip, ".journal"), in_bytes(tear, ".journal")
    kept = {}
    return [damaged(name, Bulk, damage, kept) for name, damage in records.items()], [
        damaged("a bit of a built book's journal", Build, flipped, kept),
        damaged("a bit of a deepened book's journal", Deepen, flipped, kept),
        damaged("a torn journal", Deepen, torn, kept),
    ]
