"""A process of the engine that writes files, and the files of a folder."""

import collections
import subprocess

from ledger import Error, start

# Longer than any run takes.
PATIENCE = 300
# The last processes and their results, for the report of a failure.
LAST = collections.deque(maxlen=6)
# The old content of an output.
OLD = b"old content\n"


class Run:
    """A process of the engine that writes files."""

    def __init__(self, words, **options):
        self.words = [str(word) for word in words]
        self.code = self.errors = None
        options.setdefault("stdout", subprocess.DEVNULL)
        options |= {"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE}
        self.process = start(self.words, **options)

    def end(self):
        """Waits for the end. Returns the exit code, negative after an uncaught signal."""
        if self.code is None:
            try:
                self.output, self.errors = self.process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.fail(f"did not end within {PATIENCE} s")
            self.code = self.process.returncode
            last = self.errors.decode("utf-8", "replace").strip().splitlines()[-3:]
            LAST.append(f"{self}\n    code {self.code}: {' | '.join(last)[:500]}")
        return self.code

    def must_succeed(self):
        if self.end() != 0:
            self.fail(f"expected exit code 0; found {self.code}")

    def must_be_rejected(self, why=b""):
        """Checks for exit code 1 and one line with the reason."""
        self.end()
        errors = [line for line in self.errors.splitlines() if line.startswith(b"error: ")]
        if self.code != 1 or len(errors) != 1 or why not in errors[0]:
            text = f"one error with {why.decode()!r}" if why else "one error"
            self.fail(f"expected exit code 1 and {text}; found {self.code} and {errors}")

    def stop(self, sign):
        """Sends a signal. Returns whether the process was still running."""
        was_running = self.process.poll() is None
        self.process.send_signal(sign)
        return was_running

    def fail(self, what):
        raise Error(f"{self}: {what}")

    def __str__(self):
        return "claimeven " + " ".join(self.words)


def content(path):
    """Returns the content of a file, or `None` if it does not exist."""
    return path.read_bytes() if path.exists() else None


def read_all(folder):
    """Returns the files of a folder by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def replace(folder, files):
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
