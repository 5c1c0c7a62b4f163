"""Exact Connect Four: the score of every column of one position or of a million.

>>> import claimeven
>>> claimeven.analyze("4453").scores
(-5, -5, -2, -3, -4, -2, -2)

A score is for the side to move: 1 is a win with the last of its 21 stones, 2 with the last but
one, up to 18; 0 is a draw; negative scores are wins of the opponent.

======================  ================================================================
`analyze`, `score`      one position
`analyze_many`          many positions, as arrays
`policy`                the same as targets for a network
`Position`              a position in any form; `play`, `legal`, `winner`, ...
`annotate`              the value of every move of a game
`grade`                 how well players play
`play`                  the move of a player with a known Elo
`Engine`                a running engine: limits, reports, stop; `AsyncEngine` for asyncio
`Error`                 the base class of all exceptions
======================  ================================================================
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Position
    from .aio import AsyncEngine
    from .analysis import Analysis, analyze, score
    from .engine import Engine, Info, Search
    from .errors import EngineError, Error, InputError, Late, Rejected
    from .games import Grade, Move, annotate, grade, play
    from .many import Analyses, analyze_many, policy

__all__ = [
    "Analyses",
    "Analysis",
    "AsyncEngine",
    "Engine",
    "EngineError",
    "Error",
    "Grade",
    "Info",
    "InputError",
    "Late",
    "Move",
    "Position",
    "Rejected",
    "Search",
    "analyze",
    "analyze_many",
    "annotate",
    "grade",
    "play",
    "policy",
    "score",
]

# The modules with these names: first those that need no extension, last the one that needs NumPy.
_MODULES = ("errors", "engine", "aio", "analysis", "games", "many")


def __getattr__(name: str) -> object:
    """Import a name when it is first used.

    So the command starts without NumPy, and in a clone without the extension the modules that need
    none can be imported.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    modules = (importlib.import_module(f".{module}", __name__) for module in _MODULES)
    found: object = next(vars(module)[name] for module in modules if name in vars(module))
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
