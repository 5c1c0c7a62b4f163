"""Output of a run. A reader that closes its end does not stop the run."""

import os
import sys
from typing import TextIO


def show(text: str) -> None:
    """Prints lines of the result to stdout."""
    _print(text, sys.stdout)


def report(text: str) -> None:
    """Prints lines about the progress to stderr."""
    _print(text, sys.stderr)


def _print(text: str, stream: TextIO) -> None:
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        # The reader ended, like `head`. The rest of the buffer would fail again at exit.
        with open(os.devnull, "wb") as nothing:
            os.dup2(nothing.fileno(), stream.fileno())
