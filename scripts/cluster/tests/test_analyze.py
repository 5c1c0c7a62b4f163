"""Files of positions, with an engine that fails on request."""

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
import unittest

from analyze import LONGEST_LINE, Analyst, Chunk, Plan, Setup, lines_of
from package import EngineError
from tests.script import IDLE, Script

SOUND = ["", "4", "44", "445", "4453", "1\tmine", "2", "21", "213", "3"]
# After a bad line the exit code is 1, and the parts stay for another run.
SPOILT = [*SOUND, "4x"]


class Files(Script):
    script = "analyze.py"

    def setUp(self) -> None:
        super().setUp()
        self.input = self.folder / "positions.txt"
        self.output = self.folder / "scores.jsonl"
        self.parts = self.folder / "scores.jsonl.parts"

    def arguments(self) -> list[str]:
        files = ["--input", str(self.input), "--output", str(self.output)]
        return [*files, "--engine", self.engine, *"--chunk 3 --again 0 --timeout 3".split()]

    def write(self, lines: list[str]) -> None:
        self.input.write_text("".join(line + "\n" for line in lines), encoding="utf-8")

    def run_on(self, lines: list[str], *more: str) -> subprocess.CompletedProcess[str]:
        self.write(lines)
        return self.run_script(*more)

    def records(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self.output.read_text(encoding="utf-8").splitlines()]

    def engines(self) -> int:
        """Returns the number of engines that were started."""
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

    def test_records_of_bad_lines_have_their_number_in_the_file(self) -> None:
        lines = [*SOUND, "4x", *SOUND, "x"]
        done = self.run_on(lines)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assert_all_there(lines)
        self.assertEqual([self.records()[index]["line"] for index in (10, 21)], [11, 22])
        self.output.unlink()
        self.assertTrue(self.parts.exists())
        self.assertEqual(self.run_on(lines, "--resume", "--allow-bad").returncode, 0)
        self.assertFalse(self.parts.exists())

    def test_a_line_at_which_an_engine_fails_once_is_solved(self) -> None:
        lines = ["1", "17", "2", "26", "3", "27", "4"]
        done = self.run_on(lines)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([record["score"] for record in self.records()], [1, 2, 1, 2, 1, 2, 1])
        self.assertTrue(all((self.folder / line).exists() for line in ("17", "26", "27")))

    def test_a_line_at_which_engines_fail_twice_is_reported_and_no_other_is_lost(self) -> None:
        lines = ["1", "177", "2", "266", "3"]
        done = self.run_on(lines, "--allow-bad")
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assert_all_there(lines)
        ended, silent = self.records()[1], self.records()[3]
        self.assertIn("ended with code 3: fake engine: ended on request", ended["error"])
        self.assertIn("did not answer in time", silent["error"])
        self.assertEqual([(ended["line"], ended["char"]), silent["line"]], [(2, None), 4])
        self.assertIn("5 lines, 0 of them bad, 2 without an answer", done.stderr)

    def test_resuming_solves_a_line_without_an_answer_again(self) -> None:
        lines = ["1", "2", "3", "177", "4x"]
        self.assertEqual(self.run_on(lines, "--allow-bad").returncode, 1)
        (self.folder / "cured").touch()
        done = self.run_on(lines, "--allow-bad", "--resume")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("1 of 2 chunks to solve", done.stderr)
        self.assertEqual(self.records()[3]["score"], 3)
        self.assertFalse(self.parts.exists())

    def test_an_input_that_is_not_a_file_is_rejected(self) -> None:
        for name in ("/dev/stdin", str(self.folder / "none")):
            done = self.run_script("--input", name, input="4\n")
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"--input: expected a regular file; found {name}", done.stderr)
        self.assertFalse(self.output.exists())

    def test_a_killed_run_resumes(self) -> None:
        # The second and the fourth chunk never end.
        lines = ["1", "2", "3", "4", "466", "5", "11", "12", "13", "1", "266", "3"]
        self.write(lines)
        command = self.command("--timeout", "3600", "--workers", "3")
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as driver:
            wanted = {f"chunk-0000000{number}.jsonl" for number in (0, 2)}
            while not (self.parts.exists() and wanted <= set(os.listdir(self.parts))):
                self.assertIsNone(driver.poll())
                time.sleep(0.02)
            driver.send_signal(signal.SIGKILL)
        self.assertFalse(self.output.exists())
        self.assertIn("--resume", self.run_script().stderr)
        done = self.run_script("--resume")
        self.assertIn("2 of 4 chunks to solve", done.stderr)
        self.assert_all_there(lines)
        self.assertEqual(sum("error" in record for record in self.records()), 2)

    def test_another_job_does_not_resume(self) -> None:
        self.run_on(SPOILT, "--seed", "1")
        for change in (["--weak"], ["--chunk", "4"], ["--seed", "2"]):
            done = self.run_on(SPOILT, "--resume", "--seed", "1", *change)
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"made with {change[0].removeprefix('--')} ", done.stderr)
        self.assertIn("made with input ", self.run_on(SOUND, "--resume").stderr)
        (self.folder / "book").write_text("0123abcd", encoding="utf-8")
        again = self.run_on(SPOILT, "--resume")
        self.assertIn("made with book 'none'; this run has '0123abcd'", again.stderr)

    def test_a_changed_engine_of_the_same_version_does_not_resume(self) -> None:
        self.assertEqual(self.run_on(SPOILT).returncode, 1)
        self.change_engine()
        self.assertIn("made with files ", self.run_on(SPOILT, "--resume").stderr)

    def test_finished_lines_need_no_engine(self) -> None:
        self.run_on(SPOILT)
        before, output = self.engines(), self.output.read_bytes()
        done = self.run_on(SPOILT, "--resume")
        self.assertEqual((done.returncode, self.engines()), (1, before + 1))
        self.assertEqual(self.output.read_bytes(), output)

    def test_an_incomplete_part_is_reported(self) -> None:
        self.run_on(SPOILT)
        part = self.parts / "chunk-00000001.jsonl"
        part.write_bytes(part.read_bytes().partition(b"\n")[2])
        done = self.run_on(SPOILT, "--resume")
        self.assertEqual(done.returncode, 1)
        self.assertIn("chunk-00000001.jsonl: found 2 records, expected 3", done.stderr)

    def test_a_second_answer_that_differs_ends_the_run(self) -> None:
        done = self.run_on([*SOUND, "5"], "--again", "1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("Contradiction: line 11 (5) has two answers: score 1 and 2", done.stderr)
        self.assertFalse(self.output.exists())

    def test_an_error_of_the_book_ends_the_run(self) -> None:
        (self.folder / "book").write_text("0123abcd", encoding="utf-8")
        done = self.run_on(["4", "3"], "--again", "1")
        self.assertIn("Contradiction: line 2 (3) has two answers: score 2 and 1", done.stderr)
        again = self.run_on(["4", "3"], "--again", "1", "--no-book", "--resume")
        self.assertIn("made with book '0123abcd'; this run has 'none'", again.stderr)

    def test_separate_engines_solve_lines_a_second_time(self) -> None:
        done = self.run_on([*SOUND, "4x"], "--again", "1", "--allow-bad", "--seed", "3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("solved twice: 11 (seed 3)", done.stderr)
        # The driver and every worker start one for the identity; every worker keeps one.
        self.assertLessEqual(self.engines() - 11, 5)
        self.assertGreaterEqual(self.engines() - 11, 3)

    def test_engines_receive_the_options(self) -> None:
        options = ["--cpus", "2", "--hash", "7", "--scores", "best", "--weak", "--pv"]
        done = self.run_on(SOUND, *options, "--again", "1", "--book", "mine")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = self.log()
        solving = "analyze --input - --output - --format jsonl --threads 2 --hash 7 "
        solving += "--scores best --weak --pv"
        found = {line for line in lines if "--input - " in line}
        self.assertEqual(found, {f"{solving} --book mine", f"{solving} --no-book"})
        self.run_on(SOUND, "--output", str(self.folder / "plain"))
        plain = self.log()[len(lines) :]
        wanted = "--format jsonl --threads 1 --hash 64 --scores all"
        self.assertTrue(all(line.endswith(wanted) for line in plain), plain)

    def test_the_columns_of_csv_have_names(self) -> None:
        done = self.run_on(SOUND, "--format", "csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        with self.output.open(encoding="utf-8", newline="") as file:
            rows = [*csv.DictReader(file)]
        self.assertEqual([row["input"] for row in rows], [line.split("\t")[0] for line in SOUND])
        self.assertEqual([row["score"] for row in rows][:5], ["0", "1", "2", "3", "4"])

    def test_an_interrupted_run_prints_how_to_continue(self) -> None:
        self.write(["466"])
        command = self.command("--timeout", "3600")

        def listen() -> None:
            # Tests in the background inherit that SIGINT is ignored.
            signal.signal(signal.SIGINT, signal.default_int_handler)

        with subprocess.Popen(
            command, stderr=subprocess.PIPE, text=True, preexec_fn=listen
        ) as driver:
            # Then the engine does not answer.
            while not (self.folder / "466").exists():
                self.assertIsNone(driver.poll())
                time.sleep(0.02)
            driver.send_signal(signal.SIGINT)
            _, errors = driver.communicate()
        self.assertEqual(driver.returncode, 130, errors)
        self.assertTrue(errors.endswith("stopped; use --resume to continue\n"), errors)

    def test_an_engine_that_cannot_analyse_is_reported_in_one_line(self) -> None:
        for error, *arguments in [
            ("/none does not start: No such file or directory", "--engine", "/none"),
            (f"{IDLE} analyze writes no journal with its version and book", "--engine", IDLE),
            (f"{sys.executable}: error: invalid value '13'", "--hash", "13"),
        ]:
            done = self.run_on(SOUND, *arguments)
            self.assertEqual((done.returncode, done.stderr), (1, f"EngineError: {error}\n"))
        self.assertFalse(self.parts.exists())


class Workers(Script):
    def test_an_engine_that_differs_from_the_drivers_is_rejected(self) -> None:
        chunk = Chunk(0, 1, [b"44"], [])
        for identity, error in [
            ({"engine": "1.0", "book": "none"}, None),
            ({"engine": "1.1", "book": "none"}, "expected {'engine': '1.1', 'book': 'none'}"),
            ({"engine": "1.0", "book": "0123abcd"}, "'book': '0123abcd'"),
        ]:
            analyst = Analyst(Setup(self.engine, identity, (), (), 5))
            self.addCleanup(analyst.engine.stop)
            if error is None:
                self.assertIn(b'"score":2', analyst.run(chunk).data)
                continue
            with self.assertRaisesRegex(EngineError, error):
                analyst.run(chunk)


class Lines(unittest.TestCase):
    def test_all_lines_are_read_and_long_ones_are_cut(self) -> None:
        long = b"4" * (3 * LONGEST_LINE)
        fitting = b"4" * LONGEST_LINE
        text = b"\n".join([b"", long, b"44\r", fitting, long + b"4", b"last"])
        cut = long[: LONGEST_LINE + 1]
        for end in (b"", b"\n"):
            found = [*lines_of(io.BytesIO(text + end))]
            self.assertEqual(found, [b"", cut, b"44\r", fitting, cut, b"last"])
        self.assertEqual([*lines_of(io.BytesIO(b""))], [])

    def test_chunks_contain_every_line_once(self) -> None:
        plan = Plan(4, 0.5, seed=1)
        for count in range(14):
            lines = [b"%d" % number for number in range(count)]
            chunks = [*plan.chunks(lines)]
            self.assertEqual([line for chunk in chunks for line in chunk.lines], lines)
            self.assertEqual([chunk.name for chunk in chunks], plan.names(count))
            self.assertEqual([chunk.first for chunk in chunks], [*range(1, count + 1, 4)])
            self.assertEqual(sum(len(chunk.again) for chunk in chunks), plan.twice(count))

    def test_a_seed_chooses_the_lines_that_are_solved_twice(self) -> None:
        def chosen(seed: int) -> list[list[int]]:
            return [chunk.again for chunk in Plan(100, 0.1, seed).chunks([b""] * 5000)]

        self.assertEqual(chosen(1), chosen(1))
        self.assertNotEqual(chosen(1), chosen(2))
        self.assertTrue(400 < sum(map(len, chosen(1))) < 600)
        self.assertEqual(Plan(100, 0, 1).twice(5000), 0)
