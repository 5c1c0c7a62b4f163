"""Runs of a script with an engine that fails on request."""

import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
# A program that prints nothing.
IDLE = shutil.which("true") or "true"


class Folder(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))


class Script(Folder):
    """A test of a script, with its own copy of the engine."""

    script: str

    def setUp(self) -> None:
        super().setUp()
        shutil.copy(HERE / "fake_engine.py", self.folder / "engine.py")
        self.engine = self.engine_in(self.folder)

    def engine_in(self, folder: pathlib.Path) -> str:
        """Returns the command of an engine with its own folder."""
        return f"{sys.executable} {self.folder / 'engine.py'} {folder}"

    def change_engine(self) -> None:
        with (self.folder / "engine.py").open("a", encoding="utf-8") as file:
            file.write("# another one\n")

    def log(self) -> list[str]:
        """Returns the arguments and lines that the engine received."""
        return (self.folder / "log").read_text(encoding="utf-8").splitlines()

    def arguments(self) -> list[str]:
        """Returns the arguments of every run."""
        raise NotImplementedError

    def command(self, *more: str) -> list[str]:
        script = str(HERE.parent / self.script)
        return [sys.executable, script, "--workers", "2", *self.arguments(), *more]

    def run_script(self, *more: str, **options: object) -> subprocess.CompletedProcess[str]:
        options = {"capture_output": True, "text": True} | options
        return subprocess.run(self.command(*more), check=False, **options)
