"""Files of positions, with an engine that fails on request."""

import csv
import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from analyze import LONGEST_LINE, Analyst, Chunk, Plan, Setup, lines_of
from engine import EngineError

HERE = pathlib.Path(__file__).parent
# A program that says nothing.
IDLE = shutil.which("true") or "true"
SCRIPT = HERE.parent / "analyze.py"
SOUND = ["", "4", "44", "445", "4453", "1\tmine", "2", "21", "213", "3"]
# A bad line makes the exit code 1, and the parts stay for another run.
SPOILT = [*SOUND, "4x"]


class Files(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.input = self.folder / "positions.txt"
        self.output = self.folder / "scores.jsonl"
        self.parts = self.folder / "scores.jsonl.parts"

    def command(self, *more: str) -> list[str]:
        engine = f"{sys.executable} {HERE / 'fake_engine.py'} {self.folder}"
        command = [sys.executable, str(SCRIPT), "--input", str(self.input)]
        command += ["--output", str(self.output), "--engine", engine, "--workers", "2"]
        return [*command, "--chunk", "3", "--again", "0", "--timeout", "3", *more]

    def run_on(self, lines: list[str], *more: str) -> subprocess.CompletedProcess[str]:
        self.input.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        return subprocess.run(self.command(*more), capture_output=True, text=True, check=False)

    def records(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.output.read_text(encoding="utf-8").splitlines()]

    def engines(self) -> int:
        """How many were ever started."""
        return len((self.folder / "pids").read_text(encoding="utf-8").split())

    def assert_all_there(self, lines: list[str]) -> None:
        found = [record["input"] for record in self.records()]
        self.assertEqual(found, [line.partition("\t")[0] for line in lines])

    def test_records_come_in_the_order_of_the_input(self) -> None:
        done = self.run_on(SOUND)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_all_there(SOUND)
        self.assertEqual([record["score"] for record in self.records()][:5], [0, 1, 2, 3, 4])
        self.assertEqual(self.records()[5]["label"], "mine")
        self.assertIn("10 lines, 0 of them bad", done.stderr)
        self.assertFalse(self.parts.exists())

    def test_bad_lines_tell_their_place_in_the_file(self) -> None:
        lines = [*SOUND, "4x", *SOUND, "x"]
        done = self.run_on(lines)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assert_all_there(lines)
        self.assertEqual([self.records()[place]["line"] for place in (10, 21)], [11, 22])
        self.output.unlink()
        self.assertTrue(self.parts.exists())
        self.assertEqual(self.run_on(lines, "--resume", "--allow-bad").returncode, 0)
        self.assertFalse(self.parts.exists())

    def test_a_line_at_which_an_engine_fails_once_has_its_answer(self) -> None:
        lines = ["1", "17", "2", "26", "3", "27", "4"]
        done = self.run_on(lines)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([record["score"] for record in self.records()], [1, 2, 1, 2, 1, 2, 1])
        self.assertTrue(all((self.folder / line).exists() for line in ("17", "26", "27")))

    def test_a_line_at_which_engines_fail_twice_is_told_and_no_other_is_lost(self) -> None:
        lines = ["1", "177", "2", "266", "3"]
        done = self.run_on(lines, "--allow-bad")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assert_all_there(lines)
        ended, silent = self.records()[1], self.records()[3]
        self.assertIn("ended with code 3: fake engine: told to end", ended["error"])
        self.assertIn("said nothing in time", silent["error"])
        self.assertEqual([(ended["line"], ended["char"]), silent["line"]], [(2, None), 4])
        self.assertIn("5 lines, 0 of them bad, 2 without an answer", done.stderr)

    def test_a_line_without_an_answer_is_asked_again(self) -> None:
        lines = ["1", "2", "3", "177", "4x"]
        self.assertEqual(self.run_on(lines, "--allow-bad").returncode, 1)
        (self.folder / "cured").touch()
        done = self.run_on(lines, "--allow-bad", "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 of 2 chunks to solve", done.stderr)
        self.assertEqual(self.records()[3]["score"], 3)
        self.assertFalse(self.parts.exists())

    def test_a_pipe_is_refused(self) -> None:
        for name in ("/dev/stdin", str(self.folder / "none")):
            command = [*self.command(), "--input", name]
            done = subprocess.run(command, input="4\n", capture_output=True, text=True, check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"--input: expected a regular file; found {name}", done.stderr)
        self.assertFalse(self.output.exists())

    def test_a_run_that_is_killed_goes_on_with_what_is_there(self) -> None:
        # The second and the fourth chunk never end, the others are there.
        lines = ["1", "2", "3", "4", "466", "5", "11", "12", "13", "1", "266", "3"]
        self.input.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        command = self.command("--timeout", "3600", "--workers", "3")
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as driver:
            wanted = {f"chunk-0000000{number}.jsonl" for number in (0, 2)}
            while not (self.parts.exists() and wanted <= set(os.listdir(self.parts))):
                self.assertIsNone(driver.poll())
                time.sleep(0.02)
            driver.send_signal(signal.SIGKILL)
        self.assertFalse(self.output.exists())
        refused = subprocess.run(self.command(), capture_output=True, text=True, check=False)
        self.assertIn("--resume", refused.stderr)
        done = subprocess.run(self.command("--resume"), capture_output=True, text=True, check=False)
        self.assertIn("2 of 4 chunks to solve", done.stderr)
        self.assert_all_there(lines)
        self.assertEqual(sum("error" in record for record in self.records()), 2)

    def test_another_job_is_not_gone_on_with(self) -> None:
        self.run_on(SPOILT, "--seed", "1")
        for change in (["--weak"], ["--chunk", "4"], ["--seed", "2"]):
            done = self.run_on(SPOILT, "--resume", "--seed", "1", *change)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"made with {change[0].removeprefix('--')} ", done.stderr)
        self.assertIn("made with input ", self.run_on(SOUND, "--resume").stderr)
        (self.folder / "book").write_text("0123abcd", encoding="utf-8")
        again = self.run_on(SPOILT, "--resume")
        self.assertIn("made with book 'none', now it is '0123abcd'", again.stderr)

    def test_another_engine_of_the_same_version_is_another_job(self) -> None:
        other = self.folder / "engine.py"
        other.write_bytes((HERE / "fake_engine.py").read_bytes())
        engine = f"{sys.executable} {other} {self.folder}"
        self.assertEqual(self.run_on(SPOILT, "--engine", engine).returncode, 1)
        other.write_bytes(other.read_bytes() + b"# another one\n")
        again = self.run_on(SPOILT, "--resume", "--engine", engine)
        self.assertIn("made with files ", again.stderr)

    def test_lines_that_are_there_need_no_engine(self) -> None:
        self.run_on(SPOILT)
        before, output = self.engines(), self.output.read_bytes()
        done = self.run_on(SPOILT, "--resume")
        self.assertEqual((done.returncode, self.engines()), (1, before + 1))
        self.assertEqual(self.output.read_bytes(), output)

    def test_a_part_that_is_not_whole_is_told(self) -> None:
        self.run_on(SPOILT)
        part = self.parts / "chunk-00000001.jsonl"
        part.write_bytes(part.read_bytes().partition(b"\n")[2])
        done = self.run_on(SPOILT, "--resume")
        self.assertEqual(done.returncode, 1)
        self.assertIn("chunk-00000001.jsonl: found 2 records, expected 3", done.stderr)

    def test_two_answers_to_one_line_end_the_run(self) -> None:
        done = self.run_on([*SOUND, "5"], "--again", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Contradiction: line 11 (5) has two answers: score 1 and 2", done.stderr)
        self.assertFalse(self.output.exists())

    def test_a_book_is_put_to_the_test_by_engines_without(self) -> None:
        (self.folder / "book").write_text("0123abcd", encoding="utf-8")
        done = self.run_on(["4", "3"], "--again", "1")
        self.assertIn("Contradiction: line 2 (3) has two answers: score 2 and 1", done.stderr)
        again = self.run_on(["4", "3"], "--again", "1", "--no-book", "--resume")
        self.assertIn("made with book '0123abcd', now it is 'none'", again.stderr)

    def test_lines_are_solved_twice_by_engines_of_their_own(self) -> None:
        done = self.run_on([*SOUND, "4x"], "--again", "1", "--allow-bad", "--seed", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("solved twice: 11 (seed 3)", done.stderr)
        # Every worker asks for the identity, as the driver does, and keeps one engine.
        self.assertLessEqual(self.engines() - 11, 5)
        self.assertGreaterEqual(self.engines() - 11, 3)

    def test_engines_are_told_how_to_solve(self) -> None:
        options = ["--cpus", "2", "--hash", "7", "--scores", "best", "--weak", "--pv"]
        done = self.run_on(SOUND, *options, "--again", "1", "--book", "mine")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = (self.folder / "told").read_text(encoding="utf-8").splitlines()
        solving = "analyze --input - --output - --format jsonl --threads 2 --hash 7 "
        solving += "--scores best --weak --pv"
        found = {line for line in lines if "--input - " in line}
        self.assertEqual(found, {f"{solving} --book mine", f"{solving} --no-book"})
        self.run_on(SOUND, "--output", str(self.folder / "plain"))
        plain = (self.folder / "told").read_text(encoding="utf-8").splitlines()[len(lines) :]
        wanted = "--format jsonl --threads 1 --hash 64 --scores all"
        self.assertTrue(all(line.endswith(wanted) for line in plain), plain)

    def test_values_come_below_their_names(self) -> None:
        done = self.run_on(SOUND, "--format", "csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.output.open(encoding="utf-8", newline="") as file:
            rows = [*csv.DictReader(file)]
        self.assertEqual([row["input"] for row in rows], [line.split("\t")[0] for line in SOUND])
        self.assertEqual([row["score"] for row in rows][:5], ["0", "1", "2", "3", "4"])

    def test_a_run_that_is_interrupted_says_so(self) -> None:
        self.input.write_text("466\n", encoding="utf-8")
        command = self.command("--timeout", "3600")

        def listen() -> None:
            # Whoever runs the tests in the background may not let it hear of a Ctrl-C.
            signal.signal(signal.SIGINT, signal.default_int_handler)

        with subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, preexec_fn=listen
        ) as driver:
            # From then on the engine is silent.
            while not (self.folder / "466").exists():
                self.assertIsNone(driver.poll())
                time.sleep(0.02)
            driver.send_signal(signal.SIGINT)
            _, said = driver.communicate()
        self.assertEqual(driver.returncode, 130, said)
        self.assertTrue(said.endswith("stopped; --resume goes on\n"), said)

    def test_an_engine_that_does_not_start_ends_the_run(self) -> None:
        done = self.run_on(SOUND, "--engine", str(self.folder / "none"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("does not start: No such file or directory", done.stderr)
        self.assertFalse(self.parts.exists())

    def test_an_engine_that_does_not_analyse_is_told_in_one_line(self) -> None:
        for fault, *arguments in [
            (f"{IDLE} analyze tells no version and book", "--engine", IDLE),
            (f"{sys.executable}: error: invalid value '13'", "--hash", "13"),
        ]:
            done = self.run_on(SOUND, *arguments)
            self.assertEqual((done.returncode, done.stderr), (1, f"EngineError: {fault}\n"))
        self.assertFalse(self.parts.exists())


class Workers(unittest.TestCase):
    def test_an_engine_that_is_not_the_drivers_solves_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            engine = f"{sys.executable} {HERE / 'fake_engine.py'} {folder}"
            chunk = Chunk(0, 1, [b"44"], [])
            for identity, fault in [
                ({"engine": "1.0", "book": "none"}, None),
                ({"engine": "1.1", "book": "none"}, "expected {'engine': '1.1', 'book': 'none'}"),
                ({"engine": "1.0", "book": "0123abcd"}, "'book': '0123abcd'"),
            ]:
                analyst = Analyst(Setup(engine, identity, (), (), 5))
                self.addCleanup(analyst.engine.stop)
                if fault is None:
                    self.assertIn(b'"score":2', analyst.run(chunk).data)
                    continue
                with self.assertRaisesRegex(EngineError, fault):
                    analyst.run(chunk)


class Lines(unittest.TestCase):
    def test_all_lines_come_and_of_long_ones_the_beginning(self) -> None:
        long = b"4" * (3 * LONGEST_LINE)
        fitting = b"4" * LONGEST_LINE
        text = b"\n".join([b"", long, b"44\r", fitting, long + b"4", b"last"])
        cut = long[: LONGEST_LINE + 1]
        for end in (b"", b"\n"):
            found = [*lines_of(io.BytesIO(text + end))]
            self.assertEqual(found, [b"", cut, b"44\r", fitting, cut, b"last"])
        self.assertEqual([*lines_of(io.BytesIO(b""))], [])

    def test_chunks_hold_every_line_once(self) -> None:
        plan = Plan(4, 0.5, seed=1)
        for count in range(14):
            lines = [b"%d" % number for number in range(count)]
            chunks = [*plan.chunks(lines)]
            self.assertEqual([line for chunk in chunks for line in chunk.lines], lines)
            self.assertEqual([chunk.name for chunk in chunks], plan.names(count))
            self.assertEqual([chunk.first for chunk in chunks], [*range(1, count + 1, 4)])
            self.assertEqual(sum(len(chunk.again) for chunk in chunks), plan.twice(count))

    def test_a_seed_tells_which_lines_are_solved_twice(self) -> None:
        def chosen(seed: int) -> list[list[int]]:
            return [chunk.again for chunk in Plan(100, 0.1, seed).chunks([b""] * 5000)]

        self.assertEqual(chosen(1), chosen(1))
        self.assertNotEqual(chosen(1), chosen(2))
        self.assertTrue(400 < sum(map(len, chosen(1))) < 600)
        self.assertEqual(Plan(100, 0, 1).twice(5000), 0)


if __name__ == "__main__":
    unittest.main()
