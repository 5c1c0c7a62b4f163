#!/usr/bin/env python3
"""Plays a pool of levels and other players, and rates all of them at once.

    scripts/arena/pool.py --results results.jsonl              plays what is missing of the matches
    scripts/arena/pool.py --results results.jsonl --fit        prints the table of ratings
    ... --fit --json ratings.json --before old.json            and says which ratings moved

`pool.toml` names the players and the matches. A match is a number of pairs of games, each from a
balanced opening with both colors, or from one of `plies` random moves. Results are appended to a file, one line per pair, and a later run
plays only the pairs that the file lacks. With `--seed` each player gets a seed for each game
(`games.seed_of`), so that the same pool can be played again; without it every game differs.

`fit.py` fits the ratings. The anchor of the pool has the rating `--anchor`.
"""

import argparse
import itertools
import json
import pathlib
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from typing import Any

import package  # noqa: F401, finds claimeven
from board import Board
from claimeven.errors import EngineError
from fit import Unrated, fit, moved, table
from games import Pair, Player, play
from openings import OPENINGS, random_openings, read_openings
from program import one_line_errors, options_of, report
from results import Results, read_results
from workers import add_workers, workers

POOL = pathlib.Path(__file__).resolve().parent / "pool.toml"
REPORT_EVERY = 200
# Random openings of each number of plies.
OF_EACH = 500


class Pool:
    """The players, the matches by their number of games, and the anchor."""

    def __init__(self, pool: dict[str, Any], engine: str | None) -> None:
        self.anchor: str = pool["anchor"]
        self.plies: list[int] = pool.get("plies", [])
        self.players: dict[str, Player] = {}
        self.matches: list[tuple[str, str, int]] = []
        levels = pool.get("levels", {"first": 0, "last": -1})
        names = [f"level-{level}" for level in range(levels["first"], levels["last"] + 1)]
        for level, name in enumerate(names, start=levels["first"]):
            options = levels.get("options", {}) | {"Skill Level": level}
            go = levels.get("go", "")
            self._add(name, {"command": engine or levels["command"], "options": options, "go": go})
        for apart in levels.get("apart", [1]):
            rivals = zip(names, names[apart:])
            self.matches += [(low, high, levels["games"]) for low, high in rivals]
        for name, player in pool.get("players", {}).items():
            self._add(name, player)
        for name, player in pool.get("players", {}).items():
            self.matches += [(name, rival, player["games"]) for rival in player["against"]]
        unknown = {rival for _, rival, _ in self.matches} | {self.anchor}
        if unknown := unknown - self.players.keys():
            raise SystemExit(f"the pool has no player {', '.join(sorted(unknown))}")

    def _add(self, name: str, player: dict[str, Any]) -> None:
        options = options_of(player.get("options", {}).items())
        self.players[name] = Player(name, player["command"], options, player.get("go", ""))

    def absent(self, players: Iterable[Player]) -> set[Player]:
        """Returns the players that cannot be started, such as those of packages not installed.

        Fails if one of them is a level or the anchor.
        """
        found = set()
        for player in dict.fromkeys(players):
            try:
                with player.start() as engine:
                    engine.move(Board("4"), player.go)
            except EngineError as error:
                if player.name == self.anchor or player.name.startswith("level-"):
                    raise
                report(f"{player.name} is left out: {error}")
                found.add(player)
        return found

    def random_openings(self) -> list[str]:
        """Returns openings of random moves, the same every time, of each number of plies in turn."""
        kinds = [itertools.islice(random_openings(plies, 1), OF_EACH) for plies in self.plies]
        return [opening for turn in zip(*kinds) for opening in turn]

    def pairs(self, most: int | None, seed: int | None) -> Iterator[Pair]:
        """Yields all pairs, match by match, or at most this many games of each match."""
        openings = read_openings(OPENINGS) if not self.plies else self.random_openings()
        for first, second, games in self.matches:
            players = self.players[first], self.players[second]
            for number in range(min(games, most or games) // 2):
                yield Pair(players, number, openings[number % len(openings)], seed)


def play_pool(pool: Pool, arguments: argparse.Namespace) -> None:
    """Plays the pairs of the pool that have no result."""
    with Results(arguments.results) as results:
        if other := {result.seed for result in results.earlier} - {arguments.seed}:
            found = f"played with seed {other.pop()}; use another file"
            raise SystemExit(f"{arguments.results}: {found}")
        played = {result.key for result in results.earlier}
        pairs = [
            pair for pair in pool.pairs(arguments.games, arguments.seed) if pair.key not in played
        ]
        absent = pool.absent(player for pair in pairs for player in pair.players)
        pairs = [pair for pair in pairs if absent.isdisjoint(pair.players)]
        report(f"{len(pairs)} pairs to play, {len(played)} played before")
        start = time.monotonic()
        with workers(arguments) as some:
            for done, result in enumerate(some.results(play, pairs), start=1):
                if result.error is not None:
                    raise EngineError(result.error)
                results.add(result)
                if done % REPORT_EVERY == 0 or done == len(pairs):
                    rate = done / (time.monotonic() - start)
                    report(f"{done} of {len(pairs)} pairs, {rate:.1f} a second: {result.key}")


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play a pool of levels and rate its players.")
    parser.add_argument("--results", type=pathlib.Path, required=True, help="one line per pair")
    parser.add_argument("--pool", type=pathlib.Path, default=POOL, help="players and matches")
    parser.add_argument("--engine", help="command of the levels (default: that of the pool)")
    parser.add_argument("--games", type=int, help="maximum number of games of each match")
    parser.add_argument("--seed", type=int, help="seed of all games, to play them again")
    parser.add_argument("--fit", action="store_true", help="print the ratings instead of playing")
    parser.add_argument("--anchor", type=float, default=400, help="rating of the anchor")
    parser.add_argument("--json", type=pathlib.Path, help="with --fit, a file for the ratings")
    parser.add_argument("--before", type=pathlib.Path, help="with --fit, ratings to compare with")
    add_workers(parser)
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    pool = Pool(tomllib.loads(arguments.pool.read_text(encoding="utf-8")), arguments.engine)
    with one_line_errors("stopped; the same command continues"):
        if not arguments.fit:
            play_pool(pool, arguments)
            return
        try:
            rows = fit(read_results(arguments.results), pool.anchor, arguments.anchor)
        except Unrated as error:
            raise SystemExit(f"Unrated: {error}") from None
    if arguments.json:
        text = json.dumps([asdict(row) for row in rows], indent=1)
        arguments.json.write_text(text + "\n", encoding="utf-8")
    print(table(rows))
    if arguments.before:
        print(moved(json.loads(arguments.before.read_text(encoding="utf-8")), rows))


if __name__ == "__main__":
    main()
