"""Outputs that are links or not files, and links with the names of other files."""

import os
import signal
import subprocess

from runs import OLD, Run, content, read_all
from works import Build, Bulk, TestSet

# The endings of files that a run may write next to its output.
PLANTED = ("unfinished", "manifest", "manifest.unfinished", "lock", "journal")


def linked_output(rounds):
    """Checks that an output that is a link stays one, and that its target gets the content."""
    job = rounds.maker.job(rounds.dice.choice((Bulk, Build, TestSet)))
    output = rounds.output(rounds.dice.choice((None, OLD)))
    links = rounds.new_folder("links")
    first, second = links / "first", links / "second"
    first.symlink_to(second)
    second.symlink_to("../files/out")
    run = Run(job.command(first))
    job.check_end(run, output)
    if not first.is_symlink() or not second.is_symlink() or len([*links.iterdir()]) != 2:
        run.fail(f"changed the links in {links}")
    return True


def planted_links(rounds):
    """Checks that nothing is written through links with predictable names."""
    dice, job = rounds.dice, rounds.maker.job(rounds.dice.choice((Bulk, Build, TestSet)))
    old = dice.choice((None, OLD))
    output = rounds.output(old)
    precious = rounds.new_folder("precious")
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
        run.fail(f"followed a planted link: see {precious}")
    if code == 0 and not job.is_whole(content(output) or b""):
        run.fail(f"did not write {output}")
    if code == 1:
        run.must_be_rejected()
    elif code not in (0, -signal.SIGINT, 128 + signal.SIGINT):
        run.fail(f"exit code {code}")
    return True


def device(rounds):
    """Checks standard output by its name, and a named pipe."""
    dice, job = rounds.dice, rounds.maker.job(rounds.dice.choice((Bulk, TestSet)))
    output = rounds.output()
    if dice.random() < 0.5:
        run = Run(job.command("/dev/stdout"), stdout=subprocess.PIPE)
        run.must_succeed()
        data = run.output
    else:
        os.mkfifo(output)
        copy = rounds.new_folder("read") / "copy"
        with copy.open("wb") as sink:
            reader = subprocess.Popen(["cat", output], stdout=sink)
        run = Run(job.command(output))
        if run.end() != 0:
            reader.kill()
        reader.wait()
        run.must_succeed()
        data = copy.read_bytes()
    if not job.is_whole(data):
        run.fail("did not write the content of a file")
    job.check_names(run, output, [])
    return True


def links():
    return [
        ("links: the output is one", linked_output),
        ("links: planted", planted_links),
        ("standard output and pipes", device),
    ]
