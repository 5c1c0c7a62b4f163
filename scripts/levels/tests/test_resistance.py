"""Tests of resistance.py."""

import unittest

import resistance
import sprt
from rules import Board


class ScriptedTruth:
    """Exact scores that a test sets."""

    def __init__(self, scores):
        self.fixed = scores

    def scores(self, board):
        return {column: self.fixed.get(column, 0) for column in board.legal()}


class ScriptedPlayer:
    """Plays these columns one after the other."""

    def __init__(self, columns):
        self.columns = iter(columns)

    def new_game(self, seed=None):
        pass

    def move(self, board, go=""):
        return next(self.columns)


class Resistance(unittest.TestCase):
    def test_the_distance_follows_from_the_score(self):
        # The empty board is won with the 21st stone; four stones are the shortest win.
        self.assertEqual(resistance.plies_to_end(1, 0), 41)
        self.assertEqual(resistance.plies_to_end(18, 6), 1)
        self.assertEqual(resistance.plies_to_end(-18, 7), 0)
        self.assertEqual(resistance.plies_to_end(0, 40), 2)

    def test_a_horizon_sees_no_farther_than_its_plies(self):
        board = Board("44444")
        # A win in 15 plies on the left and a loss in 14 plies in the centre.
        truth = ScriptedTruth({1: 12, 4: -12})
        self.assertEqual(resistance.Horizon(20, truth).move(board), 1)
        self.assertEqual(resistance.Horizon(8, truth).move(board), 4)

    def test_a_game_counts_points_and_outcomes_given_away(self):
        truth = ScriptedTruth({1: 0, 2: -1})
        engine, opponent = ScriptedPlayer([1, 2]), ScriptedPlayer([4, 4])
        points, given, moves = resistance.play(engine, "", opponent, "1424", truth)
        self.assertEqual((points, given, moves), (0.0, 1, "14241424"))

    def test_the_test_decides_for_a_gain_and_against_none(self):
        def pair(gain):
            return {"practical": {"points": 0.5 + gain / 2}, "longest": {"points": 0.5 - gain / 2}}

        better = [pair(gain) for gain in [1, 0, 0, 0.5, 0] * 100]
        equal = [pair(gain) for gain in [1, 0, -1, 0.5, -0.5] * 2000]
        self.assertEqual(resistance.decide(better)[1], sprt.Verdict.H1)
        self.assertEqual(resistance.decide(equal)[1], sprt.Verdict.H0)


if __name__ == "__main__":
    unittest.main()
