"""The rules of Connect Four on bitboards: legal moves, the end, and the notations of engines.

A column has seven bits, the lowest for its lowest row; the seventh bit is always 0, so that no
four wraps around. Bit 7 * column + row is a cell, both counted from 0:

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Outside this file, columns are counted from 1. Knows no engine.
"""

import functools
import re
from collections.abc import Sequence

COLUMNS, ROWS = 7, 6
CELLS = COLUMNS * ROWS
NAMES = "abcdefg"
BITS = ROWS + 1
BOTTOMS = [1 << BITS * column for column in range(COLUMNS)]
FULL = [bottom * ((1 << ROWS) - 1) for bottom in BOTTOMS]
# Vertical, horizontal, and the two diagonals.
DIRECTIONS = (1, BITS, BITS - 1, BITS + 1)


class IllegalMove(Exception):
    """A move that the rules do not allow, with the reason."""


class Board:
    """A position, and the moves that led to it."""

    __slots__ = ("all", "last", "moves", "stones", "words")

    def __init__(self, moves: str = "") -> None:
        self.all = 0
        """The stones of both players."""
        self.last = 0
        """The stones of the player who has just moved."""
        self.stones = 0
        self.moves = ""
        """The columns played."""
        self.words = ""
        """The same moves as managers write them, each after a space: ` P@d1`."""
        for move in moves:
            self.play(int(move) if move.isdecimal() else 0)

    @classmethod
    def of_fen(cls, fen: str) -> "Board":
        """Reads a position of managers: ranks from the top, `P` for the first player.

        Its moves are in any order that gives the position.
        """
        ranks = fen.split("[")[0].split(" ")[0].split("/")
        cells = [re.sub(r"\d", lambda empty: "." * int(empty[0]), rank) for rank in ranks]
        if len(cells) != ROWS or any(re.fullmatch("[.Pp]{7}", rank) is None for rank in cells):
            raise IllegalMove(f"expected six ranks of seven cells; found {fen!r}")
        columns = ["".join(column).rstrip(".") for column in zip(*reversed(cells), strict=True)]
        moves = order_of(columns)
        if moves is None:
            raise IllegalMove(f"expected a position that can be reached; found {fen!r}")
        return cls(moves)

    @property
    def won(self) -> bool:
        """Whether the player who has just moved has a four."""
        return has_four(self.last)

    @property
    def over(self) -> bool:
        return self.stones == CELLS or has_four(self.last)

    def legal(self) -> list[int]:
        """Returns the columns that are not full."""
        return [column + 1 for column, full in enumerate(FULL) if self.all & full != full]

    def cell(self, column: int) -> int:
        """Returns the bit of the next stone in a column, or 0 if the column is full."""
        return self.all + BOTTOMS[column - 1] & FULL[column - 1]

    def play(self, column: int) -> None:
        if not (1 <= column <= COLUMNS and (cell := self.cell(column))):
            raise IllegalMove(f"expected one of the columns {self.legal()}; found {column}")
        self.last = self.last ^ self.all | cell
        self.moves += str(column)
        # The row is the number of the bit in its column.
        row = (cell.bit_length() - 1) % BITS + 1
        self.words += f" P@{NAMES[column - 1]}{row}"
        self.all |= cell
        self.stones += 1

    def drop(self, column: int) -> str:
        """Returns a legal column in the managers' notation: `P@d1`."""
        return f"P@{NAMES[column - 1]}{(self.cell(column).bit_length() - 1) % BITS + 1}"

    def wins(self, column: int) -> bool:
        """Returns whether a move in a column completes a four."""
        return has_four(self.last ^ self.all | self.cell(column))

    def blocks(self, column: int) -> bool:
        """Returns whether the opponent would complete a four in a column."""
        return has_four(self.last | self.cell(column))

    def cells(self) -> list[int]:
        """Returns 42 cells from the top left: 0, 1 for the first player, 2 for the second."""
        first = self.last if self.stones % 2 else self.last ^ self.all
        rows = range(ROWS - 1, -1, -1)
        bits = [bottom << row for row in rows for bottom in BOTTOMS]
        return [0 if not self.all & bit else 1 if first & bit else 2 for bit in bits]

    def key(self) -> tuple[int, int]:
        """Returns a key of the position, which its mirror image shares."""
        return min((self.all, self.last), (mirrored(self.all), mirrored(self.last)))


def order_of(columns: Sequence[str]) -> str | None:
    """Returns columns in an order in which players in turn place these stones, or None.

    A column is its stones from below, such as "Pp".
    """
    goal = tuple(map(len, columns))

    # Many orders lead to the same heights, on which the rest depends.
    @functools.cache
    def rest(heights: tuple[int, ...]) -> str | None:
        """Returns the moves from columns of these heights to the end."""
        if heights == goal:
            return ""
        mover = "Pp"[sum(heights) % 2]
        for column, height in enumerate(heights):
            if columns[column][height : height + 1] == mover:
                higher = (*heights[:column], height + 1, *heights[column + 1 :])
                if (tail := rest(higher)) is not None:
                    return f"{column + 1}{tail}"
        return None

    return rest((0,) * COLUMNS)


def has_four(stones: int) -> bool:
    for step in DIRECTIONS:
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def mirrored(stones: int) -> int:
    columns = [stones >> BITS * column & FULL[0] for column in range(COLUMNS)]
    return sum(stack << BITS * column for column, stack in enumerate(reversed(columns)))


def column_of(move: str) -> int:
    """Returns the column of a move in an engine's notation: `P@d1`, `d1`, `d` or `4`."""
    name = move.lower().removeprefix("p@")[:1]
    if name and name in NAMES:
        return NAMES.index(name) + 1
    if name.isdecimal():
        return int(name)
    raise IllegalMove(f"expected a column; found {move!r}")


def read_position(words: Sequence[str]) -> Board:
    """Reads what follows `position`: `startpos` or `fen FEN`, and perhaps `moves ...`."""
    end = words.index("moves") if "moves" in words else len(words)
    kind, *fen = words[:end] or [""]
    if kind not in ("startpos", "fen"):
        raise IllegalMove(f"expected startpos or fen; found {kind!r}")
    board = Board() if kind == "startpos" else Board.of_fen(" ".join(fen))
    for move in words[end + 1 :]:
        if board.over:
            raise IllegalMove(f"expected the end of the moves; found {move!r} after the game's end")
        board.play(column_of(move))
    return board
