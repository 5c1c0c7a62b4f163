"""An engine that plays: starts a player's command, sets options, asks for moves.

    with Engine("target/release/claimeven", {"Skill Level": "5"}) as engine:
        engine.new_game()
        column = engine.move(Board("4453"))

If an engine prints nothing, something else or an illegal move, or ends, that is an `EngineError`,
whose message contains what the engine printed. The process, its protocol and the time limits are
those of `claimeven.Engine`; `board.py` checks the moves.
"""

import pathlib
import re
import shlex
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass

import package  # noqa: F401, finds claimeven
from board import Board, IllegalMove
from claimeven import engine
from claimeven.engine import column_of
from claimeven.errors import EngineError
from claimeven.pipe import Pipe

HERE = pathlib.Path(__file__).resolve().parent
# Time limits in seconds: for `uciok` or `ugiok`, because machines may be busy, and for `readyok`
# and a move.
HANDSHAKE, ANSWER = 35.0, 60.0
COSTLY = re.compile("info string level .* costs more than .* Elo")


class Engine(engine.Engine):
    """A running engine. It ends with the `with` block."""

    def __init__(
        self,
        command: str,
        options: Mapping[str, engine.Option] | None = None,
        *,
        handshake: float = HANDSHAKE,
        answer: float = ANSWER,
    ) -> None:
        self.warning = ""
        """What claimeven has printed about a limit that costs its level much."""
        pipe = Pipe(words_of(command), command)
        super().__init__(pipe, options, timeout=answer, handshake=handshake)

    def set(self, options: Mapping[str, engine.Option]) -> None:
        """Sets options, which the engine must have, and the variant."""
        variants = self.declared.get("uci_variant")
        if variants is not None:
            # A file of variants adds to the declared ones, and must be read first.
            file = {name: value for name, value in options.items() if name == "VariantPath"}
            if not file and "cfour" not in variants.split():
                raise EngineError(f"{self.name} has no variant cfour, which VariantPath could add")
            options = file | {"UCI_Variant": "cfour"} | dict(options)
        for name in options:
            if name.lower() not in self.declared:
                raise EngineError(f"{self.name} has no option {name!r}")
        super().set(options)

    def new_game(self, seed: int | None = None) -> None:
        """Announces a new game. Engines with a `Skill Seed` repeat the game of a seed."""
        if seed is not None and "skill seed" in self.declared:
            super().set({"Skill Seed": seed})
        super().new_game()

    def move(self, board: Board, go: str = "") -> int:
        """Returns the column that the engine plays, a legal one, counted from 1."""
        words = " " + " ".join(board.moves) if self.protocol == "ugi" else board.words
        moves = f" moves{words}" if board.stones else ""
        *printed, answer = self.ask(f"position startpos{moves}", f"go {go}", word="bestmove")
        warnings = [line for line in printed if COSTLY.fullmatch(line)]
        self.warning = warnings[0].removeprefix("info string ") if warnings else self.warning
        try:
            column = column_of((*answer.split(), "")[1])
            if column not in board.legal():
                raise IllegalMove(f"expected one of the columns {board.legal()}")
        except (EngineError, IllegalMove) as error:
            after = board.moves or "the start"
            raise EngineError(f"{self.name} answered {answer!r} after {after}: {error}") from None
        return column


@dataclass(frozen=True)
class Agent:
    """A function that plays, through `uci_of_agent.py`."""

    file: pathlib.Path
    function: str
    """Its name; empty for the last function of the file."""


def words_of(player: str) -> list[str]:
    """Returns the words of the command that runs a player."""
    found = recognized(player)
    if isinstance(found, list):
        return found
    return [sys.executable, "-B", str(HERE / "uci_of_agent.py"), *shlex.split(player)]


def recognized(player: str) -> Agent | list[str]:
    """Returns the agent that a text names, or the words of the command of a program.

    All scripts take these players: the command of a UCI or UGI program, as for a shell; `FILE.py`
    with an agent; `FILE.py:FUNCTION`. A `FILE.py` that begins with `#!` or contains the word `uciok`
    or `ugiok` is a program, which need not be executable.
    """
    try:
        program, *more = words = shlex.split(player)
    except ValueError:
        raise not_a_player(repr(player)) from None
    if more or not (match := re.fullmatch(r"(.+\.py)(?::(\w+))?", program)):
        if shutil.which(program) is None:
            raise not_a_player(f"{player!r}, whose program {program!r} is not there")
        return words
    file, function = pathlib.Path(match[1]), match[2] or ""
    try:
        text = file.read_bytes()
    except OSError as error:
        raise not_a_player(f"{player!r}, which cannot be read: {error.strerror}") from None
    if function or not text.startswith(b"#!") and not re.search(rb"\bu[cg]iok\b", text):
        return Agent(file, function)
    interpreter = shlex.split(text.partition(b"\n")[0].removeprefix(b"#!").decode(errors="replace"))
    is_there = text.startswith(b"#!") and shutil.which((*interpreter, "")[0])
    return [*(interpreter if is_there else [sys.executable]), str(file)]


def not_a_player(found: str) -> EngineError:
    kinds = "the command of a UCI or UGI program, FILE.py with an agent, or FILE.py:FUNCTION"
    return EngineError(f"expected {kinds}; found {found}")
