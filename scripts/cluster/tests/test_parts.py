"""Parts on disk, and runs that resume from them."""

import contextlib

from parts import MANIFEST, Part, Parts, replacing
from tests.script import Folder

JOB = {"ply": 4}


class Resuming(Folder):
    def setUp(self) -> None:
        super().setUp()
        self.output = self.folder / "output"
        self.parts_folder = self.folder / "output.parts"

    def test_another_output_of_this_name_is_kept(self) -> None:
        self.output.write_text("mine")
        for resume in (False, True):
            with self.assertRaisesRegex(SystemExit, "output exists and has no parts to resume"):
                Parts(self.output, JOB, resume)
        self.assertEqual(self.output.read_text(), "mine")
        self.assertFalse(self.parts_folder.exists())

    def parts(self, *, resume: bool = True, seed: int | None = None) -> Parts:
        parts = Parts(self.output, JOB, resume, seed and {"seed": seed})
        self.addCleanup(parts.close)
        return parts

    def test_a_run_with_parts_resumes_after_its_end(self) -> None:
        with self.parts() as parts:
            parts.add(Part("part", b"whole"))
            parts.merge(["part"])
        self.assertTrue(self.parts().has("part"))

    def test_a_finished_run_leaves_only_its_output(self) -> None:
        with self.parts() as parts:
            parts.add(Part("part", b"whole"))
            parts.merge(["part"])
            parts.remove()
        self.assertEqual([*self.output.parent.iterdir()], [self.output])
        self.assertEqual(self.output.read_bytes(), b"whole")
        with self.assertRaisesRegex(SystemExit, "output exists and has no parts"):
            self.parts()

    def test_two_runs_do_not_use_the_same_parts(self) -> None:
        with self.parts(), self.assertRaisesRegex(SystemExit, "parts: another run is using it$"):
            self.parts()
        with self.parts(), self.assertRaisesRegex(SystemExit, "another run is using it"):
            self.parts(resume=False)

    def test_a_rejected_run_leaves_no_lock(self) -> None:
        self.parts().close()
        # The exception refers to the parts: only `close` unlocks them.
        with self.assertRaisesRegex(SystemExit, "use --resume to continue it") as rejected:
            self.parts(resume=False)
        self.assertIsNotNone(rejected.exception)
        self.parts()

    def test_random_values_of_the_first_run_are_kept(self) -> None:
        self.parts(seed=1).close()
        self.assertEqual(self.parts(seed=2).manifest, {"ply": 4, "seed": 1})

    def test_an_invalid_manifest_is_rejected(self) -> None:
        self.parts(seed=1).close()
        for text, error in [
            ("", "manifest.json: expected a JSON object: remove the folder$"),
            ("[]", "manifest.json: expected a JSON object"),
            ('{"ply": 4}', "made with seed None"),
        ]:
            (self.parts_folder / MANIFEST).write_text(text)
            with self.assertRaisesRegex(SystemExit, error):
                self.parts(seed=1)

    def test_a_run_that_was_killed_before_its_manifest_starts_again(self) -> None:
        self.parts_folder.mkdir()
        (self.parts_folder / f".{MANIFEST}.1").touch()
        self.assertEqual(self.parts(seed=1).manifest, {"ply": 4, "seed": 1})

    def test_parts_without_a_manifest_are_rejected(self) -> None:
        with self.parts() as parts:
            parts.add(Part("part", b"whole"))
        (self.parts_folder / MANIFEST).unlink()
        with self.assertRaisesRegex(SystemExit, "manifest.json is missing"):
            self.parts()

    def test_a_dropped_part_is_made_again(self) -> None:
        parts = self.parts(resume=False)
        parts.add(Part("part", b"failed"))
        parts.drop("part")
        self.assertFalse(parts.has("part"))
        parts.add(Part("part", b"whole"))
        self.assertEqual([*parts.rows("part")], [b"whole"])

    def test_parts_are_merged_in_the_order_given(self) -> None:
        with self.parts() as parts:
            for name in ("a", "b", "c"):
                parts.add(Part(name, f"{name}\n".encode()))
            parts.merge(iter(["b", "a", "c"]))
        self.assertEqual(self.output.read_text(), "b\na\nc\n")

    def test_a_link_stays_and_its_target_is_written(self) -> None:
        target, link = self.output.with_name("target"), self.output
        link.symlink_to("target")
        with self.parts() as parts:
            parts.add(Part("part", b"whole"))
            parts.merge(["part"])
        self.assertTrue(link.is_symlink())
        self.assertEqual(target.read_bytes(), b"whole")
        self.assertTrue(target.with_name("target.parts").is_dir())


class Replacing(Folder):
    def setUp(self) -> None:
        super().setUp()
        self.path = self.folder / "file"
        self.path.write_text("old")

    def names(self) -> list[str]:
        return [path.name for path in self.path.parent.iterdir()]

    def test_a_file_is_unchanged_until_its_replacement_is_complete(self) -> None:
        with replacing(self.path) as temporary:
            temporary.write_text("new")
            self.assertEqual(self.path.read_text(), "old")
        self.assertEqual((self.path.read_text(), self.names()), ("new", ["file"]))

    def test_a_file_stays_if_its_replacement_fails(self) -> None:
        with contextlib.suppress(ValueError), replacing(self.path) as temporary:
            temporary.write_text("ne")
            raise ValueError
        self.assertEqual((self.path.read_text(), self.names()), ("old", ["file"]))

    def test_the_next_run_removes_what_a_killed_run_left(self) -> None:
        killed = replacing(self.path)
        killed.__enter__().write_text("ne")
        with replacing(self.path) as temporary:
            temporary.write_text("new")
        self.assertEqual((self.path.read_text(), self.names()), ("new", ["file"]))
