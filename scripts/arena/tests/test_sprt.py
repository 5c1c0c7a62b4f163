"""The mathematics of a match, compared with values computed in other ways."""

import re
import math
import random

import pytest

from sprt import SHARES, Sprt, Verdict, elo_of, likeliest, share_of, strength


def test_the_likeliest_distribution_adds_up_to_1_and_has_the_mean() -> None:
    dice = random.Random(1)
    for _ in range(200):
        weights = [dice.random() + 0.01 for _ in SHARES]
        observed = [weight / sum(weights) for weight in weights]
        mean = dice.uniform(0.05, 0.95)
        found = likeliest(observed, mean)
        assert sum(found) == pytest.approx(1, abs=1e-6)
        assert sum(map(lambda p, a: p * a, found, SHARES)) == pytest.approx(mean, abs=1e-6)


def test_the_observed_mean_gives_the_observed_distribution() -> None:
    observed = [0.1, 0.2, 0.4, 0.2, 0.1]
    for want, found in zip(observed, likeliest(observed, 0.5), strict=True):
        assert want == pytest.approx(found, abs=1e-7)


def test_near_equality_the_ratio_is_the_normal_approximation() -> None:
    counts = [100, 900, 2000, 980, 120]
    test, pairs = Sprt(0, 5), sum(counts)
    mean = sum(map(lambda n, a: n * a, counts, SHARES)) / pairs
    variance = sum(map(lambda n, a: n * (a - mean) ** 2, counts, SHARES)) / pairs
    s0, s1 = share_of(0), share_of(5)
    normal = pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert test.llr(counts) == pytest.approx(normal, abs=0.02 * abs(normal))


def test_scores_that_never_occurred_have_almost_no_weight() -> None:
    # The limit for drawn pairs only, if the only other score were two wins: their share is
    # twice the distance of the mean from a half, and is taken from the draws.
    test, pairs = Sprt(0, 20), 100
    limit = pairs * math.log(1 - 2 * (share_of(20) - 0.5))
    assert test.llr([0, 0, pairs, 0, 0]) == pytest.approx(limit, abs=0.01 * -limit)


def test_changing_sides_changes_the_sign() -> None:
    counts = [3, 10, 40, 22, 9]
    assert Sprt(0, 10).llr(counts) == pytest.approx(-Sprt(-10, 0).llr(counts[::-1]), abs=1e-7)


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 5)
    assert test.upper == pytest.approx(math.log(19), abs=1e-7)
    assert test.lower == pytest.approx(-math.log(19), abs=1e-7)


def test_clear_matches_are_decided_and_short_ones_are_not() -> None:
    test = Sprt(0, 20)
    for counts, want in [
        ((0, 0, 0, 0, 0), Verdict.OPEN),
        ((0, 0, 1, 0, 0), Verdict.OPEN),
        ((0, 0, 0, 0, 1000), Verdict.H1),
        ((1000, 0, 0, 0, 0), Verdict.H0),
        ((10, 50, 500, 250, 100), Verdict.H1),
        ((100, 250, 500, 50, 10), Verdict.H0),
    ]:
        assert test.verdict(counts) == want, counts


def test_wrong_verdicts_are_as_rare_as_required() -> None:
    dice, test, trials = random.Random(7), Sprt(0, 60), 200
    for elo, wrong in [(0, Verdict.H1), (60, Verdict.H0)]:
        mistakes = sum(simulate(dice, test, elo) is wrong for _ in range(trials))
        # 5 % of 200 are 10; 22 or more happen once in 5,000 runs.
        assert mistakes < 22


def simulate(dice: random.Random, test: Sprt, elo: float) -> Verdict:
    """Returns the verdict over random pairs at a true difference in strength."""
    share, counts = share_of(elo), [0] * 5
    while (verdict := test.verdict(counts)) is Verdict.OPEN:
        for _ in range(8):
            games = [dice.random() < share for _ in range(2)]
            counts[2 * sum(games)] += 1
    return verdict


def test_elo_and_share_are_inverse() -> None:
    for elo in (-300, -5, 0, 1, 250):
        assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-7)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_even_pairs_give_no_difference() -> None:
    found = strength([10, 20, 40, 20, 10])
    assert found.elo == pytest.approx(0, abs=1e-7)
    assert found.superiority == pytest.approx(0.5, abs=1e-7)
    # With half a pair more of each the variance is 7.8125 / 102.5; the variance of the mean
    # is this divided by 103.5. The error is 1.96 deviations, in Elo.
    deviation = math.sqrt(7.8125 / 102.5 / 103.5)
    assert found.error == pytest.approx(elo_of(0.5 + 1.959964 * deviation), abs=1e-6)


def test_one_sided_and_empty_matches_have_a_value() -> None:
    for counts, elo in [([0, 0, 0, 0, 4], math.inf), ([4, 0, 0, 0, 0], -math.inf)]:
        assert strength(counts).elo == elo
        assert strength(counts).error == math.inf
    assert strength([0] * 5).error == math.inf
    assert str(strength([0] * 5)) == "unknown"


def test_one_sided_matches_have_a_bound() -> None:
    # At a true share s, n pairs all score two points with a probability of at most s to the n.
    for pairs in (10, 20, 50, 200):
        rigorous = elo_of(0.05 ** (1 / pairs))
        won = strength([0, 0, 0, 0, pairs])
        assert won.bound == pytest.approx(rigorous, abs=0.15 * rigorous)
        assert str(won) == f"> {won.bound:+.1f}"
        lost = strength([pairs, 0, 0, 0, 0])
        assert lost.bound == pytest.approx(-won.bound, abs=1e-7)
        assert str(lost) == f"< {lost.bound:+.1f}"
    # One point was lost, and still the interval has no upper end.
    assert 100 < strength([0, 0, 1, 0, 19]).bound < 400
    assert str(strength([0, 0, 1, 0, 19])).startswith("> +")
    assert re.search(r"^\+\d+\.\d \+/- \d+\.\d$", str(strength([3, 10, 40, 22, 9])))


def test_a_difference_becomes_fields_of_either_side() -> None:
    found = strength([3, 10, 40, 22, 9])
    fields = {"elo": round(found.elo, 1), "elo_error": round(found.error, 1)}
    assert found.record() == fields | {"elo_bound": None}
    assert (-found).record() == found.record() | {"elo": -fields["elo"]}
    assert (-found).superiority == pytest.approx(strength([9, 22, 40, 10, 3]).superiority, abs=1e-7)
    won = strength([0, 0, 0, 0, 20])
    bound = {"elo": round(won.bound, 1), "elo_error": None, "elo_bound": ">="}
    assert won.record() == bound
    assert (-won).record() == bound | {"elo": -bound["elo"], "elo_bound": "<="}
    assert {*strength([0] * 5).record().values()} == {None}


def test_few_pairs_prove_nothing_even_if_all_score_the_same() -> None:
    for index in range(5):
        counts = [0] * 5
        counts[index] = 1
        found = strength(counts)
        assert found.error > 200
        assert 0.1 < found.superiority < 0.9, found
    assert 0.9 < strength([0, 0, 0, 0, 4]).superiority < 0.999
    # A hundred drawn pairs prove that the difference is small.
    assert 1 < strength([0, 0, 100, 0, 0]).error < 10


def test_many_pairs_agree_with_the_normal_approximation() -> None:
    counts = [100, 900, 2000, 980, 120]
    pairs = sum(counts)
    mean = sum(map(lambda n, a: n * a, counts, SHARES)) / pairs
    deviation = math.sqrt(sum(map(lambda n, a: n * (a - mean) ** 2, counts, SHARES))) / pairs
    found = strength(counts)
    assert found.elo == pytest.approx(elo_of(mean), abs=1e-7)
    assert found.error == pytest.approx(elo_of(0.5 + 1.959964 * deviation), abs=0.02)
    likely = (1 + math.erf((mean - 0.5) / deviation / math.sqrt(2))) / 2
    assert found.superiority == pytest.approx(likely, abs=0.002)
