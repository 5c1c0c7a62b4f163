"""The command `claimeven`, which is also `python -m claimeven`."""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """Run the command with the arguments of this process, and end the process.

    Signals and exit codes are those of the program that cargo builds: what Python changes about
    them at its start is undone first.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "SIGXFSZ"):
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
    # Otherwise another file could get the number of a closed standard stream.
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    from ._native import main as run

    run(["claimeven", *sys.argv[1:]])


if __name__ == "__main__":
    main()
