"""Invalid arguments are rejected before a run begins."""

import importlib.util
import pathlib
import subprocess
import sys
import unittest

from tests.helpers import Folder

SCRIPTS = pathlib.Path(__file__).resolve().parents[2]
NEEDED = {
    "cluster/analyze": ["--input", __file__],
    "cluster/book": ["--ply", "2"],
    "arena/match": [],
}


class Numbers(Folder):
    def error(self, script: str, *more: str) -> str:
        command = [sys.executable, str(SCRIPTS / f"{script}.py"), *NEEDED[script]]
        command += ["--output", str(self.folder / "output"), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr.splitlines()[-1]

    def test_invalid_values_are_rejected(self) -> None:
        every = [("--cpus", "0"), ("--workers", "-1"), ("--workers", "9" * 30)]
        every += [("--output", ""), ("--output", "/"), ("--output", str(self.folder))]
        again = [("--again", "-0.5"), ("--again", "1.1"), ("--again", "1e-9"), ("--hash", "0")]
        again += [("--engine", ""), ("--engine", "''"), ("--engine", "a 'b")]
        own = {
            "cluster/analyze": [*again, ("--shards", "0"), ("--shards", "x")],
            "cluster/book": [*again, ("--ply", "-1"), ("--ply", "17"), ("--shards", "0")],
            "arena/match": [
                ("--alpha", "0"),
                ("--beta", "0.5"),
                ("--pairs", "-1"),
                ("--pairs", "0"),
            ]
            + [("--elo0", "-inf"), ("--elo1", "nan"), ("--elo1", "20000")]
            + [("--timeout", "nan"), ("--timeout", "0"), ("--timeout", "1e30")]
            + [("--engine2", ""), ("--option1", "Hash"), ("--option2", "=1")],
        }
        for script, rejected in own.items():
            for name, value in [*every, *rejected]:
                error = self.error(script, f"{name}={value}")
                self.assertIn(f"error: argument {name}: expected ", error)
                self.assertTrue(error.endswith(f"; found {value!r}"), error)
        self.assertEqual([*self.folder.iterdir()], [])

    def test_a_test_between_equal_strengths_is_rejected(self) -> None:
        self.assertIn("--elo0 and --elo1: expected", self.error("arena/match", "--elo0", "20"))

    def test_circular_links_are_rejected(self) -> None:
        link = self.folder / "link"
        link.symlink_to("link")
        self.assertIn("--output: expected a file", self.error("arena/match", "--output", str(link)))

    @unittest.skipIf(importlib.util.find_spec("ray"), "Ray is installed")
    def test_a_run_on_ray_needs_ray(self) -> None:
        self.assertIn("pip install ray", self.error("arena/match", "--executor", "ray"))
