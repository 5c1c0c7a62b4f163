"""Agents and the bot as engines: lines of the protocol, and a match."""

import json
import shlex
import subprocess
import sys

from claimeven.errors import EngineError
from engine import Engine
from board import Board
from tests.helpers import BOT, KAGGLE, ARENA, Folder

MATCH = ARENA / "match.py"
ADAPTER = str(ARENA / "uci_of_agent.py")


class Lines(Folder):
    def answers(self, agent: str, *lines: str) -> list[str]:
        """Returns what the engine prints after `uciok`."""
        command = [sys.executable, ADAPTER, self.write(agent)]
        text = "".join(f"{line}\n" for line in ("uci", *lines))
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = done.stdout.splitlines()
        return printed[printed.index("uciok") + 1 :]

    def test_every_kind_of_function_gets_its_arguments(self) -> None:
        lines = ["position startpos moves P@d1 P@d2 P@a1", "go nodes 1", "quit"]
        for agent, move in [
            ("def agent(observation, configuration): return configuration.columns - 1", "P@g1"),
            ("def agent(observation): return observation['mark']", "P@c1"),
            ("agent = lambda obs, config, *more: sum(obs.board)", "P@e1"),
            ("def agent(board): return board.index(2) // 7", "P@e1"),
            ("def agent(moves): return int(moves[-1])", "P@a2"),
            ("class Agent:\n    def __call__(self, moves): return 5\nagent = Agent()", "P@e1"),
        ]:
            self.assertEqual(self.answers(agent, *lines), [f"bestmove {move}"], agent)

    def test_a_function_of_moves_plays_from_a_fen(self) -> None:
        fen = "position fen 7/7/7/7/3p3/2PPp2 w - - 0 1"
        found = self.answers(
            "def agent(moves): return len(moves)", fen, "go", f"{fen} moves a1", "go"
        )
        self.assertEqual(found, ["bestmove P@d3", "bestmove P@e2"])

    def test_commands_in_every_order_are_answered(self) -> None:
        found = self.answers(
            "def agent(board): return sum(map(bool, board))",
            *("isready", "go", "stop", "position fen 7/7/7/7/3p3/3P3[PP] w - - 0 2 moves P@e1"),
            *("go infinite", "isready", "stop", "go wtime 1 btime 1", "position fen 8", "go"),
            *("position startpos moves a1 b1 a2 b2 a3 b3 a4", "go", "ponderhit", "quit", "go"),
        )
        bad = "info string error expected six ranks of seven cells; found '8'"
        moves = ["readyok", "bestmove P@a1", "readyok", "bestmove P@d3", "bestmove P@d3"]
        self.assertEqual(found, [*moves, bad, "bestmove (none)", "bestmove (none)"])

    def test_an_agent_that_fails_ends_with_one_line(self) -> None:
        for agent, error in [
            ("def agent(obs): return 1 / 0", "ZeroDivisionError: division by zero .*player.py:1"),
            ("def agent(moves): return 8", r"expected one of the columns \[1, .*7\]; found 8 "),
            ("def agent(obs, config): return None", "the agent failed after 44: TypeError"),
            ("def agent(moves) return 4", "SyntaxError: expected ':'"),
            ("import nothing_of_this_name", "No module named 'nothing_of_this_name'"),
            ("number = 4", "player.py: has no function"),
            ("def main(): pass", "main has no parameters: expected an agent"),
        ]:
            with self.assertRaisesRegex(EngineError, error), Engine(self.write(agent)) as engine:
                engine.move(Board("44"))
        with self.assertRaisesRegex(EngineError, "has no function 'other'"):
            Engine(self.write("def agent(moves): return 4") + ":other")


class Matches(Folder):
    def play(self, first: str, second: str) -> subprocess.CompletedProcess[str]:
        arguments = ["--pairs", "4", "--workers", "1", "--output", str(self.folder / "match")]
        engines = ["--engine1", first, "--engine2", second, "--elo1", "1000"]
        command = [sys.executable, "-B", str(MATCH), *arguments, *engines]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_the_bot_and_an_agent_play_a_match(self) -> None:
        agent = shlex.join([sys.executable, ADAPTER, self.write(KAGGLE)])
        done = self.play(BOT, agent)
        self.assertEqual(done.returncode, 0, done.stderr)
        pairs = (self.folder / "match").read_text(encoding="utf-8").splitlines()
        self.assertTrue(pairs)
        for pair in map(json.loads, pairs):
            self.assertEqual(pair["players"], ["My bot", "player"])
            for first, (game, points) in enumerate(zip(pair["games"], pair["points"], strict=True)):
                board = Board(game)
                self.assertTrue(board.over and game.startswith(pair["opening"]))
                winner = (board.stones + 1) % 2 ^ first
                self.assertEqual(points, 1 - winner if board.won else 0.5)

    def test_a_faulty_agent_is_reported_by_the_match(self) -> None:
        agent = shlex.join([sys.executable, ADAPTER, self.write("def agent(moves): return 8")])
        done = self.play(BOT, agent)
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected one of the columns [1, 2, 3, 4, 5, 6, 7]; found 8", done.stderr)
