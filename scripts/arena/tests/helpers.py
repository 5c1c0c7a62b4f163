"""The folder of a test, and players."""

import pathlib
import shlex
import subprocess
import sys
from typing import Any

import package  # noqa: F401, finds claimeven
from claimeven.engine import default_command

HERE = pathlib.Path(__file__).resolve().parent
ARENA = HERE.parent
# The engine that `ENGINE` names, otherwise that of this clone.
CLAIMEVEN = shlex.join(default_command())
BOT = f"{sys.executable} {ARENA / 'bot_template.py'}"

# An agent as on Kaggle: helpers first, the agent last.
KAGGLE = """
import random

def legal(board, configuration):
    return [column for column in range(configuration.columns) if board[column] == 0]

def agent(observation, configuration):
    print("a line that is not of the protocol")
    assert len(observation["board"]) == configuration.rows * configuration["columns"]
    assert observation.mark == observation.step % 2 + 1
    return random.choice(legal(observation.board, configuration))
"""


class Folder:
    """The folder of a test, and the programs that it runs."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder

    def write(self, text: str, name: str = "player.py") -> str:
        """Writes a file. Returns its path."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def lines(self, name: str) -> list[str]:
        return (self.folder / name).read_text(encoding="utf-8").splitlines()

    def engine(self, text: str) -> str:
        """Returns the command of an engine with this source."""
        return f"{sys.executable} -u {self.write(text)}"

    def run(self, script: str, *words: str, **options: Any) -> subprocess.CompletedProcess[str]:
        """Runs a script, whose path is from the folder of the arena."""
        command = [sys.executable, "-B", str(ARENA / script), *words]
        return subprocess.run(command, **{"capture_output": True, "text": True} | options)
