"""Annotations, grades and levels."""

from __future__ import annotations

import json
import subprocess

import pytest
from conftest import random_moves

import claimeven
from claimeven import InputError

GAME = "2252576253462244111563365343671351441"
PGN = """[White "Ann"]
[Black "Ben"]

1. P@d1 P@d2 2. P@e1 P@c1 *

[White "Ben"]
[Black "Ann"]

1. P@d1 P@d2 2. P@d3 *
"""


def test_annotations_are_those_of_the_command_line(command: str) -> None:
    for weak in (False, True):
        words = [command, "annotate", "--json", *(["--weak"] if weak else []), GAME]
        record = json.loads(subprocess.run(words, stdout=subprocess.PIPE, check=True).stdout)
        found = claimeven.annotate(GAME, weak=weak)
        for move, want in zip(found, record["annotations"]):
            for name in ("ply", "side", "column", "mark", "best"):
                assert json.loads(json.dumps(getattr(move, name))) == want[name]
            if not weak:
                assert (move.before, move.after) == (want["before"], want["after"])
        assert len(found) == len(record["annotations"]) == len(GAME)
    assert claimeven.annotate("") == () == claimeven.annotate(claimeven.Position("44"))
    assert len(claimeven.annotate([4, 4, 5], threads=2)) == 3


def test_grades_are_those_of_the_command_line(command: str) -> None:
    games = [*random_moves(40, seed=8, least=30), GAME]
    words = [command, "grade", "--quiet", "--json"]
    lines = "\n".join([*games, "{}"][:-1])
    run = subprocess.run(words, input=lines, stdout=subprocess.PIPE, text=True, check=True)
    found = claimeven.grade(games)
    for line in run.stdout.splitlines():
        want = json.loads(line)
        grade = found[want["player"]]
        for name in ("games", "moves", "perfect", "at_risk", "kept", "rating", "rating_error",
                     "rating_bound"):
            assert getattr(grade, name) == want[name], name
        phases = [want[f"{phase}_blunders"] for phase in ("early", "middle", "late")]
        assert list(grade.blunders) == phases
        assert grade.mean_loss == pytest.approx(want["mean_loss"], abs=1e-3)
    assert set(found) == {"first", "second"}


def test_pgn_has_several_games_and_names() -> None:
    found = claimeven.grade([PGN])
    assert {name: (grade.games, grade.moves) for name, grade in found.items()} == {
        "Ann": (2, 3),
        "Ben": (2, 4),
    }
    with pytest.raises(InputError, match="expected one game; found 2"):
        claimeven.annotate(PGN)
    assert len(claimeven.annotate(PGN.split("\n\n[")[0])) == 4
    with pytest.raises(InputError) as error:
        claimeven.grade([PGN.replace("P@d3", "P@d4")])
    assert error.value.line == 9


def test_a_level_repeats_its_moves_and_level_20_is_perfect() -> None:
    for level in (0, 7, 19):
        moves = [claimeven.play("4453", level=level, seed=3) for _ in range(3)]
        assert len(set(moves)) == 1
    assert claimeven.play("44", level=20) == claimeven.analyze("44").best
    assert claimeven.play("4453", elo=1000, seed=1) in range(1, 8)
    assert claimeven.play("1212121") is None is claimeven.play("1212121", level=20)
    for arguments in ({"level": 21}, {"level": -1}, {"seed": -1}, {"elo": 5000}, {"seed": 2**63}):
        with pytest.raises(InputError):
            claimeven.play("", **arguments)
