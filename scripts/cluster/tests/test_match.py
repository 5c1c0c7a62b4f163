"""Scores of games, and the commands to engines, with one that always plays column 4."""

import argparse
import itertools
import json
import os
import pathlib
import tempfile
import unittest
import unittest.mock

from board import Board
from match import (
    OPENINGS,
    Pair,
    PairResult,
    Player,
    Referee,
    Score,
    choose_openings,
    name_of,
    play,
    points_of_engine_1,
)
from openings import read_openings
from parts import Parts
from rating import known_rating, rating_text
from sprt import Test, Verdict
from tests.script import IDLE, Script


def pair(number: int, *points: float) -> PairResult:
    return PairResult(number, "", ["one", "two"], ["", ""], list(points))


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
        score.add(PairResult(0, "44", error="the engine ended"))
        score.add(pair(1, 0.5, 0.5))
        self.assertEqual((score.pairs, len(score.errors)), ([0, 0, 1, 0, 0], 1))

    def test_a_match_ends_with_the_verdict(self) -> None:
        results = iter([pair(number, 1, 1 if number % 2 else 0.5) for number in range(500)])
        score = Score(Test(0, 100))
        with (
            tempfile.TemporaryDirectory() as folder,
            Parts(pathlib.Path(folder) / "match", {}, False) as parts,
        ):
            play(results, parts, score)
            self.assertTrue(parts.has(name_of(score.next - 1)))
            self.assertFalse(parts.has(name_of(score.next)))
        self.assertIs(score.verdict, Verdict.H1)
        self.assertEqual(next(results).number, score.next)

    def test_points_are_those_of_engine_1(self) -> None:
        won_by_first = Board("1212121")
        won_by_second = Board("71212121")
        self.assertTrue(won_by_second.won)
        self.assertEqual(points_of_engine_1(won_by_first, 0), 1)
        self.assertEqual(points_of_engine_1(won_by_first, 1), 0)
        self.assertEqual(points_of_engine_1(won_by_second, 0), 0)
        self.assertEqual(points_of_engine_1(won_by_second, 1), 1)


class Games(Script):
    def setUp(self) -> None:
        super().setUp()
        player = Player(self.engine, {}, "nodes 1")
        self.referee = Referee([player, player], 2)
        for engine in self.referee.engines:
            self.addCleanup(engine.stop)

    def test_an_engine_that_plays_an_illegal_move_twice_makes_an_error_record(self) -> None:
        # The engine always plays column 4, which fills up.
        result = self.referee.run(Pair(0, "123"))
        self.assertIn("fake 1.0 answered 'bestmove d' after 123444444: column 4", result.error)
        self.assertEqual(result.games, [])

    def test_a_game_is_played_to_its_end(self) -> None:
        # Column 4 completes a four for the player who moves first.
        result = self.referee.run(Pair(7, "414141"))
        self.assertIsNone(result.error)
        self.assertEqual(result.games, ["4141414", "4141414"])
        self.assertEqual((result.points, result.rank), ([1.0, 0.0], 2))

    def test_an_engine_that_speaks_ugi_gets_columns(self) -> None:
        (self.folder / "ugi").touch()
        with unittest.mock.patch("engine.HANDSHAKE", 6):
            self.assertEqual(self.referee.run(Pair(7, "414141")).points, [1.0, 0.0])
        self.assertIn("uginewgame", self.log())
        self.assertIn("position startpos moves 4 1 4 1 4 1", self.log())


class Runs(Script):
    script = "match.py"

    def setUp(self) -> None:
        super().setUp()
        self.output = self.folder / "match.jsonl"
        self.parts = self.folder / "match.jsonl.parts"
        # Column 4, which the engine plays, completes a four in both.
        (self.folder / "openings").write_text("414141\n424242\n", encoding="utf-8")

    def arguments(self) -> list[str]:
        files = ["--openings", str(self.folder / "openings"), "--output", str(self.output)]
        engines = ["--engine1", self.engine, "--engine2", self.engine, "--grade", self.engine]
        return [*files, *engines, "--workers", "1"]

    def records(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.output.read_text(encoding="utf-8").splitlines()]

    def test_a_pair_that_failed_is_played_again(self) -> None:
        broken = self.folder / "broken"
        broken.touch()
        self.assertIn("2 pairs were not finished", self.run_script().stderr)
        broken.unlink()
        done = self.run_script("--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 pairs to play, 0 counted before", done.stdout)
        self.assertEqual([record["points"] for record in self.records()], [[1.0, 0.0]] * 2)
        self.assertEqual(self.records()[0]["players"], ["fake 1.0 (1)", "fake 1.0 (2)"])
        self.assertIn("0 pairs to play, 2 counted before", self.run_script("--resume").stdout)

    def test_the_players_are_graded_if_possible(self) -> None:
        self.assertTrue(self.run_script().stdout.endswith("\ngrades of 2 pairs\n"))
        done = self.run_script("--resume", "--no-grade")
        self.assertNotIn("grades", done.stdout)
        done = self.run_script("--resume", "--grade", "/none")
        self.assertIn("the games are not graded: [Errno 2] No such file", done.stderr)
        self.assertEqual(done.returncode, 0)

    def test_the_opponent_of_a_level_gets_a_rating(self) -> None:
        level = self.folder / "level"
        level.mkdir()
        (level / "name").write_text("claimeven 1.0", encoding="utf-8")
        result = self.folder / "result.json"
        engines = ["--engine2", self.engine_in(level), "--name1", "bot", "--json", str(result)]
        # Both games of both pairs are won by the side that begins.
        done = self.run_script(*engines, "--option2", "Skill Level=5")
        found = json.loads(result.read_text(encoding="utf-8"))
        self.assertEqual(found["players"], ["bot", "claimeven 1.0"])
        self.assertEqual((found["wins"], found["losses"], found["ptnml"]), (2, 2, [0, 0, 2, 0, 0]))
        (rating,) = found["ratings"]
        level_5 = known_rating("claimeven 1.0", {"Skill Level": "5"}, "")
        self.assertEqual((rating["player"], rating["rating"]), ("bot", level_5))
        self.assertIn(f"\n{rating_text(rating)}\ngrades", done.stdout)
        self.assertIn("go ", (level / "log").read_text(encoding="utf-8").splitlines())
        self.output.unlink()
        limits = ["--option2", "Skill Level=5", "--go2", "nodes 1"]
        done = self.run_script(*engines, *limits)
        self.assertIn("claimeven 1.0 has the limits 'nodes 1'", done.stderr)
        self.assertNotIn("Rating", done.stdout)

    def test_a_changed_engine_of_the_same_name_does_not_resume(self) -> None:
        self.assertEqual(self.run_script().returncode, 0)
        self.change_engine()
        self.assertIn("made with files1 ", self.run_script("--resume").stderr)

    def test_pairs_from_other_openings_do_not_resume(self) -> None:
        self.assertEqual(self.run_script().returncode, 0)
        part = self.parts / "pair-000001.json"
        part.write_text(json.dumps(json.loads(part.read_text()) | {"opening": "1"}))
        self.assertIn("found opening '1', expected '4", self.run_script("--resume").stderr)

    def test_each_engine_receives_its_own_options(self) -> None:
        logs = []
        arguments = ["--option1", "Own=a b", "--go1", "nodes 11"]
        arguments += ["--option2", "Other=", "--go2", "depth 22"]
        for number in (1, 2):
            folder = self.folder / f"engine{number}"
            folder.mkdir()
            arguments += [f"--engine{number}", self.engine_in(folder)]
            logs.append(folder / "log")
        done = self.run_script(*arguments)
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

    def test_pairs_are_merged_in_their_order(self) -> None:
        self.assertEqual(self.run_script("--workers", "2", "--name2", "mine").returncode, 0)
        self.assertEqual([record["number"] for record in self.records()], [0, 1])
        self.assertEqual(self.records()[1]["players"], ["fake 1.0", "mine"])

    def test_parts_stay_until_the_test_is_decided(self) -> None:
        # One pair is not enough, two are.
        bounds = ["--elo1", "100", "--alpha", "0.4", "--beta", "0.4"]
        self.assertEqual(self.run_script(*bounds, "--pairs", "1").returncode, 0)
        self.assertTrue(self.parts.exists())
        done = self.run_script(*bounds, "--resume")
        self.assertIn("H0 accepted", done.stdout)
        self.assertEqual(done.returncode, 0)
        self.assertFalse(self.parts.exists())

    def test_a_match_is_played_although_its_output_is_not_read(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        # The third opening repeats the second, which is reported on stderr.
        with (self.folder / "openings").open("a", encoding="utf-8") as openings:
            openings.write("424242\n")
        options = {"capture_output": False, "stdout": writer, "stderr": writer}
        done = self.run_script("--pairs", "2", **options)
        os.close(writer)
        self.assertEqual((done.returncode, len(self.records())), (0, 2))

    def test_an_engine_that_cannot_play_is_reported_before_the_match_begins(self) -> None:
        for error, *arguments in [
            (f"EngineError: {IDLE} ended with code 0", "--engine1", IDLE),
            ("EngineError: /none does not start: No such file", "--engine2", "/none"),
            ("Rejected: fake 1.0: char 16: expected the name", "--option2", "Unknown=1"),
        ]:
            done = self.run_script(*arguments)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"^{error}.*\n$")
        self.assertFalse(self.parts.exists())

    def test_openings_that_cannot_be_read_are_reported(self) -> None:
        for data, error in [
            (b"# none\n\n", "openings: expected openings; found none\n"),
            (b"44\xff\n", "openings: expected UTF-8; found byte 0xff at 2\n"),
        ]:
            (self.folder / "openings").write_bytes(data)
            done = self.run_script()
            self.assertEqual(done.returncode, 1)
            self.assertTrue(done.stderr.endswith(error), done.stderr)
        self.assertFalse(self.parts.exists())


class Order(unittest.TestCase):
    def test_a_seed_chooses_the_order_of_the_openings_of_a_file(self) -> None:
        def chosen(seed: int, pairs: int = 200) -> list[str]:
            found = choose_openings(
                argparse.Namespace(plies=None, openings=OPENINGS, seed=seed, pairs=pairs)
            )
            self.assertEqual([pair.number for pair in found], [*range(pairs)])
            return [pair.opening for pair in found]

        self.assertEqual(sorted(chosen(1)), sorted(read_openings(OPENINGS)))
        self.assertNotEqual(chosen(1), read_openings(OPENINGS))
        self.assertEqual(chosen(1), chosen(1))
        self.assertNotEqual(chosen(1), chosen(2))
        self.assertEqual(chosen(1, 20), chosen(1)[:20])
