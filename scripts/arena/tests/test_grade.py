"""The stored positions, and the grades of players whose moves are known."""

import json
import subprocess
import sys
import unittest

from grade_engine import POSITIONS, read_positions
from board import Board
from tests.helpers import ARENA, Folder


# Plays the best or the worst move of a stored position.
ORACLE = f"""
scores = dict(line.split(" ", 1) for line in open({str(POSITIONS)!r}) if line[0] != "#")

def choose(moves, pick):
    legal = enumerate(scores[moves].split(), start=1)
    return pick((int(score), column) for column, score in legal if score != "-")[1]

def best(moves): return choose(moves, max)
def worst(moves): return choose(moves, min)
"""


class Positions(unittest.TestCase):
    def test_there_are_a_thousand_and_no_two_are_equal_or_mirror_images(self) -> None:
        self.assertEqual(len({Board(moves).key() for moves in read_positions(POSITIONS)}), 1000)

    def test_a_move_can_keep_the_outcome_and_another_can_lose_it(self) -> None:
        lines = POSITIONS.read_text(encoding="utf-8").splitlines()
        for moves, *words in (line.split() for line in lines if not line.startswith("#")):
            board = Board(moves)
            scores = {column: int(word) for column, word in enumerate(words, 1) if word != "-"}
            self.assertEqual([*scores], board.legal())
            outcomes = {(score > 0) - (score < 0) for score in scores.values()}
            self.assertGreater(len(outcomes), 1, moves)
            for column, score in scores.items():
                self.assertEqual(board.wins(column), score == (43 - board.stones) // 2, moves)


class Grading(Folder):
    def grade(self, function: str, *more: str) -> str:
        player = f"{self.write(ORACLE)}:{function}"
        command = [sys.executable, "-B", str(ARENA / "grade_engine.py"), player, *more]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def test_the_best_moves_are_perfect_and_the_worst_are_blunders(self) -> None:
        best = json.loads(self.grade("best", "--format", "json", "--count", "200"))
        self.assertEqual([best[key] for key in ("moves", "kept", "perfect")], [200] * 3)
        self.assertEqual(best["mean_loss"], 0)
        self.assertEqual((best["rating"], best["rating_bound"]), (1975, ">="))
        worst = json.loads(self.grade("worst", "--format", "json", "--count", "200"))
        self.assertEqual([worst[key] for key in ("moves", "kept", "perfect")], [200, 0, 0])
        few = json.loads(self.grade("worst", "--format", "json", "--count", "19"))
        self.assertEqual([few[f"rating{end}"] for end in ("", "_error", "_bound")], [None] * 3)
        for record in (worst, worst["first"], worst["second"]):
            self.assertEqual((record["rating"], record["rating_bound"]), (522, "<="))
            phases = [record[f"{phase}_blunders"] for phase in ("early", "middle", "late")]
            self.assertEqual([sum(phases), record["blunders"]], [record["moves"]] * 2)
            self.assertTrue(all(phases))
        self.assertEqual(worst["first"]["moves"] + worst["second"]["moves"], 200)

    def test_the_figures_are_printed(self) -> None:
        row = "best         50   100.0%       0.00  100.0%         0     0      0      0  >= 1975"
        self.assertIn(f"\n{row}\n  first ", self.grade("best", "--count", "50"))
