"""The exceptions of the package. All have one base class, `Error`."""

from __future__ import annotations

from typing import Optional


class Error(Exception):
    """An error of the engine, or of what it was given.

    Attributes
    ----------
    reason : str
        The message without the place.
    char : int or None
        The character of the text at which the error is, counted from 1. For an array, the number
        of the cell, counted from 1 in the order of the array.
    line : int or None
        The line of the text, counted from 1.
    index : int or None
        The index of the position, counted from 0, if there are several.
    """

    def __init__(
        self, reason: str, char: Optional[int] = None, line: Optional[int] = None
    ) -> None:
        super().__init__(reason, char, line)
        self.reason = reason
        self.char = char
        self.line = line
        self.index: Optional[int] = None

    def __str__(self) -> str:
        words = []
        if self.index is not None:
            words.append(f"index {self.index}")
        if self.line is not None and self.line > 1:
            words.append(f"line {self.line}")
        if self.char is not None:
            words.append(f"char {self.char}")
        return f"{', '.join(words)}: {self.reason}" if words else self.reason


class InputError(Error, ValueError):
    """A position, a game or an argument that the engine cannot use."""


class EngineError(Error):
    """A running `Engine` ended or did not answer as it should."""


class Late(EngineError):
    """A running `Engine` did not answer in time."""


class Rejected(EngineError):
    """A running `Engine` rejected a command. The text of the error begins with its name."""

    def __init__(self, reason: str, char: Optional[int] = None, name: Optional[str] = None) -> None:
        super().__init__(reason, char)
        self.name = name

    def __str__(self) -> str:
        return f"{self.name}: {super().__str__()}" if self.name else super().__str__()
