"""The rules, compared with a board of plain lists."""

import random

import pytest

from board import Board, IllegalMove, fours
from claimeven.errors import EngineError
from uci_of_agent import read_position


def has_four(columns: list[list[int]]) -> bool:
    """Returns whether a player has a four, by looking at every line of four cells."""
    cells = {(x, y): stone for x, column in enumerate(columns) for y, stone in enumerate(column)}
    return any(
        len({cells.get((x + step * right, y + step * up), step + 2) for step in range(4)}) == 1
        for x, y in cells
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


def test_random_games_end_as_on_a_plain_board() -> None:
    dice, ends = random.Random(1), {True: 0, False: 0}
    for _ in range(500):
        board, columns = Board(), [[] for _ in range(7)]
        while not board.over:
            legal = [number for number in range(1, 8) if len(columns[number - 1]) < 6]
            assert board.legal() == legal
            column = dice.choice(legal)
            columns[column - 1].append(board.stones % 2)
            word = f"P@{'abcdefg'[column - 1]}{len(columns[column - 1])}"
            assert board.drop(column) == word
            assert board.wins(column) == has_four(columns)
            board.play(column)
            assert board.words.split()[-1] == word
            assert board.won == has_four(columns)
        ends[board.won] += 1
    assert all(ends.values()), ends


def test_mirror_images_share_a_key_and_other_positions_do_not() -> None:
    for one, two in [("123", "765"), ("1124", "7764"), ("", "")]:
        assert Board(one).key() == Board(two).key()
    for one, two in [("12", "21"), ("1", "2"), ("12", "67")]:
        assert Board(one).key() != Board(two).key()


def test_a_block_is_a_cell_that_wins_for_the_opponent() -> None:
    board = Board("112233")
    assert [column for column in board.legal() if board.wins(column)] == [4]
    board.play(7)
    assert [column for column in board.legal() if board.blocks(column)] == [4]


def test_after_a_four_no_move_is_legal() -> None:
    board = Board("1212121")
    assert board.over and board.won and not board.legal()
    with pytest.raises(IllegalMove, match=r"expected one of the columns \[\]; found 2"):
        board.play(2)
    # The four and a stone next to it.
    assert fours(0b1111) == 0b1111
    assert fours(Board("12121214"[:7]).last) == 0b1111


def test_a_fen_gives_the_position_of_its_moves() -> None:
    board = read_position("fen 7/7/7/7/3p3/3P3[PPpp] w - - 0 2 moves P@e1 c1".split())
    assert (board.key(), board.stones) == (Board("4453").key(), 4)
    assert Board(board.moves).key() == board.key()
    assert read_position(["startpos", "moves", "4", "d", "e1"]).moves == "445"
    assert read_position(["fen", "7/7/7/7/7/7", "w"]).moves == ""


def test_a_fen_of_any_game_gives_moves_that_lead_to_its_position() -> None:
    dice = random.Random(2)
    for _ in range(200):
        board = Board()
        while not board.over and board.stones < dice.randrange(1, 50):
            board.play(dice.choice(board.legal()))
        cells = "".join(".Pp"[cell] for cell in board.cells())
        fen = "/".join(cells[start : start + 7] for start in range(0, 42, 7)).replace(".", "1")
        found = Board.of_fen(fen)
        assert (found.all, found.last) == (board.all, board.last)
        if not found.over:
            assert Board(found.moves).words == found.words


def test_invalid_positions_are_rejected() -> None:
    for text in [
        "fen 7/7/7/7/7",
        "fen 7/7/7/7/7/8",
        "fen 7/7/7/7/3P3/7",
        "fen 7/7/7/7/7/3p3",
        "fen 7/7/7/3p3/3P3/7",
        "fen 7/7/3P3/3P3/3p3/3p3",
        "startpos moves P@h1",
        "startpos moves 4 4 4 4 4 4 4",
        "startpos moves 1 2 1 2 1 2 1 2",
        "moves 4",
        "",
    ]:
        with pytest.raises((EngineError, IllegalMove)):
            read_position(text.split())
