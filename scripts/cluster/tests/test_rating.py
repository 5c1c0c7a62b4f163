"""Ratings of the opponents of a level."""

import json
import math
import unittest

from rating import RATINGS, known_rating, plays_a_level, rating_record, rating_text
from sprt import Strength, strength

NAME = "claimeven 0.1.0"
ROWS = {row["player"]: row["elo"] for row in json.loads(RATINGS.read_text(encoding="utf-8"))}


class Known(unittest.TestCase):
    def test_the_options_decide_as_in_the_engine(self) -> None:
        for options, rating in [
            ({"Skill Level": "5"}, ROWS["level-5"]),
            ({"skill level": "0", "Hash": "1"}, ROWS["level-0"]),
            ({"UCI_LimitStrength": "true", "UCI_Elo": "1000", "Skill Level": "3"}, 1000),
            ({"UCI_LimitStrength": "false", "UCI_Elo": "1000", "Skill Level": "3"}, ROWS["level-3"]),
            ({"UCI_LimitStrength": "true"}, ROWS["level-19"]),
            ({"UCI_LimitStrength": "true", "UCI_AnalyseMode": "true"}, ROWS["level-20"]),
            ({}, ROWS["level-20"]),
        ]:
            self.assertEqual(known_rating(NAME, options, ""), round(rating), options)

    def test_limits_and_other_engines_are_not_rated(self) -> None:
        level = {"Skill Level": "5"}
        self.assertIsNone(known_rating(NAME, level, "nodes 1000"))
        self.assertIsNone(known_rating("Fairy-Stockfish", level, ""))
        self.assertTrue(plays_a_level(NAME, level))
        self.assertFalse(plays_a_level("Fairy-Stockfish", level))
        self.assertFalse(plays_a_level(NAME, {"Hash": "1"}))


class Opponents(unittest.TestCase):
    def text(self, difference: Strength) -> str:
        return rating_text(rating_record("bot", 900, difference))

    def test_the_difference_is_added(self) -> None:
        self.assertEqual(self.text(Strength(-49.6, 31.4, 0)), "Rating of bot: 850 +/- 31")
        self.assertEqual(self.text(-Strength(-49.6, 31.4, 0)), "Rating of bot: 950 +/- 31")

    def test_a_bound_of_the_difference_is_a_bound_of_the_rating(self) -> None:
        won = strength([0, 0, 0, 0, 20])
        bound = round(900 + won.bound)
        self.assertEqual(self.text(won), f"Rating of bot: >= {bound}")
        self.assertEqual(self.text(-won), f"Rating of bot: <= {1800 - bound}")
        record = rating_record("bot", 900, won)
        fields = {"rating": bound, "rating_error": None, "rating_bound": ">="}
        self.assertEqual(record, {"player": "bot"} | fields)
        self.assertEqual(self.text(Strength(0, math.inf, 0.5)), "Rating of bot: unknown")
