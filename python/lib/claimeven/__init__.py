"""Exact Connect Four: the score of every column of one position or of a million.

>>> import claimeven
>>> claimeven.analyze("4453").scores
(-5, -5, -2, -3, -4, -2, -2)

A score is for the side to move: 1 is a win with the last of its 21 stones, 2 with the last but
one, up to 18; 0 is a draw; negative scores are wins of the opponent.

======================  ================================================================
`analyze`, `score`      one position, with ``size=`` on a board of another size
`analyze_many`          many positions, as arrays, also with ``size=``
`policy`                the same as targets for a network
`Position`              a position in any form; `play`, `legal`, `winner`, ...
`why`                   why a side wins
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
    from ._native import __version__ as __version__
    from .aio import AsyncEngine as AsyncEngine
    from .analysis import Analysis as Analysis
    from .analysis import Position as Position
    from .analysis import SizedAnalysis as SizedAnalysis
    from .analysis import Why as Why
    from .analysis import analyze as analyze
    from .analysis import score as score
    from .analysis import why as why
    from .engine import Bounds as Bounds
    from .engine import Engine as Engine
    from .engine import Info as Info
    from .engine import Search as Search
    from .errors import EngineError as EngineError
    from .errors import Error as Error
    from .errors import InputError as InputError
    from .errors import Late as Late
    from .errors import Rejected as Rejected
    from .games import Grade as Grade
    from .games import Move as Move
    from .games import annotate as annotate
    from .games import grade as grade
    from .games import play as play
    from .many import Analyses as Analyses
    from .many import analyze_many as analyze_many
    from .many import policy as policy

_MODULES = {
    "aio": ["AsyncEngine"],
    "analysis": ["Analysis", "Position", "SizedAnalysis", "Why", "analyze", "score", "why"],
    "engine": ["Bounds", "Engine", "Info", "Search"],
    "errors": ["EngineError", "Error", "InputError", "Late", "Rejected"],
    "games": ["Grade", "Move", "annotate", "grade", "play"],
    "many": ["Analyses", "analyze_many", "policy"],
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = list(_HOMES)
_HOMES["__version__"] = "_native"


def __getattr__(name: str) -> object:
    """Import a name when it is first used.

    So the command starts without NumPy, and a clone without the extension has the modules that need
    none.
    """
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOMES})
