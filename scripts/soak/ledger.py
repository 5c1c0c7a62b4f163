"""An engine's process, the lines sent to it, and the answers that it owes.

Every line of the engine must be an answer that it owes. A line that is wrong, too early or not owed
is an `Error`.
"""

import collections
import pathlib
import re
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "arena"))
import package  # noqa: E402, F401, finds claimeven
from board import Board  # noqa: E402
from claimeven.engine import default_command  # noqa: E402
from claimeven.errors import EngineError, Late  # noqa: E402
from claimeven.pipe import Pipe  # noqa: E402
from truth import meet, span, span_of_score, worth  # noqa: E402

# Longer than any answer takes.
PATIENCE = 120
INTRODUCTION = re.compile("(id|option) .+")
# Texts after `info string` that the engine may print at any time.
NEWS = ("best", "book", "search", "job", "perft", "no")


class Error(Exception):
    """The engine broke a rule."""


def read_move(word, board):
    """Returns the column of a legal move in the engine's notation."""
    for column in board.legal():
        if word in (str(column), board.drop(column)):
            return column
    raise Error(f"{word} is not a legal move")


class Search:
    """A `go` or `analyze` without an answer yet."""

    def __init__(self, answer, moves, held=False, only=None, limited=True, weak=False):
        self.answer = answer  # the first word of its answer
        self.moves = moves  # None without a position, "?" if it is unknown
        self.held = held  # must not be answered before it is released
        self.only = only  # the columns of searchmoves
        self.limited = limited  # may end before all columns are proven
        self.weak = weak  # has outcomes and no scores
        self.best = None  # the first move of the last best line
        self.lines = {}  # the values that the last lines allow for each column
        self.worths = {}
        self.ended = None  # when a command ended it

    def worth(self, column):
        """Returns the values that a column can have."""
        if column not in self.worths:
            self.worths[column] = worth(Board(self.moves), column)
        return self.worths[column]

    def columns(self):
        """Returns the columns that it considers."""
        legal = [] if self.moves is None else Board(self.moves).legal()
        return [column for column in legal if not self.only or column in self.only]


class Ledger:
    """The process, the lines sent to it, and the answers that it owes."""

    def __init__(self):
        self.pipe = Pipe(default_command(), "the engine")
        self.last = collections.deque(maxlen=60)
        self.sent = collections.Counter()
        self.searches = collections.deque()
        # Patterns of lines that are owed at once, in this order.
        self.replies = collections.deque()
        # For each `readyok` that is owed, the search whose answer it follows and the one whose
        # answer it precedes.
        self.ready = collections.deque()
        self.errors = 0  # commands that may still be rejected; None for any
        self.stops = []

    def send(self, *lines):
        """Writes lines in one write: text or bytes."""
        data = b""
        for line in lines:
            if isinstance(line, str):
                line = line.encode()
            self.last.append(b"> " + line)
            words = line.split()
            self.sent[words[0].decode("utf-8", "replace") if words else ""] += 1
            data += line + b"\n"
        self.pipe.send_bytes(data)

    def begin(self, search):
        """Begins a search. It ends the search before it."""
        self.release()
        self.searches.append(search)

    def release(self):
        if self.searches:
            last = self.searches[-1]
            last.held = False
            last.ended = last.ended or time.monotonic()

    def owe(self, *patterns):
        self.replies.extend(map(re.compile, patterns))

    def owe_ready(self):
        """Adds a `readyok`. It waits only for searches that a command ended."""
        ended = [search for search in self.searches if search.ended is not None]
        held = [search for search in self.searches if search.held]
        self.ready.append((ended[-1] if ended else None, held[-1] if held else None))
        self.owe("readyok")

    def owes(self):
        return self.searches or self.replies

    def read_until(self, until):
        """Reads the output up to a time."""
        while True:
            try:
                line = self.pipe.read(until)
            except Late:
                return
            self.last.append(b"< " + line.encode())
            try:
                self.take(time.monotonic(), line)
            except (IndexError, ValueError):
                raise Error("not a line of the protocol") from None

    def read_all(self):
        """Reads until nothing is owed."""
        until = time.monotonic() + PATIENCE
        while self.owes():
            self.read_until(time.monotonic() + 0.002)
            if time.monotonic() > until:
                raise Error("no answer")

    def take(self, at, line):
        words = line.split(" ")
        if words[0] in ("bestmove", "analysis"):
            self.answered(at, words)
        elif line.startswith("info string error"):
            if self.errors is not None:
                self.errors -= 1
                if self.errors < 0:
                    raise Error("no command was invalid")
        elif words[0] == "info" and words[1] != "string":
            self.info(words)
        elif words[:2] != ["info", "string"] or words[2] not in NEWS:
            self.replied(line)

    def replied(self, line):
        wanted = self.replies[0].pattern if self.replies else "nothing"
        if wanted in ("uciok", "ugiok") and INTRODUCTION.fullmatch(line):
            return
        if not self.replies or not self.replies.popleft().fullmatch(line):
            raise Error("expected " + wanted.replace("\\", ""))
        if wanted == "readyok" and self.ready.popleft()[0] in self.searches:
            raise Error("before the answer of a search that was ended")

    def info(self, words):
        if not self.searches or self.searches[0].moves is None:
            raise Error("nothing is being searched")
        search = self.searches[0]
        if "pv" not in words:
            return
        moves = words[words.index("pv") + 1 :]
        if words[words.index("multipv") + 1] == "1":
            search.best, search.lines = moves[0], {}
        if search.moves == "?":
            return
        board = Board(search.moves)
        first = read_move(moves[0], board)
        for word in moves:
            board.play(read_move(word, board))
        score = span_of_score(words[words.index("score") + 1 :], len(search.moves))
        if not meet(score, search.worth(first)):
            raise Error(f"column {first} cannot have this score")
        search.lines[first] = score

    def answered(self, at, words):
        if not self.searches:
            raise Error("no search was requested")
        search = self.searches.popleft()
        if search.answer != words[0] and search.answer != "?":
            raise Error(f"expected {search.answer}")
        if search.held:
            raise Error("answered too early")
        if any(search is held for _, held in self.ready):
            raise Error("a search that was not ended delayed readyok")
        if search.ended is not None:
            self.stops.append(max(0, at - search.ended) * 1000)
        if words[0] == "analysis":
            self.analysed(search, words[1:])
            return
        if search.best not in (None, words[1]):
            raise Error("not the first move of the best line")
        if search.moves == "?":
            return
        board = Board(search.moves or "")
        if words[1] == "(none)":
            if search.moves is not None and board.legal() and search.only != ():
                raise Error("there are moves")
            return
        column = read_move(words[1], board) if search.moves is not None else None
        if column is None or search.only and column not in search.only:
            raise Error("not one of the requested moves")
        if search.best is None:
            raise Error("no line of play before the answer")

    def analysed(self, search, words):
        columns, values = zip(*(word.split(":") for word in words), strict=True)
        if columns != tuple("1234567"):
            raise Error("not every column once")
        found = {at: value for at, value in enumerate(values, start=1) if value != "-"}
        for column, value in found.items():
            least, most = span(value)
            if least > most:
                raise Error(f"column {column}: the lower bound is above the upper one")
        if search.moves == "?":
            return
        if [*found] != search.columns():
            raise Error(f"expected columns {search.columns()}")
        for column, value in found.items():
            self.valued(search, column, value)

    def valued(self, search, column, value):
        found = span(value)
        if search.weak != (value[-1] in "LDW"):
            raise Error(f"column {column}: a value of the wrong mode")
        if not meet(found, search.worth(column)):
            raise Error(f"column {column} cannot have this value")
        if not meet(found, search.lines.get(column, found)):
            raise Error(f"column {column}: contradicts its last line")
        if ".." in value and not search.limited and search.ended is None:
            raise Error(f"column {column} is not proven")

    def numbers(self):
        """Returns resident KiB and threads, on platforms that report them."""
        try:
            with open(f"/proc/{self.pipe.process.pid}/status") as status:
                fields = dict(line.split(":", 1) for line in status)
        except OSError:
            return None
        return int(fields["VmRSS"].split()[0]), int(fields["Threads"])

    def settle(self):
        """Ends all searches and renews the table. Returns memory and threads in this state."""
        self.send("stop")
        self.release()
        self.read_all()
        # No other command uses this size, so the table is new.
        self.send("setoption name Hash value 64", "isready")
        self.owe_ready()
        self.read_all()
        self.read_until(time.monotonic() + 0.2)
        return self.numbers()

    def quit(self):
        self.send("quit")
        try:
            line = self.pipe.read(time.monotonic() + PATIENCE)
        except EngineError:
            # The end of its output.
            status = self.pipe.process.wait(timeout=PATIENCE)
            if status != 0:
                raise Error(f"exit status {status}") from None
        else:
            raise Error(f"{line!r} after the last answer")
