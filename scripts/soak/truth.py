"""Facts about a position that follow from the rules, in the engine's notation.

Boards are those of the referee; None means no position. Pure.
"""

import re

from board import CELLS, COLUMNS, ROWS, bits_from_the_top, fours

STONES = 21
# The greatest score.
MOST = 18
SIGNS = "XO"
PLAYERS = ("X, the first player", "O, the second player")
RESULTS = ("p1win", "p2win")
FEN = r"[1-7Pp/]+\[P*p*\] [wb] - - 0 [0-9]+"
# The possible answers about an unknown position.
ANSWERS = {"gameover": "true|false", "p1turn": "true|false"}
ANSWERS |= {"result": "p1win|p2win|draw|none", "fen": f"none|{FEN}"}
# The scores that each word for an outcome allows.
OUTCOMES = {"L": (-MOST, -1), "D": (0, 0), "W": (1, MOST)}


def answer(question, board):
    """Returns the text after the word `response`."""
    if question == "gameover":
        return str(board is None or board.over).lower()
    if question == "p1turn":
        return str(board is None or board.mover == 0).lower()
    if board is None:
        return "none"
    return fen(board) if question == "fen" else result(board)


def result(board):
    if board.won:
        return RESULTS[1 - board.mover]
    return "draw" if board.over else "none"


def rows_of(board, signs):
    """Returns the rows from the top, with a character for empty cells and for each player."""
    signs = [signs[cell] for cell in board.cells()]
    return [signs[first : first + COLUMNS] for first in range(0, CELLS, COLUMNS)]


def fen(board):
    rows = ["".join(row) for row in rows_of(board, "1Pp")]
    ranks = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
    played = board.stones
    hands = "P" * (STONES - (played + 1) // 2) + "p" * (STONES - played // 2)
    return f"{ranks}[{hands}] {'wb'[board.mover]} - - 0 {played // 2 + 1}"


def drawing(board):
    """Returns patterns of the lines that `d` prints, with moves in either notation."""
    side = PLAYERS[board.mover]
    if board.over:
        side = "none, the game is drawn"
    if board.won:
        side = f"none, {SIGNS[1 - board.mover]} has won"
    rows = [list("1234567"), *marked(board)]
    lines = ["".join(f" {sign:^3}" for sign in row).rstrip() for row in rows]
    lines.append(f"side to move: {side}")
    moves = (f"({move}|P@{'abcdefg'[int(move) - 1]}[1-6])" for move in board.moves)
    return [*map(re.escape, lines), "moves: " + " ".join(moves), re.escape(f"fen: {fen(board)}")]


def marked(board):
    """Returns the rows from the top, with the last move and a winning four marked."""
    rows, player = rows_of(board, "." + SIGNS), SIGNS[1 - board.mover]
    winning = fours(board.last)
    for index, bit in enumerate(bits_from_the_top()):
        if winning & bit:
            rows[index // COLUMNS][index % COLUMNS] = f"({player})"
    if board.moves:
        column = int(board.moves[-1])
        rows[ROWS - board.moves.count(str(column))][column - 1] = f"[{player}]"
    return rows


def worth(board, column):
    """Returns the bounds on the value of a column that a search of two moves proves."""
    stones = board.stones
    most, least = min(MOST, (43 - stones) // 2), max(-MOST, -((42 - stones) // 2))
    after = board.after(column)
    if after.won:
        return most, most
    if after.over:
        return 0, 0
    if any(map(after.wins, after.legal())):
        return least, least
    # With fewer stones no player has three in a row, and a score of 18 remains possible.
    return least + (stones > 4), most - (stones > 5)


def span(value):
    """Returns the bounds in a value of `analysis`: `2`, `-4..2`, `W`, `L..D`."""
    ends = value.split("..")
    read = [OUTCOMES.get(end) or (int(end), int(end)) for end in ends]
    return read[0][0], read[-1][1]


def span_of_score(words, stones):
    """Returns the bounds in the text after the word `score`."""
    kind, number, bound = words[0], int(words[1]), words[2]
    if kind == "mate" and number > 0:
        number = (43 - stones) // 2 + 1 - number
    elif kind == "mate":
        number = -number - (42 - stones) // 2 - 1
    elif bound == "lowerbound":
        return OUTCOMES["W"]
    elif bound == "upperbound":
        return OUTCOMES["L"]
    elif number:
        return -MOST, MOST
    return number, number


def meet(one, two):
    """Returns whether two spans overlap."""
    return max(one[0], two[0]) <= min(one[1], two[1])
