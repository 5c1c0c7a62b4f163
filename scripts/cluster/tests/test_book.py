"""A book's shards, with an engine that fails on request."""

import fcntl
import os
import shutil
import subprocess
import time
import unittest

from book import SAMPLES, plan
from tests.script import IDLE, Script


class Building(Script):
    script = "book.py"

    def setUp(self) -> None:
        super().setUp()
        self.output = self.folder / "book.bin"
        # Shards are built here. Finished ones must leave no file.
        self.temporary = self.folder / "temporary"
        self.temporary.mkdir()
        self.environment = os.environ | {"TMPDIR": str(self.temporary)}

    def wait_for_lock(self, *, held: bool) -> None:
        while self.is_locked() is not held:
            time.sleep(0.02)

    def is_locked(self) -> bool | None:
        """Returns whether the build of shard 1 holds its lock; None before it began."""
        try:
            with (self.folder / "1").open(encoding="utf-8") as mark:
                fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except FileNotFoundError:
            return None
        except BlockingIOError:
            return True
        return False

    def arguments(self) -> list[str]:
        output = ["--output", str(self.output), "--engine", self.engine]
        return [*output, *"--ply 4 --again 0 --timeout 10".split()]

    def build(self, shards: int, *more: str) -> subprocess.CompletedProcess[str]:
        return self.run_script("--shards", str(shards), *more, env=self.environment)

    def unfinished_shards(self) -> list[str]:
        return sorted(path.name for path in self.temporary.iterdir())

    def test_a_shard_that_fails_once_is_built_again(self) -> None:
        done = self.build(8)
        self.assertEqual(done.returncode, 0, done.stderr)
        shards = self.output.read_text(encoding="utf-8").split()
        self.assertEqual(shards, [f"{number}/8" for number in range(1, 9)])
        self.assertTrue((self.folder / "7").exists())
        self.assertEqual(self.unfinished_shards(), [])

    def test_a_shard_that_fails_twice_ends_the_run_and_the_others_are_kept(self) -> None:
        broken = self.folder / "broken"
        broken.touch()
        done = self.build(8)
        self.assertEqual(done.returncode, 1)
        self.assertIn("shard-5-of-8 ended with code 1: fake engine: broken", done.stderr)
        self.assertFalse(self.output.exists())
        self.assertFalse([name for name in self.unfinished_shards() if "shard-5" in name])
        broken.unlink()
        again = self.build(8, "--resume")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertRegex(again.stderr, r"^[1-4] of 8 shards to build")
        self.assertFalse(self.output.with_name(f"{self.output.name}.parts").exists())
        self.assertEqual(self.unfinished_shards(), [])

    def test_the_journal_of_a_shard_that_takes_too_long_is_kept(self) -> None:
        slow = self.folder / "slow"
        slow.touch()
        late = self.build(1, "--timeout", "0.5")
        self.assertIn("EngineError: shard-1-of-1 took more than 0.5 s", late.stderr)
        self.assertEqual(len(self.unfinished_shards()), 1)
        slow.unlink()
        self.assertEqual(self.build(1, "--resume").returncode, 0)
        self.assertEqual(self.unfinished_shards(), [])

    @unittest.skipUnless(shutil.which("setpriv"), "setpriv is not installed")
    def test_a_build_ends_with_its_driver(self) -> None:
        command = self.command("--shards", "1", "--timeout", "3600")
        (self.folder / "slow").touch()
        with subprocess.Popen(command, env=self.environment, stderr=subprocess.DEVNULL) as driver:
            # The lock of a build ends with it.
            self.wait_for_lock(held=True)
            driver.kill()
        self.wait_for_lock(held=False)

    def test_all_shards_and_a_random_sample_are_planned(self) -> None:
        shards = plan(5, 0.01, seed=3)
        self.assertEqual([shard.number for shard in shards[:5]], [1, 2, 3, 4, 5])
        again = shards[5:]
        self.assertEqual(len(set(again)), SAMPLES)
        self.assertTrue(all(shard.of == 1000 and 1 <= shard.number <= 1000 for shard in again))
        self.assertEqual(shards, plan(5, 0.01, seed=3))
        self.assertNotEqual(again, plan(5, 0.01, seed=4)[5:])
        self.assertEqual(len(plan(5, 0, seed=3)), 5)

    def test_a_second_solution_is_a_separate_shard(self) -> None:
        shards = plan(40, 0.25, seed=3)
        self.assertEqual(len({shard.name for shard in shards}), 40 + SAMPLES)
        done = self.build(SAMPLES, "--again", "1")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(f"{2 * SAMPLES} of {2 * SAMPLES} shards to build", done.stderr)
        merged = self.output.read_text(encoding="utf-8").split()
        self.assertEqual(merged[:SAMPLES], merged[SAMPLES:])

    def test_engines_receive_the_options(self) -> None:
        done = self.build(2, "--cpus", "3", "--hash", "14")
        self.assertEqual(done.returncode, 0, done.stderr)
        built = sorted(line for line in self.log() if "--ply 4 --shard" in line)
        for number, line in enumerate(built, start=1):
            self.assertTrue(line.startswith(f"book build --ply 4 --shard {number}/2 --output "))
            self.assertTrue(line.endswith(" --threads 3 --hash 14 --resume"), line)
        self.assertEqual(len(built), 2)

    def test_a_changed_engine_of_the_same_name_does_not_resume(self) -> None:
        (self.folder / "broken").touch()
        self.assertEqual(self.build(8).returncode, 1)
        self.change_engine()
        self.assertIn("made with files ", self.build(8, "--resume").stderr)

    def test_an_engine_that_cannot_build_is_reported_before_the_run_begins(self) -> None:
        rejected = self.build(1, "--hash", "13")
        self.assertEqual(rejected.returncode, 1)
        self.assertRegex(rejected.stderr, "^EngineError: .*: error: invalid value '13'\n$")
        idle = self.build(1, "--engine", IDLE)
        self.assertRegex(idle.stderr, f"^EngineError: {IDLE} .*\n$")
        done = self.build(1, "--hash", "14")
        self.assertEqual(done.returncode, 0, done.stderr)
