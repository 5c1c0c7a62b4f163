"""Many positions: arrays against texts and against the command line."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import random_moves

import claimeven
from claimeven import InputError, Position, analyze_many, policy


def test_the_command_line_agrees_on_ten_thousand_positions(solved: list[dict]) -> None:
    found = analyze_many(record["input"] for record in solved)
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
    for boards_, arguments in [
        (marks, {}),
        (marks.reshape(-1, 42), {}),
        (marks.astype(np.float64), {}),
        (np.asfortranarray(marks), {}),
        (marks.astype(np.uint8)[::-1][::-1], {}),
        (np.where(marks == 2, -1, marks), {}),
        (marks[:, ::-1], {"bottom_up": True}),
        (mover, {"relative": "mover"}),
        (np.where(mover == 2, -1, mover)[:, ::-1], {"relative": "mover", "bottom_up": True}),
        (planes, {"layout": "planes"}),
        (openspiel.astype(np.float32), {"layout": "openspiel"}),
        (pettingzoo, {"layout": "pettingzoo"}),
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
    for nothing in ([], np.zeros((0, 42)), np.zeros((0, 6, 7), np.int8)):
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


def test_a_wrong_board_is_an_error_with_its_index_and_cell() -> None:
    good = np.zeros((40_000, 6, 7), np.int8)
    for cells, char, reason in [
        ({(0, 3): 1}, 4, "use bottom_up=True if the first row is the ground"),
        ({(5, 3): 2}, 1, 'use relative="mover" if the other mark is the side to move'),
        ({(5, 3): 3}, 39, "expected one of the marks 0, 1 and 2, or 0, 1 and -1; found 3"),
        ({(5, 3): 1, (5, 4): -1, (4, 4): 2}, 33, "expected one of the marks 0, 1 and -1; found 2"),
        ({(5, 3): 1, (5, 4): 1}, 1, "the first player has 2 and the second 0 stones"),
    ]:
        boards_ = good.copy()
        for (row, column), mark in cells.items():
            boards_[39_000, row, column] = mark
        with pytest.raises(InputError) as error:
            analyze_many(boards_)
        assert reason in error.value.reason
        assert (error.value.index, error.value.char) == (39_000, char)
    half = np.zeros((1, 42))
    half[0, 41] = 0.5
    with pytest.raises(InputError, match="found 0.5"):
        analyze_many(half)


def test_a_board_that_fits_only_the_other_reading_says_so() -> None:
    board = np.zeros((1, 6, 7), int)
    board[0, 5, 3] = 1
    assert analyze_many(board).value.tolist() == [-1]
    with pytest.raises(InputError, match='use relative="first"'):
        analyze_many(board, relative="mover")


def test_wrong_shapes_planes_and_arguments_are_errors() -> None:
    both = np.ones((1, 2, 6, 7))
    for boards_, arguments, reason in [
        (np.zeros((6, 7)), {}, r"shape \(n, 42\) or \(n, 6, 7\); found \(6, 7\)"),
        (np.zeros((2, 7, 6)), {}, "expected an array of shape"),
        (np.zeros((2, 6, 7)), {"layout": "planes"}, r"shape \(n, 2, 6, 7\)"),
        (both, {"layout": "planes"}, "at most one stone per cell; found 2"),
        (both / 2, {"layout": "planes"}, "expected 0 or 1 in a plane; found 0.5"),
        (np.zeros((1, 3, 6, 7)), {"layout": "openspiel"}, "a 1 in one plane per cell; found 0"),
        (both, {"layout": "plane"}, "layout: expected one of 'openspiel'"),
        (both, {"layout": "planes", "bottom_up": True}, "has its own sides and rows"),
        (["44"], {"layout": "planes"}, "expected an array of numbers"),
        ("4453", {}, "found a text"),
        (["44", "4458"], {}, r"index 1, char 4: ply 4"),
        (["44"], {"threads": 0}, "threads: expected at least 1"),
        (["44"], {"hash": 0}, "hash: expected at least 1"),
        (["44"], {"book": "no such book"}, "no such book"),
    ]:
        with pytest.raises(InputError, match=reason):
            analyze_many(boards_, **arguments)


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
