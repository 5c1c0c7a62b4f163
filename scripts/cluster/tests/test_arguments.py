"""Useless numbers are refused before a run begins."""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).parents[1]


class Numbers(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.needed = {
            "analyze": ["--input", __file__],
            "book": ["--ply", "2"],
            "match": [],
        }

    def refusal(self, script: str, *more: str) -> str:
        command = [sys.executable, str(SCRIPTS / f"{script}.py"), *self.needed[script]]
        command += ["--output", str(self.folder / "output"), *more]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2, done.stderr)
        return done.stderr.splitlines()[-1]

    def test_what_nothing_can_be_done_with_is_refused(self) -> None:
        every = [("--cpus", "0"), ("--workers", "-1"), ("--timeout", "nan"), ("--timeout", "0")]
        every += [("--timeout", "1e30"), ("--workers", "9" * 30)]
        every += [("--output", ""), ("--output", "/"), ("--output", str(self.folder))]
        again = [("--again", "-0.5"), ("--again", "1.1"), ("--again", "1e-9"), ("--hash", "0")]
        again += [("--engine", ""), ("--engine", "''"), ("--engine", "a 'b")]
        own = {
            "analyze": [*again, ("--chunk", "0"), ("--chunk", "x")],
            "book": [*again, ("--ply", "-1"), ("--ply", "15"), ("--shards", "0")],
            "match": [("--alpha", "0"), ("--beta", "0.5"), ("--pairs", "-1"), ("--pairs", "0")]
            + [("--elo0", "-inf"), ("--elo1", "nan"), ("--elo1", "20000")]
            + [("--engine2", ""), ("--option1", "Hash"), ("--option2", "=1")],
        }
        for script, refused in own.items():
            for name, value in [*every, *refused]:
                said = self.refusal(script, f"{name}={value}")
                self.assertIn(f"error: argument {name}: expected ", said)
                self.assertTrue(said.endswith(f"; found {value!r}"), said)
        self.assertEqual([*self.folder.iterdir()], [])

    def test_a_test_of_one_strength_against_itself_is_refused(self) -> None:
        self.assertIn("--elo0 and --elo1: expected", self.refusal("match", "--elo0", "20"))

    def test_links_that_lead_nowhere_are_refused(self) -> None:
        link = self.folder / "link"
        link.symlink_to("link")
        self.assertIn("--output: expected a file", self.refusal("match", "--output", str(link)))

    @unittest.skipIf(importlib.util.find_spec("ray"), "Ray is installed")
    def test_without_ray_there_is_no_run_on_it(self) -> None:
        self.assertIn("pip install ray", self.refusal("match", "--executor", "ray"))


if __name__ == "__main__":
    unittest.main()
