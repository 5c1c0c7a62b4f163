"""What a run finds on disk, and what it goes on with."""

import pathlib
import tempfile
import unittest

from parts import MANIFEST, Parts

JOB = {"ply": 4}


def agree(stored: bytes, found: bytes) -> None:
    if stored != found:
        raise ValueError


class Resuming(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.output = pathlib.Path(folder.name) / "output"
        self.folder = self.output.with_name("output.parts")

    def test_the_output_of_something_else_is_not_gone_on_with(self) -> None:
        self.output.write_text("mine")
        for resume in (False, True):
            with self.assertRaisesRegex(SystemExit, "output exists without parts"):
                Parts(self.output, JOB, resume)
        self.assertEqual(self.output.read_text(), "mine")
        self.assertFalse(self.folder.exists())

    def test_a_finished_run_may_be_repeated(self) -> None:
        parts = Parts(self.output, JOB, True)
        parts.add("part", b"whole", agree)
        parts.merge(["part"])
        self.assertTrue(Parts(self.output, JOB, True).has("part"))

    def test_a_run_that_was_killed_before_its_manifest_begins_anew(self) -> None:
        self.folder.mkdir()
        (self.folder / f".{MANIFEST}.1").touch()
        self.assertEqual(Parts(self.output, JOB, True, {"seed": 1}).manifest, {"ply": 4, "seed": 1})

    def test_parts_without_a_manifest_are_refused(self) -> None:
        Parts(self.output, JOB, True).add("part", b"whole", agree)
        (self.folder / MANIFEST).unlink()
        with self.assertRaisesRegex(SystemExit, "manifest.json is missing"):
            Parts(self.output, JOB, True)

    def test_a_part_that_is_dropped_is_made_again(self) -> None:
        parts = Parts(self.output, JOB, False)
        parts.add("part", b"failed", agree)
        parts.drop("part")
        self.assertFalse(parts.has("part"))
        parts.add("part", b"whole", agree)
        self.assertEqual([*parts.rows("part")], [b"whole"])


if __name__ == "__main__":
    unittest.main()
