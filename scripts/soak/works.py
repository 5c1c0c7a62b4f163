"""Jobs that write files, and the result that each must have however it is stopped.

A job runs once undisturbed. Every other run must end with the same output.
"""

import json
import pathlib
import re
import shutil
import signal
import struct
import tempfile
import time
import weakref
import zlib

from ledger import Board
from runs import Run, content

# The characters of labels, including those that JSON and CSV escape.
LETTERS = 'abc "quoted", Überlänge; \\ 123 '
# A line of the input may have 64 KiB, of which the position takes a few bytes.
LONGEST_LABEL = 60_000
# The numbers of positions: some take longer than a second, after which output is durable.
SIZES = (50, 100, 100, 200, 200, 1500)
BAD_LINES = ("448", "44444444", "no position")


def new_folder(parent):
    return pathlib.Path(tempfile.mkdtemp(dir=parent))


class Job:
    """The work of one command that writes a file."""

    # The option that resumes a stopped run.
    again = ("--resume",)
    # The endings of the files next to the output after a run that succeeded, after one that was
    # stopped, and after one that succeeded in resuming.
    finished, left_over, resumed = (), ("journal",), ()

    def __init__(self, folder, words):
        self.words = words
        output = folder / "whole"
        begin = time.perf_counter()
        Run(self.command(output)).must_succeed()
        self.seconds = time.perf_counter() - begin
        self.whole = output.read_bytes()
        # The files are removed with the job, but stay if an error ends the program.
        weakref.finalize(self, shutil.rmtree, folder).atexit = False

    def command(self, output, *more):
        return [*self.words, "--output", output, *more]

    def resume(self, output):
        return self.command(output, *self.again)

    def is_whole(self, data):
        return data == self.whole

    def wait_until_begun(self, run, output):
        """Waits until the file that a stopped run leaves exists, or the run has ended."""
        left = output.with_name(f"{output.name}.{self.left_over[0]}")
        while run.process.poll() is None and not left.exists():
            time.sleep(0.001)

    def check_end(self, run, output, stops=()):
        """Checks the files of a run that has succeeded, possibly after stops."""
        run.must_succeed()
        data = content(output)
        if data is None or not self.is_whole(data):
            run.fail(f"{output} is not what an undisturbed run writes")
        if signal.SIGKILL not in stops:
            self.check_names(run, output, self.resumed if stops else self.finished)
        elif output.with_name(output.name + ".lock").exists():
            run.fail("left its lock")

    def check_names(self, run, output, endings):
        """Checks that no temporary file and no lock stays next to the output."""
        allowed = {output.name, *(f"{output.name}.{end}" for end in endings)}
        found = {path.name for path in output.parent.iterdir()}
        if found - allowed:
            run.fail(f"left {sorted(found - allowed)}")

    def check_stop(self, run, stops, output, old):
        """Checks the files after the last signal. Returns whether the signal ended the run."""
        code, sign = run.end(), stops[-1]
        killed = sign == signal.SIGKILL
        self.check_left(run, killed, output, old)
        if code == 0:
            return False
        # The signal may come before the program handles it, which is before it writes.
        begun = (content(output) or b"") != (old or b"")
        if code != (-sign if killed or not begun and code < 0 else 128 + sign):
            run.fail(f"exit code {code} after {sign.name}")
        if signal.SIGKILL not in stops and code > 0:
            self.check_names(run, output, self.left_over)
        return True

    def check_left(self, run, killed, output, old):
        """Checks that the output has the old content, or is whole."""
        found = content(output)
        if found != old and not self.is_whole(found or b""):
            run.fail(f"was stopped, and {output} is neither unchanged nor complete")


class Bulk(Job):
    """`analyze --input`: one record per line."""

    name = "analyze"
    finished = left_over = resumed = ("manifest",)

    def __init__(self, folder, lines, words):
        self.folder, self.lines, self.options = folder, lines, words
        source = folder / "input"
        source.write_text("".join(line + "\n" for line in lines), "utf-8")
        self.is_csv = "csv" in words
        words = ["--input", source, "--allow-bad", "--no-book", "--hash", "1", *words]
        super().__init__(folder, ["analyze", *words])
        self.wanted = self.bare(self.whole)

    def sibling(self, dice):
        """Returns a job with the same lines in another order."""
        folder = new_folder(self.folder.parent)
        return Bulk(folder, dice.sample(self.lines, len(self.lines)), self.options)

    def bare(self, data):
        """Returns the lines without nodes and time."""
        lines = data.splitlines(keepends=True)
        return [bare(line, self.is_csv) for line in lines]

    def is_whole(self, data):
        return self.bare(data) == self.wanted

    def check_end(self, run, output, stops=()):
        super().check_end(run, output, stops)
        self.check_manifest(run, output, finished=True)

    def check_stop(self, run, stops, output, old):
        came = super().check_stop(run, stops, output, old)
        if came and run.code > 0 and content(output):
            self.check_manifest(run, output)
        return came

    def check_manifest(self, run, output, finished=False):
        """Checks that all checkpoints are correct, and that the last covers the whole output."""
        data = output.read_bytes()
        manifest = output.with_name(f"{output.name}.manifest").read_bytes()
        try:
            _, *checkpoints = map(json.loads, manifest.splitlines())
            wrong = [at for at in checkpoints if at["crc32"] != checksum(data[: at["bytes"]])]
            last = checkpoints[-1] if checkpoints else {"bytes": 0}
            whole = last["bytes"] == len(data) and (last.get("finished") or not finished)
        except (KeyError, ValueError) as error:
            run.fail(f"left a manifest that cannot be read: {error!r}")
        if wrong or not whole:
            run.fail(f"left {len(data)} bytes and a manifest that ends with {last}, {wrong=}")

    def check_left(self, run, killed, output, old):
        """Checks that the output is a beginning of the whole one."""
        data = content(output)
        if data == old or data is None:
            return
        lines = data.splitlines(keepends=True)
        torn = lines.pop() if lines and not lines[-1].endswith(b"\n") else b""
        if torn and not killed:
            run.fail(f"left a torn line of {len(torn)} bytes, code {run.code}")
        if self.bare(b"".join(lines)) != self.wanted[: len(lines)]:
            run.fail(f"left lines in {output} that an undisturbed run does not write")


def checksum(data):
    return f"{zlib.crc32(data):08x}"


def bare(line, is_csv):
    """Returns a record without the fields that differ from run to run."""
    if is_csv:
        return line.rsplit(b",", 5)[0] if line.endswith(b",,,\n") else line
    # In a text the quotes would be escaped.
    return line.rpartition(b',"nodes":')[0] or line


class Build(Job):
    """A shard of `book build`."""

    name = "book build"


class Deepen(Job):
    """`book deepen` of an invented book."""

    name = "book deepen"


class Whole(Job):
    """A command that cannot be resumed. Once stopped, its result is in `FILE.unfinished`."""

    again, left_over = (), ("unfinished",)

    def check_left(self, run, killed, output, old):
        super().check_left(run, killed, output, old)
        found = content(unfinished(output))
        if found is not None and not self.is_beginning(found):
            run.fail(f"left something else in {unfinished(output)} than a part of its result")

    def is_beginning(self, data):
        """Returns whether the result of a stopped run is a part of the whole one."""
        return data == self.whole

    def resume(self, output):
        """Removes the result of a stopped run. Before, checks that no run overwrites it."""
        found = content(unfinished(output))
        if found is not None:
            run = Run(self.command(output))
            run.must_be_rejected(b"rename or remove it")
            if content(unfinished(output)) != found:
                run.fail("changed the result of a stopped run")
            unfinished(output).unlink()
        return super().resume(output)


def unfinished(output):
    return output.with_name(output.name + ".unfinished")


class TestSet(Whole):
    """`testset generate`."""

    name = "testset generate"

    def is_beginning(self, data):
        # The comments contain the number of positions.
        lines, whole = (
            [line for line in text.splitlines(keepends=True) if not line.startswith(b"#")]
            for text in (data, self.whole)
        )
        return lines == whole[: len(lines)]


class Annotate(Whole):
    """`annotate --pgn`, which prints no times."""

    name = "annotate"

    def is_beginning(self, data):
        # The moves before the last annotated one are missing in the last game.
        *games, last = data.split(b"[Event ")
        return bool(last) and self.whole.startswith(b"[Event ".join([*games, b""]))


class Grade(Whole):
    """`grade`: one record per player."""

    name = "grade"

    def is_beginning(self, data):
        found, whole = (
            {record["player"]: record for record in map(json.loads, text.splitlines())}
            for text in (data, self.whole)
        )
        counts = ("games", "moves", "perfect", "at_risk", "kept", "blunders")
        return all(found[name][at] <= whole[name][at] for name in found for at in counts)


class Merge(Whole):
    """`book merge`. It ends at once, and leaves nothing but its lock and a temporary file."""

    name = "book merge"
    left_over = ("lock",)

    def check_names(self, run, output, endings):
        for path in output.parent.glob(".out.*"):
            path.unlink()
        super().check_names(run, output, ("lock", *endings))


def invented_book(folder):
    """Makes a book of 8 stones in which every score is 2, and the part `part` from which it is
    merged. A real one would take an hour.
    """
    shard, part, book = (folder / name for name in ("shard", "part", "book"))
    build = ["book", "build", "--ply", "8", "--hash", "1"]
    Run([*build, "--shard", "1/9000", "--output", shard]).must_succeed()
    merge = ["book", "merge", "--ply", "8", "--output", book]
    lacking = Run([*merge, shard])
    lacking.must_be_rejected(b"positions are missing in all parts")
    count = int(re.search(rb" of (\d+) positions", lacking.errors)[1])
    head = shard.read_bytes().splitlines(keepends=True)[0].replace(b"1/9000", b"1/1")
    record = struct.pack("<2I", 0, count) + bytes([2]) * count
    part.write_bytes(head + record + struct.pack("<I", zlib.crc32(record)))
    Run([*merge, part]).must_succeed()
    return book


class Maker:
    """Makes random jobs, and keeps some of each kind for a while."""

    def __init__(self, dice, folder):
        self.dice, self.folder = dice, folder
        self.hard = [self.position(14, 20) for _ in range(2000)]
        self.easy = [self.position(24, 30) for _ in range(500)]
        self.kept = {}
        self.book = None

    def position(self, least, most):
        """Returns a random game that is not over."""
        while True:
            board = Board.random(self.dice, self.dice.randint(least, most))
            if not board.over:
                return board.moves

    def job(self, kind, number=0):
        """Returns a job of a kind. Different numbers are different jobs."""
        key = kind, number
        # Sometimes a new job replaces a kept one.
        if key not in self.kept or self.dice.random() < 0.15:
            self.kept[key] = self.make(kind)
        return self.kept[key]

    def make(self, kind):
        if kind is Bulk:
            return self.bulk()
        if kind is Build:
            shard = f"{self.dice.randint(1, 30_000)}/30000"
            words = ["book", "build", "--ply", "10", "--hash", "1", "--shard", shard]
            return Build(new_folder(self.folder), [*words, "--threads", self.dice.randint(1, 2)])
        if kind in (Annotate, Grade):
            return self.games(kind)
        if kind in (Deepen, Merge):
            self.book = self.book or invented_book(new_folder(self.folder))
        if kind is Merge:
            parts = [self.book.with_name("part")] * self.dice.randint(1, 4)
            return Merge(new_folder(self.folder), ["book", "merge", "--ply", "8", *parts])
        if kind is Deepen:
            tries, threads = self.dice.randint(5, 30), self.dice.randint(1, 2)
            words = ["book", "deepen", self.book, "--tries", tries, "--nodes", "1000"]
            return Deepen(new_folder(self.folder), [*words, "--threads", threads, "--hash", "1"])
        ply, seed = self.dice.randint(14, 17), self.dice.randrange(1 << 32)
        words = ["testset", "generate", "--ply", ply, "--seed", seed]
        return TestSet(new_folder(self.folder), [*words, "--hash", "1"])

    def games(self, kind):
        """Makes a file of games by a few players."""
        folder, dice = new_folder(self.folder), self.dice
        games = dice.sample(self.easy, dice.choice((10, 40, 120)))
        players = ("Ann", "Ben", "Ümit \u202e", "\u001b[31m")
        objects = [{"moves": moves, "players": dice.sample(players, 2)} for moves in games]
        source = folder / "games"
        source.write_text("".join(json.dumps(each) + "\n" for each in objects), "utf-8")
        words = ["annotate", "--pgn"] if kind is Annotate else ["grade", "--json"]
        return kind(folder, [*words, "--input", source, "--hash", "1"])

    def bulk(self, most=None):
        """Makes a file of positions, some with labels. Some lines are bad."""
        dice = self.dice
        longest = dice.choice((0, 20, 1000, LONGEST_LABEL, LONGEST_LABEL))
        if longest == LONGEST_LABEL:
            positions = self.easy[: most or dice.choice((50, 300))]
        else:
            positions = dice.sample(self.hard, most or dice.choice(SIZES))
        least = longest if dice.random() < 0.2 else 0
        bad = dice.choice((0, 0.02))
        lines = [self.line(position, least, longest, bad) for position in positions]
        words = [word for word in ("--pv", "--scores=best", "--shard=1/2") if dice.random() < 0.3]
        return Bulk(new_folder(self.folder), lines, [*words, "--format", dice.choice(("jsonl", "csv"))])

    def line(self, position, least, longest, bad):
        if self.dice.random() < bad:
            position = self.dice.choice(BAD_LINES)
        length = self.dice.randint(least, longest)
        label = (LETTERS * (length // len(LETTERS) + 1)).encode()[:length]
        label = label.decode("utf-8", "ignore")
        return f"{position}\t{label}" if label else position
