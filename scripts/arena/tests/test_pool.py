"""A pool with levels that the test makes, and ratings of results that are known."""

import json
import math
import pathlib
import random
import re
import tomllib
from dataclasses import asdict
from xml.etree import ElementTree

import pytest

from chart import LINE_HEIGHT, draw
from board import Board
from fit import Rating, fit, moved, table
from games import Pair, Player, Result, keep_only, play
from openings import OPENINGS, read_openings
from pool import POOL, Pool
from scale import RATINGS
from sprt import QUANTILE_95, strength
from tests.helpers import ARENA, CLAIMEVEN, Folder

# The command of the engine and the path of the players are inserted.
PLAIN = """
anchor = "random"
[levels]
command = "COMMAND"
first = 0
last = 2
games = 20
[players.random]
command = "PLAYERS:random_mover"
against = ["level-0", "level-2"]
games = 12
"""


class Pools(Folder):
    def __init__(self, folder: pathlib.Path) -> None:
        super().__init__(folder)
        pool = PLAIN.replace("COMMAND", CLAIMEVEN).replace("PLAYERS", str(ARENA / "players.py"))
        self.pool = self.write(pool, "pool.toml")

    def run_pool(self, results: str, *more: str) -> str:
        """Runs the pool. Returns what it prints on stderr."""
        files = ["--results", str(self.folder / results), "--pool", self.pool]
        done = self.run("pool.py", *files, *more)
        return f"{done.stderr}{done.stdout}"


@pytest.fixture
def runs(tmp_path: pathlib.Path) -> Pools:
    return Pools(tmp_path)


def test_a_pool_resumes_and_plays_the_same_games_again_with_a_seed(runs: Pools) -> None:
    assert "32 pairs to play, 0 played before" in runs.run_pool("one", "--seed", "7")
    lines = runs.lines("one")
    for line in map(json.loads, lines):
        for first, (game, points) in enumerate(zip(line["games"], line["points"], strict=True)):
            board = Board(game)
            assert board.over and game.startswith(line["opening"])
            winner = (board.stones + 1) % 2 ^ first
            assert points == (1 - winner if board.won else 0.5)
    # A killed run leaves some lines, the last of them incomplete.
    rest = "\n".join([*lines[:20], lines[20][:30]])
    runs.write(rest, "two")
    assert "12 pairs to play, 20 played before" in runs.run_pool("two", "--seed", "7")
    assert sorted(runs.lines("two")) == sorted(lines)
    assert "played with seed 7" in runs.run_pool("two", "--seed", "8")
    assert "0 pairs to play, 32 played before" in runs.run_pool("two", "--seed", "7")


def test_a_player_that_is_not_installed_is_left_out(runs: Pools) -> None:
    missing = 'command = "/none"\nagainst = ["level-0"]\ngames = 2\n'
    with (runs.folder / "pool.toml").open("a", encoding="utf-8") as pool:
        pool.write(f"[players.other]\n{missing}")
    printed = runs.run_pool("one", "--games", "2")
    assert "other is left out: expected the command of a UCI" in printed
    assert len(runs.lines("one")) == 4


def test_a_faulty_engine_ends_the_run_with_one_line(runs: Pools) -> None:
    faulty = runs.engine("print('no engine')")
    error = runs.run_pool("one", "--games", "2", "--engine", faulty).splitlines()[-1]
    assert re.search("^EngineError: .*player.py ended with code 0; it printed 'no engine'", error)
    assert not (runs.folder / "one").exists()


def test_a_match_of_two_levels_agrees_with_their_ratings() -> None:
    options = {"Hash": "1", "Resistance": "practical"}
    three, four = (
        Player(f"level-{level}", CLAIMEVEN, options | {"Skill Level": str(level)}) for level in (3, 4)
    )
    counts = [0] * 5
    for number, opening in enumerate(read_openings(OPENINGS)):
        counts[play(Pair((four, three), number, opening, seed=1)).rank] += 1
    keep_only(())
    rows = {row["player"]: row for row in json.loads(RATINGS.read_text(encoding="utf-8"))}
    found, step = strength(counts), rows["level-4"]
    # Further apart than four deviations of both are levels whose ratings are wrong.
    most = 4 * math.hypot(found.error, step["step_error"]) / QUANTILE_95
    assert abs(found.elo - step["step"]) < most, found


def test_the_pool_of_the_repository_has_all_levels_and_ends_at_the_anchor() -> None:
    pool = Pool(tomllib.loads(POOL.read_text(encoding="utf-8")), "engine")
    assert pool.players["level-20"].options["Skill Level"] == "20"
    assert pool.players["level-3"].command == "engine"
    assert ("level-19", "level-20", 1600) in pool.matches
    pairs = [*pool.pairs(4, 1)]
    assert len(pairs) == 2 * len(pool.matches)
    assert pool.anchor in {player.name for pair in pairs for player in pair.players}


def test_levels_apart_play_from_random_openings() -> None:
    levels = {"command": "x", "first": 3, "last": 6, "games": 6, "apart": [1, 3]}
    pool = Pool({"anchor": "level-3", "plies": [4, 6], "levels": levels}, None)
    names = [(first[-1], second[-1], games) for first, second, games in pool.matches]
    assert names == [("3", "4", 6), ("4", "5", 6), ("5", "6", 6), ("3", "6", 6)]
    openings = [pair.opening for pair in pool.pairs(None, None)]
    assert [*map(len, openings)] == 4 * [4, 6, 4]
    assert openings[:3] == openings[3:6] and openings[0] != openings[2]


def test_an_unknown_player_is_reported() -> None:
    pool = tomllib.loads(PLAIN.replace('"level-2"]', '"level-9"]'))
    with pytest.raises(SystemExit, match="no player level-9"):
        Pool(pool, None)


def rating(player: str, elo: float, error: float = 10) -> Rating:
    return Rating(player, 100, 0.5, elo, error)


def test_the_ratings_of_simulated_games_are_those_of_the_players() -> None:
    elo = {"random": 100, "level-0": 220, "level-1": 300, "level-2": 420}
    dice, results = random.Random(3), []
    for first, second in [*zip(elo, [*elo][1:], strict=False), ("random", "level-1")]:
        share = 1 / (1 + 10 ** ((elo[second] - elo[first]) / 400))
        for number in range(2000):
            points = [float(dice.random() < share) for _ in range(2)]
            results.append(Result(number, "", [first, second], ["", ""], points))
    rows = {row.player: row for row in fit(results, "random", 100)}
    assert [*rows] == ["level-2", "level-1", "level-0", "random"]
    assert (rows["random"].elo, rows["random"].error) == (100, 0)
    for name, row in rows.items():
        assert row.elo == pytest.approx(elo[name], abs=max(2 * row.error, 1))
    # The deviation of a share of .6 of 4,000 games, in Elo, times 1.96.
    error = 1.96 * math.sqrt(0.6 * 0.4 / 4000) / (0.6 * 0.4) * 400 / math.log(10)
    step = rows["level-1"]
    assert step.step == pytest.approx(80, abs=2 * error)
    assert step.step_error == pytest.approx(error, abs=0.3 * error)


def test_a_table_has_a_row_for_each_player() -> None:
    rows = [rating("level-1", 310.4), Rating("level-0", 1600, 0.25, 200.6, 12.3, 101.2, 9.8)]
    assert table(rows).splitlines()[2:] == [
        "| level-1 | 100 | 0.500 | 310 | 10 |  |  |",
        "| level-0 | 1,600 | 0.250 | 201 | 12 | 101 | 10 |",
    ]


def test_ratings_and_steps_that_moved_by_more_than_both_errors_are_named() -> None:
    before = [asdict(rating("a", 100)), asdict(rating("b", 300))]
    before.append(asdict(Rating("level-4", 100, 0.5, 300, 60, 80, 12)))
    rows = [rating("a", 120), rating("b", 313), rating("new", 500)]
    assert moved(before, rows) == "a moved by +20 +/- 14"
    assert moved(before, rows[1:]) == "no rating and no step moved by more than its error"
    step = Rating("level-4", 100, 0.5, 330, 60, 110, 16)
    assert moved(before, [step]) == "level-4: step from the level below moved by +30 +/- 20"


def test_levels_become_points_and_names_are_moved_apart() -> None:
    rows = [{"player": f"level-{level}", "elo": 100.0 * level, "error": 5.0} for level in range(11)]
    rows += [{"player": name, "elo": 400.0, "error": 5.0} for name in ("a < b", "c")]
    prefix = "{http://www.w3.org/2000/svg}"
    svg = ElementTree.fromstring(draw(rows))
    circles = svg.findall(f"{prefix}circle")
    assert len(circles) == 11
    heights = [float(circle.get("cy")) for circle in circles]
    assert heights == sorted(heights, reverse=True)
    names = [text for text in svg.iter(f"{prefix}text") if text.get("class") == "name"]
    assert [name.text for name in names] == ["a < b 400 ± 5", "c 400 ± 5"]
    gap = float(names[1].get("y")) - float(names[0].get("y"))
    assert gap == LINE_HEIGHT
    assert "inf" not in draw([])
