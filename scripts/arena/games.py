"""Pairs of games: one opening, played with both colors. The rules are those of `board.py`."""

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import package  # noqa: F401, finds claimeven
from board import Board
from claimeven.errors import EngineError
from engine import ANSWER, Engine

SEEDS = 2**31 - 1


@dataclass(frozen=True)
class Player:
    """A player: its command (see `engine.recognized`), options, and the arguments of `go`."""

    name: str
    command: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    go: str = ""
    seconds: float = ANSWER
    """The time limit for a move."""

    def start(self) -> Engine:
        return Engine(self.command, self.options, answer=self.seconds)


@dataclass(frozen=True)
class Pair:
    """Two games from one opening. The first player moves first in the first game."""

    players: tuple[Player, Player]
    number: int
    opening: str
    seed: int | None = None

    @property
    def key(self) -> tuple[str, str, int]:
        return self.players[0].name, self.players[1].name, self.number


@dataclass(frozen=True)
class Result:
    """Both games of a pair, a line of a file of results."""

    number: int
    opening: str
    players: list[str]
    games: list[str] = field(default_factory=list)
    points: list[float] = field(default_factory=list)
    """The points of the first player in each game."""
    seed: int | None = None
    error: str | None = None
    """Why the pair was not finished."""

    @property
    def key(self) -> tuple[str, str, int]:
        return self.players[0], self.players[1], self.number

    @property
    def rank(self) -> int:
        """Returns the points of the first player in halves: 0 to 4."""
        return round(2 * sum(self.points))

    def record(self) -> dict[str, Any]:
        return {name: value for name, value in asdict(self).items() if value is not None}


# The engines of this process, kept for all pairs of a match.
_running: dict[Player, Engine] = {}


def play(pair: Pair) -> Result:
    """Plays a pair. If an engine fails, starts both again and tries once more."""
    names = [player.name for player in pair.players]
    for is_last in (False, True):
        try:
            boards = [game(pair, first) for first in (0, 1)]
        except EngineError as error:
            keep_only(())
            if is_last:
                return Result(pair.number, pair.opening, names, seed=pair.seed, error=str(error))
        else:
            break
    points = [points_of_first(board, first) for first, board in enumerate(boards)]
    moves = [board.moves for board in boards]
    return Result(pair.number, pair.opening, names, moves, points, pair.seed)


def game(pair: Pair, first: int) -> Board:
    """Plays the game in which player 0 or 1 moves first."""
    keep_only(pair.players)
    order = [pair.players[first], pair.players[1 - first]]
    for player in order:
        if player not in _running:
            _running[player] = player.start()
        _running[player].new_game(seed_of(pair, first, player))
    board = Board(pair.opening)
    while not board.over:
        player = order[board.mover]
        board.play(_running[player].move(board, player.go))
    return board


def keep_only(players: tuple[Player, ...]) -> None:
    """Ends the engines of all other players."""
    for player in [player for player in _running if player not in players]:
        engine = _running.pop(player)
        # It may be busy, or hang.
        engine.pipe.kill()
        engine.close()


def points_of_first(board: Board, first: int) -> float:
    """Returns the points of player 0 after a game in which player `first` moved first."""
    if not board.won:
        return 0.5
    winner = first ^ (1 - board.mover)
    return float(winner == 0)


def seed_of(pair: Pair, game: int, player: Player) -> int | None:
    """Returns the `Skill Seed` of a player in a game: from 1 to 2^31 - 1, by a hash."""
    if pair.seed is None:
        return None
    first, second, number = pair.key
    text = f"{pair.seed} {first} {second} {number} {game} {player.name}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) % SEEDS + 1
