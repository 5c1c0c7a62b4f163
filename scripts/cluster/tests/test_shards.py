"""Files of positions and books from shards, with the engine of this clone."""

import argparse
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

import pytest

import analyze
import book
from board import Board
from claimeven.engine import default_command
from claimeven.errors import EngineError
from files import Command, run_elsewhere

CLUSTER = pathlib.Path(__file__).resolve().parents[1]
[ENGINE] = default_command()


class Runs:
    """The folder of a test, and the programs that it runs."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.output = folder / "output"
        self.shards = folder / "output.shards"
        self.input = folder / "input"

    def write(self, positions: int, stones: int = 24) -> None:
        dice = random.Random(1)
        boards = [Board.random(dice, stones) for _ in range(positions)]
        lines = [f'{board.moves}\tlabel "{index}", {index}' for index, board in enumerate(boards)]
        lines[3:5] = ["44x", ""]
        self.input.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")

    def words(self, program: str, *more: str) -> list[str]:
        words = [sys.executable, "-B", str(CLUSTER / program), "--output", str(self.output)]
        return [*words, "--engine", ENGINE, "--workers", "2", *more]

    def run(self, program: str, *more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(self.words(program, *more), capture_output=True, text=True)

    def analyze(self, *more: str) -> subprocess.CompletedProcess[str]:
        files = ["--input", str(self.input), "--shards", "5", "--seed", "1"]
        return self.run("analyze.py", *files, *more)


@pytest.fixture
def runs(tmp_path: pathlib.Path) -> Runs:
    return Runs(tmp_path)


def test_the_records_are_those_of_one_process(runs: Runs) -> None:
    runs.write(43)
    whole = runs.folder / "whole"
    for options in (["--pv"], ["--weak", "--no-book"], ["--scores", "best", "--format", "csv"]):
        form = "csv" if "csv" in options else "jsonl"
        words = [ENGINE, "analyze", "--input", runs.input, "--output", whole, *options]
        form_of = [] if form == "csv" else ["--json"]
        subprocess.run([*words, *form_of], check=False, capture_output=True)
        done = runs.analyze(*options, "--again", "1")
        assert done.returncode == 1, done.stderr
        assert "\n43 lines, 1 of them bad; solved twice: 42 (seed 1)\n" in done.stderr
        found, wanted = (
            [analyze.without_cost(line, form) for line in path.read_bytes().splitlines(True)]
            for path in (runs.output, whole)
        )
        assert found == wanted, options
        assert not runs.shards.exists()
        runs.output.unlink()
    assert runs.analyze("--allow-bad").returncode == 0


def test_only_the_same_run_is_resumed(runs: Runs) -> None:
    runs.write(20)
    runs.output.write_text("precious")
    assert "exists and has no shards to resume" in runs.analyze().stderr
    runs.output.unlink()
    runs.shards.mkdir()
    assert "use --resume to continue" in runs.analyze().stderr
    words = [ENGINE, "analyze", "--input", runs.input, "--output", runs.shards / "2-of-5"]
    words += ["--allow-bad", "--shard", "2/5", "--format", "jsonl"]
    subprocess.run(words, check=True, capture_output=True)
    kept = (runs.shards / "2-of-5").read_bytes()
    done = runs.analyze("--resume", "--pv")
    assert done.returncode == 1
    assert "started with --pv false, expected true" in done.stderr
    for path in runs.shards.glob("[!2]*"):
        path.unlink()
    assert runs.analyze("--resume", "--allow-bad").returncode == 0
    assert {*kept.splitlines()} <= {*runs.output.read_bytes().splitlines()}


def test_a_second_answer_that_differs_is_an_error(runs: Runs) -> None:
    options = {"engine": ENGINE, "format": "jsonl", "cpus": 1, "hash": 1, "options": []}
    arguments = argparse.Namespace(**options)
    runs.input.write_text("4453\n")
    assert runs.analyze("--again", "0").returncode == 0
    record = runs.output.read_bytes()
    analyze.check_again(arguments, [record])
    with pytest.raises(EngineError, match='two answers: .*"score":-3.*\n.*"score":-2'):
        analyze.check_again(arguments, [record.replace(b'"score":-2', b'"score":-3')])


def test_an_interrupted_run_prints_how_to_continue(runs: Runs) -> None:
    runs.write(3000, stones=8)

    def listen() -> None:
        # Tests in the background inherit that SIGINT is ignored.
        signal.signal(signal.SIGINT, signal.default_int_handler)

    words = runs.words("analyze.py", "--input", str(runs.input), "--no-book")
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, preexec_fn=listen) as run:
        while not runs.shards.exists() or not os.listdir(runs.shards):
            assert run.poll() is None
            time.sleep(0.02)
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate()
    assert run.returncode == 130, errors
    assert errors.endswith("stopped; use --resume to continue\n"), errors


def test_an_engine_that_fails_is_reported_in_one_line_and_nothing_is_left(runs: Runs) -> None:
    runs.write(9)
    for program, error in [
        (["--hash", "999999"], "error: invalid value '999999'"),
        (["--nonsense"], "error: unexpected argument '--nonsense'"),
    ]:
        done = runs.analyze(*program)
        assert done.returncode == 1
        assert re.search(f"^EngineError: .-of-5: {error}.*\n$", done.stderr)
    assert not runs.shards.exists()


def test_a_book_from_shards_is_that_of_one_process(runs: Runs) -> None:
    whole = runs.folder / "whole"
    subprocess.run([ENGINE, "book", "build", "--ply", "1", "--output", whole], check=True)
    done = runs.run("book.py", "--ply", "1", "--shards", "3", "--again", "0.5")
    assert done.returncode == 0, done.stderr
    assert runs.output.read_bytes() == whole.read_bytes()
    assert not runs.shards.exists()


def test_all_shards_and_a_random_sample_are_built(runs: Runs) -> None:
    def built(**options: object) -> list[str]:
        defaults = {"engine": "e", "ply": 4, "cpus": 3, "hash": 14, "shards": 5, "again": 0.01}
        arguments = argparse.Namespace(**defaults | options)
        return [shard.output.name for shard in book.shards_of(arguments, runs.folder)]

    shards = built(seed=3)
    assert shards[:5] == built(seed=3, again=0) == [f"shard-{n}-of-5" for n in range(1, 6)]
    assert len({name for name in shards if name.endswith("-of-1000")}) == book.SAMPLES
    assert built(seed=3) == shards != built(seed=4)


def test_a_command_writes_its_files_to_another_folder(runs: Runs) -> None:
    words = [ENGINE, "analyze", "--input", str(runs.input), "--output", str(runs.output)]
    files = run_elsewhere(Command((*words, "--json"), runs.output, runs.input), b"4453\n")
    assert [*files] == [runs.folder / "output.journal", runs.output]
    assert json.loads(files[runs.output])["score"] == -2
    assert [*runs.folder.iterdir()] == []
