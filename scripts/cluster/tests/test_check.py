"""The check that kills workers does not pass without having killed any."""

import pathlib
import subprocess
import unittest

SCRIPT = pathlib.Path(__file__).parents[1] / "check.sh"


class Positions(unittest.TestCase):
    def test_too_few_to_kill_anybody_in_the_middle_are_refused(self) -> None:
        for positions in ("100", "299", "x", "-1000"):
            done = subprocess.run(
                ["bash", str(SCRIPT), positions], capture_output=True, text=True, check=False
            )
            self.assertEqual(done.returncode, 1)
            self.assertIn(f"expected 300 positions or more; found {positions}\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
