"""The ratings of levels and of their opponents."""

import math

from scale import known_rating, plays_a_level, rating_against, ratings
from sprt import Strength, strength

NAME = "claimeven 0.1.0"


def test_the_options_decide_as_in_the_engine() -> None:
    for options, rating in [
        ({"Skill Level": "5"}, ratings()["level-5"]),
        ({"skill level": "0", "Hash": "1"}, ratings()["level-0"]),
        ({"UCI_LimitStrength": "true", "UCI_Elo": "1000", "Skill Level": "3"}, 1000),
        ({"UCI_LimitStrength": "false", "Skill Level": "3"}, ratings()["level-3"]),
        ({"UCI_LimitStrength": "true"}, ratings()["level-19"]),
        ({"UCI_LimitStrength": "true", "UCI_AnalyseMode": "true"}, ratings()["level-20"]),
        ({}, ratings()["level-20"]),
    ]:
        assert known_rating(NAME, options, "") == round(rating), options


def test_limits_and_other_engines_are_not_rated() -> None:
    level = {"Skill Level": "5"}
    assert known_rating(NAME, level, "nodes 1000") is None
    assert known_rating("Fairy-Stockfish", level, "") is None
    assert plays_a_level(NAME, level)
    assert not plays_a_level("Fairy-Stockfish", level)
    assert not plays_a_level(NAME, {"Hash": "1"})


def test_a_difference_and_its_bound_are_added_to_the_rating_of_the_opponent() -> None:
    found, won = Strength(-49.6, 31.4, 0), strength([0, 0, 0, 0, 20])
    bound = round(900 + won.bound)
    for difference, text in [
        (found, "850 +/- 31"),
        (-found, "950 +/- 31"),
        (won, f">= {bound}"),
        (-won, f"<= {1800 - bound}"),
        (Strength(0, math.inf, 0.5), "unknown"),
    ]:
        assert str(rating_against(900, difference)) == text
    fields = {"rating": bound, "rating_error": None, "rating_bound": ">="}
    assert rating_against(900, won).record() == fields
