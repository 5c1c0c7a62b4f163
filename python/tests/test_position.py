"""The class `Position`."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from conftest import error_of

import claimeven
from claimeven import Position


FLOATING, SECOND = np.zeros((6, 7), int), np.zeros((6, 7), int)
FLOATING[0, 3], SECOND[5, 3] = 1, 2


def test_every_form_gives_the_same_position() -> None:
    rows = [[0] * 7 for _ in range(6)]
    rows[5][2:5] = [2, 1, 1]
    rows[4][3] = 2
    want = Position("4453")
    texts = ["d1 d2 e1 c1", "https://connect4.gamesolver.org/?pos=4453", want.fen, str(want)]
    lists = [[4, 4, 5, 3], (4, 4, 5, 3), np.array([4, 4, 5, 3]), rows, tuple(map(tuple, rows))]
    marks = np.array(rows)
    arrays = [marks, marks.astype(np.float32), marks.ravel(), np.where(marks == 2, -1, marks)]
    for form in [*texts, *lists, *arrays, want]:
        assert Position(form) == want, form
    assert Position(marks[::-1], bottom_up=True) == want == Position(marks, relative="mover")
    assert np.array_equal(np.asarray(want), rows)
    assert np.asarray(want, dtype=float).dtype == float


def test_a_position_is_a_value() -> None:
    position = Position("4453")
    assert {position, Position([4, 4, 5, 3])} == {position}
    assert position != Position("44") and position != "4453"
    assert pickle.loads(pickle.dumps(position)) == position
    assert eval(repr(position), {"Position": Position}) == position
    assert position.mirror() == Position("4435") and position.mirror().mirror() == position
    assert position.key != position.mirror().key < 1 << 49
    with pytest.raises(AttributeError):
        position.stones = 3  # type: ignore[misc]


def test_the_rules() -> None:
    empty = Position()
    assert (empty.stones, empty.side, empty.legal) == (0, "first", (1, 2, 3, 4, 5, 6, 7))
    assert not empty.is_over and empty.winner is None
    full = Position("444444")
    assert full.legal == (1, 2, 3, 5, 6, 7)
    won = Position("121212").play(1)
    assert (won.winner, won.is_over, won.legal, won.side) == ("first", True, (), "second")
    for position, column, reason in [
        (full, 4, "column 4 is full"),
        (won, 3, "the game is over"),
        (empty, 0, "column: expected a whole number from 1 to 7; found 0"),
        (empty, -(2**70), f"column: expected a whole number from 1 to 7; found -{2**70}"),
        (empty, "4", "column: expected a whole number from 1 to 7; found '4'"),
    ]:
        assert error_of(position.play, column).reason == reason


@pytest.mark.parametrize(
    ("form", "arguments", "char", "reason"),
    [
        ("4458", {}, 4, "ply 4: '8' is not a column (1-7)"),
        (FLOATING, {}, 12, "use bottom_up=True"),
        (FLOATING[::-1], {"bottom_up": True, "relative": "second"}, None,
         'expected "first" or "mover"; found "second"'),
        (SECOND[::-1], {"relative": "mover"}, 12, "use bottom_up=True"),
        (SECOND, {"relative": "mover", "bottom_up": True}, 127, "use bottom_up=False"),
    ],
)  # fmt: skip
def test_an_error_has_its_place_and_the_argument_that_helps(
    form: object, arguments: dict, char: int, reason: str
) -> None:
    error = error_of(Position, form, **arguments)
    assert reason in error.reason and char == error.char
    assert isinstance(error, claimeven.Error) and isinstance(error, ValueError)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


def test_a_notebook_shows_the_board_with_the_scores() -> None:
    html = Position("445332")._repr_html_()
    assert html.count("<circle") == 42 and html.count('font-weight="700">2<') == 4
    assert "Red to move wins in 33 plies, score 2" in html
    assert "Red has won" in Position("1212121")._repr_html_()
    assert "Yellow to move" in claimeven.analyze("444", weak=True)._repr_html_()
