"""Scores of matches, and matches of an engine that always plays column 4."""

import argparse
import itertools
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import unittest

from games import Result
from match import Score, choose_openings
from openings import OPENINGS, read_openings
from results import Results
from scale import known_rating
from sprt import Test, Verdict
from tests.helpers import ARENA, HERE, Folder

# A program that prints nothing.
IDLE = shutil.which("true") or "true"


def pair(number: int, *points: float) -> Result:
    return Result(number, "", ["one", "two"], ["", ""], list(points))


class Counting(unittest.TestCase):
    def test_pairs_count_in_their_order_not_as_they_end(self) -> None:
        score = Score(Test(0, 20))
        for number in (2, 0, 3):
            score.add(pair(number, 1, 1))
        self.assertEqual((score.next, score.pairs), (1, [0, 0, 0, 0, 1]))
        score.add(pair(1, 0, 0.5))
        self.assertEqual((score.next, score.pairs), (4, [0, 1, 0, 0, 3]))
        self.assertEqual(score.games, {0.0: 1, 0.5: 1, 1.0: 6})

    def test_nothing_counts_after_the_verdict(self) -> None:
        score = Score(Test(0, 100))
        for number in range(500):
            score.add(pair(number, 1, 1 if number % 2 else 0.5))
        self.assertIs(score.verdict, Verdict.H1)
        self.assertLess(score.next, 500)
        self.assertEqual(sum(score.pairs), score.next)

    def test_pairs_with_errors_are_not_counted(self) -> None:
        score = Score(Test(0, 20))
        score.add(Result(0, "44", [], error="the engine ended"))
        score.add(pair(1, 0.5, 0.5))
        self.assertEqual((score.pairs, len(score.errors)), ([0, 0, 1, 0, 0], 1))


class Runs(Folder):
    def setUp(self) -> None:
        super().setUp()
        shutil.copy(HERE / "fake_engine.py", self.folder / "engine.py")
        self.engine = self.engine_in(self.folder)
        self.output = self.folder / "match.jsonl"
        self.journal = self.folder / "match.jsonl.journal"
        # Column 4, which the engine plays, completes a four in both.
        (self.folder / "openings").write_text("414141\n424242\n", encoding="utf-8")

    def engine_in(self, folder: pathlib.Path) -> str:
        """Returns the command of an engine with its own folder."""
        return shlex.join([sys.executable, str(self.folder / "engine.py"), str(folder)])

    def run_match(self, *more: str, **options: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-B", str(ARENA / "match.py"), *self.arguments(), *more]
        options = {"capture_output": True, "text": True} | options
        return subprocess.run(command, check=False, **options)

    def arguments(self) -> list[str]:
        files = ["--openings", str(self.folder / "openings"), "--output", str(self.output)]
        engines = ["--engine1", self.engine, "--engine2", self.engine, "--grade", self.engine]
        return [*files, *engines, "--workers", "1"]

    def records(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.output.read_text(encoding="utf-8").splitlines()]

    def test_a_pair_that_failed_is_played_again(self) -> None:
        broken = self.folder / "broken"
        broken.touch()
        self.assertIn("1 pairs were not finished", self.run_match().stderr)
        broken.unlink()
        done = self.run_match("--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 pairs to play, 1 counted before", done.stdout)
        self.assertEqual([record["points"] for record in self.records()], [[1.0, 0.0]] * 2)
        self.assertEqual(self.records()[0]["players"], ["fake 1.0 (1)", "fake 1.0 (2)"])
        self.assertIn("0 pairs to play, 2 counted before", self.run_match("--resume").stdout)

    def test_the_players_are_graded_if_possible(self) -> None:
        self.assertTrue(self.run_match().stdout.endswith("\ngrades of 2 pairs\n"))
        done = self.run_match("--resume", "--no-grade")
        self.assertNotIn("grades", done.stdout)
        done = self.run_match("--resume", "--grade", "/none")
        self.assertIn("the games are not graded: [Errno 2] No such file", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_the_opponent_of_a_level_gets_a_rating(self) -> None:
        level = self.folder / "level"
        level.mkdir()
        (level / "name").write_text("claimeven 1.0", encoding="utf-8")
        result = self.folder / "result.json"
        engines = ["--engine2", self.engine_in(level), "--name1", "bot", "--json", str(result)]
        # Both games of both pairs are won by the side that begins.
        done = self.run_match(*engines, "--option2", "Skill Level=5")
        found = json.loads(result.read_text(encoding="utf-8"))
        self.assertEqual(found["players"], ["bot", "claimeven 1.0"])
        self.assertEqual((found["wins"], found["losses"], found["ptnml"]), (2, 2, [0, 0, 2, 0, 0]))
        (rating,) = found["ratings"]
        level_5 = known_rating("claimeven 1.0", {"Skill Level": "5"}, "")
        self.assertEqual((rating["player"], rating["rating"]), ("bot", level_5))
        self.assertIn(
            f"\nRating of bot: {level_5} +/- {rating['rating_error']}\ngrades", done.stdout
        )
        self.assertIn("go ", (level / "log").read_text(encoding="utf-8").splitlines())
        self.output.unlink()
        limits = ["--option2", "Skill Level=5", "--go2", "nodes 1"]
        done = self.run_match(*engines, *limits)
        self.assertIn("claimeven 1.0 has the limits 'nodes 1'", done.stderr)
        self.assertNotIn("Rating", done.stdout)

    def test_a_changed_engine_of_the_same_name_does_not_resume(self) -> None:
        self.assertEqual(self.run_match().returncode, 0)
        with (self.folder / "engine.py").open("a", encoding="utf-8") as file:
            file.write("# another one\n")
        self.assertIn("made with files1 ", self.run_match("--resume").stderr)

    def test_a_killed_match_continues_after_the_pairs_in_its_file(self) -> None:
        bounds = ["--elo1", "1000", "--alpha", "1e-9", "--beta", "1e-9"]
        self.assertEqual(self.run_match(*bounds).returncode, 0)
        whole = self.output.read_text(encoding="utf-8")
        self.assertTrue(self.journal.exists())
        # The second pair came first, and the first one is incomplete.
        first, second = whole.splitlines(keepends=True)
        self.output.write_text(second + first[:30], encoding="utf-8")
        done = self.run_match(*bounds, "--resume")
        self.assertIn("1 pairs to play, 0 counted before", done.stdout)
        self.assertEqual(self.output.read_text(encoding="utf-8"), whole)
        self.assertIn(
            "made with seed 1; this run has 2", self.run_match("--resume", "--seed", "2").stderr
        )
        self.assertIn("use --resume to continue", self.run_match().stderr)
        self.journal.unlink()
        self.assertIn("exists and is finished", self.run_match("--resume").stderr)

    def test_two_runs_do_not_write_one_file(self) -> None:
        path = self.folder / "results"
        with Results(path), self.assertRaisesRegex(SystemExit, "another run is using it"):
            Results(path)
        self.assertFalse(path.exists())

    def test_each_engine_receives_its_own_options(self) -> None:
        logs = []
        arguments = ["--option1", "Own=a b", "--go1", "nodes 11"]
        arguments += ["--option2", "Other=", "--go2", "depth 22"]
        for number in (1, 2):
            folder = self.folder / f"engine{number}"
            folder.mkdir()
            arguments += [f"--engine{number}", self.engine_in(folder)]
            logs.append(folder / "log")
        done = self.run_match(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        for log, option, go in [
            (logs[0], "setoption name Own value a b", "go nodes 11"),
            (logs[1], "setoption name Other value ", "go depth 22"),
        ]:
            lines = log.read_text(encoding="utf-8").splitlines()
            self.assertEqual({line for line in lines if line.startswith("go ")}, {go})
            # Once in the trial before the match, and once in the match.
            options = [line for line in lines if line.startswith("setoption ")]
            self.assertEqual(options, ["setoption name UCI_Variant value cfour", option] * 2)
            self.assert_every_game_is_announced(lines)

    def assert_every_game_is_announced(self, lines: list[str]) -> None:
        """An engine moves in one of the two games of a pair, and there are two pairs."""
        self.assertEqual(lines.count("ucinewgame"), 4)
        played = [line for line in lines if line.split()[:1] in (["ucinewgame"], ["position"])]
        # The first position is the trial's.
        self.assertTrue(played[0].startswith("position startpos moves P@d1 "))
        for before, line in itertools.pairwise(played[1:]):
            self.assertIn("ucinewgame", (before, line))

    def test_pairs_are_in_their_order(self) -> None:
        self.assertEqual(self.run_match("--workers", "2", "--name2", "mine").returncode, 0)
        self.assertEqual([record["number"] for record in self.records()], [0, 1])
        self.assertEqual(self.records()[1]["players"], ["fake 1.0", "mine"])

    def test_the_journal_stays_until_the_test_is_decided(self) -> None:
        # One pair is not enough, two are.
        bounds = ["--elo1", "100", "--alpha", "0.4", "--beta", "0.4"]
        self.assertEqual(self.run_match(*bounds, "--pairs", "1").returncode, 0)
        self.assertTrue(self.journal.exists())
        done = self.run_match(*bounds, "--resume")
        self.assertIn("H0 accepted", done.stdout)
        self.assertEqual(done.returncode, 0)
        self.assertFalse(self.journal.exists())

    def test_a_match_is_played_although_its_output_is_not_read(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        # The third opening repeats the second, which is reported on stderr.
        with (self.folder / "openings").open("a", encoding="utf-8") as openings:
            openings.write("424242\n")
        options = {"capture_output": False, "stdout": writer, "stderr": writer}
        done = self.run_match("--pairs", "2", **options)
        os.close(writer)
        self.assertEqual((done.returncode, len(self.records())), (0, 2))

    def test_an_engine_that_cannot_play_is_reported_before_the_match_begins(self) -> None:
        for error, *arguments in [
            (f"EngineError: {IDLE} ended with code 0", "--engine1", IDLE),
            ("EngineError: /none does not start: No such file", "--engine2", "/none"),
            ("EngineError: fake 1.0 has no option 'Unknown'", "--option2", "Unknown=1"),
        ]:
            done = self.run_match(*arguments)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"^{error}.*\n$")
        self.assertFalse(self.journal.exists())

    def test_openings_that_cannot_be_read_are_reported(self) -> None:
        for data, error in [
            (b"# none\n\n", "openings: expected openings; found none\n"),
            (b"44\xff\n", "openings: expected UTF-8; found byte 0xff at 2\n"),
        ]:
            (self.folder / "openings").write_bytes(data)
            done = self.run_match()
            self.assertEqual(done.returncode, 1)
            self.assertTrue(done.stderr.endswith(error), done.stderr)
        self.assertFalse(self.journal.exists())


class Order(unittest.TestCase):
    def test_a_seed_chooses_the_order_of_the_openings_of_a_file(self) -> None:
        def chosen(seed: int, pairs: int = 200) -> list[str]:
            found = choose_openings(
                argparse.Namespace(plies=None, openings=OPENINGS, seed=seed, pairs=pairs)
            )
            self.assertEqual(len(found), pairs)
            return found

        self.assertEqual(sorted(chosen(1)), sorted(read_openings(OPENINGS)))
        self.assertNotEqual(chosen(1), read_openings(OPENINGS))
        self.assertEqual(chosen(1), chosen(1))
        self.assertNotEqual(chosen(1), chosen(2))
        self.assertEqual(chosen(1, 20), chosen(1)[:20])
