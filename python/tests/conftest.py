"""What several tests use."""

from __future__ import annotations

import random
import shutil
import signal
import sysconfig
from collections.abc import Callable, Iterator
from typing import Any

import hypothesis
import pytest

import claimeven

# The first example imports what it needs, and a loaded machine takes long for any.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")

# A job in the background of a shell ignores Ctrl-C, as do the programs that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)


def random_moves(count: int, seed: int, least: int = 0, most: int = 41) -> Iterator[str]:
    """Yields the moves of unfinished games, by the rules of the package."""
    dice = random.Random(seed)
    while count:
        position, moves = claimeven.Position(), ""
        for _ in range(dice.randint(least, most)):
            column = dice.choice(position.legal)
            position, moves = position.play(column), moves + str(column)
            if position.is_over:
                break
        else:
            count -= 1
            yield moves


def error_of(call: Callable[..., object], *arguments: Any, **named: Any) -> claimeven.InputError:
    """Returns the error of a call."""
    with pytest.raises(claimeven.InputError) as error:
        call(*arguments, **named)
    return error.value


@pytest.fixture(scope="session")
def command() -> str:
    """The command that the wheel has put next to the interpreter."""
    found = shutil.which("claimeven", path=sysconfig.get_path("scripts"))
    assert found, "the command is not installed"
    return found
