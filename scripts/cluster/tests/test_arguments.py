"""Numbers with which nothing can be done are refused before anything begins."""

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
        again = [("--again", "-0.5"), ("--again", "1.1"), ("--hash", "0")]
        own = {
            "analyze": [*again, ("--chunk", "0"), ("--chunk", "x")],
            "book": [*again, ("--ply", "-1"), ("--shards", "0")],
            "match": [("--alpha", "0"), ("--beta", "0.5"), ("--pairs", "-1"), ("--pairs", "0")],
        }
        for script, refused in own.items():
            for name, value in [*every, *refused]:
                said = self.refusal(script, name, value)
                self.assertRegex(said, f"error: argument {name}: expected .*; found '{value}'$")
        self.assertEqual([*self.folder.iterdir()], [])

    def test_a_test_of_one_strength_against_itself_is_refused(self) -> None:
        self.assertIn("--elo0 and --elo1: expected", self.refusal("match", "--elo0", "20"))


if __name__ == "__main__":
    unittest.main()
