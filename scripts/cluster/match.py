#!/usr/bin/env python3
"""Plays a match between two engines: pairs of games, Elo, and a sequential test.

    scripts/cluster/match.py --engine1 'claimeven' --go1 'nodes 200' \\
        --engine2 'claimeven' --go2 'nodes 2000' --output match.jsonl

Each opening is played twice with colours changed, which makes a pair. The test (SPRT) counts
pairs in the order of their openings, not in the order in which they end: with limits by nodes the
verdict is the same on one worker and on a hundred. When it is decided, the other games are
cancelled. If an engine fails twice in a pair, the pair is reported and not counted, and the exit
code is 1; `--resume` plays it again.

After the match, `claimeven grade` (`--grade`) compares the moves of both engines with the exact
scores. `--no-grade` leaves this out. An opponent of claimeven at a level gets a rating on the scale
of the levels (`scripts/levels`).

The engines must support UCI and `cfour`, or UGI. Each worker keeps both for all its games and sends
`ucinewgame` before each. The rules are those of `board.py`.
"""

import argparse
import itertools
import json
import pathlib
import random
import shlex
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import pool
from arguments import (
    ENGINE,
    duration,
    elo,
    engine_command,
    engine_option,
    output_file,
    risk,
    whole,
)
from board import Board, IllegalMove, drops
from engine import Daemon, files_of, twice
from news import report, show
from openings import random_openings, read_openings
from package import EngineError, column_of
from parts import Contradiction, Part, Parts, digest
from rating import known_rating, plays_a_level, rating_record, rating_text
from sprt import Test, Verdict, strength

# Balanced ones; `claimeven testset generate --balanced` makes more.
OPENINGS = pathlib.Path(__file__).parents[1] / "clients/openings.txt"
# The number of pairs between two reports.
REPORT_EVERY = 50
# The limits of an engine that plays at full strength. A level needs none, and may be weakened by them.
LIMITS = "nodes 1000"


@dataclass(frozen=True)
class Player:
    """An engine's command and options, and the limits of its `go`."""

    command: str
    options: Mapping[str, str]
    go: str | None
    """None for the default: `LIMITS`, or none for a level."""
    name: str = ""
    rating: int | None = None
    """The rating on the scale of the levels, if it is known before the match."""

    def engine(self, seconds: float) -> Daemon:
        """Returns the engine, with a time limit for a move."""
        return Daemon(self.command, self.options, seconds)


@dataclass(frozen=True)
class Pair:
    """An opening to be played with both colours."""

    number: int
    opening: str


@dataclass(frozen=True)
class PairResult:
    """Both games of a pair. Engine 1 moves first in the first game."""

    number: int
    opening: str
    players: list[str] = field(default_factory=list)
    """The names of the engines. The first one moves first in the first game."""
    games: list[str] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    """The points of engine 1 in each game."""
    error: str | None = None

    def part(self) -> Part:
        return Part(name_of(self.number), (json.dumps(asdict(self)) + "\n").encode())

    @property
    def rank(self) -> int:
        """Returns the points of engine 1 in halves: 0 to 4."""
        return round(2 * sum(self.points))


class Referee:
    """A worker: both engines, and the games between them."""

    def __init__(self, players: Sequence[Player], seconds: float) -> None:
        self.players = players
        self.engines = [player.engine(seconds) for player in players]

    def run(self, pair: Pair) -> PairResult:
        try:
            return twice(self.engines, lambda: self.play_pair(pair))
        except EngineError as error:
            return PairResult(pair.number, pair.opening, error=str(error))

    def close(self) -> None:
        for engine in self.engines:
            engine.close()

    def play_pair(self, pair: Pair) -> PairResult:
        boards = [self.play(pair.opening, first) for first in (0, 1)]
        points = [points_of_engine_1(board, first) for first, board in enumerate(boards)]
        names = [player.name for player in self.players]
        games = [board.moves for board in boards]
        return PairResult(pair.number, pair.opening, names, games, points)

    def play(self, opening: str, first: int) -> Board:
        """Plays a game in which engine 0 or 1 is the first player."""
        for engine in self.engines:
            engine.running().new_game()
        board = Board(opening)
        while not board.over:
            number = board.mover ^ first
            self.move(board, self.engines[number], self.players[number].go)
        return board

    def move(self, board: Board, engine: Daemon, go: str) -> None:
        lines = [position(engine, board.moves), f"go {go}"]
        answer = engine.running().ask(*lines, word="bestmove")[-1]
        try:
            board.play(column_of((answer.split() + [""])[1]))
        except (IllegalMove, EngineError) as error:
            raise EngineError(f"{engine.name} answered {answer!r} {error}") from None


def position(engine: Daemon, moves: str) -> str:
    """Returns the command that sets a position, in the notation of the engine's protocol."""
    words = moves if engine.running().protocol == "ugi" else drops(moves)
    return " ".join(["position startpos moves", *words])


def points_of_engine_1(board: Board, first: int) -> float:
    if not board.won:
        return 0.5
    winner = 1 - board.mover
    return float(winner == first)


class Score:
    """The pairs so far, counted in the order of their numbers."""

    def __init__(self, test: Test) -> None:
        self.test = test
        self.early: dict[int, PairResult] = {}
        self.next = 0
        self.pairs = [0] * 5
        self.games = {0.0: 0, 0.5: 0, 1.0: 0}
        self.errors: list[PairResult] = []

    def add(self, result: PairResult) -> None:
        self.early[result.number] = result
        while self.verdict is Verdict.OPEN and self.next in self.early:
            self._count(self.early.pop(self.next))
            self.next += 1

    def _count(self, result: PairResult) -> None:
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

    def ratings(self, players: Sequence[Player]) -> list[dict[str, object]]:
        """Returns the rating of each opponent of a player with a known rating."""
        found, (one, two) = strength(self.pairs), players
        sides = [(one, two, found), (two, one, -found)]
        return [
            rating_record(player.name, opponent.rating, difference)
            for player, opponent, difference in sides
            if opponent.rating is not None
        ]

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


def choose_openings(arguments: argparse.Namespace) -> list[Pair]:
    if arguments.plies is None:
        openings = read_openings(arguments.openings)
        random.Random(arguments.seed).shuffle(openings)
    else:
        source = random_openings(arguments.plies, arguments.seed)
        openings = [*itertools.islice(source, arguments.pairs)]
        if len(openings) < arguments.pairs:
            raise SystemExit(
                f"--plies {arguments.plies}: expected {arguments.pairs} openings; "
                f"found {len(openings)}"
            )
    return [Pair(number, opening) for number, opening in enumerate(openings[: arguments.pairs])]


def probe(player: Player, opening: str, seconds: float) -> str:
    """Starts a search. Returns the engine's name.

    An engine that fails here would fail in every pair.
    """
    engine = player.engine(seconds)
    # An engine that does not start gets no second chance: each one takes its whole time limit.
    engine.start()

    def search() -> None:
        first = position(engine, opening)
        engine.running().ask(first, f"go {player.go or ''}", "stop", "isready", word="readyok")

    try:
        twice([engine], search)
    finally:
        engine.stop()
    return engine.name


def known(player: Player, name: str) -> Player:
    """Returns the player with its limits and rating, which depend on the name of the engine."""
    level = plays_a_level(name, player.options)
    go = player.go if player.go is not None else "" if level else LIMITS
    rating = known_rating(name, player.options, go)
    if level and rating is None:
        report(f"no rating on the scale of the levels: {name} has the limits {go!r}")
    return replace(player, go=go, rating=rating)


def named(players: Sequence[Player], names: Sequence[str]) -> list[Player]:
    """Returns the players with their names, which differ."""
    if len(set(names)) < len(names):
        names = [f"{name} ({number})" for number, name in enumerate(names, start=1)]
    return [replace(player, name=name) for player, name in zip(players, names, strict=True)]


def not_played(pairs: Iterable[Pair], parts: Parts, score: Score) -> list[Pair]:
    """Counts the pairs that have a result. Returns the others."""
    left = []
    for pair in pairs:
        if (result := played(parts, pair)) is not None:
            score.add(result)
        else:
            left.append(pair)
    return left


def play(results: Iterable[PairResult], parts: Parts, score: Score) -> None:
    """Stores and counts pairs as they end, until the test is decided."""
    for result in results:
        parts.add(result.part())
        counted = score.next
        score.add(result)
        if score.verdict is not Verdict.OPEN:
            return
        if counted // REPORT_EVERY != score.next // REPORT_EVERY:
            show(score.summary())


def played(parts: Parts, pair: Pair) -> PairResult | None:
    """Returns the result of a pair. One with a failed engine is dropped."""
    name = name_of(pair.number)
    if not parts.has(name):
        return None
    result = PairResult(**json.loads(parts.path(name).read_bytes()))
    if result.opening != pair.opening:
        found = f"opening {result.opening!r}, expected {pair.opening!r}"
        raise Contradiction(f"{parts.path(name)}: found {found}")
    if result.error is None:
        return result
    parts.drop(name)
    return None


def show_grades(command: str, output: pathlib.Path) -> None:
    """Shows the grades of both players. The match counts even if they cannot be graded."""
    words = [*shlex.split(command), "grade", "--input", str(output)]
    try:
        done = subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        report(f"the games are not graded: {error}")
    else:
        show(done.stdout.rstrip("\n"))


def name_of(number: int) -> str:
    return f"pair-{number:06}.json"


def read_player(command: str, options: Sequence[str], go: str | None) -> Player:
    pairs = (option.partition("=") for option in ["UCI_Variant=cfour", *options])
    return Player(command, {name: value for name, _, value in pairs}, go)


def read_arguments() -> argparse.Namespace:
    parser = pool.make_parser("Play a match between two engines.", "one line per pair")
    for number in (1, 2):
        group = parser.add_argument_group(f"engine {number}")
        group.add_argument(
            f"--engine{number}",
            type=engine_command,
            default=ENGINE,
            metavar="COMMAND",
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
    parser.add_argument("--grade", type=engine_command, default=ENGINE, metavar="COMMAND")
    parser.add_argument("--no-grade", action="store_true", help="do not grade the moves")
    parser.add_argument("--json", type=output_file, metavar="FILE", help="file for the result")
    parser.add_argument("--timeout", type=duration, default=60, help="seconds for one move")
    parser.add_argument("--elo0", type=elo, default=0)
    parser.add_argument("--elo1", type=elo, default=20)
    parser.add_argument("--alpha", type=risk, default=0.05)
    parser.add_argument("--beta", type=risk, default=0.05)
    arguments = parser.parse_args()
    if arguments.elo0 >= arguments.elo1:
        parser.error("--elo0 and --elo1: expected a greater --elo1")
    return arguments


def manifest(arguments: argparse.Namespace) -> dict[str, object]:
    keys = ["engine1", "name1", "go1", "option1", "engine2", "name2", "go2", "option2"]
    keys += ["plies", "seed"]
    facts = {key: getattr(arguments, key) for key in keys}
    facts |= {f"files{n}": files_of(getattr(arguments, f"engine{n}")) for n in (1, 2)}
    facts["openings"] = digest(arguments.openings) if arguments.plies is None else None
    return facts


@pool.one_line_errors()
def main() -> None:
    arguments = read_arguments()
    score = Score(Test(arguments.elo0, arguments.elo1, arguments.alpha, arguments.beta))
    players = [
        read_player(arguments.engine1, arguments.option1, arguments.go1),
        read_player(arguments.engine2, arguments.option2, arguments.go2),
    ]
    pairs = choose_openings(arguments)
    names = [probe(player, pairs[0].opening, arguments.timeout) for player in players]
    players = [known(player, name) for player, name in zip(players, names, strict=True)]
    players = named(players, [arguments.name1 or names[0], arguments.name2 or names[1]])
    with Parts(arguments.output, manifest(arguments), arguments.resume) as parts:
        left = not_played(pairs, parts, score)
        show(f"{len(left)} pairs to play, {score.next} counted before")
        if left and score.verdict is Verdict.OPEN:
            with pool.make_pool(arguments, lambda: Referee(players, arguments.timeout)) as workers:
                play(workers.results(left), parts, score)
        parts.merge(name_of(number) for number in range(score.next))
        # A later run plays failed pairs again, or more pairs until the test is decided.
        if score.verdict is not Verdict.OPEN and not score.errors:
            parts.remove()
    show(score.summary())
    ratings = score.ratings(players)
    for rating in ratings:
        show(rating_text(rating))
    if arguments.json:
        record = {"players": [player.name for player in players]} | score.record()
        text = json.dumps(record | {"ratings": ratings}, indent=1)
        arguments.json.write_text(f"{text}\n", encoding="utf-8")
    if score.next > len(score.errors) and not arguments.no_grade:
        show_grades(arguments.grade, arguments.output)
    for result in score.errors:
        report(f"pair {result.number} ({result.opening}): {result.error}")
    if score.errors:
        sys.exit(f"{len(score.errors)} pairs were not finished")


if __name__ == "__main__":
    main()
