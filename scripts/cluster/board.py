"""The rules of Connect Four for a referee: the side to move, legal moves, the end.

Knows no engine, so that no engine's idea of the rules decides a match.
"""

from collections.abc import Iterator
from random import Random
from typing import Self

COLUMNS, ROWS = 7, 6
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
# A column and a row, both counted from 0.
Cell = tuple[int, int]


class IllegalMove(Exception):
    """A move that the rules do not allow, with the reason."""


class Board:
    """A game from the empty board; columns are counted from 1."""

    def __init__(self, moves: str = "") -> None:
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.moves = ""
        self.four: set[Cell] = set()
        for move in moves:
            self.play(int(move) if move.isdecimal() else 0)

    @classmethod
    def random(cls, dice: Random, stones: int) -> Self:
        """Returns a game of random moves, with this number of stones unless it ends before."""
        board = cls()
        while len(board.moves) < stones and not board.over:
            board.play(dice.choice(board.legal()))
        return board

    @property
    def mover(self) -> int:
        """Returns the side to move: 0 for the first player, 1 for the second."""
        return len(self.moves) % 2

    @property
    def won(self) -> bool:
        return bool(self.four)

    @property
    def full(self) -> bool:
        return len(self.moves) == COLUMNS * ROWS

    @property
    def over(self) -> bool:
        return self.won or self.full

    @property
    def key(self) -> tuple[tuple[int, ...], ...]:
        """Returns a key of the position, which its mirror image shares."""
        stacks = tuple(map(tuple, self.columns))
        return min(stacks, stacks[::-1])

    def legal(self) -> list[int]:
        """Returns the legal columns."""
        if self.over:
            return []
        return [number + 1 for number, column in enumerate(self.columns) if len(column) < ROWS]

    def play(self, column: int) -> None:
        if column not in self.legal():
            found = f"{self.moves or 'the start'}: column {column}"
            raise IllegalMove(f"after {found}; expected one of {self.legal()}")
        stack = self.columns[column - 1]
        stack.append(self.mover)
        self.moves += str(column)
        self.four = self._fours_through(column - 1, len(stack) - 1)

    def after(self, column: int) -> Self:
        """Returns the board after a move in a column."""
        board = type(self)()
        board.columns = [[*stack] for stack in self.columns]
        board.moves = self.moves
        board.play(column)
        return board

    def _fours_through(self, column: int, row: int) -> set[Cell]:
        """Returns the cells of all fours that contain a stone."""
        found: set[Cell] = set()
        for across, up in DIRECTIONS:
            run = [*self._run(column, row, across, up), *self._run(column, row, -across, -up)]
            if len(run) >= 3:
                found.update([(column, row), *run])
        return found

    def _run(self, column: int, row: int, across: int, up: int) -> Iterator[Cell]:
        """Yields the cells of the same player next to a stone, in one direction."""
        player = self.columns[column][row]
        while True:
            column, row = column + across, row + up
            if not (0 <= column < COLUMNS and 0 <= row < len(self.columns[column])):
                return
            if self.columns[column][row] != player:
                return
            yield column, row


def drop(board: Board, column: int) -> str:
    """Returns a legal column in the managers' notation: `P@d1`."""
    return f"P@{'abcdefg'[column - 1]}{len(board.columns[column - 1]) + 1}"


def drops(moves: str) -> list[str]:
    """Returns packed columns in the managers' notation."""
    board, words = Board(), []
    for move in moves:
        words.append(drop(board, int(move)))
        board.play(int(move))
    return words
