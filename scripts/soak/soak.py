#!/usr/bin/env python3
"""Sends random commands to the engine and checks every answer.

    scripts/soak/soak.py [--minutes 60] [--mangled PERCENT] [--seed N]

Commands are sent at random moments, many of them during searches; PERCENT of them are mangled. The
script checks that
- each `go` has one `bestmove`: legal, the first move of the best line, and not too early;
- each `analyze` has an `analysis` of the requested columns, which contradicts neither the lines
  before it nor a search of two moves;
- each line of play is legal;
- `isready`, `uci`, `ugi`, `eval`, `d` and `query` are answered in order, the last two correctly;
- `isready` waits for the answer of a search that was stopped, but not for one that continues;
- the engine prints nothing else.

At the end it prints the commands sent, the time of stops, and memory and threads at the start and
at the end. The first error ends the run with exit code 1, the last lines of the conversation and
the seed.

ENGINE in the environment names another engine than target/release/claimeven. Standard library
only; memory and threads are printed on Linux.
"""

import argparse
import random
import re
import statistics
import sys
import time

from ledger import Board, EngineError, Error, Ledger, Search
from truth import ANSWERS, answer, drawing, fen

# White space, punctuation, and bytes that are not text.
ODD_BYTES = (0, 9, 11, 32, 45, 64, 127, 128, 195, 255)
VARIANT = "info string variant cfour files 7 ranks 6 pocket 1 template fairy startpos "


def response(question, moves):
    """Returns a pattern of the answer to a `query`."""
    if moves == "?":
        return f"response ({ANSWERS[question]})"
    return re.escape("response " + answer(question, None if moves is None else Board(moves)))


class Soak:
    """Random commands."""

    def __init__(self, engine, dice, mangled):
        self.engine, self.dice, self.mangled = engine, dice, mangled
        self.moves = ""  # None without a position, "?" if it is unknown
        self.weak = False

    def position(self):
        dice = self.dice
        moves = Board.random(dice, dice.choice((0, 4, 9, 20, 42))).moves
        if dice.random() < 0.03:
            self.moves = None
            self.may_err()
            return f"position startpos moves {moves}99"
        self.moves = moves
        return f"position startpos moves {' '.join(moves)}"

    def may_err(self):
        if self.engine.errors is not None:
            self.engine.errors += 1

    def limits(self):
        dice = self.dice
        words = ""
        for text, likely in (
            (f" depth {dice.randint(0, 42)}", 0.2),
            (f" nodes {dice.choice((0, dice.randint(1, 100_000)))}", 0.2),
            (f" movetime {dice.randint(-1, 60)}", 0.2),
            (f" mate {dice.randint(0, 9)}", 0.1),
            (f" wtime {dice.randint(-5, 900)} btime {dice.randint(0, 900)}", 0.3),
            (" wtime 0 btime 0 movetime 0", 0.1),
            (f" winc {dice.randint(0, 9)} movestogo {dice.randint(0, 9)}", 0.1),
        ):
            if dice.random() < likely:
                words += text
        return words

    def search(self):
        dice, words, only = self.dice, self.limits(), None
        if self.moves is None:
            self.may_err()
        if dice.random() < 0.05:
            self.engine.begin(Search("bestmove", self.moves, only=()))
            return f"go perft {dice.randint(1, 7)}"
        answer = dice.choice(("bestmove", "bestmove", "bestmove", "analysis"))
        held = dice.choice(("", "", "", " infinite", " ponder"))
        if dice.random() < 0.1 and self.moves not in (None, "?"):
            only = [at for at in Board(self.moves).legal() if dice.random() < 0.5]
            words += " searchmoves " + " ".join(str(at) for at in only) if only else ""
        limited = held + words != ""
        self.engine.begin(Search(answer, self.moves, held != "", only, limited, self.weak))
        return {"bestmove": "go", "analysis": "analyze"}[answer] + held + words

    def end(self):
        engine = self.engine
        word = self.dice.choice(("stop", "stop", "ponderhit"))
        if word == "stop":
            engine.release()
        elif engine.searches and not self.waits_for_stop:
            engine.searches[-1].held = False
        return word

    def query(self):
        question = self.dice.choice(("gameover", "result", "p1turn", "fen"))
        self.engine.owe(response(question, self.moves))
        return f"query {question}"

    def option(self):
        option = self.dice.choice(
            (
                f"Hash value {self.dice.randint(40, 60)}",
                f"Threads value {self.dice.randint(1, 3)}",
                "Clear Hash",
                f"MultiPV value {self.dice.randint(1, 7)}",
                f"Move Overhead value {self.dice.randint(0, 20)}",
                "UCI_ShowWDL value " + self.dice.choice(("true", "false")),
                "Solve value " + self.dice.choice(("strong", "weak")),
                "Resistance value " + self.dice.choice(("longest", "practical")),
                "UCI_Variant value cfour",
            )
        )
        if option.startswith("Solve"):
            self.weak = option.endswith("weak")
        if option.startswith("UCI_Variant"):
            self.engine.owe(re.escape(VARIANT + fen(Board())))
        return f"setoption name {option}"

    def picture(self):
        """Sends a command that shows the position, if it is known."""
        if self.moves == "?":
            return self.position()
        line, board = self.dice.choice(("eval", "d")), Board(self.moves or "")
        # `d` needs a position, and `eval` a game that is not over.
        if self.moves is None or line == "eval" and board.over:
            self.may_err()
        elif line == "eval":
            self.engine.owe(r"info string eval cp -?[0-9]+ for the side to move")
        else:
            self.engine.owe(*drawing(board))
        return line

    def line(self):
        kind = self.dice.random()
        if kind < 0.2:
            return self.position()
        if kind < 0.4:
            line = self.search()
            self.waits_for_stop = "infinite" in line
            return line
        if kind < 0.6:
            return self.end()
        if kind < 0.75:
            self.engine.owe_ready()
            return "isready"
        if kind < 0.85:
            return self.query()
        if kind < 0.93:
            return self.option()
        if kind < 0.95:
            return self.picture()
        line = self.dice.choice(("ucinewgame", "uci", "ugi", "debug on", "debug off"))
        if line in ("uci", "ugi"):
            self.engine.owe(f"{line}ok")
        return line

    def spoil(self):
        """Returns a mangled line, and adds the answers that it may have."""
        dice, engine = self.dice, self.engine
        pool = (
            "go depth 5 nodes 300 searchmoves 1 2",
            "go wtime 500 btime 500 ponder",
            "go infinite",
            "analyze mate 3 movetime 20",
            "position startpos moves 4 4 5 3",
            "position fen 7/7/7/7/3p3/3P3 w - - 0 2 moves d3",
            "setoption name MultiPV value 3",
            "setoption name UCI_ShowWDL value true",
            "query gameover",
            "debug on",
            "isready",
            "stop",
            "ponderhit",
            "ucinewgame",
            "go perft 4",
        )
        line = bytearray(dice.choice(pool).encode())
        for _ in range(dice.randint(1, 4)):
            at = dice.randrange(len(line) + 1)
            spoilt = dice.randrange(4)
            if spoilt == 0:
                line[at : at + dice.randint(1, 5)] = b""
            elif spoilt == 1:
                line[at:at] = bytes(dice.choice(ODD_BYTES) for _ in "ab")
            elif spoilt == 2:
                other = dice.choice(pool).encode().split()
                line[at:at] = b" " + dice.choice(other) + b" "
            else:
                line[at:at] = line[: dice.randint(0, 400)]
        line = bytes(line).replace(b"\n", b" ").replace(b"\r", b" ")
        words = line.split()
        first = words[0] if words else b""
        if first in (b"d", b"eval"):
            # Their answers are unknown.
            return self.spoil()
        if first in (b"go", b"analyze"):
            answer = "bestmove" if first == b"go" else "analysis"
            engine.begin(Search("?" if b"perft" in words else answer, "?"))
        elif first == b"position":
            self.moves = "?"
        elif words == [b"stop"]:
            engine.release()
        elif words == [b"ponderhit"] and engine.searches:
            engine.searches[-1].held = False
        elif words == [b"isready"]:
            engine.owe_ready()
        elif words in ([b"uci"], [b"ugi"]):
            engine.owe(f"{first.decode()}ok")
        elif first == b"query" and len(words) == 2:
            question = words[1].decode("utf-8", "replace")
            if question in ANSWERS:
                engine.owe(response(question, self.moves))
        return line

    def run(self, minutes):
        engine, dice = self.engine, self.dice
        self.waits_for_stop = False
        engine.errors = None if self.mangled else 0
        end = time.monotonic() + minutes * 60
        while time.monotonic() < end:
            lines = []
            for _ in range(dice.choice((1, 1, 1, 2, 5))):
                spoilt = dice.random() * 100 < self.mangled
                lines.append(self.spoil() if spoilt else self.line())
            if len(engine.searches) > 8:
                lines.append("stop")
                engine.release()
            engine.send(*lines)
            engine.read_until(time.monotonic() + min(dice.expovariate(100), 0.2))
            if len(engine.searches) > 8 or len(engine.replies) > 30:
                engine.send("stop")
                engine.release()
                engine.read_all()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--mangled", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    dice = random.Random(args.seed)
    try:
        engine = Ledger()
    except EngineError as error:
        sys.exit(str(error))
    begin = time.monotonic()
    try:
        at_start = engine.settle()
        Soak(engine, dice, args.mangled).run(args.minutes)
        at_end = engine.settle()
        engine.quit()
    except (Error, EngineError) as error:
        engine.pipe.kill()
        for line in engine.last:
            print(line.decode("utf-8", "backslashreplace"))
        print(f"error after {time.monotonic() - begin:.0f} s, seed {args.seed}: {error}")
        sys.exit(1)
    print(f"{time.monotonic() - begin:.0f} s, {sum(engine.sent.values())} commands, no error")
    print(", ".join(f"{word} {count}" for word, count in engine.sent.most_common(16)))
    if engine.stops:
        median, longest = statistics.median(engine.stops), max(engine.stops)
        print(f"{len(engine.stops)} stops, median {median:.2f} ms, longest {longest:.2f} ms")
    print(f"resident KiB and threads at the start {at_start}, at the end {at_end}")


if __name__ == "__main__":
    main()
