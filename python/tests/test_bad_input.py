"""Whatever comes in, an error is one of the package, and never a panic."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import claimeven
from claimeven import Error, Position
from claimeven.records import parse

TEXTS = st.text() | st.text("0123456789/ .xoPpd[],\n-", max_size=120)
NUMBERS = st.integers(-(2**63), 2**63 - 1) | st.floats()
LISTS = st.recursive(NUMBERS | TEXTS | st.none(), st.lists, max_leaves=50)
ANYTHING = TEXTS | LISTS | st.binary() | st.dictionaries(TEXTS, NUMBERS) | st.just(object())


def accept(call: Any, *arguments: Any, **named: Any) -> None:
    """Calls a function, which may fail as documented."""
    try:
        call(*arguments, **named)
    except Error as error:
        assert error.reason and str(error)
        assert error.char is None or error.char >= 1
    except TypeError:
        pass


@given(ANYTHING)
def test_forms(form: Any) -> None:
    accept(Position, form)
    accept(claimeven.play, form, level=1)
    accept(claimeven.analyze_many, [form], hash=1, weak=True)
    accept(parse, form)


@given(TEXTS)
def test_games(text: str) -> None:
    # Short ones, because each is solved.
    moves = re.sub(r"\d{9,}", "", text)
    accept(claimeven.annotate, '[Event "?"]\n' + moves, weak=True)


SHAPES = st.sampled_from([(1, 42), (2, 6, 7), (1, 3, 6, 7), (1, 6, 7, 2), (1, 2, 6, 7), (42,), ()])


@given(
    st.one_of(
        arrays.arrays(dtype, SHAPES, elements=elements)
        for dtype, elements in [
            (np.int8, st.integers(-1, 3)),
            (np.uint64, st.integers(0, 2)),
            (np.float64, st.sampled_from([0, 1, 2, -1, 0.5, np.nan, np.inf, 1e300])),
            (np.bool_, st.booleans()),
        ]
    ),
    st.sampled_from([None, "openspiel", "pettingzoo", "planes", "?"]),
    st.sampled_from(["first", "mover", ""]),
    st.booleans(),
)
def test_arrays(boards: Any, layout: Any, relative: Any, bottom_up: bool) -> None:
    named = {"layout": layout, "relative": relative, "bottom_up": bottom_up}
    accept(claimeven.analyze_many, boards, hash=1, weak=True, threads=1, **named)
