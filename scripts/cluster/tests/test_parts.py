"""The parts that a run finds on disk, and those it resumes from."""

import contextlib
import importlib.util
import pathlib
import tempfile
import unittest

from parts import MANIFEST, Parts, replacing

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
            with self.assertRaisesRegex(SystemExit, "output is finished, or is not of such a run"):
                Parts(self.output, JOB, resume)
        self.assertEqual(self.output.read_text(), "mine")
        self.assertFalse(self.folder.exists())

    def parts(self, *, resume: bool = True, seed: int | None = None) -> Parts:
        parts = Parts(self.output, JOB, resume, seed and {"seed": seed})
        self.addCleanup(parts.close)
        return parts

    def test_a_run_whose_parts_are_kept_may_be_repeated(self) -> None:
        with self.parts() as parts:
            parts.add("part", b"whole", agree)
            parts.merge(["part"])
        self.assertTrue(self.parts().has("part"))

    def test_what_is_done_leaves_its_output_alone(self) -> None:
        with self.parts() as parts:
            parts.add("part", b"whole", agree)
            parts.merge(["part"])
            parts.remove()
        self.assertEqual([*self.output.parent.iterdir()], [self.output])
        self.assertEqual(self.output.read_bytes(), b"whole")
        with self.assertRaisesRegex(SystemExit, "output is finished"):
            self.parts()

    @unittest.skipUnless(importlib.util.find_spec("fcntl"), "no locks on this system")
    def test_two_runs_do_not_work_on_the_same_parts(self) -> None:
        with self.parts(), self.assertRaisesRegex(SystemExit, "parts: another run works on it$"):
            self.parts()
        with self.parts(), self.assertRaisesRegex(SystemExit, "another run works on it"):
            self.parts(resume=False)

    def test_a_run_that_is_refused_keeps_no_other_out(self) -> None:
        self.parts().close()
        with self.assertRaisesRegex(SystemExit, "go on with --resume") as refused:
            self.parts(resume=False)
        self.assertIsNotNone(refused.exception)
        self.parts()

    def test_what_was_drawn_at_random_is_kept(self) -> None:
        self.parts(seed=1).close()
        self.assertEqual(self.parts(seed=2).manifest, {"ply": 4, "seed": 1})

    def test_a_manifest_that_tells_nothing_is_refused(self) -> None:
        self.parts(seed=1).close()
        for text, fault in [
            ("", "manifest.json: expected a JSON object: remove the folder$"),
            ("[]", "manifest.json: expected a JSON object"),
            ('{"ply": 4}', "made with seed None"),
        ]:
            (self.folder / MANIFEST).write_text(text)
            with self.assertRaisesRegex(SystemExit, fault):
                self.parts(seed=1)

    def test_a_run_that_was_killed_before_its_manifest_begins_anew(self) -> None:
        self.folder.mkdir()
        (self.folder / f".{MANIFEST}.1").touch()
        self.assertEqual(self.parts(seed=1).manifest, {"ply": 4, "seed": 1})

    def test_parts_without_a_manifest_are_refused(self) -> None:
        with self.parts() as parts:
            parts.add("part", b"whole", agree)
        (self.folder / MANIFEST).unlink()
        with self.assertRaisesRegex(SystemExit, "manifest.json is missing"):
            self.parts()

    def test_a_part_that_is_dropped_is_made_again(self) -> None:
        parts = self.parts(resume=False)
        parts.add("part", b"failed", agree)
        parts.drop("part")
        self.assertFalse(parts.has("part"))
        parts.add("part", b"whole", agree)
        self.assertEqual([*parts.rows("part")], [b"whole"])

    def test_parts_are_merged_in_the_order_given(self) -> None:
        with self.parts() as parts:
            for name in ("a", "b", "c"):
                parts.add(name, f"{name}\n".encode(), agree)
            parts.merge(iter(["b", "a", "c"]))
        self.assertEqual(self.output.read_text(), "b\na\nc\n")

    def test_a_part_that_comes_again_must_agree_and_stays(self) -> None:
        parts = self.parts()
        for data in (b"one", b"one"):
            parts.add("part", data, agree)
        with self.assertRaises(ValueError):
            parts.add("part", b"two", agree)
        self.assertEqual([*parts.rows("part")], [b"one"])

    def test_a_link_stays_and_what_it_leads_to_is_written(self) -> None:
        target, link = self.output.with_name("target"), self.output
        link.symlink_to("target")
        with self.parts() as parts:
            parts.add("part", b"whole", agree)
            parts.merge(["part"])
        self.assertTrue(link.is_symlink())
        self.assertEqual(target.read_bytes(), b"whole")
        self.assertTrue(target.with_name("target.parts").is_dir())


class Replacing(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "file"
        self.path.write_text("old")

    def names(self) -> list[str]:
        return [path.name for path in self.path.parent.iterdir()]

    def test_a_file_is_what_it_was_until_another_is_whole(self) -> None:
        with replacing(self.path) as temporary:
            temporary.write_text("new")
            self.assertEqual(self.path.read_text(), "old")
        self.assertEqual((self.path.read_text(), self.names()), ("new", ["file"]))

    def test_a_file_stays_when_another_was_not_finished(self) -> None:
        with contextlib.suppress(ValueError), replacing(self.path) as temporary:
            temporary.write_text("ne")
            raise ValueError
        self.assertEqual((self.path.read_text(), self.names()), ("old", ["file"]))

    def test_what_a_killed_run_left_goes_with_the_next(self) -> None:
        killed = replacing(self.path)
        killed.__enter__().write_text("ne")
        with replacing(self.path) as temporary:
            temporary.write_text("new")
        self.assertEqual((self.path.read_text(), self.names()), ("new", ["file"]))


if __name__ == "__main__":
    unittest.main()
