"""The scale of the levels, from the stored rates and from rates that are known."""

import math
import random

import pytest

from make_rates import LEVELS, kept
from scale import (
    FEWEST_RATED,
    RATES,
    UNRATED,
    fit,
    known_rating,
    levels,
    plays_a_level,
    rating_against,
    ratings,
    scale,
)
from sprt import Strength, strength
from tests.helpers import CLAIMEVEN

NAME = "claimeven 0.1.0"


def test_each_level_gets_its_rating() -> None:
    assert len(levels()) == len(LEVELS)
    for level, (elo, moves, count) in enumerate(levels()):
        assert elo == ratings()[f"level-{level}"]
        rating = scale().rating(count, moves)
        assert rating.elo == pytest.approx(elo, abs=1.5 * rating.error)


def test_the_chance_grows_with_the_rating() -> None:
    low, high = scale().ends
    slopes = [scale().slope(low + (high - low) * part / 100) for part in range(101)]
    assert min(slopes) > 0


def test_the_stored_rate_is_that_of_the_engine() -> None:
    lines = RATES.read_text(encoding="utf-8").splitlines()
    moves, count = kept(CLAIMEVEN, 0)
    assert f"0 {moves} {count}" in lines


def test_the_scale_of_simulated_players_is_found() -> None:
    dice, moves = random.Random(1), 4000
    chance = {elo: 1 / (1 + math.exp(0.7 - elo / 500)) for elo in range(100, 1600, 100)}
    rows = [(elo, moves, sum(dice.random() < p for _ in range(moves))) for elo, p in chance.items()]
    found = fit(rows)
    for elo, p in chance.items():
        assert found.chance(elo) == pytest.approx(p, abs=0.02)
        assert found.slope(elo) == pytest.approx(p * (1 - p) / 500, abs=1e-4)
    # The error of a share of a half, in Elo.
    middle = found.rating(500, 1000)
    assert middle.elo == pytest.approx(350, abs=15)
    error = 1.96 * math.sqrt(0.25 / 1000) / (0.25 / 500)
    assert middle.error == pytest.approx(error, abs=0.1 * error)
    assert str(middle) == f"{middle.elo} +/- {middle.error}"


def test_ratings_end_with_the_scale() -> None:
    low, high = (round(end) for end in scale().ends)
    weakest, strongest = scale().rating(0, 1000), scale().rating(1000, 1000)
    assert (weakest.elo, weakest.bound) == (low, "<=")
    assert (strongest.elo, strongest.bound) == (high, ">=")
    assert strongest.error > 0
    assert str(strongest) == f">= {high}"
    assert scale().rating(0, FEWEST_RATED - 1) == UNRATED
    assert scale().rating(0, FEWEST_RATED) != UNRATED


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
