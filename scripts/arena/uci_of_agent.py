#!/usr/bin/env python3
"""Lets a Python function play as a UCI engine in every manager.

    scripts/arena/uci_of_agent.py FILE.py[:FUNCTION]

A file that is itself a UCI program runs as it is: it begins with `#!` or contains the word `uciok`.
Without FUNCTION, the last callable in the file plays, as on Kaggle. The names of its parameters
say what it gets, and from which number it counts the columns that it returns:

    function(observation, configuration)   Kaggle ConnectX; columns from 0
    function(observation)                  the same without the configuration
    function(board)                        42 cells from the top left: 0 is empty, 1 a stone of the
                                           first player, 2 of the second; columns from 0
    function(moves)                        the columns played, such as "4453"; columns from 1. If
                                           the manager sends a FEN, the moves before it are in any
                                           order that gives the position

What the function prints goes to stderr. If it fails or plays an illegal move, this program prints
one line there and ends with code 1. The option `Skill Seed` seeds Python's `random` at the start of
each game, so that a function that uses it plays the same moves again. Standard library only.
"""

import importlib.util
import inspect
import os
import pathlib
import random
import shlex
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TextIO

import package  # noqa: F401, finds claimeven
from board import COLUMNS, ROWS, Board, IllegalMove
from claimeven.engine import column_of
from claimeven.errors import EngineError
from engine import not_a_player, recognized

# The configuration of Kaggle ConnectX, and the time that an agent has left there in seconds.
CONFIGURATION = {
    "columns": COLUMNS,
    "rows": ROWS,
    "inarow": 4,
    "actTimeout": 2,
    "agentTimeout": 60,
    "episodeSteps": 1000,
    "runTimeout": 1200,
}
OVERAGE = 60
GREATEST_SEED = 2**31 - 1
# Searches that wait for `stop` or `ponderhit` before they answer.
WAITING = {"infinite", "ponder"}

Player = Callable[[Board], int]


class Fields(dict[str, Any]):
    """A dictionary whose values are attributes too, like those of Kaggle."""

    __getattr__ = dict.__getitem__


def load(path: pathlib.Path, name: str) -> Callable[..., Any]:
    """Returns a function of a file, or its last callable."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None, "its name ends with .py"
    module = importlib.util.module_from_spec(spec)
    # Agents import files next to them, and some look themselves up.
    sys.path.insert(0, str(path.resolve().parent))
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise SystemExit(f"{path}: {described(error)}") from None
    callables = {key: value for key, value in vars(module).items() if callable(value)}
    if name and name not in callables:
        raise SystemExit(not_a_player(f"{path}, which has no function {name!r}"))
    if not callables:
        raise SystemExit(not_a_player(f"{path}, which has no function"))
    return callables[name] if name else [*callables.values()][-1]


def player_of(function: Callable[..., Any]) -> Player:
    """Returns the player that asks a function for its move. Its columns are counted from 1."""
    names = list(inspect.signature(function).parameters)
    if not names:
        name = getattr(function, "__name__", "an agent")
        raise SystemExit(not_a_player(f"the function {name}, which has no parameters"))
    if names == ["moves"]:
        return lambda board: function(board.moves)
    if names == ["board"]:
        return lambda board: function(board.cells()) + 1
    arguments = min(len(names), 2)
    return lambda board: function(*[observation(board), Fields(CONFIGURATION)][:arguments]) + 1


def observation(board: Board) -> Fields:
    return Fields(
        board=board.cells(),
        mark=board.stones % 2 + 1,
        step=board.stones,
        remainingOverageTime=OVERAGE,
    )


def choose(player: Player, board: Board) -> str:
    """Returns the player's move in the managers' notation."""
    try:
        column = player(board)
        if column not in board.legal():
            raise IllegalMove(f"expected one of the columns {board.legal()}; found {column!r}")
    except Exception as error:
        after = board.moves or "the start"
        raise SystemExit(f"the agent failed after {after}: {described(error)}") from None
    return board.drop(int(column))


def described(error: Exception) -> str:
    """Returns an error in one line, with its origin."""
    origin = traceback.extract_tb(error.__traceback__)[-1]
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text} ({origin.filename}:{origin.lineno})"


def read_position(words: Sequence[str]) -> Board:
    """Reads what follows `position`: `startpos` or `fen FEN`, and perhaps `moves ...`."""
    end = words.index("moves") if "moves" in words else len(words)
    kind, *fen = words[:end] or [""]
    if kind not in ("startpos", "fen"):
        raise IllegalMove(f"expected startpos or fen; found {kind!r}")
    board = Board() if kind == "startpos" else Board.of_fen(" ".join(fen))
    for move in words[end + 1 :]:
        board.play(column_of(move))
    return board


class Uci:
    """The engine's side of the protocol."""

    def __init__(self, name: str, make: Callable[[], Player], output: TextIO) -> None:
        self.name, self.make, self.output = name, make, output
        self.player: Player | None = None
        self.board: Board | None = Board()
        self.seed = 0
        self.waiting = ""

    def run(self, lines: Iterable[str]) -> None:
        """Answers lines until `quit` or their end."""
        for line in lines:
            words = line.split()
            if words[:1] == ["quit"]:
                return
            if words:
                self.answer(words)

    def answer(self, words: list[str]) -> None:
        command, *rest = words
        if command == "uci":
            self.print(f"id name {self.name}")
            self.print("option name UCI_Variant type combo default cfour var cfour")
            self.print(f"option name Skill Seed type spin default 0 min 0 max {GREATEST_SEED}")
            self.print("uciok")
        elif command == "isready":
            # Agents take seconds to load, so they are not loaded before `uciok`.
            self.loaded()
            self.print("readyok")
        elif command == "setoption" and rest[1:3] == ["Skill", "Seed"]:
            self.seed = int(rest[-1])
        elif command == "ucinewgame":
            random.seed(self.seed or None)
        elif command == "position":
            self.set_position(rest)
        elif command == "go":
            self.go(rest)
        elif command in ("stop", "ponderhit") and self.waiting:
            self.print(self.waiting)
            self.waiting = ""

    def set_position(self, words: list[str]) -> None:
        self.board = None
        try:
            self.board = read_position(words)
        except (EngineError, IllegalMove) as error:
            self.print(f"info string error {error}")

    def go(self, limits: list[str]) -> None:
        is_over = self.board is None or self.board.over
        move = "(none)" if is_over else choose(self.loaded(), self.board)
        if WAITING.isdisjoint(limits):
            self.print(f"bestmove {move}")
        else:
            self.waiting = f"bestmove {move}"

    def loaded(self) -> Player:
        if self.player is None:
            self.player = self.make()
        return self.player

    def print(self, line: str) -> None:
        print(line, file=self.output, flush=True)


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        raise SystemExit(__doc__)
    try:
        agent = recognized(shlex.join(sys.argv[1:]))
    except EngineError as error:
        raise SystemExit(str(error)) from None
    if isinstance(agent, list):
        # A program plays by itself.
        os.execvp(agent[0], agent)
    path, function = agent.file, agent.function
    # The agent must not read or print lines of the protocol.
    lines = os.fdopen(os.dup(0), encoding="utf-8", errors="replace")
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    name = function or path.stem
    Uci(name, lambda: player_of(load(path, function)), output).run(lines)


if __name__ == "__main__":
    main()
