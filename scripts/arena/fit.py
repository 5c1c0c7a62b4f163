"""Ratings of all players of a pool at once, from their results against each other.

They are those of the Bradley-Terry model, fitted to all results by the package `choix`, with a draw as
half a win. A tenth of a draw is added to each match, so that a player who won all games has a rating
too. The error is half the width of the 95 % interval of the distance from the anchor, by a bootstrap
over the pairs of each match.
"""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from games import Result

RESAMPLES = 200
# The part of a draw that is added to each match.
PRIOR = 0.1
# The numbers of two pools that are compared, their errors, and their description.
COMPARED = [("elo", "error", ""), ("step", "step_error", ": step from the level below")]
# The Elo of a factor of e between the strengths of two players.
ELO = 400 / math.log(10)


class Unrated(Exception):
    """The results determine no ratings."""


# Counts of pairs of a match by the points of its first player in halves, 0 to 4, as an array. The
# key has the numbers of both players.
Counts = dict[tuple[int, int], Any]


@dataclass(frozen=True)
class Rating:
    """A row of the table."""

    player: str
    games: int
    score: float
    """The share of the points."""
    elo: float
    error: float
    """Half the width of the 95 % interval of the distance from the anchor."""
    step: float | None = None
    """Levels only: the distance from the level below."""
    step_error: float | None = None


def fit(results: Sequence[Result], anchor: str, value: float) -> list[Rating]:
    """Returns the ratings, the strongest player first."""
    numpy = packages()[1]
    index = {name: number for number, name in enumerate(sorted(names_of(results)))}
    if anchor not in index:
        raise SystemExit(f"the results have no games of the anchor, {anchor}")
    counts: Counts = {}
    for result in results:
        first, second = (index[name] for name in result.players)
        counts.setdefault((first, second), numpy.zeros(5))[result.rank] += 1
    wins = wins_of(counts, len(index))
    elo = strengths(wins, index[anchor])
    samples = numpy.array([*resamples(counts, len(index), index[anchor])])

    def error(values: Any) -> float:
        low, high = numpy.percentile(values, [2.5, 97.5])
        return float(high - low) / 2

    rows = []
    for name, player in index.items():
        games = wins[player].sum() + wins[:, player].sum()
        row = {"player": name, "games": round(games), "score": wins[player].sum() / games}
        row |= {"elo": value + elo[player], "error": error(samples[:, player])}
        if (below := index.get(level_below(name))) is not None:
            row["step"] = elo[player] - elo[below]
            row["step_error"] = error(samples[:, player] - samples[:, below])
        rows.append(Rating(**row))
    return sorted(rows, key=lambda row: -row.elo)


def packages() -> tuple[Any, Any]:
    try:
        import choix
        import numpy
    except ImportError as error:
        raise SystemExit(f"{error.name} is not installed: pip install choix") from None
    return choix, numpy


def names_of(results: Iterable[Result]) -> set[str]:
    return {name for result in results for name in result.players}


def level_below(name: str) -> str:
    number = re.fullmatch(r"level-(\d+)", name)
    return f"level-{int(number[1]) - 1}" if number else ""


def resamples(counts: Counts, players: int, anchor: int) -> Iterator[Any]:
    """Yields the ratings of results drawn at random from the results of each match."""
    dice = packages()[1].random.default_rng(1)
    for _ in range(RESAMPLES):
        drawn = {match: dice.multinomial(int(n.sum()), n / n.sum()) for match, n in counts.items()}
        yield strengths(wins_of(drawn, players), anchor)


def wins_of(counts: Counts, players: int) -> Any:
    """Returns the number of wins of each player against each other, draws as halves."""
    numpy = packages()[1]
    wins = numpy.zeros((players, players))
    for (first, second), pairs in counts.items():
        won = pairs @ numpy.arange(5) / 2
        wins[first, second] += won
        wins[second, first] += 2 * pairs.sum() - won
    return wins


def strengths(wins: Any, anchor: int) -> Any:
    """Returns the likeliest Elo of each player above the anchor."""
    choix, numpy = packages()
    try:
        with numpy.errstate(divide="raise", invalid="raise"):
            elo = ELO * choix.ilsr_pairwise_dense(wins + PRIOR / 2 * (wins + wins.T > 0))
    except (ArithmeticError, ValueError, RuntimeError) as error:
        raise Unrated(f"no ratings: do matches connect all players? ({error})") from None
    return elo - elo[anchor]


def moved(before: Iterable[dict[str, Any]], rows: Iterable[Rating]) -> str:
    """Returns what differs from earlier ratings by more than both errors allow.

    A step between levels has a smaller error than the distance from the anchor, and is compared too.
    """
    old = {row["player"]: row for row in before}
    lines = []
    for now in map(asdict, rows):
        was = old.get(now["player"], {})
        for key, error_key, what in COMPARED:
            if None in (now[key], was.get(key)):
                continue
            change, error = now[key] - was[key], math.hypot(now[error_key], was[error_key])
            if abs(change) > error:
                lines.append(f"{now['player']}{what} moved by {change:+.0f} +/- {error:.0f}")
    return "\n".join(lines or ["no rating and no step moved by more than its error"])


def table(rows: Iterable[Rating]) -> str:
    """Returns the ratings as a table in Markdown."""
    lines = ["| Player | Games | Score | Elo | ± | Above the level below | ± |"]
    lines.append("|-|-:|-:|-:|-:|-:|-:|")
    for row in rows:
        cells = [row.player, f"{row.games:,}", f"{row.score:.3f}"]
        numbers = (row.elo, row.error, row.step, row.step_error)
        cells += ["" if number is None else f"{number:.0f}" for number in numbers]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)
