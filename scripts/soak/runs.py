"""A process of the engine that writes something, and the files of a folder."""

import collections
import subprocess

from ledger import Fault, default_path

# Longer than any run takes.
PATIENCE = 300
# The last processes and their results, for the report of a failure.
LAST = collections.deque(maxlen=6)
# The old content of an output.
OLD = b"an old content\n"


class Run:
    """A process of the engine that writes something."""

    def __init__(self, words, **options):
        self.words = [str(word) for word in words]
        self.code = self.said = None
        command, pipe = [default_path(), *self.words], subprocess.PIPE
        options.setdefault("stdout", subprocess.DEVNULL)
        options |= {"stdin": subprocess.DEVNULL, "stderr": pipe}
        try:
            self.process = subprocess.Popen(command, **options)
        except OSError as error:
            text = f"{command[0]}: {error.strerror}: cargo build --release makes it"
            raise SystemExit(text) from None

    def end(self):
        """Waits for the end. Returns the exit code, negative after an uncaught signal."""
        if self.code is None:
            try:
                self.shown, self.said = self.process.communicate(timeout=PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.fault(f"did not end within {PATIENCE} s")
            self.code = self.process.returncode
            said = self.said.decode("utf-8", "replace").strip().splitlines()[-3:]
            LAST.append(f"{self}\n    code {self.code}: {' | '.join(said)[:500]}")
        return self.code

    def must_succeed(self):
        if self.end() != 0:
            self.fault(f"expected exit code 0, found {self.code}")

    def must_be_refused(self, why=b""):
        """Checks for exit code 1 and one line with the reason."""
        self.end()
        errors = [line for line in self.said.splitlines() if line.startswith(b"error: ")]
        if self.code != 1 or len(errors) != 1 or why not in errors[0]:
            text = f"one error with {why.decode()!r}" if why else "one error"
            self.fault(f"expected exit code 1 and {text}, found {self.code} and {errors}")

    def stop(self, sign):
        """Sends a signal. Returns whether the process was still running."""
        there = self.process.poll() is None
        self.process.send_signal(sign)
        return there

    def fault(self, what):
        raise Fault(f"{self}: {what}")

    def __str__(self):
        return "claimeven " + " ".join(self.words)


def content(path):
    """Returns the content of a file, `None` without one."""
    return path.read_bytes() if path.exists() else None


def read_all(folder):
    """Returns the files of a folder by name."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def replace(folder, files):
    for path in folder.iterdir():
        path.unlink()
    for name, data in files.items():
        (folder / name).write_bytes(data)
