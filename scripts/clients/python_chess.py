#!/usr/bin/env python3
"""Drives the engine through python-chess: analysis, infinite search, ponder, play.

    pip install chess
    scripts/clients/python_chess.py

ENGINE names another engine than target/release/claimeven. The first unexpected result ends the
program with an error.
"""

import sys
import unittest

try:
    import chess.engine
except ImportError:
    sys.exit("python-chess is not installed: pip install chess")

from clone import default_command
from connect_four import ConnectFourBoard


def reject():
    """Checks that the board rejects unknown and full columns, and moves after the end."""
    for moves in ("0", "8", "x", "4444444", "12121214"):
        try:
            ConnectFourBoard(moves)
        except chess.IllegalMoveError:
            continue
        sys.exit(f"the board accepts {moves}")


def analyse(engine):
    """Checks every column of a position, with proven scores."""
    board = ConnectFourBoard("445332")
    lines = engine.analyse(board, chess.engine.Limit(), multipv=7)
    assert [line["multipv"] for line in lines] == list(range(1, 8))
    for line in lines:
        columns = (chess.square_file(move.to_square) + 1 for move in line["pv"])
        print(line["score"].relative, "".join(map(str, columns)))
    assert lines[0]["score"].relative == chess.engine.Mate(17)


def stop(engine):
    """Checks an infinite search that is stopped after its first lines."""
    # With the book, the search ends at once.
    engine.configure({"OwnBook": False})
    with engine.analysis(ConnectFourBoard()) as analysis:
        for number, _ in enumerate(analysis):
            # A fast machine solves the empty board in a second, and then prints no more lines.
            if number == 2:
                break
    assert analysis.wait().move is not None
    engine.configure({"OwnBook": True})


def mate(engine):
    """Checks a search for a win within a number of moves."""
    board = ConnectFourBoard("445332")
    line = engine.analyse(board, chess.engine.Limit(mate=17))
    assert line["score"].relative == chess.engine.Mate(17)


def play(engine):
    """Plays a game of the engine against itself, with pondering."""
    board, ponders = ConnectFourBoard(), 0
    limit = chess.engine.Limit(white_clock=2, black_clock=2, white_inc=0.02, black_inc=0.02)
    while not board.is_game_over():
        result = engine.play(board, limit, game="match", ponder=True)
        ponders += result.ponder is not None
        board.push(result.move)
    print(board, board.result(), f"{ponders} ponder moves")


def main():
    reject()
    # python-chess warns of malformed lines. None is allowed.
    no_warnings = unittest.TestCase().assertNoLogs("chess", "WARNING")
    popen = chess.engine.SimpleEngine.popen_uci
    with no_warnings, popen(default_command(), timeout=60) as engine:
        print(engine.id["name"])
        for part in (analyse, mate, stop, play):
            part(engine)


if __name__ == "__main__":
    main()
