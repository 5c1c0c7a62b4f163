"""Engines that work and engines that fail."""

import random
import shlex

import pytest

from claimeven.errors import EngineError
from engine import Engine
from board import Board
from tests.helpers import ARENA, BOT, Folder

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


def test_an_agent_plays_the_same_moves_with_the_same_seed(runs: Folder) -> None:
    agent = runs.write("import random\ndef play(moves): return random.randrange(1, 8)\n")

    def moves(engine: Engine, seed: int) -> list[int]:
        engine.new_game(seed)
        return [engine.move(Board("4" * stones)) for stones in range(5)]

    with Engine(agent) as engine:
        seeds = [random.randrange(1, 2**31) for _ in range(2)]
        assert moves(engine, seeds[0]) == moves(engine, seeds[0])
        assert moves(engine, seeds[0]) * 5 != moves(engine, seeds[1]) * 5


def test_a_python_file_is_a_program_or_an_agent(runs: Folder) -> None:
    bot = (ARENA / "bot_template.py").read_text(encoding="utf-8")
    # None of these files is executable.
    for name, text in [
        ("bot.py", bot),
        ("plain.py", bot.partition("\n")[2]),
        ("a b.py", bot.replace("#!/usr/bin/env python3", "#!/no/such/python")),
    ]:
        with Engine(shlex.quote(runs.write(text, name))) as engine:
            assert engine.name == "My bot" and engine.move(Board("44")) in range(1, 8)
    functions = runs.write("def first(moves): return 1\ndef last(moves): return 7\n", "a c.py")
    for ending, column in [("", 7), (":first", 1)]:
        with Engine(shlex.quote(functions + ending)) as engine:
            assert engine.move(Board("44")) == column


def test_every_script_names_the_three_kinds_of_players(runs: Folder) -> None:
    kinds = "expected the command of a UCI or UGI program, FILE.py with an agent, or FILE.py:FUNCTION"
    output = str(runs.folder / "output")
    plain = runs.write("def agent(moves): return 4\ndef main(): pass\n")
    for player, found in [
        ("none", "'none', whose program 'none' is not there"),
        ("none.py:agent", "'none.py:agent', which cannot be read: No such file or directory"),
        (plain, "the function main, which has no parameters"),
        (f"{plain}:other", f"{plain}, which has no function 'other'"),
    ]:
        for script, *words in [
            ("match.py", "--output", output, "--engine1"),
            ("grade_engine.py",),
            ("uci_of_agent.py",),
        ]:
            done = runs.run(script, *words, player, input="uci\nisready\n")
            assert done.stderr.endswith(f"{kinds}; found {found}\n"), done.stderr
            assert done.returncode


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
