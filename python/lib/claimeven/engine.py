"""A running engine, which one program asks many things: limits, reports, stop.

    with Engine() as engine:
        engine.position("445332")
        print(engine.go(movetime=100).best)

Drives other engines that speak UCI or UGI, too. Standard library only: in a clone without the
extension, it drives the program that cargo builds.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shlex
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Optional, TypeVar, Union

from .errors import EngineError, InputError, Late, Rejected
from .pipe import Pipe

if TYPE_CHECKING:
    from ._native import Position

Option = Union[bool, int, str, "os.PathLike[str]"]
Self = TypeVar("Self", bound="Engine")

# Time limits in seconds: for the start, and for an answer beyond the limits of its search.
HANDSHAKE, ANSWER = 10.0, 60.0
# The most lines up to `uciok` and `ugiok`: one per option.
GREETING = 10_000
ERROR = "info string error "
# The ranges of the limits, as protocol.md has them. The longest time is 365 days.
LONGEST = 365 * 24 * 3600 * 1000
RANGES: dict[str, tuple[float, float]] = {
    "movetime": (1, LONGEST),
    "nodes": (1, 2**64 - 1),
    "depth": (1, 42),
    "mate": (1, 21),
    "clocks": (0, LONGEST),
    "increments": (0, LONGEST),
    "columns": (1, 7),
    "timeout": (0, float("inf")),
    "handshake": (0, float("inf")),
}


class Bounds(NamedTuple):
    """The proven bounds of the score of a column after a search that `stop` has ended.

    Attributes
    ----------
    lower, upper : int
        The least and the greatest score that the column can have.
    """

    lower: int
    upper: int


Value = Union[int, Bounds, None]
"""The proven value of a column: its score, bounds of it, or None if it cannot be played."""


@dataclass(frozen=True)
class Info:
    """A report of a search: one of its best lines.

    Attributes
    ----------
    rank : int
        The rank of the line; 1 is the best.
    depth : int
        The number of plies that the search has looked ahead.
    mate : int or None
        Proven: the number of own stones to the win; negative, of the opponent's to the loss.
    cp : int or None
        0 for a proven draw. With a `bound`, a proven win or loss. Otherwise a guess, in hundredths
        of the natural logarithm of the odds of winning.
    bound : str or None
        ``"lowerbound"`` or ``"upperbound"`` if the score is one.
    nodes, nps, hashfull, time : int
        The nodes visited, nodes per second, thousandths of the table in use, and milliseconds.
    pv : tuple of int
        The columns of the line, 1 to 7.
    """

    rank: int = 1
    depth: int = 0
    mate: Optional[int] = None
    cp: Optional[int] = None
    bound: Optional[str] = None
    nodes: int = 0
    nps: int = 0
    hashfull: int = 0
    time: int = 0
    pv: tuple[int, ...] = ()

    @classmethod
    def parse(cls, line: str) -> Optional[Info]:
        """Return the report in a line of the engine; None if the line is something else."""
        words = line.split()
        if words[:1] != ["info"] or words[1:2] == ["string"]:
            return None
        head, _, pv = " ".join(words[1:]).partition(" pv ")
        fields = head.split()
        numbers = {
            name: int(value)
            for name, value in zip(fields, fields[1:])
            if re.fullmatch(r"-?\d+", value)
        }
        bounds = [word for word in fields if word in ("lowerbound", "upperbound")]
        names = ("depth", "mate", "cp", "nodes", "nps", "hashfull", "time")
        known = {name: numbers[name] for name in names if name in numbers}
        return cls(
            rank=numbers.get("multipv", 1),
            bound=bounds[0] if bounds else None,
            pv=tuple(map(column_of, pv.split())),
            **known,
        )


@dataclass(frozen=True)
class Search:
    """The result of a search.

    Attributes
    ----------
    best : int or None
        The best column, 1 to 7; None if the game is over.
    ponder : int or None
        The expected reply, if the engine prints one.
    lines : tuple of Info
        The last reports of the lines, best first: as many as the option ``MultiPV`` asks for.
    """

    best: Optional[int]
    ponder: Optional[int]
    lines: tuple[Info, ...]


class Engine:
    """A running engine. It keeps its table from search to search, and ends with the `with` block.

    Parameters
    ----------
    command : str, sequence of str or Pipe, optional
        The command of the engine, as for a shell or as words, or the pipe to its process. By
        default it is the engine of this package; in a clone without the extension, the one in the
        variable ``ENGINE``, in ``target/release`` or on the path.
    options : mapping of str to value, optional
        Options of the engine, such as ``{"Hash": 256, "Skill Level": 5}``; ``protocol.md`` lists
        them.
    timeout : float
        The time in seconds for an answer, beyond the limits of its search.
    handshake : float
        The time in seconds for the start. An engine that does not answer in UCI in half of it is
        asked in UGI. A program that repeats its input, or prints 10,000 other lines, is an error at
        once.

    Attributes
    ----------
    name : str
        The name that the engine prints.
    protocol : str
        ``"uci"`` or ``"ugi"``.
    declared : dict of str to str
        What the engine prints about each option, such as ``"spin default 0 min 0 max 9"``, by its
        name in lower case.

    Raises
    ------
    EngineError
        If the engine does not start, ends, or does not answer in time.
    InputError
        If an argument cannot be used, such as a limit out of range.
    Rejected
        If the engine rejects an option, a position or a limit. `char` is the character of the
        position, otherwise of the line that was sent.

    Examples
    --------
    >>> import claimeven
    >>> with claimeven.Engine(options={"Hash": 16}) as engine:
    ...     engine.position("445332")
    ...     found = engine.go(nodes=5000)
    ...     found.best, found.lines[0].mate, engine.analyze()
    (4, 17, (-2, -4, 2, 2, -2, 2, 2))
    """

    def __init__(
        self,
        command: Union[str, Sequence[str], Pipe, None] = None,
        options: Optional[Mapping[str, Option]] = None,
        *,
        timeout: float = ANSWER,
        handshake: float = HANDSHAKE,
    ) -> None:
        _check("timeout", timeout)
        _check("handshake", handshake)
        self.timeout, self._handshake = timeout, handshake
        self.protocol = ""
        self.declared: dict[str, str] = {}
        self._unanswered: Optional[str] = None
        self.pipe = command if isinstance(command, Pipe) else _open(command)
        try:
            self._shake_hands()
            self.set({} if options is None else options)
        except BaseException:
            self.pipe.kill()
            self.pipe.close()
            raise

    @property
    def name(self) -> str:
        """Return the name that the engine prints, or its command."""
        return self.pipe.name

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, error: object, *_: object) -> None:
        if error:
            self.pipe.kill()
        self.close()

    def close(self) -> None:
        """End the engine, and its search."""
        with contextlib.suppress(EngineError):
            self.pipe.send("quit")
        self.pipe.close()

    def set(self, options: Mapping[str, Option]) -> None:
        """Set options, such as ``{"MultiPV": 3}``."""
        lines = [f"setoption name {name} value {_word(value)}" for name, value in options.items()]
        self._ask([*lines, "isready"], "readyok", max(self.timeout, self._handshake))

    def new_game(self) -> None:
        """Clear the table before the next search."""
        self._ask([f"{self.protocol}newgame", "isready"], "readyok")

    def position(
        self, position: Union[str, Position] = "", moves: Iterable[Union[int, str]] = ()
    ) -> None:
        """Set the position that the next search begins with.

        Parameters
        ----------
        position : str or Position
            Columns such as ``"4453"``, moves such as ``"d1 d2"``, a FEN, or a `Position`.
        moves : iterable of int or str
            More moves from there on. What a level overlooks depends on the moves.
        """
        text = position if isinstance(position, str) else getattr(position, "fen", None)
        if text is None:
            raise InputError(f"position: expected a text or a Position; found {position!r}")
        before, between = "position startpos moves ", " "
        if "/" in text:
            before, between = "position fen ", " " if " moves " in text else " moves "
        text = between.join(filter(None, (text, " ".join(map(str, moves)))))
        try:
            self._ask([before + text if text else "position startpos", "isready"], "readyok")
        except Rejected as error:
            if error.char is not None and error.char > len(before):
                error.char -= len(before)
            raise

    def go(
        self,
        *,
        movetime: Optional[int] = None,
        nodes: Optional[int] = None,
        depth: Optional[int] = None,
        mate: Optional[int] = None,
        clocks: Optional[tuple[int, int]] = None,
        increments: Optional[tuple[int, int]] = None,
        columns: Optional[Iterable[int]] = None,
        infinite: bool = False,
        on_info: Optional[Callable[[Info], object]] = None,
    ) -> Search:
        """Search the position. The first limit reached ends the search.

        Parameters
        ----------
        movetime : int, optional
            Milliseconds, at least 1.
        nodes, depth : int, optional
            The most nodes to visit, at least 1, and the most plies to look ahead, 1 to 42.
        mate : int, optional
            Look only for a win with at most this many own stones, 1 to 21.
        clocks, increments : tuple of int, optional
            Milliseconds on the clocks of the first and the second player, and those added per move.
        columns : iterable of int, optional
            Search only these columns.
        infinite : bool
            Do not answer before `stop`.
        on_info : callable, optional
            Called with each `Info` as it comes. It may call `stop`.

        Returns
        -------
        Search
            The best column and the best lines. Without limits, the score is exact.

        Notes
        -----
        After an exception, such as `KeyboardInterrupt` or one of `on_info`, the engine can be
        asked again: the search is stopped and its answer skipped.
        """
        limits = {"movetime": movetime, "nodes": nodes, "depth": depth, "mate": mate}
        for name, value in limits.items():
            _check(name, value)
        _check("clocks", *(clocks or ()))
        _check("increments", *(increments or ()))
        for names, values in (("wtime btime", clocks), ("winc binc", increments)):
            limits.update(zip(names.split(), values or ()))
        words = [f"{name} {value}" for name, value in limits.items() if value is not None]
        if infinite:
            words.append("infinite")
        if columns is not None:
            columns = tuple(columns)
            _check("columns", *columns)
            words.append("searchmoves " + " ".join(map(str, columns)))
        given = sum(value or 0 for value in (movetime, *(clocks or ()))) / 1000
        # A search without another limit ends when the position is solved.
        is_timed = bool(movetime or clocks)
        seconds = given + self.timeout if is_timed else float("inf")
        lines: dict[int, Info] = {}

        def report(line: str) -> None:
            info = Info.parse(line)
            if info is None or not info.pv:
                return
            if info.rank == 1:
                # Rank 1 begins a new block.
                lines.clear()
            lines[info.rank] = info
            if on_info is not None:
                on_info(info)

        answer = self._ask([" ".join(["go", *words])], "bestmove", seconds, report)[-1].split()
        best = None if answer[1:2] in ([], ["(none)"]) else column_of(answer[1])
        ponder = column_of(answer[3]) if answer[2:3] == ["ponder"] else None
        return Search(best, ponder, tuple(lines[rank] for rank in sorted(lines)))

    def analyze(self) -> tuple[Value, ...]:
        """Return the values of columns 1 to 7, proven.

        Returns
        -------
        tuple of (int, Bounds or None)
            The score of each column, with the option ``Solve`` set to ``weak`` 1, 0 or -1; None if
            the column cannot be played; after a `stop`, `Bounds` of a score that is not proven.
        """
        words = self._ask(["analyze"], "analysis", float("inf"))[-1].split()[1:]
        return tuple(_value(word.partition(":")[2]) for word in words)

    def stop(self) -> None:
        """End the search that runs. Any thread, and `on_info`, may call this."""
        self.pipe.send("stop")

    def ask(self, *lines: str, word: str) -> list[str]:
        """Send lines of the protocol. Return its output up to the line that begins with a word."""
        return self._ask(lines, word)

    def _ask(
        self,
        lines: Sequence[str],
        word: str,
        seconds: Optional[float] = None,
        report: Callable[[str], object] = lambda _: None,
    ) -> list[str]:
        self._skip_answer()
        self.pipe.send(*lines)
        self._unanswered = word
        seconds = self.timeout if seconds is None else seconds
        output = self._read_to(word, seconds, report)
        errors = [line[len(ERROR) :] for line in output if line.startswith(ERROR)]
        if errors:
            place = re.match(r"char (\d+): ", errors[0])
            reason = errors[0][place.end() :] if place else errors[0]
            raise Rejected(reason, int(place[1]) if place else None, self.name)
        return output

    def _shake_hands(self) -> None:
        """Begins with UCI and, after half the time, UGI. Either answer counts until its end."""
        seconds = self._handshake
        end = time.monotonic() + seconds
        deadline = end - seconds / 2
        self.pipe.send("uci")
        for _ in range(GREETING):
            try:
                word, _, rest = self.pipe.read(deadline).partition(" name ")
            except Late as late:
                if deadline == end:
                    wanted = f"expected uciok or ugiok within {seconds:g} s"
                    raise Late(f"{wanted}: {late.reason}") from None
                deadline = end
                self.pipe.send("ugi")
                continue
            if word in ("uci", "ugi"):
                raise EngineError(f"{self.name} is not an engine: it repeats its input")
            if word == "id":
                self.pipe.name = rest.strip() or self.name
            elif word == "option":
                name, _, declaration = rest.partition(" type ")
                self.declared[name.strip().lower()] = declaration
            elif word.strip() in ("uciok", "ugiok"):
                self.protocol = word.strip()[:3]
                return
        reason = f"it printed {GREETING} lines, but no uciok"
        raise EngineError(f"{self.name} is not an engine: {reason}")

    def _read_to(
        self, word: str, seconds: float, report: Callable[[str], object]
    ) -> list[str]:
        deadline, output = time.monotonic() + seconds, []
        while self._unanswered:
            try:
                line = self.pipe.read(deadline)
            except Late as late:
                raise Late(f"expected {word} within {seconds:g} s: {late.reason}") from None
            if line.split(maxsplit=1)[:1] == [word]:
                self._unanswered = None
            output.append(line)
            report(line)
        return output

    def _skip_answer(self) -> None:
        """Reads the answer to an earlier question, which an exception has left unread."""
        if word := self._unanswered:
            self.pipe.send("stop")
            self._read_to(word, self.timeout, lambda _: None)


def _open(command: Union[str, Sequence[str], None]) -> Pipe:
    if command is None:
        return Pipe(default_command(), "claimeven")
    words = shlex.split(command) if isinstance(command, str) else command
    if not words:
        raise InputError("command: expected a command; found none")
    return Pipe(words, command if isinstance(command, str) else None)


def column_of(move: str) -> int:
    """Return the column, 1 to 7, of a move such as ``4``, ``d``, ``d1`` or ``P@d1``.

    Examples
    --------
    >>> [column_of(move) for move in ("4", "d", "d1", "P@d1")]
    [4, 4, 4, 4]
    """
    found = re.fullmatch(r"(?:[Pp]@)?(?:([1-7])|([A-Ga-g])[1-6]?)", move)
    if found is None:
        raise EngineError(f"expected a move such as P@d1; found {move!r}")
    return int(found[1]) if found[1] else "abcdefg".index(found[2].lower()) + 1


def _check(name: str, *values: Optional[float]) -> None:
    """Fails at the first value that is out of the range of its name."""
    least, most = RANGES[name]
    for value in values:
        if value is not None and not least <= value <= most:
            raise InputError(f"{name}: expected {least} to {most}; found {value}")


def _value(text: str) -> Value:
    """Returns the value of a column in an ``analysis`` line."""
    if text == "-":
        return None
    outcomes = {"W": 1, "D": 0, "L": -1}
    try:
        ends = [outcomes[end] if end in outcomes else int(end) for end in text.split("..")]
        return ends[0] if len(ends) == 1 else Bounds(*ends)
    except (ValueError, TypeError):
        raise EngineError(f"expected a value such as -2, -4..2, W or -; found {text!r}") from None


def default_command() -> list[str]:
    """Return the command of the engine of this package, or of the clone that has this file."""
    package = Path(__file__).parent
    if importlib.util.find_spec("claimeven._native"):
        # Unlike -m, this cannot take a module of the working directory for this package.
        path = f"import sys; sys.path[0] = {str(package.parent)!r}"
        return [sys.executable, "-c", f"{path}; from claimeven.__main__ import main; main()"]
    if command := os.environ.get("ENGINE"):
        return [command] if Path(command).is_file() else shlex.split(command)
    built = package.resolve().parents[2] / "target" / "release" / "claimeven"
    found = shutil.which(str(built)) or shutil.which("claimeven")
    if found is None:
        raise EngineError("found no engine: build it with cargo build --release, or set ENGINE")
    return [found]


def _word(value: Option) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)
