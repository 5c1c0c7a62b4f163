"""Ratings on the scale of the levels, from a match with an engine whose rating is known.

claimeven has the rating of its level, as measured by `scripts/levels`, if no limits of its searches
weaken it further. Its opponent's rating is that plus the difference in strength. Knows no engine.
"""

import json
import pathlib
from collections.abc import Mapping

from sprt import Strength

RATINGS = pathlib.Path(__file__).parents[1] / "levels/ratings.json"
ENGINE = "claimeven"
FULL_STRENGTH = 20
# The options that choose a level.
LEVELS = {"skill level", "uci_limitstrength"}


def plays_a_level(name: str, options: Mapping[str, str]) -> bool:
    """Returns whether an engine of this name is claimeven, and its options choose a level."""
    return is_ours(name) and not LEVELS.isdisjoint(map(str.lower, options))


def is_ours(name: str) -> bool:
    return name.split()[:1] == [ENGINE]


def known_rating(name: str, options: Mapping[str, str], go: str) -> int | None:
    """Returns the rating of an engine with these options and limits, or None if it is not known."""
    if not is_ours(name) or go.strip():
        return None
    values = {option.lower(): value.lower() for option, value in options.items()}
    rows = json.loads(RATINGS.read_text(encoding="utf-8"))
    ratings = {row["player"]: round(row["elo"]) for row in rows}
    if values.get("uci_analysemode") == "true":
        level = FULL_STRENGTH
    elif values.get("uci_limitstrength") == "true":
        return int(values.get("uci_elo", ratings[f"level-{FULL_STRENGTH - 1}"]))
    else:
        level = int(values.get("skill level", FULL_STRENGTH))
    return ratings[f"level-{level}"]


def rating_record(player: str, opponent: int, difference: Strength) -> dict[str, object]:
    """Returns a player's rating, in the fields of `claimeven grade`.

    `difference` is its strength compared with an opponent of a known rating.
    """
    found = difference.record()
    elo, error = found["elo"], found["elo_error"]
    return {
        "player": player,
        "rating": None if elo is None else round(opponent + elo),
        "rating_error": None if error is None else round(error),
        "rating_bound": found["elo_bound"],
    }


def rating_text(record: Mapping[str, object]) -> str:
    """Returns a rating in one line, in the form of `claimeven grade`."""
    rating, error, bound = (record[f"rating{end}"] for end in ("", "_error", "_bound"))
    if rating is None:
        text = "unknown"
    else:
        text = f"{rating} +/- {error}" if bound is None else f"{bound} {rating}"
    return f"Rating of {record['player']}: {text}"
