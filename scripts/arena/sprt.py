"""The result of a match of game pairs: Elo with its error, and a sequential test.

A pair is one opening played twice with colors changed; its score is 0 to 2 points in steps of a
half. Pairs are independent of each other; the two games of a pair are not. So everything is
computed from the five counts of pair scores.

The test is the generalized sequential probability ratio test of M. Van den Bergh,
as fishtest uses it: the likelihoods of the two hypotheses "the score is s0" and
"the score is s1" are each maximized over all distributions with that mean.
Pure; no I/O.
"""

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

# A pair's score as a share of its two points.
SHARES = (0.0, 0.25, 0.5, 0.75, 1.0)
# The weight of a count of zero, which means "rare", not "impossible". The value is fishtest's.
RARE = 1e-3
# The weight of each count before any pairs: Jeffreys's prior.
PRIOR = 0.5
# The two-sided 95 % quantile of the normal distribution.
QUANTILE_95 = 1.959964
# Enough halvings of an interval to reach the precision of a float.
BISECTIONS = 60


class Verdict(enum.Enum):
    """The hypothesis that the test accepts."""

    H0 = "H0 accepted"
    H1 = "H1 accepted"
    OPEN = "undecided"


@dataclass(frozen=True)
class Sprt:
    """A test of whether the first engine is stronger by `elo0` (H0) or by `elo1` (H1)."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Sequence[int]) -> float:
        """Returns the logarithm of the likelihood ratio, H1 over H0."""
        if not sum(counts):
            return 0.0
        weights = [count or RARE for count in counts]
        total = sum(weights)
        observed = [weight / total for weight in weights]
        under0 = likeliest(observed, share_of(self.elo0))
        under1 = likeliest(observed, share_of(self.elo1))
        ratios = zip(observed, under0, under1, strict=True)
        return total * sum(p * math.log(p1 / p0) for p, p0, p1 in ratios)

    def verdict(self, counts: Sequence[int]) -> Verdict:
        llr = self.llr(counts)
        if llr <= self.lower:
            return Verdict.H0
        return Verdict.H1 if llr >= self.upper else Verdict.OPEN


def share_of(elo: float) -> float:
    """Returns the expected share of the points at a difference in strength."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(share: float) -> float:
    """Returns the difference in strength that gives this share of the points."""
    if share <= 0:
        return -math.inf
    return math.inf if share >= 1 else 400 * math.log10(share / (1 - share))


def likeliest(observed: Sequence[float], mean: float) -> list[float]:
    """Returns the distribution with a given mean under which the observed one is likeliest.

    It is p / (1 + t (a - mean)) for the t at which the expectation of the deviations is zero. The
    expectation falls with t, so bisection finds t between the two values at which a probability
    becomes infinite.
    """
    deviations = [share - mean for share in SHARES]

    def expectation(t: float) -> float:
        return sum(p * a / (1 + t * a) for p, a in zip(observed, deviations, strict=True))

    low, high = -1 / max(deviations), -1 / min(deviations)
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        if expectation(middle) > 0:
            low = middle
        else:
            high = middle
    t = (low + high) / 2
    return [p / (1 + t * a) for p, a in zip(observed, deviations, strict=True)]


@dataclass(frozen=True)
class Strength:
    """The difference in strength that follows from the pairs."""

    elo: float
    error: float
    """Half the width of the 95 % interval. Infinite if the interval has no end on one side."""
    superiority: float
    """The likelihood that the first engine is the stronger one."""
    bound: float = 0.0
    """The end of the interval nearest to 0, if the other end is infinite."""

    def __str__(self) -> str:
        if math.isfinite(self.error):
            return f"{self.elo:+.1f} +/- {self.error:.1f}"
        if self.elo == 0:
            return "unknown"
        return f"{'>' if self.elo > 0 else '<'} {self.bound:+.1f}"

    def __neg__(self) -> "Strength":
        """Returns the difference as the second engine sees it."""
        return Strength(-self.elo, self.error, 1 - self.superiority, -self.bound)

    def record(self) -> dict[str, Any]:
        """Returns the difference, its error, and `>=` or `<=` if it is only a bound."""
        if math.isfinite(self.error):
            elo, error, bound = round(self.elo, 1), round(self.error, 1), None
        elif self.elo == 0:
            elo = error = bound = None
        else:
            elo, error, bound = round(self.bound, 1), None, ">=" if self.elo > 0 else "<="
        return {"elo": elo, "elo_error": error, "elo_bound": bound}


def strength(counts: Sequence[int]) -> Strength:
    """Returns the difference in strength that follows from the counts of pair scores.

    If the interval of the score reaches 0 or 1, as after a match in which one engine won all games,
    the difference has only a bound. It is the end of the interval under `PRIOR`.
    """
    pairs = sum(counts)
    if not pairs:
        return Strength(0.0, math.inf, 0.5)
    mean = sum(n * a for n, a in zip(counts, SHARES, strict=True)) / pairs
    likely, deviation = believed(counts)
    margin = QUANTILE_95 * deviation
    error = (elo_of(mean + margin) - elo_of(mean - margin)) / 2
    superiority = (1 + math.erf((likely - 0.5) / (deviation * math.sqrt(2)))) / 2
    bound = elo_of(likely - margin if mean > 0.5 else likely + margin)
    return Strength(elo_of(mean), error, superiority, bound)


def believed(counts: Sequence[int]) -> tuple[float, float]:
    """Returns the mean and the deviation of the score by the counts and `PRIOR`.

    They are those of a Dirichlet distribution. A few pairs that all score the same have no
    variance, but prove nothing; with the prior, the deviation is never zero.
    """
    weights = [count + PRIOR for count in counts]
    total = sum(weights)
    mean = sum(n * a for n, a in zip(weights, SHARES, strict=True)) / total
    variance = sum(n * (a - mean) ** 2 for n, a in zip(weights, SHARES, strict=True)) / total
    return mean, math.sqrt(variance / (total + 1))
