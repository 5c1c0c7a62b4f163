"""Boards of other sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import claimeven
from claimeven import InputError


@pytest.mark.parametrize("size", ["6x5", (6, 5)])
def test_every_column_has_a_score(size: claimeven.analysis.Size) -> None:
    found = claimeven.analyze("4453", size=size)
    assert found.scores == (-5, -4, -1, 0, -2, -4)
    assert (found.size, found.outcome, found.plies) == ("6x5", "draw", 26)
    assert found.best_moves == (found.best,) and len(found.pv) == found.plies
    assert claimeven.analyze(found.board, size=size).scores == found.scores
    assert claimeven.analyze([4, 4, 5, 3], size=size) == found
    weak = claimeven.analyze("4453", size=size, weak=True)
    assert weak.scores == (-1, -1, -1, 0, -1, -1) and weak.plies is None


def test_a_finished_game_has_no_best_column() -> None:
    found = claimeven.analyze("10 1 10 1 10 1 10", size="10x4")
    assert found.best is None and set(found.scores) == {None} and found.plies == 0


def test_scores_of_the_empty_board() -> None:
    results = {"4x4": 0, "6x4": -1, "8x4": -1, "5x5": 0, "6x6": -1}
    for size, score in results.items():
        assert claimeven.score("", size=size, weak=True) == score


@pytest.mark.parametrize(
    ("position", "named", "message"),
    [
        ("4457", {"size": "6x5"}, "char 4: ply 4: '7' is not a column"),
        ("", {"size": "13x5"}, "size: expected a size such as 9x7"),
        ("", {"size": 7}, "size: expected a size such as 9x7"),
        ("", {"size": "6x5", "book": "book"}, "book: expected no book"),
        ("......./" * 5 + ".......", {"size": "6x5"}, "expected a board of 6x5"),
    ],
)
def test_errors(position: str, named: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        claimeven.analyze(position, **named)


def test_many_positions_have_the_scores_of_each() -> None:
    board = np.zeros((4, 10), dtype=int)
    board[3], board[2] = [1, 2] * 5, [2, 1] * 5
    positions: list[Any] = ["1 2 3 4 5 6 7 8 9 10 10 9 8 7 6 5 4 3 2 1", "abcdefghijjihgfedcbaa", board]
    positions.append("10 1 10 1 10 1 10")
    found = claimeven.analyze_many(positions, size=(10, 4))
    assert found.scores.shape == (4, 10) and found.best_mask.dtype == np.uint16
    for index, position in enumerate(positions):
        one = claimeven.analyze(position, size="10x4")
        unplayable = [claimeven.many.UNPLAYABLE if s is None else s for s in one.scores]
        assert found.scores[index].tolist() == unplayable
        assert found.value[index] == one.score
        best = sum(1 << column - 1 for column in one.best_moves)
        assert found.best_mask[index] == best
    assert found.scores[0].tolist() == found.scores[2].tolist()
    weak = claimeven.analyze_many(positions[:1], size="10x4", weak=True, threads=1)
    assert weak.value.tolist() == np.sign(found.value[:1]).tolist()
    assert claimeven.analyze_many([], size="10x4").scores.shape == (0, 10)


def test_errors_of_many_positions() -> None:
    with pytest.raises(InputError, match="index 1, char 2: ply 2") as caught:
        claimeven.analyze_many(["44", "4x"], size="6x5")
    assert caught.value.index == 1
    with pytest.raises(InputError, match="size: expected no relative"):
        claimeven.analyze_many(["44"], size="6x5", bottom_up=True)
