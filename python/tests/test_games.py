"""Annotations, grades and levels."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess

import numpy as np
import pytest
from conftest import error_of, random_moves

import claimeven
import claimeven.records
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
    reasons = [move.why for move in claimeven.annotate("4455661", why=True)]
    assert reasons[6] is not None and reasons[6].kind == "wins-at-once"
    assert claimeven.why("") is not None and claimeven.why("1212121") is None
    for ply, reason in enumerate(reasons, 1):
        assert claimeven.why("4455661"[:ply], move=True) == reason
    with pytest.raises(InputError, match="move: expected a game with a last move"):
        claimeven.why("", move=True)
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
        for name in ("games", "moves", "perfect", "at_risk", "kept", "estimate", "estimate_error",
                     "estimate_bound"):
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
    assert error_of(claimeven.grade, [PGN.replace("P@d3", "P@d4")]).line == 9


def test_a_level_repeats_its_moves_and_level_20_is_perfect() -> None:
    for level in (0, 7, 19):
        moves = [claimeven.play("4453", level=level, seed=3) for _ in range(3)]
        assert len(set(moves)) == 1
    assert claimeven.play("44", level=20) == claimeven.analyze("44").best
    assert claimeven.play("4453", elo=1000, seed=1) in range(1, 8)
    assert claimeven.play("1212121") is None is claimeven.play("1212121", level=20)
    for seed in (-1, 2**63):
        wanted = f"seed: expected a whole number from 0 to {2**63 - 1}; found {seed}"
        assert str(error_of(claimeven.play, "44", seed=seed)) == wanted
    for name, right in [("level", 0), ("elo", 522), ("elo", 1975), ("seed", 2**63 - 1)]:
        assert claimeven.play("44", **{name: right}) in range(1, 8)


def test_a_bad_game_has_its_index() -> None:
    for games, index, char, line in [
        (["44", "448"], 1, 3, 1),
        (["44", "44", PGN.replace("P@d3", "P@d4")], 2, 17, 9),
    ]:
        error = error_of(claimeven.grade, games)
        assert (error.index, error.char, error.line) == (index, char, line)
        assert str(error).startswith(f"index {index}, ")


RECORD = (
    '{"input":"4","label":null,"side":"second","stones":1,"score":-1,"outcome":"loss",'
    '"plies":41,"scores":[-4,-2,-2,-1,-2,-2,-4],"best":4,"pv":null,"nodes":0,"time_us":0}'
)
BAD_LINE = '{"input":"8","label":null,"line":1,"char":1,"error":"8"}'


def copies(value: object) -> list:
    """Returns copies of a value, and what comes back from its pickles."""
    pickles = [pickle.dumps(value, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    return [copy.copy(value), copy.deepcopy(value), *map(pickle.loads, pickles)]


def test_results_are_values() -> None:
    """They are hashable, cannot be changed, and come back from their text, a copy and a pickle."""
    with claimeven.Engine() as engine:
        engine.position("445332")
        search = engine.go()
    results = [
        claimeven.grade(["445332"])["second"],
        claimeven.analyze("445332"),
        claimeven.why("4455"),
        *claimeven.annotate("445332", why=True),
        search,
        *search.lines,
        *map(claimeven.records.parse, (RECORD, BAD_LINE)),
        claimeven.Bounds(-4, 2),
        claimeven.Position("1212121"),
    ]
    names = {name: getattr(claimeven, name) for name in claimeven.__all__}
    names |= vars(claimeven.records)
    for result in results:
        assert {result, eval(repr(result), names), *copies(result)} == {result}
        for name in getattr(result, "__dataclass_fields__", ("lower", "fen")):
            with pytest.raises(AttributeError):
                setattr(result, name, None)


def test_arrays_and_errors_are_copied_whole() -> None:
    many = claimeven.analyze_many(["4453"])
    for again in copies(many):
        assert all(map(np.array_equal, again, many)) and type(again) is claimeven.Analyses
    error = claimeven.InputError("no", 2, 3)
    error.index = 4
    assert {*map(str, copies(error))} == {"index 4, line 3, char 2: no"}
    rejected = claimeven.Rejected("no", 2, "engine")
    assert {*map(str, copies(rejected))} == {"engine: char 2: no"}
