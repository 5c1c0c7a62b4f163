"""The mathematics of a match, compared with values computed in other ways."""

import math
import random
import re

import pytest

from sprt import SHARES, Sprt, Verdict, elo_of, likeliest, share_of, strength

# Many pairs, to which the normal approximation applies: their mean, and its deviation.
MANY = [100, 900, 2000, 980, 120]
PAIRS = sum(MANY)
MEAN = sum(n * share for n, share in zip(MANY, SHARES)) / PAIRS
DEVIATION = math.sqrt(sum(n * (share - MEAN) ** 2 for n, share in zip(MANY, SHARES))) / PAIRS


def test_the_likeliest_distribution_adds_up_to_1_and_has_the_mean() -> None:
    dice = random.Random(1)
    for _ in range(200):
        weights = [dice.random() + 0.01 for _ in SHARES]
        mean = dice.uniform(0.05, 0.95)
        found = likeliest([weight / sum(weights) for weight in weights], mean)
        moments = [sum(found), sum(p * share for p, share in zip(found, SHARES))]
        assert moments == pytest.approx([1, mean], abs=1e-6)


def test_near_equality_the_ratio_is_the_normal_approximation() -> None:
    s0, s1 = share_of(0), share_of(5)
    normal = (s1 - s0) * (2 * MEAN - s0 - s1) / (2 * DEVIATION**2)
    assert Sprt(0, 5).llr(MANY) == pytest.approx(normal, rel=0.02)


def test_scores_that_never_occurred_have_almost_no_weight() -> None:
    # The limit for drawn pairs only, if the only other score were two wins: their share is
    # twice the distance of the mean from a half, and is taken from the draws.
    limit = 100 * math.log(1 - 2 * (share_of(20) - 0.5))
    assert Sprt(0, 20).llr([0, 0, 100, 0, 0]) == pytest.approx(limit, rel=0.01)


def test_changing_sides_changes_the_sign() -> None:
    counts = [3, 10, 40, 22, 9]
    assert Sprt(0, 10).llr(counts) == pytest.approx(-Sprt(-10, 0).llr(counts[::-1]))


def test_the_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 5)
    assert [test.upper, -test.lower] == pytest.approx([math.log(19)] * 2)


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((0, 0, 0, 0, 0), Verdict.OPEN),
        ((0, 0, 1, 0, 0), Verdict.OPEN),
        ((0, 0, 0, 0, 1000), Verdict.H1),
        ((1000, 0, 0, 0, 0), Verdict.H0),
        ((10, 50, 500, 250, 100), Verdict.H1),
        ((100, 250, 500, 50, 10), Verdict.H0),
    ],
)
def test_clear_matches_are_decided_and_short_ones_are_not(counts, verdict) -> None:
    assert Sprt(0, 20).verdict(counts) == verdict


@pytest.mark.parametrize(("elo", "wrong"), [(0, Verdict.H1), (60, Verdict.H0)])
def test_wrong_verdicts_are_as_rare_as_required(elo, wrong) -> None:
    dice, test, mistakes = random.Random(7), Sprt(0, 60), 0
    for _ in range(200):
        counts = [0] * 5
        while (verdict := test.verdict(counts)) is Verdict.OPEN:
            for _ in range(8):
                counts[2 * sum(dice.random() < share_of(elo) for _ in range(2))] += 1
        mistakes += verdict is wrong
    # 5 % of 200 are 10; 22 or more happen once in 5,000 runs.
    assert mistakes < 22


def test_elo_and_share_are_inverse() -> None:
    for elo in (-300, -5, 0, 1, 250):
        assert elo_of(share_of(elo)) == pytest.approx(elo)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


def test_even_pairs_give_no_difference() -> None:
    found = strength([10, 20, 40, 20, 10])
    # With half a pair more of each the variance is 7.8125 / 102.5; the variance of the mean
    # is this divided by 103.5. The error is 1.96 deviations, in Elo.
    error = elo_of(0.5 + 1.959964 * math.sqrt(7.8125 / 102.5 / 103.5))
    wanted = [0, 0.5, error]
    assert [found.elo, found.superiority, found.error] == pytest.approx(wanted, abs=1e-6)


def test_one_sided_matches_have_a_bound() -> None:
    # At a true share s, n pairs all score two points with a probability of at most s to the n.
    for pairs in (10, 20, 50, 200):
        won, lost = strength([0, 0, 0, 0, pairs]), strength([pairs, 0, 0, 0, 0])
        assert (won.elo, won.error, lost.elo) == (math.inf, math.inf, -math.inf)
        assert won.bound == pytest.approx(elo_of(0.05 ** (1 / pairs)), rel=0.15)
        assert lost.bound == pytest.approx(-won.bound)
        assert (str(won), str(lost)) == (f"> {won.bound:+.1f}", f"< {lost.bound:+.1f}")
    # One point was lost, and still the interval has no upper end.
    assert 100 < strength([0, 0, 1, 0, 19]).bound < 400
    assert str(strength([0, 0, 1, 0, 19])).startswith("> +")
    assert re.fullmatch(r"\+\d+\.\d \+/- \d+\.\d", str(strength([3, 10, 40, 22, 9])))
    assert str(strength([0] * 5)) == "unknown"


def test_a_difference_becomes_fields_of_either_side() -> None:
    found, won = strength([3, 10, 40, 22, 9]), strength([0, 0, 0, 0, 20])
    for each, bounds in [(found, [None, None]), (won, [">=", "<="])]:
        elo = round(won.bound if each is won else each.elo, 1)
        error = None if each is won else round(each.error, 1)
        for side, sign, bound in [(each, 1, bounds[0]), (-each, -1, bounds[1])]:
            assert side.record() == {"elo": sign * elo, "elo_error": error, "elo_bound": bound}
    assert (-found).superiority == pytest.approx(strength([9, 22, 40, 10, 3]).superiority)
    assert {*strength([0] * 5).record().values()} == {None}


def test_few_pairs_prove_nothing_even_if_all_score_the_same() -> None:
    for index in range(5):
        found = strength([int(index == at) for at in range(5)])
        assert found.error > 200 and 0.1 < found.superiority < 0.9
    assert 0.9 < strength([0, 0, 0, 0, 4]).superiority < 0.999
    # A hundred drawn pairs prove that the difference is small.
    assert 1 < strength([0, 0, 100, 0, 0]).error < 10


def test_many_pairs_agree_with_the_normal_approximation() -> None:
    found = strength(MANY)
    assert found.elo == pytest.approx(elo_of(MEAN))
    assert found.error == pytest.approx(elo_of(0.5 + 1.959964 * DEVIATION), abs=0.02)
    likely = (1 + math.erf((MEAN - 0.5) / DEVIATION / math.sqrt(2))) / 2
    assert found.superiority == pytest.approx(likely, abs=0.002)
