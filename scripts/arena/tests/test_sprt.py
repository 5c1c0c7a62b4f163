"""The mathematics of a match, compared with values computed in other ways."""

import math
import random
import unittest

from sprt import SHARES, Test, Verdict, elo_of, likeliest, share_of, strength


class Likelihood(unittest.TestCase):
    def test_the_likeliest_distribution_adds_up_to_1_and_has_the_mean(self) -> None:
        dice = random.Random(1)
        for _ in range(200):
            weights = [dice.random() + 0.01 for _ in SHARES]
            observed = [weight / sum(weights) for weight in weights]
            mean = dice.uniform(0.05, 0.95)
            found = likeliest(observed, mean)
            self.assertAlmostEqual(sum(found), 1, places=6)
            self.assertAlmostEqual(sum(map(lambda p, a: p * a, found, SHARES)), mean, places=6)

    def test_the_observed_mean_gives_the_observed_distribution(self) -> None:
        observed = [0.1, 0.2, 0.4, 0.2, 0.1]
        for want, found in zip(observed, likeliest(observed, 0.5), strict=True):
            self.assertAlmostEqual(want, found)

    def test_near_equality_the_ratio_is_the_normal_approximation(self) -> None:
        counts = [100, 900, 2000, 980, 120]
        test, pairs = Test(0, 5), sum(counts)
        mean = sum(map(lambda n, a: n * a, counts, SHARES)) / pairs
        variance = sum(map(lambda n, a: n * (a - mean) ** 2, counts, SHARES)) / pairs
        s0, s1 = share_of(0), share_of(5)
        normal = pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
        self.assertAlmostEqual(test.llr(counts), normal, delta=0.02 * abs(normal))

    def test_scores_that_never_occurred_have_almost_no_weight(self) -> None:
        # The limit for drawn pairs only, if the only other score were two wins: their share is
        # twice the distance of the mean from a half, and is taken from the draws.
        test, pairs = Test(0, 20), 100
        limit = pairs * math.log(1 - 2 * (share_of(20) - 0.5))
        self.assertAlmostEqual(test.llr([0, 0, pairs, 0, 0]), limit, delta=0.01 * -limit)

    def test_changing_sides_changes_the_sign(self) -> None:
        counts = [3, 10, 40, 22, 9]
        self.assertAlmostEqual(Test(0, 10).llr(counts), -Test(-10, 0).llr(counts[::-1]))


class Verdicts(unittest.TestCase):
    def test_the_bounds_are_those_of_wald(self) -> None:
        test = Test(0, 5)
        self.assertAlmostEqual(test.upper, math.log(19))
        self.assertAlmostEqual(test.lower, -math.log(19))

    def test_clear_matches_are_decided_and_short_ones_are_not(self) -> None:
        test = Test(0, 20)
        for counts, want in [
            ((0, 0, 0, 0, 0), Verdict.OPEN),
            ((0, 0, 1, 0, 0), Verdict.OPEN),
            ((0, 0, 0, 0, 1000), Verdict.H1),
            ((1000, 0, 0, 0, 0), Verdict.H0),
            ((10, 50, 500, 250, 100), Verdict.H1),
            ((100, 250, 500, 50, 10), Verdict.H0),
        ]:
            self.assertEqual(test.verdict(counts), want, counts)

    def test_wrong_verdicts_are_as_rare_as_required(self) -> None:
        dice, test, trials = random.Random(7), Test(0, 60), 200
        for elo, wrong in [(0, Verdict.H1), (60, Verdict.H0)]:
            mistakes = sum(simulate(dice, test, elo) is wrong for _ in range(trials))
            # 5 % of 200 are 10; 22 or more happen once in 5,000 runs.
            self.assertLess(mistakes, 22)


def simulate(dice: random.Random, test: Test, elo: float) -> Verdict:
    """Returns the verdict over random pairs at a true difference in strength."""
    share, counts = share_of(elo), [0] * 5
    while (verdict := test.verdict(counts)) is Verdict.OPEN:
        for _ in range(8):
            games = [dice.random() < share for _ in range(2)]
            counts[2 * sum(games)] += 1
    return verdict


class Elo(unittest.TestCase):
    def test_elo_and_share_are_inverse(self) -> None:
        for elo in (-300, -5, 0, 1, 250):
            self.assertAlmostEqual(elo_of(share_of(elo)), elo)
        self.assertEqual((elo_of(0), elo_of(1)), (-math.inf, math.inf))

    def test_even_pairs_give_no_difference(self) -> None:
        found = strength([10, 20, 40, 20, 10])
        self.assertAlmostEqual(found.elo, 0)
        self.assertAlmostEqual(found.superiority, 0.5)
        # With half a pair more of each the variance is 7.8125 / 102.5; the variance of the mean
        # is this divided by 103.5. The error is 1.96 deviations, in Elo.
        deviation = math.sqrt(7.8125 / 102.5 / 103.5)
        self.assertAlmostEqual(found.error, elo_of(0.5 + 1.959964 * deviation), places=6)

    def test_one_sided_and_empty_matches_have_a_value(self) -> None:
        for counts, elo in [([0, 0, 0, 0, 4], math.inf), ([4, 0, 0, 0, 0], -math.inf)]:
            self.assertEqual(strength(counts).elo, elo)
            self.assertEqual(strength(counts).error, math.inf)
        self.assertEqual(strength([0] * 5).error, math.inf)
        self.assertEqual(str(strength([0] * 5)), "unknown")

    def test_one_sided_matches_have_a_bound(self) -> None:
        # At a true share s, n pairs all score two points with a probability of at most s to the n.
        for pairs in (10, 20, 50, 200):
            rigorous = elo_of(0.05 ** (1 / pairs))
            won = strength([0, 0, 0, 0, pairs])
            self.assertAlmostEqual(won.bound, rigorous, delta=0.15 * rigorous)
            self.assertEqual(str(won), f"> {won.bound:+.1f}")
            lost = strength([pairs, 0, 0, 0, 0])
            self.assertAlmostEqual(lost.bound, -won.bound)
            self.assertEqual(str(lost), f"< {lost.bound:+.1f}")
        # One point was lost, and still the interval has no upper end.
        self.assertTrue(100 < strength([0, 0, 1, 0, 19]).bound < 400)
        self.assertTrue(str(strength([0, 0, 1, 0, 19])).startswith("> +"))
        self.assertRegex(str(strength([3, 10, 40, 22, 9])), r"^\+\d+\.\d \+/- \d+\.\d$")

    def test_a_difference_becomes_fields_of_either_side(self) -> None:
        found = strength([3, 10, 40, 22, 9])
        fields = {"elo": round(found.elo, 1), "elo_error": round(found.error, 1)}
        self.assertEqual(found.record(), fields | {"elo_bound": None})
        self.assertEqual((-found).record(), found.record() | {"elo": -fields["elo"]})
        self.assertAlmostEqual((-found).superiority, strength([9, 22, 40, 10, 3]).superiority)
        won = strength([0, 0, 0, 0, 20])
        bound = {"elo": round(won.bound, 1), "elo_error": None, "elo_bound": ">="}
        self.assertEqual(won.record(), bound)
        self.assertEqual((-won).record(), bound | {"elo": -bound["elo"], "elo_bound": "<="})
        self.assertEqual({*strength([0] * 5).record().values()}, {None})

    def test_few_pairs_prove_nothing_even_if_all_score_the_same(self) -> None:
        for index in range(5):
            counts = [0] * 5
            counts[index] = 1
            found = strength(counts)
            self.assertGreater(found.error, 200)
            self.assertTrue(0.1 < found.superiority < 0.9, found)
        self.assertTrue(0.9 < strength([0, 0, 0, 0, 4]).superiority < 0.999)
        # A hundred drawn pairs prove that the difference is small.
        self.assertTrue(1 < strength([0, 0, 100, 0, 0]).error < 10)

    def test_many_pairs_agree_with_the_normal_approximation(self) -> None:
        counts = [100, 900, 2000, 980, 120]
        pairs = sum(counts)
        mean = sum(map(lambda n, a: n * a, counts, SHARES)) / pairs
        deviation = math.sqrt(sum(map(lambda n, a: n * (a - mean) ** 2, counts, SHARES))) / pairs
        found = strength(counts)
        self.assertAlmostEqual(found.elo, elo_of(mean))
        self.assertAlmostEqual(found.error, elo_of(0.5 + 1.959964 * deviation), delta=0.02)
        likely = (1 + math.erf((mean - 0.5) / deviation / math.sqrt(2))) / 2
        self.assertAlmostEqual(found.superiority, likely, delta=0.002)
