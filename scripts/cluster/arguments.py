"""Types of arguments. An invalid value ends the program with an error of one line."""

import argparse
import contextlib
import pathlib
import shlex
from collections.abc import Callable
from typing import TypeVar

Number = TypeVar("Number", int, float)

# The default of commands: the engine of this repository.
ENGINE = shlex.quote(str(pathlib.Path(__file__).parents[2] / "target/release/claimeven"))


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


share = number(
    float,
    # Enough for one sample in a million.
    lambda value: value == 0 or 1e-6 <= value <= 1,
    "0 or a share from 0.000001 to 1",
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


def engine_option(text: str) -> str:
    """Reads an option of an engine."""
    name, equals, _ = text.partition("=")
    if name.strip() and equals and text.isprintable():
        return text
    raise argparse.ArgumentTypeError(f"expected NAME=VALUE; found {text!r}")


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Adds the engine of a run with one engine, and the share of its work that is done twice."""
    parser.add_argument("--engine", type=engine_command, default=ENGINE, metavar="COMMAND")
    parser.add_argument("--hash", type=whole(1), default=64, help="MiB of each worker's table")
    parser.add_argument("--again", type=share, default=0.001, help="share solved a second time")


def output_file(text: str) -> pathlib.Path:
    """Reads the name of a file that can be written, possibly through links."""
    path = pathlib.Path(text)
    # Circular links raise a RuntimeError.
    with contextlib.suppress(OSError, RuntimeError):
        if path.name and path.resolve().name and not path.is_dir():
            return path
    raise argparse.ArgumentTypeError(f"expected a file; found {text!r}")
