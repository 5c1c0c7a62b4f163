"""Arguments that are refused, by one line, when nothing could be done with them."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable
from typing import TypeVar

Number = TypeVar("Number", int, float)


def number(
    read: Callable[[str], Number], fits: Callable[[Number], bool], wanted: str
) -> Callable[[str], Number]:
    """Reads a number of one kind that fits."""

    def checked(text: str) -> Number:
        try:
            if fits(value := read(text)):
                return value
        except ValueError:
            pass
        raise argparse.ArgumentTypeError(f"expected {wanted}; found {text!r}")

    return checked


def whole(least: int) -> Callable[[str], int]:
    """Reads a whole number that is not less than another."""
    return number(int, lambda value: value >= least, f"a whole number from {least} on")


share = number(float, lambda value: 0 <= value <= 1, "a share from 0 to 1")
duration = number(float, lambda value: 0 < value < math.inf, "seconds, more than 0")
# From one half on a test would be decided before it begins.
risk = number(float, lambda value: 0 < value < 0.5, "a chance of more than 0 and less than 0.5")
