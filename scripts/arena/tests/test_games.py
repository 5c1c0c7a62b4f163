"""Games between engines of which one always plays column 4, and their points."""

import shlex
import sys
import unittest

from board import Board
from games import Pair, Player, keep_only, play, points_of_first
from tests.helpers import HERE, Folder


class Points(unittest.TestCase):
    def test_points_are_those_of_the_first_player(self) -> None:
        for moves, first, points in [
            ("1212121", 0, 1),
            ("1212121", 1, 0),
            ("71212121", 0, 0),
            ("71212121", 1, 1),
            ("", 0, 0.5),
        ]:
            self.assertEqual(points_of_first(Board(moves), first), points, moves)


class Games(Folder):
    def setUp(self) -> None:
        super().setUp()
        words = [sys.executable, str(HERE / "fake_engine.py"), str(self.folder)]
        self.player = Player("fake", shlex.join(words), go="nodes 1", seconds=2)
        self.addCleanup(keep_only, ())

    def pair(self, number: int, opening: str) -> Pair:
        return Pair((self.player, self.player), number, opening)

    def test_an_engine_that_plays_an_illegal_move_twice_is_an_error(self) -> None:
        # The engine always plays column 4, which fills up.
        result = play(self.pair(0, "123"))
        self.assertIn("answered 'bestmove d' after 123444444: expected one of", result.error)
        self.assertEqual(result.games, [])
        log = (self.folder / "log").read_text(encoding="utf-8")
        self.assertEqual(log.count("uci\n"), 2, "it is started again once")

    def test_a_pair_is_played_with_both_colors(self) -> None:
        # Column 4 completes a four for the player who moves first.
        result = play(self.pair(7, "414141"))
        self.assertEqual(result.games, ["4141414", "4141414"])
        self.assertEqual((result.points, result.rank), ([1.0, 0.0], 2))
        keys = ["number", "opening", "players", "games", "points"]
        self.assertEqual([*result.record()], keys)
