"""The engine of this clone and its package `claimeven`, which need no installation.

The environment variable ENGINE names another engine than target/release/claimeven. Without it, an
engine named `engine` in the folder of this file is preferred.
"""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "python/lib"))

from claimeven.engine import Engine, column_of, default_command  # noqa: E402, F401

if (HERE / "engine").exists():
    os.environ.setdefault("ENGINE", str(HERE / "engine"))


def fen(cells):
    """Returns the FEN of 42 cells from the top left: 0 is empty, 1 a stone of the first player."""
    text = "".join("1Pp"[cell] for cell in cells)
    ranks = "/".join(text[first : first + 7] for first in range(0, 42, 7))
    return f"{ranks} {'w' if text.count('P') == text.count('p') else 'b'}"
