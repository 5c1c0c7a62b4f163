"""Many positions: their scores as arrays."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Optional, Union

import numpy as np

from . import _native
from .analysis import Book, Form, Size, size_text
from .errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

Relative = Literal["first", "mover"]
Layout = Literal["openspiel", "pettingzoo", "planes"]

UNPLAYABLE = -128
"""The mark in `Analyses.scores` of a column that cannot be played."""

CELLS, ROWS, COLUMNS = 42, 6, 7
# The number of boards that are copied at a time.
BLOCK = 1 << 15
WANTED = "expected one of the marks 0, 1 and 2, or 0, 1 and -1"


class Analyses(NamedTuple):
    """The exact values of `n` positions, each for its side to move.

    Attributes
    ----------
    scores : ndarray of int8, shape (n, 7)
        The score of each column, -18 to 18; -128 if the column cannot be played. With `size`, there
        are as many as the board has columns, and higher ones.
    value : ndarray of int8, shape (n,)
        The score of each position.
    best_mask : ndarray of uint8, shape (n,)
        The columns that keep the score: bit 0 is column 1. 0 if the game is over. With `size` and
        more than eight columns, it has uint16.
    """

    scores: NDArray[np.int8]
    value: NDArray[np.int8]
    best_mask: NDArray[np.unsignedinteger[Any]]


class _Planes(NamedTuple):
    """A layout of boards as planes of 0 and 1."""

    shape: tuple[int, ...]
    axis: int
    first: int
    second: int
    empty: Optional[int]


_LAYOUTS = {
    "openspiel": _Planes((3, ROWS, COLUMNS), 1, 1, 0, 2),
    "pettingzoo": _Planes((ROWS, COLUMNS, 2), 3, 0, 1, None),
    "planes": _Planes((2, ROWS, COLUMNS), 1, 0, 1, None),
}
# The defaults of `relative` and `bottom_up`.
_CONVENTIONS: dict[Optional[Layout], tuple[Relative, bool]] = {
    "openspiel": ("mover", True),
    "pettingzoo": ("mover", False),
}


def analyze_many(
    positions: Union[Iterable[Form], NDArray[Any]],
    *,
    size: Optional[Size] = None,
    relative: Optional[Relative] = None,
    bottom_up: Optional[bool] = None,
    layout: Optional[Layout] = None,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> Analyses:
    """Find the score of every column of many positions, on all cores.

    Parameters
    ----------
    positions : iterable of forms, or array of numbers
        Positions in any form that `Position` accepts; or marks of shape (n, 42) or (n, 6, 7), of
        any type of number: 0 is an empty cell, 1 a stone of one side, 2 or -1 a stone of the
        other; or planes, see `layout`. With `size`, positions in any form that `analyze` accepts.
    size : str or tuple, optional
        The size of the boards, such as ``"9x7"`` or ``(9, 7)``. By default the usual board. Other
        sizes have no book, `relative`, `bottom_up` and `layout`, and a table of `hash` MiB for
        each thread.
    relative : {"first", "mover"}, optional
        The side of mark 1: the player who began, or the side to move. A board that fits only the
        other reading is an error. By default ``"first"``, or that of the layout.
    bottom_up : bool, optional
        Whether the first row is the ground and not the top. By default False, or that of the
        layout.
    layout : {"openspiel", "pettingzoo", "planes"}, optional
        Planes of 0 and 1 instead of marks. ``"openspiel"``: shape (n, 3, 6, 7), the stones of the
        opponent, those of the side to move, the empty cells; the ground row first.
        ``"pettingzoo"``: shape (n, 6, 7, 2), the stones of the side to move first; the top row
        first. ``"planes"``: shape (n, 2, 6, 7), the stones of the player who began first; the top
        row first. For `relative`, mark 1 is a stone of the first plane, with ``"openspiel"`` of the
        second.
    weak : bool
        Find only who wins: scores are 1, 0 and -1.
    book : bool or path
        True for the built-in book of openings, False for none, or the path of a book.
    hash : int
        The size of the table in MiB, shared by all threads.
    threads : int, optional
        The number of threads, one per core by default.
    progress : callable, optional
        Called about fifty times a second with the number of positions solved and the number of
        all. An exception that it raises ends the work.

    Returns
    -------
    Analyses
        The arrays `scores`, `value` and `best_mask`.

    Raises
    ------
    InputError
        If a position cannot be read; `index` is its index.
    KeyboardInterrupt
        At once after Ctrl-C.

    Notes
    -----
    The interpreter's lock is released: other threads of Python run during the work. Besides
    input and output, each position takes 23 bytes, and the table takes `hash`. Repetitions and
    mirror images of recent positions are solved only once.

    Examples
    --------
    >>> import numpy as np, claimeven
    >>> found = claimeven.analyze_many(["4453", "444444", "1212121"])
    >>> found.scores
    array([[  -5,   -5,   -2,   -3,   -4,   -2,   -2],
           [  -1,    0,    1, -128,    1,    0,   -1],
           [-128, -128, -128, -128, -128, -128, -128]], dtype=int8)
    >>> found.value, found.best_mask
    (array([ -2,   1, -18], dtype=int8), array([100,  20,   0], dtype=uint8))
    >>> board = np.zeros((6, 7), dtype=int)
    >>> board[5, 3] = 1
    >>> claimeven.analyze_many(board[None]).scores
    array([[-4, -2, -2, -1, -2, -2, -4]], dtype=int8)
    >>> claimeven.analyze_many(["4453", "33"], size="6x5").scores
    array([[-5, -4, -1,  0, -2, -4],
           [-2,  0,  0,  0,  0, -2]], dtype=int8)
    """
    if size is not None:
        if (relative, bottom_up, layout) != (None, None, None):
            raise InputError("size: expected no relative, bottom_up or layout with it")
        text = size_text(size, book)
        settings = (weak, False, hash, threads)
        return _analyses(*_native.analyze_many_sized(positions, text, settings, progress))
    batch = _native.Positions()
    if layout not in (None, *_LAYOUTS):
        names = ", ".join(map(repr, _LAYOUTS))
        raise InputError(f"layout: expected one of {names}; found {layout!r}")
    own = _CONVENTIONS.get(layout, ("first", False))
    relative = own[0] if relative is None else relative
    bottom_up = own[1] if bottom_up is None else bottom_up
    positions = rows(positions)
    numbers = _numbers(positions)
    boards: Iterable[NDArray[np.int8]] = ()
    if layout is not None:
        if numbers is None:
            raise InputError(f"layout: expected an array of numbers for {layout!r}")
        boards = _marks_of_planes(numbers, _LAYOUTS[layout])
    # A number by itself is not a form, which is an error with its index.
    elif numbers is not None and (numbers.ndim > 1 or numbers.shape == (CELLS,)):
        boards = _marks(numbers)
    else:
        _add_forms(batch, positions, relative, bottom_up)
    for marks in boards:
        batch.add_boards(marks.tobytes(), relative, bottom_up)
    return _analyses(COLUMNS, batch.solve((weak, book, hash, threads), progress))


def _analyses(columns: int, found: tuple[bytearray, bytearray]) -> Analyses:
    scores = np.frombuffer(found[0], np.int8).reshape(-1, columns)
    value = np.frombuffer(found[1], np.int8)
    best = np.packbits(scores == value[:, None], axis=1, bitorder="little")
    return Analyses(scores, value, best.view(np.uint8 if columns <= 8 else "<u2")[:, 0])


def policy(
    positions: Union[Iterable[Form], NDArray[Any]],
    *,
    temperature: float = 0.0,
    relative: Optional[Relative] = None,
    bottom_up: Optional[bool] = None,
    layout: Optional[Layout] = None,
    weak: bool = False,
    book: Book = True,
    hash: int = 64,
    threads: Optional[int] = None,
    progress: Optional[Callable[[int, int], object]] = None,
) -> NDArray[np.float32]:
    """Return the probability of each column under best play, as a target for a network.

    The other parameters and the errors are those of `analyze_many`.

    Parameters
    ----------
    temperature : float
        With 0, all best columns are equally likely. Otherwise the probabilities are the softmax
        of the scores divided by this number.

    Returns
    -------
    ndarray of float32, shape (n, 7)
        The probabilities of the columns. A row is 0 if the game is over; otherwise its sum is 1.

    Examples
    --------
    >>> import claimeven
    >>> claimeven.policy(["4453", "44"]).round(2)
    array([[0.  , 0.  , 0.33, 0.  , 0.  , 0.33, 0.33],
           [0.  , 0.  , 0.  , 1.  , 0.  , 0.  , 0.  ]], dtype=float32)
    >>> claimeven.policy(["44"], temperature=1.5).round(2)
    array([[0.04, 0.04, 0.09, 0.65, 0.09, 0.04, 0.04]], dtype=float32)
    """
    if not 0 <= temperature < np.inf:
        raise InputError(f"temperature: expected 0 or more; found {temperature}")
    found = analyze_many(
        positions,
        relative=relative,
        bottom_up=bottom_up,
        layout=layout,
        weak=weak,
        book=book,
        hash=hash,
        threads=threads,
        progress=progress,
    )
    if temperature == 0:
        bits = np.arange(COLUMNS, dtype=np.uint8)
        weights = (found.best_mask[:, None] >> bits & 1).astype(np.float32)
    else:
        # The best column has weight 1: no weight is too large, and the sum is not 0.
        costs = found.value[:, None].astype(np.float32) - found.scores
        weights = np.where(found.scores == UNPLAYABLE, 0, np.exp(-costs / temperature))
    total = weights.sum(axis=1, keepdims=True)
    return np.asarray(weights / np.where(total > 0, total, 1), np.float32)


def rows(forms: Iterable[Form]) -> Iterable[Form]:
    """Return the array of what NumPy can read, and other iterables as they are.

    Examples
    --------
    >>> rows(np.array([["44"], ["45"]])).tolist()
    ['44', '45']
    """
    if isinstance(forms, _native.Position) or not hasattr(forms, "__array__"):
        return forms
    try:
        array = np.asarray(forms)
    except Exception as error:
        raise InputError(f"NumPy cannot read the array: {error}") from error
    # A table with one column is that column.
    return array[:, 0] if array.shape[1:] == (1,) else array


def _numbers(positions: Iterable[Form]) -> Optional[NDArray[Any]]:
    """Returns an array of numbers; None for something else."""
    if not isinstance(positions, np.ndarray):
        return None
    # Packages have types of their own, such as bfloat16.
    is_number = np.can_cast(positions.dtype, np.float64, "same_kind")
    return positions if is_number else None


def _add_forms(
    batch: _native.Positions, forms: Iterable[Form], relative: Relative, bottom_up: bool
) -> None:
    try:
        batch.add(forms, relative, bottom_up)
    except InputError as error:
        if error.index == 0 and isinstance(forms, Sequence):
            with contextlib.suppress(InputError):
                _native.Position(forms, relative=relative, bottom_up=bottom_up)
                error.reason += "; for a single position, use [position]"
        raise


def _check_shape(boards: NDArray[Any], *shapes: tuple[int, ...]) -> None:
    if boards.shape[1:] in shapes:
        return
    wanted = " or ".join(f"(n, {', '.join(map(str, shape))})" for shape in shapes)
    error = InputError(f"expected an array of shape {wanted}; found {boards.shape}")
    if boards.shape in shapes:
        error.reason += "; for a single board, use board[None]"
    for name, layout in _LAYOUTS.items():
        if boards.shape[1:] == layout.shape:
            error.reason += f'; use layout="{name}"'
    raise error


def _blocks(boards: NDArray[Any]) -> Iterator[tuple[int, NDArray[Any]]]:
    for first in range(0, len(boards), BLOCK):
        yield first, boards[first : first + BLOCK]


def _marks(boards: NDArray[Any]) -> Iterator[NDArray[np.int8]]:
    _check_shape(boards, (CELLS,), (ROWS, COLUMNS))
    for first, block in _blocks(boards):
        cells = block.reshape(len(block), CELLS)
        with np.errstate(invalid="ignore"):
            marks = cells.astype(np.int8)
        _check(first, cells, marks == cells, WANTED)
        yield marks


def _marks_of_planes(boards: NDArray[Any], layout: _Planes) -> Iterator[NDArray[np.int8]]:
    _check_shape(boards, layout.shape)
    for first, block in _blocks(boards):
        planes = np.moveaxis(block, layout.axis, 1).reshape(len(block), -1, CELLS)
        for plane in np.moveaxis(planes, 1, 0):
            _check(first, plane, (plane == 0) | (plane == 1), "expected 0 or 1 in a plane")
        count = planes.sum(axis=1, dtype=np.int8)
        if layout.empty is None:
            _check(first, count, count <= 1, "expected at most one stone per cell")
        else:
            _check(first, count, count == 1, "expected a 1 in one plane per cell")
        ones, others = planes[:, layout.first], planes[:, layout.second]
        yield ones.astype(np.int8) + 2 * others.astype(np.int8)


def _check(first: int, cells: NDArray[Any], fits: NDArray[Any], wanted: str) -> None:
    """Fails at the first cell that does not fit. `first` is the index of the first board."""
    if fits.all():
        return
    board, cell = np.argwhere(~fits)[0].tolist()
    error = InputError(f"{wanted}; found {cells[board, cell]}", cell + 1)
    error.index = first + board
    raise error
