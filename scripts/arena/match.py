#!/usr/bin/env python3
"""Plays a match between two engines: pairs of games, Elo, and a sequential test.

    scripts/arena/match.py --engine1 'claimeven' --go1 'nodes 200' \\
        --engine2 'claimeven' --go2 'nodes 2000' --output match.jsonl

Each opening is played twice with colors changed, which makes a pair. The test (SPRT) counts
pairs in the order of their openings, not in the order in which they end: with limits by nodes the
verdict is the same on one worker and on a hundred. When it is decided, the other games are
canceled. If an engine fails twice in a pair, the pair is reported and not counted, and the exit
code is 1; `--resume` plays it again.

After the match, `claimeven grade` (`--grade`) compares the moves of both engines with the exact
scores. `--no-grade` leaves this out. An opponent of claimeven at a level gets a rating on the scale
of the levels (`scale.py`).

A player is the command of an engine that supports UCI and `cfour`, or UGI; the file of an agent; or a
function in a file (see `uci_of_agent.py`).
"""

import argparse
import itertools
import json
import pathlib
import random
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import package  # noqa: F401, finds claimeven
from board import Board
from engine import ANSWER
from games import Pair, Player, Result, play
from openings import OPENINGS, random_openings, read_openings
from program import (
    COMMAND,
    duration,
    elo,
    engine_command,
    engine_option,
    one_line_errors,
    options_of,
    output_file,
    player,
    report,
    risk,
    show,
    whole,
)
from results import Journal, Results, digest, files_of, in_order
from scale import Rating, known_rating, plays_a_level, rating_against
from sprt import Sprt, Verdict, strength
from workers import add_workers, workers

# The number of pairs between two reports.
REPORT_EVERY = 50
# The limits of an engine that plays at full strength. A level needs none, and may be weakened by them.
LIMITS = "nodes 1000"


class Score:
    """The pairs so far, counted in the order of their numbers."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.early: dict[int, Result] = {}
        self.next = 0
        self.pairs = [0] * 5
        self.games = {0.0: 0, 0.5: 0, 1.0: 0}
        self.errors: list[Result] = []

    def add(self, result: Result) -> None:
        self.early[result.number] = result
        while self.verdict is Verdict.OPEN and self.next in self.early:
            self._count(self.early.pop(self.next))
            self.next += 1

    def _count(self, result: Result) -> None:
        if result.error is not None:
            self.errors.append(result)
            return
        self.pairs[result.rank] += 1
        for points in result.points:
            self.games[points] += 1

    @property
    def verdict(self) -> Verdict:
        return self.test.verdict(self.pairs)

    def record(self) -> dict[str, Any]:
        """Returns the summary of the match as fields."""
        found = strength(self.pairs)
        lost, drawn, won = (self.games[points] for points in (0.0, 0.5, 1.0))
        games = {"games": won + drawn + lost, "wins": won, "losses": lost, "draws": drawn}
        pairs = {"pairs": sum(self.pairs), "ptnml": self.pairs}
        test = {"llr": round(self.test.llr(self.pairs), 2), "verdict": self.verdict.value}
        return found.record() | {"los": round(found.superiority, 4)} | games | pairs | test

    def summary(self) -> str:
        """Returns the summary of the match, in the form of fastchess."""
        found, test = strength(self.pairs), self.test
        lost, drawn, won = (self.games[points] for points in (0.0, 0.5, 1.0))
        games = won + drawn + lost
        return (
            f"Elo: {found}, LOS: {found.superiority:.2%}, "
            f"DrawRatio: {drawn / max(games, 1):.2%}\n"
            f"Games: {games}, Wins: {won}, Losses: {lost}, Draws: {drawn}, "
            f"Pairs: {sum(self.pairs)}, Ptnml(0-2): {self.pairs}\n"
            f"LLR: {test.llr(self.pairs):.2f} ({test.lower:.2f}, {test.upper:.2f}) "
            f"[{test.elo0:.1f}, {test.elo1:.1f}], {self.verdict.value}"
        )


def choose_openings(arguments: argparse.Namespace) -> list[str]:
    if arguments.plies is None:
        openings = read_openings(arguments.openings)
        random.Random(arguments.seed).shuffle(openings)
        return openings[: arguments.pairs]
    found = [*itertools.islice(random_openings(arguments.plies, arguments.seed), arguments.pairs)]
    if len(found) < arguments.pairs:
        wanted = f"expected {arguments.pairs} openings; found {len(found)}"
        raise SystemExit(f"--plies {arguments.plies}: {wanted}")
    return found


def read_players(arguments: argparse.Namespace, opening: str) -> list[tuple[Player, int | None]]:
    """Returns the players, and their ratings on the scale of the levels as far as they are known."""
    found = [read_player(arguments, number, opening) for number in (1, 2)]
    one, two = (player.name for player, _ in found)
    if one == two:
        names = [f"{one} ({number})" for number in (1, 2)]
        return [(replace(each, name=name), elo) for (each, elo), name in zip(found, names)]
    return found


def read_player(
    arguments: argparse.Namespace, number: int, opening: str
) -> tuple[Player, int | None]:
    """Returns a player. An engine that does not start or search would fail in every pair."""
    command, name, go, options = (
        getattr(arguments, f"{key}{number}") for key in ("engine", "name", "go", "option")
    )
    found = Player(name or "", command, options_of(options), go or "", arguments.timeout)
    with found.start() as engine:
        level = plays_a_level(engine.name, found.options)
        if go is None and not level:
            found = replace(found, go=LIMITS)
        engine.move(Board(opening), found.go)
        rating = known_rating(engine.name, found.options, found.go)
        if level and rating is None:
            limits = f"{engine.name} has the limits {found.go!r}"
            report(f"no rating on the scale of the levels: {limits}, see docs/levels.md#limits")
        if engine.warning:
            report(engine.warning)
        return replace(found, name=name or engine.name), rating


def ratings(score: Score, players: Sequence[tuple[Player, int | None]]) -> dict[str, Rating]:
    """Returns the rating of each opponent of a player with a known rating."""
    found, ((one, elo1), (two, elo2)) = strength(score.pairs), players
    sides = [(one, elo2, found), (two, elo1, -found)]
    return {
        player.name: rating_against(opponent, difference)
        for player, opponent, difference in sides
        if opponent is not None
    }


def play_match(
    arguments: argparse.Namespace,
    players: Sequence[Player],
    openings: Sequence[str],
    score: Score,
) -> None:
    """Plays the pairs without a result until the test is decided. The results are in a file."""
    # Resolved, so that the target of a link is written and the link stays.
    output = arguments.output.resolve()
    journal = Journal(output, facts(arguments), arguments.resume)
    one, two = players
    pairs = [Pair((one, two), number, opening) for number, opening in enumerate(openings)]
    with Results(output) as results:
        played = {result.number: result for result in results.earlier}
        for result in results.earlier:
            score.add(result)
        left = [pair for pair in pairs if pair.number not in played]
        show(f"{len(left)} pairs to play, {score.next} counted before")
        if left and score.verdict is Verdict.OPEN:
            with workers(arguments) as some:
                for result in some.results(play, left):
                    if result.error is None:
                        results.add(result)
                        played[result.number] = result
                    count(result, score)
                    if score.verdict is not Verdict.OPEN:
                        break
        counted = [result for result in played.values() if result.number < score.next]
        in_order(output, counted)
    # A later run plays failed pairs again, or more pairs until the test is decided.
    if score.verdict is not Verdict.OPEN and not score.errors:
        journal.remove()


def count(result: Result, score: Score) -> None:
    """Counts a pair, and shows the score from time to time."""
    counted = score.next
    score.add(result)
    if score.verdict is Verdict.OPEN and counted // REPORT_EVERY != score.next // REPORT_EVERY:
        show(score.summary())


def show_grades(command: str, output: pathlib.Path) -> None:
    """Shows the grades of both players. The match counts even if they cannot be graded."""
    words = [*shlex.split(command), "grade", "--input", str(output)]
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        report(f"the games are not graded: {error}")
    else:
        show(done.stdout.rstrip("\n"))


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Play a match between two engines.")
    parser.add_argument("--output", type=output_file, required=True, help="one line per pair")
    parser.add_argument("--resume", action="store_true", help="continue a stopped match")
    add_workers(parser)
    for number in (1, 2):
        group = parser.add_argument_group(f"engine {number}")
        group.add_argument(
            f"--engine{number}",
            type=player,
            default=COMMAND,
            metavar="PLAYER",
        )
        group.add_argument(f"--name{number}", help="name (default: the one it prints)")
        group.add_argument(
            f"--go{number}",
            help=f"limits, as after `go` (default: {LIMITS}, or none for a level of claimeven)",
        )
        group.add_argument(
            f"--option{number}",
            type=engine_option,
            action="append",
            default=[],
            metavar="NAME=VALUE",
        )
    parser.add_argument("--pairs", type=whole(1), default=1000, help="maximum number of pairs")
    parser.add_argument("--openings", type=pathlib.Path, default=OPENINGS, help="file of openings")
    parser.add_argument("--plies", type=whole(0), help="open games with random moves instead")
    parser.add_argument("--seed", type=int, default=1, help="seed of the openings or their order")
    parser.add_argument("--grade", type=engine_command, default=COMMAND, metavar="COMMAND")
    parser.add_argument("--no-grade", action="store_true", help="do not grade the moves")
    parser.add_argument("--json", type=output_file, metavar="FILE", help="file for the result")
    parser.add_argument("--timeout", type=duration, default=ANSWER, help="seconds for one move")
    parser.add_argument("--elo0", type=elo, default=0)
    parser.add_argument("--elo1", type=elo, default=20)
    parser.add_argument("--alpha", type=risk, default=0.05)
    parser.add_argument("--beta", type=risk, default=0.05)
    arguments = parser.parse_args()
    if arguments.elo0 >= arguments.elo1:
        parser.error("--elo0 and --elo1: expected a greater --elo1")
    return arguments


def facts(arguments: argparse.Namespace) -> dict[str, Any]:
    keys = ["engine1", "name1", "go1", "option1", "engine2", "name2", "go2", "option2"]
    found = {key: getattr(arguments, key) for key in [*keys, "plies", "seed"]}
    found |= {f"files{n}": files_of(getattr(arguments, f"engine{n}")) for n in (1, 2)}
    found["openings"] = digest(arguments.openings) if arguments.plies is None else None
    return found


def main() -> None:
    arguments = read_arguments()
    score = Score(Sprt(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta))
    with one_line_errors("stopped; use --resume to continue"):
        openings = choose_openings(arguments)
        players = read_players(arguments, openings[0])
        play_match(arguments, [player for player, _ in players], openings, score)
        show(score.summary())
        found = ratings(score, players)
        for name, rating in found.items():
            show(f"Rating of {name}: {rating}")
        if arguments.json:
            record = {"players": [player.name for player, _ in players]} | score.record()
            rows = [{"player": name} | rating.record() for name, rating in found.items()]
            text = json.dumps(record | {"ratings": rows}, indent=1)
            arguments.json.write_text(f"{text}\n", encoding="utf-8")
        if score.next > len(score.errors) and not arguments.no_grade:
            show_grades(arguments.grade, arguments.output)
    for result in score.errors:
        report(f"pair {result.number} ({result.opening}): {result.error}")
    if score.errors:
        sys.exit(f"{len(score.errors)} pairs were not finished")


if __name__ == "__main__":
    main()
