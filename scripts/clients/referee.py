#!/usr/bin/env python3
"""Lets pyffish, which knows the rules without us, referee games of the engine.

    pip install pyffish
    scripts/clients/referee.py [GAMES] [ENGINE]

Each game opens with a few random moves and goes on at a few hundred nodes a
move. After every move both must tell the same position and the same end; every
move must be legal for the referee. Ends with an error at the first difference.
"""

import collections
import pathlib
import random
import subprocess
import sys

try:
    import pyffish
except ImportError:
    sys.exit("pyffish is not installed: pip install pyffish")

VARIANT = "cfour"
FULL = 42


class Engine:
    """The engine at the end of two pipes, asked in its own words."""

    def __init__(self, path):
        self.process = subprocess.Popen(
            [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.ask("uci", "uciok")

    def ask(self, line, answer):
        """The rest of the first line that begins with the answer."""
        self.process.stdin.write(line + "\n")
        for said in self.process.stdout:
            assert " error " not in said, f"{line}: {said}"
            if said.startswith(answer):
                return said.removeprefix(answer).strip()
        raise SystemExit("the engine ended")

    def position(self, moves):
        command = " ".join(["position startpos moves", *moves])
        return self.ask(f"{command}\nquery fen", "response")

    def move(self, nodes):
        return self.ask(f"go nodes {nodes}", "bestmove").split()[0]


def referee_result(fen, moves):
    """What the referee says of a game: a word as `query result` has it."""
    over, _ = pyffish.is_immediate_game_end(VARIANT, fen, moves)
    if over:
        return "p1win" if len(moves) % 2 else "p2win"
    return "draw" if len(moves) == FULL else "none"


def same(what, ours, theirs, moves):
    if ours != theirs:
        sys.exit(f"{what}: engine {ours}, referee {theirs} after {' '.join(moves)}")


def play(engine, dice):
    """One game; its result."""
    start = pyffish.start_fen(VARIANT)
    moves, opening = [], dice.randrange(9)
    while True:
        theirs = board(pyffish.get_fen(VARIANT, start, moves))
        same("position", board(engine.position(moves)), theirs, moves)
        result = referee_result(start, moves)
        same("result", engine.ask("query result", "response"), result, moves)
        over = str(result != "none").lower()
        same("end", engine.ask("query gameover", "response"), over, moves)
        legal = pyffish.legal_moves(VARIANT, start, moves)
        same("moves", perft_moves(engine), sorted(legal), moves)
        if result != "none":
            return result
        if len(moves) < opening:
            moves.append(dice.choice(legal))
        else:
            moves.append(engine.move(dice.choice((1, 200, 1000))))


def board(fen):
    """A FEN without its counters."""
    return " ".join(fen.split()[:2])


def perft_moves(engine):
    """The moves that the engine knows."""
    engine.process.stdin.write("go perft 1\n")
    moves = []
    for said in engine.process.stdout:
        words = said.split()
        if words[:2] == ["bestmove", "(none)"]:
            return sorted(moves)
        if words[:3] == ["info", "string", "perft"] and words[3] != "total":
            moves.append(words[3])
    raise SystemExit("the engine ended")


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    path = sys.argv[2] if len(sys.argv) > 2 else "target/release/claimeven"
    definition = pathlib.Path(__file__).with_name("cfour.ini").read_text(encoding="utf-8")
    pyffish.load_variant_config(definition)
    engine, dice = Engine(path), random.Random(1)
    results = collections.Counter(play(engine, dice) for _ in range(games))
    print(f"{games} games agree:", dict(results))


if __name__ == "__main__":
    main()
