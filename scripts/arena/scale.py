"""Ratings on the scale of the levels: of levels, of their opponents, and of graded players.

The levels have ratings (`ratings.json`, by `pool.py`). The opponent of a level in a match has its
rating plus the difference in strength. A graded player has the rating at which a level would keep the
outcome in the same share of its moves: the levels kept it in known numbers of moves (`rates.txt`, by
`make_rates.py`), and the chance to keep it is fitted to both by logistic regression. The logarithm of
its odds is a polynomial of degree 2 in Elo. Standard library only; knows no engine.
"""

import functools
import json
import math
import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sprt import Strength

HERE = pathlib.Path(__file__).resolve().parent
RATINGS, RATES = HERE / "ratings.json", HERE / "rates.txt"
DEGREE = 2
# Elo is a factor of 10 between odds in each 400 points; numbers near 1 keep the fit accurate.
CENTER, UNIT = 1200, 400
# Enough steps of Newton's method, and halvings of an interval, to reach the precision of a float.
NEWTON_STEPS, BISECTIONS = 20, 60
QUANTILE_95 = 1.96
# The fewest moves that get a rating. Fewer say little.
FEWEST_RATED = 20
PERFECT_LEVEL = 20
# The options that choose a level.
LEVELS = {"skill level", "uci_limitstrength"}


@dataclass(frozen=True)
class Rating:
    """An estimate of a player's strength."""

    elo: int | None
    """None if nothing is known."""
    error: int | None
    """Half the width of the 95 % interval, if it has two ends."""
    bound: str | None
    """`<=` or `>=` if the player is at most or at least that strong."""

    def record(self) -> dict[str, object]:
        """Returns the rating in the fields of `claimeven grade`."""
        return {"rating": self.elo, "rating_error": self.error, "rating_bound": self.bound}

    def __str__(self) -> str:
        """Returns the rating in the form of `claimeven grade`."""
        if self.elo is None:
            return "unknown"
        return f"{self.elo} +/- {self.error}" if self.bound is None else f"{self.bound} {self.elo}"


UNRATED = Rating(None, None, None)


def plays_a_level(name: str, options: Mapping[str, str]) -> bool:
    """Returns whether an engine of this name is claimeven, and its options choose a level."""
    return is_claimeven(name) and not LEVELS.isdisjoint(map(str.lower, options))


def is_claimeven(name: str) -> bool:
    return name.split()[:1] == ["claimeven"]


def known_rating(name: str, options: Mapping[str, str], go: str) -> int | None:
    """Returns the rating of an engine with these options and limits, or None if it is not known.

    That of claimeven is the rating of its level, if no limits weaken it further.
    """
    if not is_claimeven(name) or go.strip():
        return None
    values = {option.lower(): value.lower() for option, value in options.items()}
    if values.get("uci_analysemode") == "true":
        level = PERFECT_LEVEL
    elif values.get("uci_limitstrength") == "true":
        return int(values.get("uci_elo", round(ratings()[f"level-{PERFECT_LEVEL - 1}"])))
    else:
        level = int(values.get("skill level", PERFECT_LEVEL))
    return round(ratings()[f"level-{level}"])


def rating_against(opponent: int, difference: Strength) -> Rating:
    """Returns the rating of a player by its strength compared with an opponent of a known rating."""
    found = difference.record()
    elo, error = found["elo"], found["elo_error"]
    if elo is None:
        return UNRATED
    return Rating(round(opponent + elo), error and round(error), found["elo_bound"])


@functools.cache
def ratings() -> dict[str, float]:
    """Returns the Elo of the players of the pool."""
    rows = json.loads(RATINGS.read_text(encoding="utf-8"))
    return {row["player"]: row["elo"] for row in rows}


@dataclass(frozen=True)
class Scale:
    """The chance to keep the outcome, for each Elo between two ends."""

    coefficients: Sequence[float]
    ends: tuple[float, float]

    def chance(self, elo: float) -> float:
        terms = zip(self.coefficients, powers(elo), strict=True)
        return logistic(sum(a * x for a, x in terms))

    def slope(self, elo: float) -> float:
        """Returns the growth of the chance per Elo."""
        chance, x = self.chance(elo), powers(elo)
        growth = sum(n * self.coefficients[n] * x[n - 1] for n in range(1, DEGREE + 1)) / UNIT
        return chance * (1 - chance) * growth

    def rating(self, kept: int, moves: int) -> Rating:
        """Returns the rating of a player who kept the outcome in some of its moves."""
        if moves < FEWEST_RATED:
            return UNRATED
        share, (low, high) = kept / moves, self.ends
        bound = "<=" if share < self.chance(low) else ">=" if share > self.chance(high) else None
        for _ in range(BISECTIONS):
            middle = (low + high) / 2
            low, high = (middle, high) if self.chance(middle) < share else (low, middle)
        # Two kept and two other moves more: so the error of a share of 1 is not 0 (Agresti and
        # Coull 1998).
        moves += 4
        likely = (kept + 2) / moves
        error = QUANTILE_95 * math.sqrt(likely * (1 - likely) / moves) / self.slope(low)
        return Rating(round(low), round(error), bound)


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def powers(elo: float) -> list[float]:
    """Returns the terms of a polynomial."""
    x = (elo - CENTER) / UNIT
    return [x**n for n in range(DEGREE + 1)]


def fit(levels: Sequence[tuple[float, int, int]]) -> Scale:
    """Returns the likeliest scale by the Elo, the moves and the kept moves of each level."""
    found, terms = [0.0] * (DEGREE + 1), [powers(elo) for elo, _, _ in levels]
    for _ in range(NEWTON_STEPS):
        gradient, hessian = [0.0] * len(found), [[0.0] * len(found) for _ in found]
        for x, (_, moves, kept) in zip(terms, levels, strict=True):
            chance = logistic(sum(a * b for a, b in zip(found, x, strict=True)))
            for i, row in enumerate(hessian):
                gradient[i] += (kept - moves * chance) * x[i]
                for j, _ in enumerate(row):
                    row[j] += moves * chance * (1 - chance) * x[i] * x[j]
        found = [a + step for a, step in zip(found, solve(hessian, gradient), strict=True)]
    elo = [elo for elo, _, _ in levels]
    return Scale(found, (min(elo), max(elo)))


def solve(matrix: list[list[float]], vector: list[float]) -> list[float]:
    """Solves linear equations with a positive definite matrix by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, vector, strict=True)]
    for i, pivot in enumerate(rows):
        pivot[:] = [value / pivot[i] for value in pivot]
        for other in rows:
            if other is not pivot:
                factor = other[i]
                other[:] = [a - factor * b for a, b in zip(other, pivot, strict=True)]
    return [row[-1] for row in rows]


def levels() -> list[tuple[float, int, int]]:
    """Returns the Elo, the moves and the kept moves of each level."""
    lines = RATES.read_text(encoding="utf-8").splitlines()
    rows = [tuple(map(int, line.split())) for line in lines if not line.startswith("#")]
    return [(ratings()[f"level-{level}"], moves, kept) for level, moves, kept in rows]


@functools.cache
def scale() -> Scale:
    return fit(levels())
