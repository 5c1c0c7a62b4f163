"""The engine at the end of two pipes, driven by its own protocol.

ENGINE in the environment names another claimeven than target/release/claimeven;
one in the folder of this file comes before that.
"""

import os
import pathlib
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def default_path():
    """Returns the engine to use if none is named."""
    beside = HERE / "claimeven"
    built = HERE.parent.parent / "target" / "release" / "claimeven"
    return os.environ.get("ENGINE") or str(beside if beside.exists() else built)


class Engine:
    """A running engine. It does not outlive the program that started it."""

    def __init__(self, path=None):
        path = path or default_path()
        try:
            self.process = subprocess.Popen(
                [path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
            )
        except OSError as error:
            raise SystemExit(f"{path}: {error.strerror}: cargo build --release makes it") from error

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def lines(self):
        """Yields the engine's lines. Fails if the engine reports an error or ends."""
        for line in self.process.stdout:
            if line.startswith("info string error"):
                raise SystemExit(f"the engine complains: {line.strip()}")
            yield line.strip()
        raise SystemExit("the engine has ended")

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
