"""An engine's process, what was said to it, and what it owes.

Every line it says is taken as the payment of a debt; what it does not owe, or
pays too early or wrongly, is a `Fault`.
"""

import collections
import os
import pathlib
import queue
import subprocess
import sys
import threading
import time

sys.path.append(str(pathlib.Path(__file__).parents[1] / "cluster"))

from board import Board  # noqa: E402

# Longer than any answer takes that is due.
PATIENCE = 120
WORDS = ("info", "id", "option", "uciok", "ugiok")


class Fault(Exception):
    """The engine did what it must not do."""


def read_move(word, board):
    """The column of a legal move, written as the engine does."""
    for column in board.legal():
        row = len(board.columns[column - 1]) + 1
        if word in (str(column), f"P@{'abcdefg'[column - 1]}{row}"):
            return column
    raise Fault(f"{word} is no legal move")


class Search:
    """A `go` or `analyze` that is not answered yet."""

    def __init__(self, answer, moves, held=False, only=None):
        self.answer = answer  # the word of its answer
        self.moves = moves  # None without a position, "?" when it is not known
        self.held = held  # may not be answered before it is released
        self.only = only  # the columns of searchmoves
        self.told = 0  # lines of play
        self.ended = None  # when it was told to end


class Engine:
    """The process, what was sent to it, and what it still owes."""

    def __init__(self):
        path = os.environ.get("ENGINE", "target/release/claimeven")
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.last = collections.deque(maxlen=60)
        self.sent = collections.Counter()
        self.searches = collections.deque()
        self.ready = 0
        self.responses = collections.deque()
        self.errors = 0  # what may still be refused; None for anything
        self.stops = []

    def read(self):
        for line in self.process.stdout:
            self.lines.put((time.perf_counter(), line.decode("utf-8").rstrip("\n")))
        self.lines.put((time.perf_counter(), None))

    def send(self, *lines):
        """Writes lines at once; text or bytes."""
        data = b""
        for line in lines:
            if isinstance(line, str):
                line = line.encode()
            self.last.append(b"> " + line)
            words = line.split()
            self.sent[words[0].decode("utf-8", "replace") if words else ""] += 1
            data += line + b"\n"
        try:
            self.process.stdin.write(data)
        except BrokenPipeError:
            raise Fault("the engine has ended") from None

    def begin(self, search):
        """A further search ends the one before it."""
        self.release()
        self.searches.append(search)

    def release(self):
        if self.searches:
            last = self.searches[-1]
            last.held = False
            last.ended = last.ended or time.perf_counter()

    def owes(self):
        return self.searches or self.ready or self.responses

    def hear(self, until):
        """Takes in what is said up to a moment."""
        while True:
            wait = until - time.perf_counter()
            try:
                at, line = self.lines.get(timeout=max(wait, 0))
            except queue.Empty:
                return
            if line is None:
                raise Fault("the engine has ended")
            self.last.append(b"< " + line.encode())
            self.take(at, line)

    def hear_all(self):
        """Waits until nothing is owed."""
        until = time.perf_counter() + PATIENCE
        while self.owes():
            self.hear(time.perf_counter() + 0.002)
            if time.perf_counter() > until:
                raise Fault("no answer")

    def take(self, at, line):
        words = line.split(" ")
        if words[0] in ("bestmove", "analysis"):
            self.answered(at, words)
        elif line == "readyok":
            self.ready -= 1
            if self.ready < 0:
                raise Fault("readyok without isready")
        elif words[0] == "response":
            wanted = self.responses.popleft() if self.responses else None
            if wanted not in (line, "?"):
                raise Fault(f"wanted {wanted}")
        elif line.startswith("info string error"):
            if self.errors is not None:
                self.errors -= 1
                if self.errors < 0:
                    raise Fault("nothing was wrong")
        elif words[0] == "info" and "pv" in words:
            self.told(words)
        elif words[0] not in WORDS and not self.sent["d"] + self.sent["help"]:
            raise Fault("not a line of the protocol")

    def told(self, words):
        if not self.searches:
            raise Fault("nothing is being searched")
        search = self.searches[0]
        search.told += 1
        if search.moves == "?":
            return
        board = Board(search.moves)
        for word in words[words.index("pv") + 1 :]:
            board.play(read_move(word, board))

    def answered(self, at, words):
        if not self.searches:
            raise Fault("nothing was asked")
        search = self.searches.popleft()
        if search.answer != words[0] and search.answer != "?":
            raise Fault(f"wanted {search.answer}")
        if search.held:
            raise Fault("answered too early")
        if search.ended is not None:
            self.stops.append(max(0, at - search.ended) * 1000)
        if words[0] != "bestmove" or search.moves == "?":
            return
        board = Board(search.moves or "")
        if words[1] == "(none)":
            if search.moves is not None and board.legal() and search.only != ():
                raise Fault("there are moves")
            return
        column = read_move(words[1], board) if search.moves is not None else None
        if column is None or search.only and column not in search.only:
            raise Fault("not one of the moves asked for")
        if not search.told:
            raise Fault("no line of play before the answer")

    def numbers(self):
        """Resident KiB and threads, where the platform tells."""
        try:
            with open(f"/proc/{self.process.pid}/status") as status:
                fields = dict(line.split(":", 1) for line in status)
        except OSError:
            return None
        return int(fields["VmRSS"].split()[0]), int(fields["Threads"])

    def settle(self):
        """Everything ended, the table new: a state that can be compared."""
        self.send("stop")
        self.release()
        self.hear_all()
        # A size that is used nowhere else: the table is a new one.
        self.send("setoption name Hash value 64", "isready")
        self.ready += 1
        self.hear_all()
        self.hear(time.perf_counter() + 0.2)
        return self.numbers()

    def quit(self):
        self.send("quit")
        while True:
            _, line = self.lines.get(timeout=PATIENCE)
            if line is None:
                break
            raise Fault(f"{line!r} after everything was answered")
        status = self.process.wait(timeout=PATIENCE)
        if status != 0:
            raise Fault(f"exit status {status}")
