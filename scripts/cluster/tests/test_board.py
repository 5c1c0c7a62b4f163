"""The referee's rules."""

import random
import unittest

from board import Board, IllegalMove, drops


class Rules(unittest.TestCase):
    def test_fours_in_every_direction_end_the_game(self) -> None:
        for moves in ("1212121", "1122334", "12234334544", "76654554344"):
            board = Board(moves)
            self.assertTrue(board.won, moves)
            self.assertGreaterEqual(len(board.four), 4)
            self.assertEqual(board.legal(), [])
            self.assertFalse(Board(moves[:-1]).over, moves)

    def test_illegal_moves_are_rejected(self) -> None:
        for moves in ("0", "8", "x", "4444444", "12121212"):
            with self.assertRaises(IllegalMove, msg=moves):
                Board(moves)

    def test_after_leaves_the_board_unchanged(self) -> None:
        board = Board("121212")
        self.assertTrue(board.after(1).won)
        self.assertEqual((board.moves, board.after(3).moves), ("121212", "1212123"))
        self.assertEqual(len(board.columns[0]), 3)

    def test_mirror_images_share_a_key_and_other_positions_do_not(self) -> None:
        for one, two in [("123", "321"), ("1", "7"), ("1124", "7764"), ("", "")]:
            self.assertEqual(Board(one).key, Board(two).key)
        for one, two in [("12", "21"), ("1", "2"), ("12", "67"), ("11", "1")]:
            self.assertNotEqual(Board(one).key, Board(two).key)

    def test_drops_contain_the_row(self) -> None:
        self.assertEqual(drops("4453"), ["P@d1", "P@d2", "P@e1", "P@c1"])

    def test_random_games_end_with_a_four_or_a_full_board(self) -> None:
        dice = random.Random(1)
        ends = {True: 0, False: 0}
        for _ in range(2000):
            board = Board.random(dice, 42)
            self.assertTrue(board.won or len(board.moves) == 42)
            ends[board.won] += 1
        self.assertTrue(all(ends.values()), ends)
