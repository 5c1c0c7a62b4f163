"""Agents and the bot as engines: lines of the protocol, and a match."""

import json
import shlex
import sys

import pytest

from claimeven.errors import EngineError
from engine import Engine
from board import Board
from tests.helpers import BOT, KAGGLE, ARENA, Folder


def answers(runs: Folder, agent: str, *lines: str) -> list[str]:
    """Returns what the engine prints after `uciok`."""
    text = "".join(f"{line}\n" for line in ("uci", *lines))
    done = runs.run("uci_of_agent.py", runs.write(agent), input=text)
    assert done.returncode == 0, done.stderr
    printed = done.stdout.splitlines()
    return printed[printed.index("uciok") + 1 :]


def test_every_kind_of_function_gets_its_arguments(runs: Folder) -> None:
    lines = ["position startpos moves P@d1 P@d2 P@a1", "go nodes 1", "quit"]
    for agent, move in [
        ("def agent(observation, configuration): return configuration.columns - 1", "P@g1"),
        ("def agent(observation): return observation['mark']", "P@c1"),
        ("agent = lambda obs, config, *more: sum(obs.board)", "P@e1"),
        ("def agent(board): return board.index(2) // 7", "P@e1"),
        ("def agent(moves): return int(moves[-1])", "P@a2"),
        ("class Agent:\n    def __call__(self, moves): return 5\nagent = Agent()", "P@e1"),
    ]:
        assert answers(runs, agent, *lines) == [f"bestmove {move}"], agent


def test_commands_in_every_order_are_answered(runs: Folder) -> None:
    found = answers(
        runs,
        "def agent(board): return sum(map(bool, board))",
        *("isready", "go", "stop", "position fen 7/7/7/7/3p3/3P3[PP] w - - 0 2 moves P@e1"),
        *("go infinite", "isready", "stop", "go wtime 1 btime 1", "position fen 8", "go"),
        *("position startpos moves a1 b1 a2 b2 a3 b3 a4", "go", "ponderhit", "quit", "go"),
    )
    bad = "info string error expected six ranks of seven cells; found '8'"
    moves = ["readyok", "bestmove P@a1", "readyok", "bestmove P@d3", "bestmove P@d3"]
    assert found == [*moves, bad, "bestmove (none)", "bestmove (none)"]


def test_an_agent_that_fails_ends_with_one_line(runs: Folder) -> None:
    for agent, error in [
        ("def agent(obs): return 1 / 0", "ZeroDivisionError: division by zero .*player.py:1"),
        ("def agent(moves): return 8", r"expected one of the columns \[1, .*7\]; found 8 "),
        ("def agent(obs, config): return None", "the agent failed after 44: TypeError"),
        ("def agent(moves) return 4", "SyntaxError: expected ':'"),
        ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
        ("number = 4", "player.py, which has no function"),
        ("def main(): pass", "found the function main, which has no parameters"),
    ]:
        with pytest.raises(EngineError, match=error), Engine(runs.write(agent)) as engine:
            engine.move(Board("44"))
    with pytest.raises(EngineError, match="has no function 'other'"):
        Engine(runs.write("def agent(moves): return 4") + ":other")


def test_the_bot_and_an_agent_play_a_match(runs: Folder) -> None:
    agent = shlex.join([sys.executable, str(ARENA / "uci_of_agent.py"), runs.write(KAGGLE)])
    arguments = ["--pairs", "4", "--workers", "1", "--output", str(runs.folder / "match")]
    done = runs.run("match.py", *arguments, "--engine1", BOT, "--engine2", agent, "--elo1", "1000")
    assert done.returncode == 0, done.stderr
    players = {(*json.loads(line)["players"],) for line in runs.lines("match")}
    assert players == {("My bot", "player")}
