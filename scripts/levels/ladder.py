#!/usr/bin/env python3
"""Plays the ladder of levels and other players, and rates all of them at once.

    scripts/levels/ladder.py --results results.jsonl              plays what is missing of the plan
    scripts/levels/ladder.py --results results.jsonl --fit        prints the table of ratings
    ... --fit --json ratings.json --before old.json               and says which ratings moved

The plan, `ladder.toml`, names the players and the matches. A match is a number of pairs of games,
each from a balanced opening with both colours. Results are appended to a file, one line per pair,
and a later run plays only the pairs that the file lacks. With `--seed` each player gets a seed for
each game (`seed_of`), so that the same ladder can be played again; without it every game differs.

Ratings are those of the Bradley-Terry model, fitted to all results by the package `choix`, with a
draw as half a win. A tenth of a draw is added to each match, so that a player who won all games
has a rating too. The anchor of the plan has the rating `--anchor`. The error is half the width of
the 95 % interval of the distance from the anchor, by a bootstrap over the pairs of each match.
"""

import argparse
import hashlib
import itertools
import json
import math
import os
import pathlib
import re
import sys
import threading
import time
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any

from client import Engine, EngineError
from rules import Board

HERE = pathlib.Path(__file__).resolve().parent
PLAN = HERE / "ladder.toml"
OPENINGS = HERE.parent / "clients/openings.txt"
REPORT_EVERY = 200
SEEDS = 2**31 - 1
RESAMPLES = 200
# The part of a draw that is added to each match.
PRIOR = 0.1
# The numbers of two ladders that are compared, their errors, and their description.
COMPARED = [("elo", "error", ""), ("step", "step_error", ": step from the level below")]
# The Elo of a factor of e between the strengths of two players.
ELO = 400 / math.log(10)


@dataclass(frozen=True)
class Player:
    """A player: its command (see `client.words_of`), options, and the arguments of `go`."""

    name: str
    command: str
    options: dict[str, str] = field(default_factory=dict, hash=False)
    go: str = ""


@dataclass(frozen=True)
class Pair:
    """Two games from one opening. The first player moves first in the first game."""

    players: tuple[Player, Player]
    number: int
    opening: str
    seed: int | None

    @property
    def key(self) -> tuple[str, str, int]:
        return self.players[0].name, self.players[1].name, self.number


@dataclass(frozen=True)
class Result:
    """A line of the results, in the form of `scripts/cluster/match.py`."""

    number: int
    opening: str
    players: list[str]
    games: list[str]
    points: list[float]
    """The points of the first player in each game."""
    seed: int | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        return self.players[0], self.players[1], self.number


class Unrated(Exception):
    """The results determine no ratings."""


class Hall:
    """A worker process: the engines of one match at a time, kept for all of its games."""

    def __init__(self) -> None:
        self.engines: dict[Player, Engine] = {}

    def play(self, pair: Pair) -> Result:
        for player in [player for player in self.engines if player not in pair.players]:
            self.engines.pop(player).close()
        for player in pair.players:
            if player not in self.engines:
                self.engines[player] = Engine(player.command, player.options)
        boards = [self.game(pair, first) for first in (0, 1)]
        points = [points_of(board, first) for first, board in enumerate(boards)]
        names = [player.name for player in pair.players]
        games = [board.moves for board in boards]
        return Result(pair.number, pair.opening, names, games, points, pair.seed)

    def game(self, pair: Pair, first: int) -> Board:
        """Plays the game in which player 0 or 1 moves first."""
        order = [pair.players[first], pair.players[1 - first]]
        for player in order:
            self.engines[player].new_game(seed_of(pair, first, player))
        board = Board(pair.opening)
        while not board.over:
            player = order[board.stones % 2]
            board.play(self.engines[player].move(board, player.go))
        return board


def points_of(board: Board, first: int) -> float:
    """Returns the points of player 0 after a game in which player `first` moved first."""
    if not board.won:
        return 0.5
    winner = first ^ (board.stones % 2 == 0)
    return float(winner == 0)


def seed_of(pair: Pair, game: int, player: Player) -> int | None:
    """Returns the `Skill Seed` of a player in a game: from 1 to 2^31 - 1, by a hash."""
    if pair.seed is None:
        return None
    first, second, number = pair.key
    text = f"{pair.seed} {first} {second} {number} {game} {player.name}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % SEEDS + 1


hall: Hall


def open_hall() -> None:
    """Prepares a worker process, which ends with its parent even if that is killed."""
    global hall
    hall = Hall()
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def play_pair(pair: Pair) -> Result:
    return hall.play(pair)


class Plan:
    """The players, the matches by their number of games, and the anchor."""

    def __init__(self, plan: dict[str, Any], engine: str | None) -> None:
        self.anchor: str = plan["anchor"]
        self.players: dict[str, Player] = {}
        self.matches: list[tuple[str, str, int]] = []
        levels = plan.get("levels", {"first": 0, "last": -1})
        names = [f"level-{level}" for level in range(levels["first"], levels["last"] + 1)]
        for level, name in enumerate(names, start=levels["first"]):
            options = levels.get("options", {}) | {"Skill Level": level}
            go = levels.get("go", "")
            self._add(name, {"command": engine or levels["command"], "options": options, "go": go})
        self.matches += [(low, high, levels["games"]) for low, high in itertools.pairwise(names)]
        for name, player in plan.get("players", {}).items():
            self._add(name, player)
        for name, player in plan.get("players", {}).items():
            self.matches += [(name, rival, player["games"]) for rival in player["against"]]
        unknown = {rival for _, rival, _ in self.matches} | {self.anchor}
        if unknown := unknown - self.players.keys():
            raise SystemExit(f"the plan has no player {', '.join(sorted(unknown))}")

    def _add(self, name: str, player: dict[str, Any]) -> None:
        options = {key: str(value) for key, value in player.get("options", {}).items()}
        self.players[name] = Player(name, player["command"], options, player.get("go", ""))

    def absent(self, players: Iterable[Player]) -> set[Player]:
        """Returns the players that cannot be started, such as those of packages not installed.

        Fails if one of them is a level or the anchor.
        """
        found = set()
        for player in dict.fromkeys(players):
            try:
                with Engine(player.command, player.options) as engine:
                    engine.move(Board("4"), player.go)
            except EngineError as error:
                if player.name == self.anchor or player.name.startswith("level-"):
                    raise
                report(f"{player.name} is left out: {error}")
                found.add(player)
        return found

    def pairs(self, most: int | None, seed: int | None) -> Iterator[Pair]:
        """Yields all pairs, match by match, or at most this many games of each match."""
        openings = read_openings()
        for first, second, games in self.matches:
            players = self.players[first], self.players[second]
            for number in range(min(games, most or games) // 2):
                yield Pair(players, number, openings[number % len(openings)], seed)


def read_openings() -> list[str]:
    lines = OPENINGS.read_text(encoding="utf-8").splitlines()
    return [line.split()[0] for line in lines if not line.startswith("#")]


def read_results(path: pathlib.Path) -> list[Result]:
    """Reads the results. A last line that a killed run left incomplete is removed."""
    if not path.exists():
        return []
    text = path.read_bytes()
    if rest := len(text) - text.rfind(b"\n") - 1:
        os.truncate(path, len(text) - rest)
    return [Result(**json.loads(line)) for line in text[: len(text) - rest].splitlines()]


def play(plan: Plan, arguments: argparse.Namespace) -> None:
    """Plays the pairs of the plan that have no result."""
    results = read_results(arguments.results)
    if other := {result.seed for result in results} - {arguments.seed}:
        raise SystemExit(f"{arguments.results}: played with seed {other.pop()}; use another file")
    played = {result.key for result in results}
    pairs = [pair for pair in plan.pairs(arguments.games, arguments.seed) if pair.key not in played]
    absent = plan.absent(player for pair in pairs for player in pair.players)
    pairs = [pair for pair in pairs if absent.isdisjoint(pair.players)]
    report(f"{len(pairs)} pairs to play, {len(played)} played before")
    start = time.monotonic()
    workers = ProcessPoolExecutor(arguments.workers, initializer=open_hall)
    try:
        with arguments.results.open("a", encoding="utf-8") as file:
            for done, result in enumerate(workers.map(play_pair, pairs, chunksize=4), start=1):
                file.write(json.dumps(asdict(result)) + "\n")
                file.flush()
                if done % REPORT_EVERY == 0 or done == len(pairs):
                    rate = done / (time.monotonic() - start)
                    report(f"{done} of {len(pairs)} pairs, {rate:.1f} a second: {result.key}")
    finally:
        workers.shutdown(cancel_futures=True)


def report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


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
        counts.setdefault((first, second), numpy.zeros(5))[round(2 * sum(result.points))] += 1
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


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play the ladder of levels and rate its players.")
    parser.add_argument("--results", type=pathlib.Path, required=True, help="one line per pair")
    parser.add_argument("--plan", type=pathlib.Path, default=PLAN)
    parser.add_argument("--engine", help="command of the levels (default: that of the plan)")
    parser.add_argument("--games", type=int, help="maximum number of games of each match")
    parser.add_argument("--seed", type=int, help="seed of all games, to play them again")
    parser.add_argument("--workers", type=int, default=2, help="number of games at a time")
    parser.add_argument("--fit", action="store_true", help="print the ratings instead of playing")
    parser.add_argument("--anchor", type=float, default=400, help="rating of the anchor")
    parser.add_argument("--json", type=pathlib.Path, help="with --fit, a file for the ratings")
    parser.add_argument("--before", type=pathlib.Path, help="with --fit, ratings to compare with")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    plan = Plan(tomllib.loads(arguments.plan.read_text(encoding="utf-8")), arguments.engine)
    try:
        if not arguments.fit:
            play(plan, arguments)
            return
        rows = fit(read_results(arguments.results), plan.anchor, arguments.anchor)
    except (EngineError, Unrated) as error:
        raise SystemExit(f"{type(error).__name__}: {error}") from None
    except KeyboardInterrupt:
        raise SystemExit("stopped; the same command continues") from None
    if arguments.json:
        text = json.dumps([asdict(row) for row in rows], indent=1)
        arguments.json.write_text(text + "\n", encoding="utf-8")
    print(table(rows))
    if arguments.before:
        print(moved(json.loads(arguments.before.read_text(encoding="utf-8")), rows))


if __name__ == "__main__":
    main()
