"""A temporary folder for a test, and players."""

import pathlib
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
ARENA = HERE.parent
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


class Folder(unittest.TestCase):
    """A test with a temporary folder."""

    def setUp(self) -> None:
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))

    def write(self, text: str, name: str = "player.py") -> str:
        """Writes a file. Returns its path."""
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def engine(self, text: str) -> str:
        """Returns the command of an engine with this source."""
        return f"{sys.executable} -u {self.write(text)}"
