"""Players of the pool that need no package."""

import pytest

from board import Board
from players import AlphaBeta, open_pairs


@pytest.mark.parametrize(
    ("moves", "column", "why"),
    [
        ("", 4, "the most central of equal moves"),
        ("121212", 1, "wins with the next stone"),
        ("12121", 1, "blocks the opponent's next stone"),
        ("4455", 3, "wins with the stone after that: both ends of the row are open"),
    ],
)
def test_alpha_beta_sees_what_is_near(moves: str, column: int, why: str) -> None:
    assert AlphaBeta(4)(moves) == column, why


def test_pairs_count_in_each_line_that_is_open() -> None:
    board = Board("4152")
    first, second = board.last ^ board.all, board.last
    # Columns 4 and 5 are in the lines from 3 and from 4; the only line with 1 and 2 is not open.
    assert (open_pairs(first, second), open_pairs(second, first)) == (2, 0)
