"""Many positions: arrays against texts and against the command line."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import ml_dtypes
import numpy as np
import pandas
import pytest
from conftest import error_of, random_moves

import claimeven
from claimeven import InputError, Position, analyze_many, policy


def test_the_command_line_agrees_on_ten_thousand_positions(command: str) -> None:
    moves = [*random_moves(9_000, seed=1, least=16), *random_moves(1_000, seed=2, most=11)]
    words = [command, "analyze", "--quiet", "--input", "-"]
    run = subprocess.run(words, input="\n".join(moves), stdout=subprocess.PIPE, text=True)
    solved = [*map(json.loads, run.stdout.splitlines())]
    found = analyze_many(moves)
    scores = [[-128 if s is None else s for s in record["scores"]] for record in solved]
    assert len(solved) == 10_000
    assert np.array_equal(found.scores, scores)
    assert np.array_equal(found.value, [record["score"] for record in solved])
    best = [record["best"] for record in solved]
    assert all(mask >> column - 1 & 1 for mask, column in zip(found.best_mask, best))
    for record in solved[::500]:
        one = claimeven.analyze(record["input"])
        assert (one.score, one.plies, one.best) == (record["score"], record["plies"], record["best"])
        assert (one.outcome, list(one.scores)) == (record["outcome"], record["scores"])


def boards(count: int) -> tuple[list[Position], np.ndarray]:
    positions = [Position(moves) for moves in random_moves(count, seed=3, least=24)]
    return positions, np.array([np.asarray(position) for position in positions])


def test_every_array_gives_the_scores_of_the_texts() -> None:
    positions, marks = boards(400)
    want = analyze_many(positions)
    second = np.array([position.side == "second" for position in positions])[:, None, None]
    ones, twos = marks == 1, marks == 2
    own, other = np.where(second, twos, ones), np.where(second, ones, twos)
    mover = own + 2 * other
    empty = marks == 0
    planes = np.stack([ones, twos], 1)
    openspiel = np.stack([other, own, empty], 1)[:, :, ::-1]
    pettingzoo = np.stack([own, other], -1)
    movers = np.stack([own, other], 1)
    for boards_, arguments in [
        (marks, {}),
        (marks.reshape(-1, 42), {}),
        (marks.astype(np.float64), {}),
        (marks.astype(np.uint8)[::-1][::-1], {}),
        (np.where(marks == 2, -1, marks), {}),
        (marks[:, ::-1], {"bottom_up": True}),
        (marks.astype(ml_dtypes.bfloat16), {}),
        (marks.astype(ml_dtypes.int4), {}),
        (marks.tolist(), {}),
        ([[list(row) for row in board] for board in marks], {}),
        (mover, {"relative": "mover"}),
        (np.where(mover == 2, -1, mover)[:, ::-1], {"relative": "mover", "bottom_up": True}),
        (planes, {"layout": "planes"}),
        (planes[:, :, ::-1], {"layout": "planes", "bottom_up": True}),
        (movers, {"layout": "planes", "relative": "mover"}),
        (openspiel.astype(np.float32), {"layout": "openspiel"}),
        (openspiel, {"layout": "openspiel", "relative": "mover", "bottom_up": True}),
        (openspiel[:, :, ::-1], {"layout": "openspiel", "bottom_up": False}),
        (np.stack([twos, ones, empty], 1),
         {"layout": "openspiel", "relative": "first", "bottom_up": False}),
        (pettingzoo, {"layout": "pettingzoo"}),
        (pettingzoo[:, ::-1], {"layout": "pettingzoo", "bottom_up": True}),
        (np.stack([ones, twos], -1), {"layout": "pettingzoo", "relative": "first"}),
        ([position.fen for position in positions], {}),
        (np.array([position.fen for position in positions]), {}),
    ]:
        found = analyze_many(boards_, **arguments)
        for one, two in zip(found, want):
            assert np.array_equal(one, two), arguments


def test_only_outcomes_in_weak_mode() -> None:
    positions, _ = boards(200)
    strong, weak = analyze_many(positions), analyze_many(positions, weak=True)
    playable = strong.scores != -128
    assert np.array_equal(weak.value, np.sign(strong.value))
    assert np.array_equal(weak.scores, np.where(playable, np.sign(strong.scores), -128))


def test_nothing_in_gives_nothing_out() -> None:
    for nothing in ([], np.zeros(0), np.zeros((0, 42)), np.zeros((0, 6, 7), np.int8)):
        found = analyze_many(nothing)
        assert [array.shape for array in found] == [(0, 7), (0,), (0,)]
        assert policy(nothing).shape == (0, 7)


def test_finished_games_have_a_value_and_no_columns() -> None:
    won = np.asarray(Position("1212121"))
    found = analyze_many(np.stack([won, np.zeros((6, 7))]))
    assert found.value.tolist() == [-18, 1] and found.best_mask.tolist() == [0, 8]
    assert (found.scores[0] == -128).all()
    impossible = won.copy()
    impossible[5] = [1, 1, 1, 1, 2, 2, 2]
    with pytest.raises(InputError):
        analyze_many(impossible[None])


@pytest.mark.parametrize(
    ("cells", "char", "reason"),
    [
        ({(0, 3): 1}, 4, "use bottom_up=True if the first row is the ground"),
        ({(5, 3): 2}, 1, 'use relative="mover" if the other mark is the side to move'),
        ({(5, 3): 3}, 39, "expected one of the marks 0, 1 and 2, or 0, 1 and -1; found 3"),
        ({(5, 3): 1, (5, 4): -1, (4, 4): 2}, 33, "expected one of the marks 0, 1 and -1; found 2"),
        ({(5, 3): 1, (5, 4): 1}, 1, "the first player has 2 and the second 0 stones"),
    ],
)
def test_a_wrong_board_is_an_error_with_its_index_and_cell(
    cells: dict, char: int, reason: str
) -> None:
    wrong = np.zeros((40_000, 6, 7), np.int8)
    for (row, column), mark in cells.items():
        wrong[39_000, row, column] = mark
    error = error_of(analyze_many, wrong)
    assert reason in error.reason and (error.index, error.char) == (39_000, char)


@pytest.mark.parametrize("mark", [0.5, np.nan, np.inf])
def test_a_mark_that_is_not_one_is_an_error_with_its_index_and_cell(mark: float) -> None:
    for layout, shape, wanted in [
        (None, (2, 42), "expected one of the marks 0, 1 and 2, or 0, 1 and -1"),
        ("planes", (2, 2, 6, 7), "expected 0 or 1 in a plane"),
    ]:
        wrong = np.zeros(shape)
        wrong.flat[-1] = mark
        error = error_of(analyze_many, wrong, layout=layout)
        assert str(error) == f"index 1, char 42: {wanted}; found {mark}"


BOARD = np.asarray(Position("4453"))
# A stone of the first player on the ground, for each layout as the argument says.
ONE = np.zeros((1, 6, 7), int)
ONE[0, 5, 3] = 1
PLANES = np.stack([np.zeros_like(ONE), ONE], 1)
OPENSPIEL = np.stack([np.zeros_like(ONE), ONE, 1 - ONE], 1)
BOTH = np.ones((1, 2, 6, 7))
OF_BOARDS = "expected an array of shape (n, 42) or (n, 6, 7); found "
SINGLE = "; for a single board, use board[None]"


@pytest.mark.parametrize(
    ("positions", "arguments", "reason"),
    [
        (ONE, {"relative": "mover"}, 'use relative="first"'),
        (PLANES, {"layout": "planes"},
         'index 0, char 1: "2" has one stone more than the first player; '
         'use relative="mover" if the other mark is the side to move'),
        (OPENSPIEL, {"layout": "openspiel"}, "; use bottom_up=False if the first row is the top"),
        (OPENSPIEL, {"layout": "openspiel", "bottom_up": False},
         '; use relative="first" if "1" began'),
        (BOARD, {}, f"{OF_BOARDS}(6, 7){SINGLE}"),
        (BOARD.ravel(), {}, f"{OF_BOARDS}(42,){SINGLE}"),
        (np.zeros((2, 6, 7)), {"layout": "planes"},
         f"expected an array of shape (n, 2, 6, 7); found (2, 6, 7){SINGLE}"),
        (np.zeros((6, 7, 2)), {"layout": "pettingzoo"},
         f"expected an array of shape (n, 6, 7, 2); found (6, 7, 2){SINGLE}"),
        (BOARD.tolist(), {},
         "index 0, char 2: ply 1: '0' is not a column (1-7)"
         "; for a single position, use [position]"),
        ([4, 4], {},
         'index 0: expected a text, a list, an array or a Position; found 4; write moves as text, '
         'such as "4453" (in pandas, with dtype=str); for a single position, use [position]'),
        (Position("44"), {},
         'expected an iterable of positions; found Position("7/7/7/7/3p3/3P3")'),
        (BOTH, {}, f'{OF_BOARDS}(1, 2, 6, 7); use layout="planes"'),
        (np.zeros((1, 6, 7, 2)), {}, f'{OF_BOARDS}(1, 6, 7, 2); use layout="pettingzoo"'),
        (np.zeros((1, 3, 6, 7)), {}, f'{OF_BOARDS}(1, 3, 6, 7); use layout="openspiel"'),
        (np.zeros((2, 7, 6)), {}, f"{OF_BOARDS}(2, 7, 6)"),
        (np.zeros((2, 6, 8)), {"layout": "planes"}, "shape (n, 2, 6, 7); found (2, 6, 8)"),
        (BOTH, {"layout": "planes"}, "at most one stone per cell; found 2"),
        (BOTH / 2, {"layout": "planes"}, "expected 0 or 1 in a plane; found 0.5"),
        (np.zeros((1, 3, 6, 7)), {"layout": "openspiel"}, "a 1 in one plane per cell; found 0"),
        (BOTH, {"layout": "plane"}, "layout: expected one of 'openspiel'"),
        (BOTH, {"layout": ["planes"]}, "layout: expected one of 'openspiel'"),
        (0 * BOTH, {"layout": "planes", "relative": "me"}, 'relative: expected "first" or "mover"'),
        (["44"], {"layout": "planes"}, "expected an array of numbers"),
        (["44", "4458"], {}, "index 1, char 4: ply 4"),
        (["44"], {"threads": 0}, "threads: expected a whole number from 1 to 512; found 0"),
        (["44"], {"book": None}, "book: expected True, False or a path; found None"),
        (["44"], {"book": "no such book"}, "no such book"),
    ],
)  # fmt: skip
def test_positions_and_arguments_that_cannot_be_used_are_errors_with_advice(
    positions: Any, arguments: dict[str, Any], reason: str
) -> None:
    for function in (analyze_many, policy):
        with pytest.raises(InputError, match=re.escape(reason)):
            function(positions, **arguments)


def test_the_advice_helps() -> None:
    planes: dict[str, Any] = {"layout": "planes", "relative": "mover"}
    openspiel: dict[str, Any] = {"layout": "openspiel", "bottom_up": False, "relative": "first"}
    for positions, arguments in [(ONE, {}), (PLANES, planes), (OPENSPIEL, openspiel)]:
        assert analyze_many(positions, **arguments).value.tolist() == [-1]
    assert policy(PLANES, **planes)[0].argmax() == 3
    assert analyze_many(BOARD[None]).value.tolist() == [-2] == analyze_many([BOARD]).value.tolist()


class Tensor:
    """Like a tensor of PyTorch that NumPy cannot read: it needs a gradient, or has another type."""

    def __init__(self, failure: Exception) -> None:
        self.failure = failure

    def __array__(self, dtype: object = None, copy: object = None) -> np.ndarray:
        raise self.failure

    def __repr__(self) -> str:
        return "tensor(...,\n requires_grad=True)"


MANY = pytest.mark.parametrize("function", [analyze_many, policy, claimeven.grade])


@MANY
@pytest.mark.parametrize("forms", [None, 4453, "4453", b"4453", {"a": "4453"}])
def test_what_has_no_positions_is_an_error(function: Any, forms: Any) -> None:
    name = "games" if function is claimeven.grade else "positions"
    assert str(error_of(function, forms)) == f"expected an iterable of {name}; found {forms!r}"


@MANY
@pytest.mark.parametrize(
    ("form", "found"),
    [
        (None, "None"),
        (float("nan"), "nan"),
        (float("inf"), "inf"),
        (object, "<class 'object'>"),
        (Tensor(RuntimeError()), "tensor(...,"),
        (b"4453", "b'4453'"),
        ({4, 5}, "{4, 5}"),
        ({"moves": "4453"}, "{'moves': '4453'}"),
        (4453, '4453; write moves as text, such as "4453" (in pandas, with dtype=str)'),
        (4453.0, '4453.0; write moves as text, such as "4453" (in pandas, with dtype=str)'),
        (10**400, "1" + 59 * "0"),
    ],
)
def test_what_is_not_a_position_is_an_error_with_its_index(
    function: Any, form: Any, found: str
) -> None:
    reason = f"expected a text, a list, an array or a Position; found {found}"
    for forms in (["44", form], ("44", form), iter(["44", form])):
        error = error_of(function, forms)
        assert (error.reason, error.index) == (reason, 1)
    for one in (Position, claimeven.analyze, claimeven.score, claimeven.annotate, claimeven.play):
        error = error_of(one, form)
        assert (error.reason, error.index) == (reason, None)


@pytest.mark.parametrize("function", [analyze_many, claimeven.grade])
def test_texts_with_surrogates_and_numbers_of_numpy_are_errors(function: Any) -> None:
    forms = {"write moves as text": [np.int64(4453), np.float32(4453), np.array(4453)]}
    for reason, some in [*forms.items(), ("surrogates not allowed", ["\ud800"])]:
        for form in some:
            error = error_of(function, ["44", form])
            assert error.index == 1 and reason in error.reason


def test_columns_may_be_numbers_of_numpy() -> None:
    moves = [np.int64(4), np.uint8(4), 5, np.int8(3)]
    assert Position(moves) == Position("4453") == Position(tuple(moves))
    assert analyze_many([moves]).value.tolist() == [-2]


@MANY
def test_a_tensor_that_numpy_cannot_read_is_an_error_with_its_reason(function: Any) -> None:
    failure = RuntimeError("Can't call numpy() on Tensor that requires grad.")
    error = error_of(function, Tensor(failure))
    assert str(error) == f"NumPy cannot read the array: {failure}"
    assert error.__cause__ is failure


def test_columns_of_tables_are_texts() -> None:
    texts = pandas.DataFrame({"moves": ["445332", "4453"]})
    assert analyze_many(texts["moves"]).value.tolist() == [2, -2]
    assert analyze_many(texts).value.tolist() == [2, -2]
    assert analyze_many(pandas.Series([], dtype=float)).value.tolist() == []
    assert claimeven.grade(texts) == claimeven.grade(["445332", "4453"])
    marks = pandas.DataFrame(np.asarray(Position("4453")).reshape(1, 42))
    assert analyze_many(marks).value.tolist() == [-2]
    for numbers in (
        [445332, 4453],
        [445332, None],
        pandas.Series([445332, None], dtype="Int64"),
        [44533244533244533244, 4453],
    ):
        column = pandas.Series(numbers)
        table = pandas.DataFrame({"moves": column})
        asked = [(analyze_many, column), (analyze_many, table), (claimeven.grade, column)]
        for function, form in asked:
            with pytest.raises(InputError, match="index 0: .*; write moves as text"):
                function(form)
    with pytest.raises(InputError, match="index 1: .*found (nan|None)$"):
        analyze_many(pandas.Series(["445332", None]))


def test_progress_counts_to_the_end_and_its_exception_ends_the_work() -> None:
    positions, _ = boards(300)
    calls: list[tuple[int, int]] = []
    analyze_many(positions, progress=lambda done, all_: calls.append((done, all_)))
    assert calls[-1] == (300, 300) and calls == sorted(calls)

    def fail(done: int, all_: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        analyze_many(random_moves(3000, seed=4, most=16), book=False, progress=fail)


def test_a_policy_is_a_distribution_over_the_best_columns() -> None:
    positions, marks = boards(300)
    found = analyze_many(positions)
    uniform = policy(marks)
    assert uniform.dtype == np.float32
    assert np.allclose(uniform.sum(axis=1), 1)
    assert np.array_equal(uniform > 0, found.scores == found.value[:, None])
    soft = policy(marks, temperature=2)
    assert np.allclose(soft.sum(axis=1), 1)
    weights = np.where(found.scores == -128, 0, np.exp(found.scores / 2.0))
    assert np.allclose(soft, weights / weights.sum(axis=1, keepdims=True), atol=1e-6)
    assert np.allclose(policy(marks, temperature=1e-3), uniform)
    assert not policy(["1212121"], temperature=1).any()
    for temperature in (-1, float("nan"), float("inf")):
        with pytest.raises(InputError, match="temperature"):
            policy(marks, temperature=temperature)
