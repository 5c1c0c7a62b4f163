"""The rules of Connect Four on bitboards: legal moves, the end, and the notations of engines.

Knows no engine, so that no engine's idea of the rules decides a match. A column has seven bits, the
lowest for its lowest row; the seventh bit is always 0, so that no four wraps around. Bit
7 * column + row is a cell, both counted from 0:

     5 12 19 26 33 40 47
     4 11 18 25 32 39 46
     3 10 17 24 31 38 45
     2  9 16 23 30 37 44
     1  8 15 22 29 36 43
     0  7 14 21 28 35 42

Outside this file, columns are counted from 1.
"""

import functools
import random
import re
from collections.abc import Sequence
from typing import Self

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

    __slots__ = ("all", "last", "moves", "stones", "won", "words")

    def __init__(self, moves: str = "") -> None:
        self.all = 0
        """The stones of both players."""
        self.last = 0
        """The stones of the player who has just moved."""
        self.stones = 0
        self.won = False
        """Whether the player who has just moved has a four."""
        self.moves = ""
        """The columns played."""
        self.words = ""
        """The same moves as managers write them, each after a space: ` P@d1`."""
        for move in moves:
            self.play(int(move) if move.isdecimal() else 0)

    @classmethod
    def random(cls, dice: random.Random, stones: int) -> Self:
        """Returns a game of random moves, with this number of stones unless it ends before."""
        board = cls()
        while board.stones < stones and not board.over:
            board.play(dice.choice(board.legal()))
        return board

    @classmethod
    def of_fen(cls, fen: str) -> Self:
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
        board = cls()
        # If the game is over, the order may complete the four before its end.
        for move in moves:
            board._place(int(move))
        return board

    @property
    def mover(self) -> int:
        """Returns the side to move: 0 for the first player, 1 for the second."""
        return self.stones % 2

    @property
    def over(self) -> bool:
        return self.won or self.stones == CELLS

    def legal(self) -> list[int]:
        """Returns the legal columns."""
        if self.won:
            return []
        return [column + 1 for column, full in enumerate(FULL) if self.all & full != full]

    def cell(self, column: int) -> int:
        """Returns the bit of the next stone in a column, or 0 if the column is full."""
        return self.all + BOTTOMS[column - 1] & FULL[column - 1]

    def play(self, column: int) -> None:
        if self.won or not (1 <= column <= COLUMNS and self.cell(column)):
            raise IllegalMove(f"expected one of the columns {self.legal()}; found {column}")
        self._place(column)

    def _place(self, column: int) -> None:
        cell = self.cell(column)
        self.words += f" {self.drop(column)}"
        self.moves += str(column)
        self.last = self.last ^ self.all | cell
        self.all |= cell
        self.stones += 1
        self.won = bool(fours(self.last))

    def after(self, column: int) -> Self:
        """Returns the board after a move in a column."""
        return type(self)(f"{self.moves}{column}")

    def drop(self, column: int) -> str:
        """Returns a legal column in the managers' notation: `P@d1`."""
        # The row is the number of the bit in its column.
        return f"P@{NAMES[column - 1]}{(self.cell(column).bit_length() - 1) % BITS + 1}"

    def wins(self, column: int) -> bool:
        """Returns whether a move in a column completes a four."""
        return bool(fours(self.last ^ self.all | self.cell(column)))

    def blocks(self, column: int) -> bool:
        """Returns whether the opponent would complete a four in a column."""
        return bool(fours(self.last | self.cell(column)))

    def cells(self) -> list[int]:
        """Returns 42 cells from the top left: 0, 1 for the first player, 2 for the second."""
        first = self.last if self.stones % 2 else self.last ^ self.all
        return [0 if not self.all & bit else 1 if first & bit else 2 for bit in bits_from_the_top()]

    def key(self) -> tuple[int, int]:
        """Returns a key of the position, which its mirror image shares."""
        return min((self.all, self.last), (mirrored(self.all), mirrored(self.last)))


def bits_from_the_top() -> list[int]:
    """Returns the bits of the 42 cells, from the top left."""
    return [bottom << row for row in range(ROWS - 1, -1, -1) for bottom in BOTTOMS]


def fours(stones: int) -> int:
    """Returns the stones that belong to a four."""
    found = 0
    for step in DIRECTIONS:
        pairs = stones & stones >> step
        first = pairs & pairs >> 2 * step
        found |= first | first << step | first << 2 * step | first << 3 * step
    return found


def mirrored(stones: int) -> int:
    columns = [stones >> BITS * column & FULL[0] for column in range(COLUMNS)]
    return sum(stack << BITS * column for column, stack in enumerate(reversed(columns)))


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
