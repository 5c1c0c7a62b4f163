"""What the programs share: types of arguments, messages, and errors of one line."""

import argparse
import contextlib
import os
import pathlib
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

import package
from claimeven.errors import EngineError
from engine import recognized

Number = TypeVar("Number", int, float)

# The default of commands: the engine of this repository.
COMMAND = shlex.quote(str(package.ENGINE))
# The exit code of a program that Ctrl-C ended: 128 plus the signal's number.
INTERRUPTED = 130


def show(text: str) -> None:
    """Prints lines of the result to stdout. A reader that closes its end does not stop the run."""
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


@contextlib.contextmanager
def one_line_errors(stopped: str) -> Iterator[None]:
    """Ends the program after an error with one line, and after Ctrl-C with the given one."""
    try:
        yield
    except EngineError as error:
        sys.exit(f"{type(error).__name__}: {error}")
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        report(stopped)
        sys.exit(INTERRUPTED)


def number(
    read: Callable[[str], Number], fits: Callable[[Number], bool], wanted: str
) -> Callable[[str], Number]:
    """Returns a reader of numbers of one type within bounds."""

    def checked(text: str) -> Number:
        try:
            if fits(value := read(text)):
                return value
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"expected {wanted}; found {text!r}")

    return checked


def whole(least: int, most: int = 1_000_000_000) -> Callable[[str], int]:
    """Returns a reader of whole numbers within bounds."""
    wanted = f"a whole number from {least} to {most}"
    return number(int, lambda value: least <= value <= most, wanted)


rate = number(
    float,
    # Enough for one sample in a million.
    lambda value: value == 0 or 1e-6 <= value <= 1,
    "0 or a rate from 0.000001 to 1",
)
# Waits of more than a year overflow on some systems.
duration = number(float, lambda value: 0 < value <= 31_536_000, "seconds from above 0 to a year")
# At 1000, the weaker engine scores one point in 300.
elo = number(float, lambda value: -1000 <= value <= 1000, "an Elo difference from -1000 to 1000")
# At one half or more, a test is decided before it begins.
risk = number(float, lambda value: 0 < value < 0.5, "a probability between 0 and 0.5")


def engine_command(text: str) -> str:
    """Reads a command as a shell would. It must name a program."""
    with contextlib.suppress(ValueError):
        if shlex.split(text)[:1] not in ([], [""]):
            return text
    raise argparse.ArgumentTypeError(f"expected a command as for a shell; found {text!r}")


def player(text: str) -> str:
    """Reads a player (see `engine.recognized`)."""
    try:
        recognized(text)
    except EngineError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text


def engine_option(text: str) -> tuple[str, str]:
    """Reads an option of an engine."""
    name, equals, value = text.partition("=")
    if name.strip() and equals and text.isprintable():
        return name, value
    raise argparse.ArgumentTypeError(f"expected NAME=VALUE; found {text!r}")


def options_of(pairs: Iterable[tuple[str, object]]) -> dict[str, str]:
    """Returns the options of an engine. An Elo limits the strength unless the options say so."""
    options = {name: str(value) for name, value in pairs}
    names = set(map(str.lower, options))
    if "uci_elo" in names and "uci_limitstrength" not in names:
        options["UCI_LimitStrength"] = "true"
    return options


def output_file(text: str) -> pathlib.Path:
    """Reads the name of a file that can be written, possibly through links."""
    path = pathlib.Path(text)
    # Circular links raise a RuntimeError.
    with contextlib.suppress(OSError, RuntimeError):
        if path.name and path.resolve().name and not path.is_dir():
            return path
    raise argparse.ArgumentTypeError(f"expected a file; found {text!r}")
