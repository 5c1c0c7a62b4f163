"""A running engine, driven by its own protocol through two pipes.

The environment variable ENGINE names another engine than target/release/claimeven. Without it, an
engine in the folder of this file is preferred.
"""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def default_path():
    """Returns the path of the engine if the caller names none."""
    nearby = HERE / "claimeven"
    built = HERE.parent.parent / "target" / "release" / "claimeven"
    return os.environ.get("ENGINE") or str(nearby if nearby.exists() else built)


def start(arguments=(), path=None, **options):
    """Starts the engine with its output in a pipe. Ends the program if there is none."""
    path = path or default_path()
    try:
        return subprocess.Popen([path, *arguments], **{"stdout": subprocess.PIPE} | options)
    except OSError as error:
        reason = f"{error.strerror}: build it with cargo build --release"
        raise SystemExit(f"{path}: {reason}") from None


def fen(cells):
    """Returns the FEN of 42 cells from the top left: 0 is empty, 1 a stone of the first player."""
    text = "".join("1Pp"[cell] for cell in cells)
    ranks = "/".join(text[first : first + 7] for first in range(0, 42, 7))
    return f"{ranks} {'w' if text.count('P') == text.count('p') else 'b'}"


class Engine:
    """A running engine. It does not outlive the program that started it."""

    def __init__(self, path=None):
        self.process = start(path=path, stdin=subprocess.PIPE, text=True, bufsize=1)

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def lines(self):
        """Yields the engine's lines. Fails if the engine reports an error or ends."""
        for line in self.process.stdout:
            if line.startswith("info string error"):
                raise SystemExit(f"the engine reported an error: {line.strip()}")
            yield line.strip()
        raise SystemExit("the engine ended")

    def answer(self, word):
        """Returns the rest of the next line that begins with a word."""
        found = next(line for line in self.lines() if line.split()[:1] == [word])
        return found.removeprefix(word).strip()

    def ask(self, line, word):
        self.send(line)
        return self.answer(word)

    def quit(self):
        self.send("quit")
        return self.process.wait(timeout=10)
