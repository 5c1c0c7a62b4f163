"""Ratings on the scale of the levels: of levels, and of their opponents.

The levels have ratings (`ratings.json`, by `pool.py`). The opponent of a level in a match has its
rating plus the difference in strength. Standard library only; knows no engine.
"""

import functools
import json
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass

from sprt import Strength

HERE = pathlib.Path(__file__).resolve().parent
RATINGS = HERE / "ratings.json"
PERFECT_LEVEL = 20
# The options that choose a level.
LEVELS = {"skill level", "uci_limitstrength"}


@dataclass(frozen=True)
class Rating:
    """The strength of a player by the results of its games."""

    elo: int | None
    """None if nothing is known."""
    error: int | None
    """Half the width of the 95 % interval, if it has two ends."""
    bound: str | None
    """`<=` or `>=` if the player is at most or at least that strong."""

    def record(self) -> dict[str, object]:
        """Returns the rating as fields of a record."""
        return {"rating": self.elo, "rating_error": self.error, "rating_bound": self.bound}

    def __str__(self) -> str:
        """Returns the rating and its error."""
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
