#!/usr/bin/env python3
"""Sends an engine commands at random for as long as you like, and checks it.

    scripts/soak/soak.py [--minutes 60] [--mangled PERCENT] [--seed N]
    scripts/soak/soak.py --games 10000 [--seed N]

The first form sends random commands at random moments, many of them in the
middle of searches; PERCENT of them are mangled first. The second plays
games through one process. Whatever is sent, each `go` must have one `bestmove`
that is legal, the first move of the best line and not given too early; each
`analyze` an `analysis` of the columns asked for, which contradicts neither the lines
before it nor what two moves show; each line of play must be legal. `isready`, `uci`,
`ugi`, `eval`, `d` and `query` must be answered in their order, the last two by the
truth, and `isready` behind the answer of a search that was told to stop, but never behind
one that goes on; and nothing else may be said. At the end it prints what was sent, how long a
stop took, and memory and threads at the start and at the end. The first fault
ends the run with exit code 1, the last lines of the conversation and the seed.

ENGINE in the environment names another engine than target/release/claimeven.
Standard library only; memory and threads are told on Linux.
"""

import argparse
import queue
import random
import re
import sys
import time

from ledger import Board, Engine, Fault, Search, read_move
from truth import ANSWERS, answer, drawing, fen

PERCENTILES = (50, 90, 99, 99.9, 100)
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
        dice, board, moves = self.dice, Board(), ""
        for _ in range(dice.choice((0, 4, 9, 20, 42))):
            if board.legal():
                column = dice.choice(board.legal())
                board.play(column)
                moves += str(column)
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
                "Notation value " + self.dice.choice(("auto", "drop", "column")),
                "Solve value " + self.dice.choice(("strong", "weak")),
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
        # Without a position there is no drawing, and a finished game has no value.
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
        """Returns a mangled line, and the answers that it may have."""
        dice, engine = self.dice, self.engine
        pool = (
            "go depth 5 nodes 300 searchmoves 1 2",
            "go wtime 500 btime 500 ponder",
            "go infinite",
            "analyze mate 3 movetime 20",
            "position startpos moves 4 4 5 3",
            "position fen 7/7/7/7/3p3/3P3 w - - 0 2 moves d3",
            "setoption name MultiPV value 3",
            "setoption name Notation value drop",
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
            # It may be held back.
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
        end = time.perf_counter() + minutes * 60
        while time.perf_counter() < end:
            lines = []
            for _ in range(dice.choice((1, 1, 1, 2, 5))):
                spoilt = dice.random() * 100 < self.mangled
                lines.append(self.spoil() if spoilt else self.line())
            if len(engine.searches) > 8:
                lines.append("stop")
                engine.release()
            engine.send(*lines)
            engine.hear(time.perf_counter() + min(dice.expovariate(100), 0.2))
            if len(engine.searches) > 8 or len(engine.replies) > 30:
                engine.send("stop")
                engine.release()
                engine.hear_all()


LIMITS = ("nodes 500", "nodes 3000", "depth 5", "movetime 11", "wtime 60 btime 60")


def play(engine, dice, games):
    """Plays games through one process, and prints its numbers every thousand games."""
    plies = 0
    for number in range(games):
        board, moves = Board(), ""
        engine.send("ucinewgame", "isready")
        engine.owe_ready()
        while board.legal():
            limit = dice.choice(LIMITS)
            engine.send(f"position startpos moves {moves}", "query gameover", f"go {limit}")
            engine.owe("response false")
            search = Search("bestmove", moves)
            engine.begin(search)
            engine.hear_all()
            best = next(line for line in reversed(engine.last) if line.startswith(b"< bestmove"))
            column = read_move(best.split()[2].decode(), board)
            if dice.random() < 0.3:
                column = dice.choice(board.legal())
            board.play(column)
            moves += str(column)
            plies += 1
        engine.send(f"position startpos moves {moves}", "query gameover", "query result")
        engine.owe("response true", response("result", moves))
        engine.hear_all()
        if (number + 1) % 1000 == 0:
            numbers = engine.numbers()
            print(f"{number + 1} games, {plies} plies, KiB and threads {numbers}", flush=True)


def percentiles(times):
    times = sorted(times)
    ranks = ((p, min(len(times) - 1, int(len(times) * p / 100))) for p in PERCENTILES)
    return ", ".join(f"{p} % {times[rank]:.2f}" for p, rank in ranks)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--mangled", type=float, default=0, metavar="PERCENT")
    parser.add_argument("--games", type=int)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    dice, engine = random.Random(args.seed), Engine()
    begin = time.perf_counter()
    try:
        at_start = engine.settle()
        if args.games is None:
            Soak(engine, dice, args.mangled).run(args.minutes)
        else:
            play(engine, dice, args.games)
        at_end = engine.settle()
        engine.quit()
    except (Fault, queue.Empty) as fault:
        engine.process.kill()
        for line in engine.last:
            print(line.decode("utf-8", "backslashreplace"))
        print(f"fault after {time.perf_counter() - begin:.0f} s, seed {args.seed}: {fault}")
        sys.exit(1)
    print(f"{time.perf_counter() - begin:.0f} s, {sum(engine.sent.values())} commands, no fault")
    print(", ".join(f"{word} {count}" for word, count in engine.sent.most_common(16)))
    if engine.stops:
        print(f"{len(engine.stops)} searches ended, answered within ms: {percentiles(engine.stops)}")
    print(f"resident KiB and threads at the start {at_start}, at the end {at_end}")


if __name__ == "__main__":
    main()
