"""Engines that work and engines that fail."""

import random

import pytest

from claimeven.errors import EngineError
from engine import Engine
from board import Board
from tests.helpers import BOT, Folder

UGI = """
import sys
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("id name other dialect\\noption name Style type string default\\nugiok")
    elif words == ["isready"]:
        print("readyok")
    elif words[0] == "position":
        moves = words[3:]
    elif words[0] == "go":
        print("info depth 1\\nbestmove", len(moves) + 1)
"""
# Its move is inserted.
UCI = """
import sys
for line in sys.stdin:
    if line == "uci\\n":
        print("id name strange\\nuciok")
    elif line == "isready\\n":
        print("readyok")
    elif line.startswith("go"):
        print(MOVE, flush=True)
"""


def test_a_uci_engine_plays_a_game(runs: Folder) -> None:
    with Engine(BOT) as engine:
        assert (engine.name, engine.protocol) == ("My bot", "uci")
        assert "uci_variant" in engine.declared
        engine.new_game()
        board = Board()
        while not board.over:
            board.play(engine.move(board))
    assert engine.pipe.process.poll() is not None


def test_an_engine_that_does_not_know_uci_is_asked_in_ugi(runs: Folder) -> None:
    with Engine(runs.engine(UGI), {"Style": "a b"}, handshake=4) as engine:
        assert engine.protocol == "ugi"
        engine.new_game()
        assert engine.move(Board("44"), "depth 1") == 3


def test_an_agent_plays_the_same_moves_with_the_same_seed(runs: Folder) -> None:
    agent = runs.write("import random\ndef play(moves): return random.randrange(1, 8)\n")

    def moves(engine: Engine, seed: int) -> list[int]:
        engine.new_game(seed)
        return [engine.move(Board("4" * stones)) for stones in range(5)]

    with Engine(agent) as engine:
        seeds = [random.randrange(1, 2**31) for _ in range(2)]
        assert moves(engine, seeds[0]) == moves(engine, seeds[0])
        assert moves(engine, seeds[0]) * 5 != moves(engine, seeds[1]) * 5


def test_options_that_an_engine_does_not_have_are_reported(runs: Folder) -> None:
    with pytest.raises(EngineError, match="^My bot has no option 'Skill Level'"):
        Engine(BOT, {"Skill Level": "3"})
    chess = UCI.replace("uciok", "option name UCI_Variant type combo var chess\\nuciok")
    with pytest.raises(EngineError, match="strange has no variant cfour"):
        Engine(runs.engine(chess))


def test_illegal_and_missing_moves_are_reported(runs: Folder) -> None:
    for move, error in [
        ("bestmove P@d1", "strange answered 'bestmove P@d1' after 444444: expected one of"),
        (
            "bestmove (none)",
            r"answered 'bestmove \(none\)' after 444444: expected a move such as P@d1",
        ),
        ("bestmove", "answered 'bestmove' after 444444"),
        ("info string error char 1: no\nbestmove d1", "strange: char 1: no"),
        ("thinking", "bestmove within 0.5 s: strange .* it printed .*'thinking'"),
    ]:
        command = runs.engine(UCI.replace("MOVE", repr(move)))
        with Engine(command, answer=0.5) as engine, pytest.raises(EngineError, match=error):
            engine.move(Board("444444"))
