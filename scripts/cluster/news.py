"""What a run tells while it works, whether or not anybody reads it."""

from __future__ import annotations

import os
import sys
from typing import TextIO


def tell(text: str) -> None:
    """Prints lines of the result."""
    _print(text, sys.stdout)


def report(text: str) -> None:
    """Prints lines on how the run is, to stderr."""
    _print(text, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        # Its reader has gone, as `head` does. What is left in the buffer would fail again
        # at the end of the program.
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), stream.fileno())
