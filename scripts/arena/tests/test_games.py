"""Games between engines of which one always plays column 4, and their points."""

import pathlib
import shlex
import sys
from collections.abc import Iterator

import pytest

from board import Board
from games import Pair, Player, keep_only, play, points_of_first
from tests.helpers import HERE


def test_points_are_those_of_the_first_player() -> None:
    for moves, first, points in [
        ("1212121", 0, 1),
        ("1212121", 1, 0),
        ("71212121", 0, 0),
        ("71212121", 1, 1),
        ("", 0, 0.5),
    ]:
        assert points_of_first(Board(moves), first) == points, moves


@pytest.fixture
def player(tmp_path: pathlib.Path) -> Iterator[Player]:
    words = [sys.executable, str(HERE / "fake_engine.py"), str(tmp_path)]
    yield Player("fake", shlex.join(words), go="nodes 1", seconds=2)
    keep_only(())


def test_an_engine_that_plays_an_illegal_move_twice_is_an_error(
    tmp_path: pathlib.Path, player: Player
) -> None:
    # The engine always plays column 4, which fills up.
    result = play(Pair((player, player), 0, "123"))
    assert "answered 'bestmove d' after 123444444: expected one of" in result.error
    assert result.games == []
    log = (tmp_path / "log").read_text(encoding="utf-8")
    assert log.count("uci\n") == 2, "it is started again once"


def test_a_pair_is_played_with_both_colors(player: Player) -> None:
    # Column 4 completes a four for the player who moves first.
    result = play(Pair((player, player), 7, "414141"))
    assert result.games == ["4141414", "4141414"]
    assert (result.points, result.rank) == ([1.0, 0.0], 2)
    keys = ["number", "opening", "players", "games", "points"]
    assert [*result.record()] == keys
