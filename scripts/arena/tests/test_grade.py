"""The stored positions, and the grades of players whose moves are known."""

import json

from grade_engine import POSITIONS, Grade, read_positions
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


def test_there_are_a_thousand_and_no_two_are_equal_or_mirror_images() -> None:
    assert len({Board(moves).key() for moves in read_positions(POSITIONS)}) == 1000


def test_a_move_can_keep_the_outcome_and_another_can_lose_it() -> None:
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    for moves, *words in (line.split() for line in lines if not line.startswith("#")):
        board = Board(moves)
        scores = {column: int(word) for column, word in enumerate(words, 1) if word != "-"}
        assert [*scores] == board.legal()
        outcomes = {(score > 0) - (score < 0) for score in scores.values()}
        assert len(outcomes) > 1, moves
        for column, score in scores.items():
            assert board.wins(column) == (score == (43 - board.stones) // 2), moves


def grade(runs: Folder, function: str, *more: str) -> str:
    return runs.run("grade_engine.py", f"{runs.write(ORACLE)}:{function}", *more, check=True).stdout


def record(runs: Folder, function: str, count: int) -> Grade:
    return json.loads(grade(runs, function, "--format", "json", "--count", str(count)))


def test_the_best_moves_are_perfect_and_the_worst_are_blunders(runs: Folder) -> None:
    best = record(runs, "best", 200)
    assert [best[key] for key in ("moves", "kept", "perfect")] == [200] * 3
    assert best["mean_loss"] == 0
    assert (best["estimate"], best["estimate_bound"]) == (1975, ">=")
    worst = record(runs, "worst", 200)
    assert [worst[key] for key in ("moves", "kept", "perfect")] == [200, 0, 0]
    few = record(runs, "worst", 19)
    assert [few[f"estimate{end}"] for end in ("", "_error", "_bound")] == [None] * 3
    for part in (worst, worst["first"], worst["second"]):
        assert (part["estimate"], part["estimate_bound"]) == (522, "<=")
        phases = [part[f"{phase}_blunders"] for phase in ("early", "middle", "late")]
        assert [sum(phases), part["blunders"]] == [part["moves"]] * 2
        assert all(phases)
    assert worst["first"]["moves"] + worst["second"]["moves"] == 200


def test_a_bot_in_the_folder_is_graded(runs: Folder) -> None:
    done = runs.run("grade_engine.py", "bot_template.py", "--count", "20", cwd=ARENA)
    assert "\nMy bot" in done.stdout, done.stderr


def test_the_figures_are_printed(runs: Folder) -> None:
    row = "best         50   100.0%       0.00  100.0%         0     0      0      0  >= 1975"
    assert f"\n{row}\n  first " in grade(runs, "best", "--count", "50")
