"""Full disks: the output of a run without room, and of the run that resumes with room."""

import os
import pathlib
import resource
import shutil
import signal
import subprocess

from runs import OLD, Error, Run, content, replace
from works import Annotate, Build, Bulk, Grade, Merge, TestSet

PAGE = 4096
# More than any output needs.
ROOM = 256 << 20


class Disk:
    """A small file system in memory, mounted in a separate name space."""

    name, options = "a full disk", {}

    def __init__(self, folder):
        command, pipe = ["unshare", "-rm", "sh"], subprocess.PIPE
        self.shell = subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
        # The path for processes outside the name space.
        self.folder = pathlib.Path(f"/proc/{self.shell.pid}/root{folder}")
        self.run(f"mount -t tmpfs -o size={ROOM} none '{folder}'")
        self.mounted = folder

    def run(self, command):
        self.shell.stdin.write(f"{command} && echo done || echo\n")
        self.shell.stdin.flush()
        if self.shell.stdout.readline() != "done\n":
            raise OSError(command)

    def room(self, free):
        """Leaves this number of bytes free, in whole pages."""
        disk = os.statvfs(self.folder)
        used = (disk.f_blocks - disk.f_bfree) * disk.f_frsize
        self.run(f"mount -o remount,size={used + free // PAGE * PAGE} '{self.mounted}'")


class Limit:
    """A limit on the length of files, for systems without such a file system."""

    name = "a limit on files"

    def __init__(self, folder):
        self.folder = folder

    def room(self, free):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (free, free))

        self.options = {"preexec_fn": limit}


def disk_in(folder):
    folder.mkdir()
    try:
        return Disk(folder)
    except OSError:
        return Limit(folder)


def full(name, disk, kinds, room):
    """Returns a round with a run without room, and one that resumes with room."""

    def round_of(rounds):
        dice, output = rounds.dice, disk.folder / "files" / "out"
        job, old = rounds.maker.job(dice.choice(kinds)), dice.choice((None, OLD))
        disk.room(ROOM)
        replace(output.parent, {output.name: old} if old else {})
        disk.room(room(dice, job))
        run = Run(job.command(output), **disk.options)
        came = run.end() != 0
        if came:
            check_full(job, run, output, old)
        disk.room(ROOM)
        # A run that did not begin starts now.
        begun = len([*output.parent.iterdir()]) > (old is not None)
        run = Run(job.resume(output) if begun else job.command(output), **disk.options)
        job.check_end(run, output)
        return came

    def kept(rounds):
        try:
            return round_of(rounds)
        except Error:
            # The file system ends with this program.
            shutil.copytree(disk.folder, rounds.output().with_name("disk"))
            raise

    return f"{disk.name}: {name}", kept


def check_full(job, run, output, old):
    """Checks that a run on a full disk leaves whole lines or the old content."""
    run.must_be_rejected()
    job.check_left(run, False, output, old)
    job.check_names(run, output, job.left_over)
    if isinstance(job, Bulk) and content(output) != old:
        if not output.with_name(output.name + ".manifest").exists():
            run.fail("changed its output although there was no room for its manifest")


def some_room(dice, job):
    """Returns a room that is enough for a manifest, and possibly for the records."""
    return dice.randrange(PAGE, 2 * PAGE + len(job.whole))


def disks(folder):
    disk = disk_in(folder / "disk")
    (disk.folder / "files").mkdir()
    # A file system cannot be smaller than a page.
    (disk.folder / "other").write_bytes(OLD)
    return [
        full("records", disk, [Bulk], some_room),
        full("no room for the manifest", disk, [Bulk], lambda *_: 0),
        full("an old file", disk, [TestSet, Build, Merge, Annotate, Grade], lambda dice, _: dice.choice((0, PAGE))),
    ]
