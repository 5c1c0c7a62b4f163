"""Random openings, and openings of a file."""

import contextlib
import io
import itertools

import pytest

from board import Board
from openings import random_openings, read_openings
from tests.helpers import Folder


def test_random_openings_differ_and_are_not_over() -> None:
    source = random_openings(8, 1)
    found = [next(source) for _ in range(500)]
    assert len({Board(opening).key() for opening in found}) == 500
    assert all(len(opening) == 8 and not Board(opening).over for opening in found)
    again = random_openings(8, 1)
    assert found[:9] == [next(again) for _ in range(9)]


def test_random_openings_end_when_no_new_one_is_found() -> None:
    assert [""] == [*random_openings(0, 1)]
    assert 4 == len([*random_openings(1, 1)])
    assert 25 == len([*random_openings(2, 1)])
    # Of 343 games of three stones, many reach the same position.
    games = ("".join(game) for game in itertools.product("1234567", repeat=3))
    assert len({Board(game).key() for game in games}) == len([*random_openings(3, 1)])
    assert [] == [*random_openings(42, 1)]


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (b"44\n48\n", ":2: expected one of the columns .*; found 8"),
        (b"1212121\n", ":1:"),
        (b"# none\n\n", ": expected openings; found none$"),
        (b"44\xff\n", ": expected UTF-8; found byte 0xff at 2$"),
    ],
)
def test_errors_of_a_file_have_their_place(runs: Folder, data: bytes, error: str) -> None:
    path = runs.folder / "openings"
    path.write_bytes(data)
    with pytest.raises(SystemExit, match=f"openings{error}"):
        read_openings(path)


def test_repeated_and_mirrored_positions_are_left_out(runs: Folder) -> None:
    path = runs.folder / "openings"
    path.write_text("# made by hand\n123\n\n321 0\n765\n123\n213\n", encoding="utf-8")
    with contextlib.redirect_stderr(io.StringIO()) as stderr:
        assert read_openings(path) == ["123", "213"]
    assert "left out 3 that repeat or mirror a position" in stderr.getvalue()
