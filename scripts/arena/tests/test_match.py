"""Scores of matches, and matches of an engine that always plays column 4."""

import re
import argparse
import itertools
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pytest

from games import Result
from match import Score, choose_openings
from openings import OPENINGS, read_openings
from results import Results
from scale import known_rating
from sprt import Sprt, Verdict
from tests.helpers import CLAIMEVEN, HERE, Folder

# A program that prints nothing.
IDLE = shutil.which("true") or "true"


def pair(number: int, *points: float) -> Result:
    return Result(number, "", ["one", "two"], ["", ""], list(points))


def test_pairs_count_in_their_order_not_as_they_end() -> None:
    score = Score(Sprt(0, 20))
    for number in (2, 0, 3):
        score.add(pair(number, 1, 1))
    assert (score.next, score.pairs) == (1, [0, 0, 0, 0, 1])
    score.add(pair(1, 0, 0.5))
    assert (score.next, score.pairs) == (4, [0, 1, 0, 0, 3])
    assert score.games == {0.0: 1, 0.5: 1, 1.0: 6}


def test_nothing_counts_after_the_verdict() -> None:
    score = Score(Sprt(0, 100))
    for number in range(500):
        score.add(pair(number, 1, 1 if number % 2 else 0.5))
    assert score.verdict is Verdict.H1
    assert score.next < 500
    assert sum(score.pairs) == score.next


class Runs(Folder):
    def __init__(self, folder: pathlib.Path) -> None:
        super().__init__(folder)
        shutil.copy(HERE / "fake_engine.py", self.folder / "engine.py")
        self.own = self.engine_in(self.folder)
        self.output = self.folder / "match.jsonl"
        self.journal = self.folder / "match.jsonl.journal"
        # Column 4, which the engine plays, completes a four in both.
        (self.folder / "openings").write_text("414141\n424242\n", encoding="utf-8")

    def engine_in(self, folder: pathlib.Path) -> str:
        """Returns the command of an engine with its own folder."""
        return shlex.join([sys.executable, str(self.folder / "engine.py"), str(folder)])

    def run_match(self, *more: str, **options: object) -> subprocess.CompletedProcess[str]:
        files = ["--openings", str(self.folder / "openings"), "--output", str(self.output)]
        engines = ["--engine1", self.own, "--engine2", self.own, "--grade", self.own]
        return self.run("match.py", *files, *engines, "--workers", "1", *more, **options)

    def records(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.lines("match.jsonl")]


@pytest.fixture
def runs(tmp_path: pathlib.Path) -> Runs:
    return Runs(tmp_path)


def test_a_pair_in_which_an_engine_dies_is_reported_and_played_again(runs: Runs) -> None:
    broken = runs.folder / "broken"
    broken.touch()
    error = "(414141): fake 1.0 ended with code 1: out of luck\n1 pairs were not finished\n"
    assert runs.run_match().stderr.endswith(error)
    broken.unlink()
    done = runs.run_match("--resume")
    assert done.returncode == 0, done.stderr
    assert "1 pairs to play, 1 counted before" in done.stdout
    assert [record["points"] for record in runs.records()] == [[1.0, 0.0]] * 2
    assert runs.records()[0]["players"] == ["fake 1.0 (1)", "fake 1.0 (2)"]
    assert "0 pairs to play, 2 counted before" in runs.run_match("--resume").stdout


def test_the_players_are_graded_if_possible(runs: Runs) -> None:
    assert runs.run_match().stdout.endswith("\ngrades of 2 pairs\n")
    done = runs.run_match("--resume", "--no-grade")
    assert "grades" not in done.stdout
    done = runs.run_match("--resume", "--grade", "/none")
    assert "the games are not graded: [Errno 2] No such file" in done.stderr
    assert done.returncode == 0


def test_the_opponent_of_a_level_gets_a_rating(runs: Runs) -> None:
    level = runs.folder / "level"
    level.mkdir()
    (level / "name").write_text("claimeven 1.0", encoding="utf-8")
    result = runs.folder / "result.json"
    engines = ["--engine2", runs.engine_in(level), "--name1", "bot", "--json", str(result)]
    # Both games of both pairs are won by the side that begins.
    done = runs.run_match(*engines, "--option2", "Skill Level=5")
    found = json.loads(result.read_text(encoding="utf-8"))
    assert found["players"] == ["bot", "claimeven 1.0"]
    assert (found["wins"], found["losses"], found["ptnml"]) == (2, 2, [0, 0, 2, 0, 0])
    (rating,) = found["ratings"]
    level_5 = known_rating("claimeven 1.0", {"Skill Level": "5"}, "")
    assert (rating["player"], rating["rating"]) == ("bot", level_5)
    assert f"\nRating of bot: {level_5} +/- {rating['rating_error']}\ngrades" in done.stdout
    assert "go " in runs.lines("level/log")
    runs.output.unlink()
    limits = ["--option2", "Skill Level=5", "--go2", "nodes 1"]
    done = runs.run_match(*engines, *limits)
    assert "claimeven 1.0 has the limits 'nodes 1'" in done.stderr
    assert "Rating" not in done.stdout


def test_a_limit_that_costs_a_level_much_is_reported(runs: Runs) -> None:
    level = ["--engine2", CLAIMEVEN, "--option2", "Skill Level=10", "--name1", "fake", "--no-grade"]
    done = runs.run_match(*level, "--go2", "nodes 1")
    assert "level 10, Elo 1295 (random moves: 400); nodes 1 costs more than 50 Elo" in done.stderr
    for file in (runs.output, runs.journal):
        file.unlink()
    done = runs.run_match(*level, "--go2", "nodes 1000")
    assert done.returncode == 0
    assert "costs more than" not in done.stderr


def test_an_elo_alone_chooses_a_level(runs: Runs) -> None:
    arguments = ["--engine2", CLAIMEVEN, "--option2", "UCI_Elo=700", "--name1", "fake", "--no-grade"]
    done = runs.run_match(*arguments)
    assert re.search(r"^Rating of fake: (700 \+/-|[<>]= )", done.stdout, re.MULTILINE), done.stderr


def test_a_function_plays_and_a_changed_file_does_not_resume(runs: Runs) -> None:
    function = f"{runs.write('def four(moves): return 4')}:four"
    done = runs.run_match("--engine1", function)
    assert "Games: 4, Wins: 2, Losses: 2" in done.stdout, done.stderr
    runs.write("def four(moves): return 4 # changed")
    assert "made with files1 " in runs.run_match("--engine1", function, "--resume").stderr


def test_a_changed_engine_of_the_same_name_does_not_resume(runs: Runs) -> None:
    assert runs.run_match().returncode == 0
    with (runs.folder / "engine.py").open("a", encoding="utf-8") as file:
        file.write("# another one\n")
    assert "made with files1 " in runs.run_match("--resume").stderr


def test_a_killed_match_continues_after_the_pairs_in_its_file(runs: Runs) -> None:
    bounds = ["--elo1", "1000", "--alpha", "1e-9", "--beta", "1e-9"]
    assert runs.run_match(*bounds).returncode == 0
    whole = runs.output.read_text(encoding="utf-8")
    assert runs.journal.exists()
    # The second pair came first, and the first one is incomplete.
    first, second = whole.splitlines(keepends=True)
    runs.output.write_text(second + first[:30], encoding="utf-8")
    done = runs.run_match(*bounds, "--resume")
    assert "1 pairs to play, 0 counted before" in done.stdout
    assert runs.output.read_text(encoding="utf-8") == whole
    assert "made with seed 1; this run has 2" in runs.run_match("--resume", "--seed", "2").stderr
    assert "use --resume to continue" in runs.run_match().stderr
    runs.journal.unlink()
    assert "exists and is finished" in runs.run_match("--resume").stderr


def test_two_runs_do_not_write_one_file(runs: Runs) -> None:
    path = runs.folder / "results"
    with Results(path), pytest.raises(SystemExit, match="another run is using it"):
        Results(path)
    assert not path.exists()


def test_each_engine_receives_its_own_options(runs: Runs) -> None:
    arguments = ["--option1", "Own=a b", "--go1", "nodes 11"]
    arguments += ["--option2", "Other=", "--go2", "depth 22"]
    for number in (1, 2):
        folder = runs.folder / f"engine{number}"
        folder.mkdir()
        arguments += [f"--engine{number}", runs.engine_in(folder)]
    done = runs.run_match(*arguments)
    assert done.returncode == 0, done.stderr
    for number, option, go in [
        (1, "setoption name Own value a b", "go nodes 11"),
        (2, "setoption name Other value ", "go depth 22"),
    ]:
        lines = runs.lines(f"engine{number}/log")
        assert {line for line in lines if line.startswith("go ")} == {go}
        # Once in the trial before the match, and once in the match.
        options = [line for line in lines if line.startswith("setoption ")]
        assert options == ["setoption name UCI_Variant value cfour", option] * 2
        # Two pairs have four games. The first position is the trial's.
        assert lines.count("ucinewgame") == 4
        played = [line for line in lines if line.split()[:1] in (["ucinewgame"], ["position"])]
        for before, line in itertools.pairwise(played[1:]):
            assert "ucinewgame" in (before, line)


def test_pairs_are_in_their_order(runs: Runs) -> None:
    assert runs.run_match("--workers", "2", "--name2", "mine").returncode == 0
    assert [record["number"] for record in runs.records()] == [0, 1]
    assert runs.records()[1]["players"] == ["fake 1.0", "mine"]


def test_the_journal_stays_until_the_test_is_decided(runs: Runs) -> None:
    # One pair is not enough, two are.
    bounds = ["--elo1", "100", "--alpha", "0.4", "--beta", "0.4"]
    assert runs.run_match(*bounds, "--pairs", "1").returncode == 0
    assert runs.journal.exists()
    done = runs.run_match(*bounds, "--resume")
    assert "H0 accepted" in done.stdout
    assert done.returncode == 0
    assert not runs.journal.exists()


def test_a_match_is_played_although_its_output_is_not_read(runs: Runs) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    # The third opening repeats the second, which is reported on stderr.
    with (runs.folder / "openings").open("a", encoding="utf-8") as openings:
        openings.write("424242\n")
    options = {"capture_output": False, "stdout": writer, "stderr": writer}
    done = runs.run_match("--pairs", "2", **options)
    os.close(writer)
    assert (done.returncode, len(runs.records())) == (0, 2)


def test_an_engine_that_cannot_play_is_reported_before_the_match_begins(runs: Runs) -> None:
    for error, *arguments in [
        (f"EngineError: {IDLE} ended with code 0", "--engine1", IDLE),
        ("EngineError: fake 1.0 has no option 'Unknown'", "--option2", "Unknown=1"),
    ]:
        done = runs.run_match(*arguments)
        assert done.returncode == 1
        assert re.search(f"^{error}.*\n$", done.stderr)
    assert not runs.journal.exists()


def test_a_seed_chooses_the_order_of_the_openings_of_a_file() -> None:
    def chosen(seed: int, pairs: int = 200) -> list[str]:
        found = choose_openings(
            argparse.Namespace(plies=None, openings=OPENINGS, seed=seed, pairs=pairs)
        )
        assert len(found) == pairs
        return found

    assert sorted(chosen(1)) == sorted(read_openings(OPENINGS))
    assert chosen(1) != read_openings(OPENINGS)
    assert chosen(1) == chosen(1)
    assert chosen(1) != chosen(2)
    assert chosen(1, 20) == chosen(1)[:20]
