"""Output of a run while it works, whether or not it is read."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def tell(text: str) -> None:
    """Prints lines of the result."""
    _print(text, sys.stdout)


def report(text: str) -> None:
    """Prints lines about the progress of the run to stderr."""
    _print(text, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        # Its reader has gone, as `head` does. What is left in the buffer would fail again
        # at the end of the program.
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), stream.fileno())
