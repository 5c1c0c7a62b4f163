"""Files of positions and books from shards, with the engine of this clone."""

import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import analyze
import book
from board import Board
from claimeven.engine import default_command
from claimeven.errors import EngineError
from files import Command, run_elsewhere

CLUSTER = pathlib.Path(__file__).resolve().parents[1]
[ENGINE] = default_command()


class Folder(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.output = self.folder / "output"
        self.shards = self.folder / "output.shards"
        self.input = self.folder / "input"

    def words(self, program: str, *more: str) -> list[str]:
        words = [sys.executable, "-B", str(CLUSTER / program), "--output", str(self.output)]
        return [*words, "--engine", ENGINE, "--workers", "2", *more]

    def run_program(self, program: str, *more: str) -> subprocess.CompletedProcess[str]:
        words = self.words(program, *more)
        return subprocess.run(words, capture_output=True, text=True, check=False)


class Analyses(Folder):
    def write(self, positions: int, stones: int = 24) -> None:
        dice = random.Random(1)
        boards = [Board.random(dice, stones) for _ in range(positions)]
        lines = [
            f'{board.moves}\tlabel "{number}", {number}' for number, board in enumerate(boards)
        ]
        lines[3:5] = ["44x", ""]
        self.input.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def analyze(self, *more: str) -> subprocess.CompletedProcess[str]:
        files = ["--input", str(self.input), "--shards", "5", "--seed", "1"]
        return self.run_program("analyze.py", *files, *more)

    def test_the_records_are_those_of_one_process(self) -> None:
        self.write(43)
        whole = self.folder / "whole"
        for options in (["--pv"], ["--weak", "--no-book"], ["--scores", "best", "--format", "csv"]):
            form = "csv" if "csv" in options else "jsonl"
            words = [ENGINE, "analyze", "--input", self.input, "--output", whole, *options]
            form_of = [] if form == "csv" else ["--json"]
            subprocess.run([*words, *form_of], check=False, capture_output=True)
            done = self.analyze(*options, "--again", "1")
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("\n43 lines, 1 of them bad; solved twice: 42 (seed 1)\n", done.stderr)
            found, wanted = (
                [analyze.without_cost(line, form) for line in path.read_bytes().splitlines(True)]
                for path in (self.output, whole)
            )
            self.assertEqual(found, wanted, options)
            self.assertFalse(self.shards.exists())
            self.output.unlink()
        self.assertEqual(self.analyze("--allow-bad").returncode, 0)

    def test_only_the_same_run_is_resumed(self) -> None:
        self.write(20)
        self.output.write_text("precious")
        self.assertIn("exists and has no shards to resume", self.analyze().stderr)
        self.output.unlink()
        self.shards.mkdir()
        self.assertIn("use --resume to continue", self.analyze().stderr)
        words = [ENGINE, "analyze", "--input", self.input, "--output", self.shards / "2-of-5"]
        words += ["--allow-bad", "--shard", "2/5", "--format", "jsonl"]
        subprocess.run(words, check=True, capture_output=True)
        kept = (self.shards / "2-of-5").read_bytes()
        done = self.analyze("--resume", "--pv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("started with --pv false, expected true", done.stderr)
        for path in self.shards.glob("[!2]*"):
            path.unlink()
        self.assertEqual(self.analyze("--resume", "--allow-bad").returncode, 0)
        self.assertTrue({*kept.splitlines()} <= {*self.output.read_bytes().splitlines()})

    def test_a_second_answer_that_differs_is_an_error(self) -> None:
        options = {"engine": ENGINE, "format": "jsonl", "cpus": 1, "hash": 1, "options": []}
        arguments = argparse.Namespace(**options)
        self.input.write_text("4453\n")
        self.assertEqual(self.analyze("--again", "0").returncode, 0)
        record = self.output.read_bytes()
        analyze.check_again(arguments, [record])
        with self.assertRaisesRegex(EngineError, 'two answers: .*"score":-3.*\n.*"score":-2'):
            analyze.check_again(arguments, [record.replace(b'"score":-2', b'"score":-3')])

    def test_an_interrupted_run_prints_how_to_continue(self) -> None:
        self.write(3000, stones=8)

        def listen() -> None:
            # Tests in the background inherit that SIGINT is ignored.
            signal.signal(signal.SIGINT, signal.default_int_handler)

        words = self.words("analyze.py", "--input", str(self.input), "--no-book")
        with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, preexec_fn=listen) as run:
            while not self.shards.exists() or not os.listdir(self.shards):
                self.assertIsNone(run.poll())
                time.sleep(0.02)
            run.send_signal(signal.SIGINT)
            _, errors = run.communicate()
        self.assertEqual(run.returncode, 130, errors)
        self.assertTrue(errors.endswith("stopped; use --resume to continue\n"), errors)

    def test_an_engine_that_fails_is_reported_in_one_line_and_nothing_is_left(self) -> None:
        self.write(9)
        for program, error in [
            (["--hash", "999999"], "error: invalid value '999999'"),
            (["--nonsense"], "error: unexpected argument '--nonsense'"),
        ]:
            done = self.analyze(*program)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"^EngineError: .-of-5: {error}.*\n$")
        self.assertFalse(self.shards.exists())


class Books(Folder):
    def test_a_book_from_shards_is_that_of_one_process(self) -> None:
        whole = self.folder / "whole"
        subprocess.run([ENGINE, "book", "build", "--ply", "1", "--output", whole], check=True)
        done = self.run_program("book.py", "--ply", "1", "--shards", "3", "--again", "0.5")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.output.read_bytes(), whole.read_bytes())
        self.assertFalse(self.shards.exists())

    def test_all_shards_and_a_random_sample_are_built(self) -> None:
        def built(again: float, seed: int) -> list[str]:
            options = {"engine": "e", "ply": 4, "cpus": 3, "hash": 14, "shards": 5}
            arguments = argparse.Namespace(**options, again=again, seed=seed)
            return [shard.output.name for shard in book.shards_of(arguments, self.folder)]

        shards = built(0.01, 3)
        self.assertEqual(shards[:5], [f"shard-{number}-of-5" for number in range(1, 6)])
        self.assertEqual(len({*shards[5:]}), book.SAMPLES)
        self.assertTrue(all(name.endswith("-of-1000") for name in shards[5:]))
        self.assertEqual(shards, built(0.01, 3))
        self.assertNotEqual(shards, built(0.01, 4))
        self.assertEqual(len(built(0, 3)), 5)


class Elsewhere(Folder):
    def test_a_command_writes_its_files_to_another_folder(self) -> None:
        words = [ENGINE, "analyze", "--input", str(self.input), "--output", str(self.output)]
        files = run_elsewhere(Command((*words, "--json"), self.output, self.input), b"4453\n")
        self.assertEqual([*files], [self.folder / "output.journal", self.output])
        self.assertEqual(json.loads(files[self.output])["score"], -2)
        self.assertEqual([*self.folder.iterdir()], [])
