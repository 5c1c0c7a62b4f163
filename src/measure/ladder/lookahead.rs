//! Look-ahead: bounds and moves that a search knows before it plays a move. Pure.
//!
//! Scores are plain numbers here, in the unit of [`crate::game::Score`].

use super::board::{Board, ThreatBoard};
use crate::game::bitboard::CELLS;
use crate::game::{Column, Columns};

/// The result of looking ahead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// The score itself.
    Decided(i8),
    /// The moves to search, and the least and the greatest possible score.
    Open(Columns, [i8; 2]),
}

/// A way of looking ahead.
pub trait Lookahead<B> {
    /// Returns the score of a root that is decided before the search begins.
    fn at_the_root(board: &B) -> Option<i8>;
    /// Looks ahead from the position of any node.
    fn look(board: &B) -> Seen;
}

/// Steps 3 to 8: a full board is a draw, and a win with the next stone is seen.
///
/// Without such a win, the best possible result is a win with the mover's second stone.
#[derive(Debug)]
pub struct OwnWins;

impl<B: Board> Lookahead<B> for OwnWins {
    fn at_the_root(_: &B) -> Option<i8> {
        None
    }

    #[inline]
    fn look(board: &B) -> Seen {
        if board.stones() == CELLS {
            return Seen::Decided(0);
        }
        let moves = board.open_columns();
        if moves.iter().any(|column| board.wins(column)) {
            return Seen::Decided(win_next(board.stones()));
        }
        Seen::Open(moves, [-win_next(0), win_next(board.stones() + 2)])
    }
}

/// From step 9 on: moves that let the opponent win at once are never played.
///
/// The side to move can therefore not win at once at any node, and a win or a loss is seen two
/// plies earlier. The opponent's winning cells decide. If two of them are playable, or if the
/// forced reply is directly below another one, the position is lost. If one is playable, the reply
/// is forced. If none is, only the cells below winning cells are forbidden.
#[derive(Debug)]
pub struct LosingMoves;

impl<B: ThreatBoard> Lookahead<B> for LosingMoves {
    fn at_the_root(board: &B) -> Option<i8> {
        (board.winning_move_cells() != 0).then(|| win_next(board.stones()))
    }

    #[inline]
    fn look(board: &B) -> Seen {
        let stones = board.stones();
        let cells = board.safe_move_cells();
        if cells == 0 {
            return Seen::Decided(-win_next(stones + 1));
        }
        if stones + 2 >= CELLS {
            return Seen::Decided(0);
        }
        let holds = |column: &Column| column.cells() & cells != 0;
        let moves = Column::ALL.into_iter().filter(holds).collect();
        Seen::Open(moves, [-win_next(stones + 3), win_next(stones + 2)])
    }
}

/// Returns the score of a win with the next stone if `stones` are on the board.
pub(super) const fn win_next(stones: u8) -> i8 {
    ((CELLS + 1 - stones) / 2).cast_signed()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::Position;

    /// Finds the columns after which no reply wins by trying each of them.
    fn safe_columns(position: &Position) -> Columns {
        let safe = |column: &Column| {
            let next = position.play(*column);
            next.legal_columns().iter().all(|reply| !next.wins(reply))
        };
        position.legal_columns().iter().filter(safe).collect()
    }

    proptest! {
        #[test]
        fn safe_cells_are_those_after_which_no_reply_wins(
            moves in prop::collection::vec(0..7_usize, 0..42),
        ) {
            let mut position = Position::EMPTY;
            for column in moves.into_iter().map(|index| Column::ALL[index]) {
                if LosingMoves::at_the_root(&position).is_some() {
                    break;
                }
                let holds = |column: &Column| column.cells() & position.safe_move_cells() != 0;
                let safe: Columns = Column::ALL.into_iter().filter(holds).collect();
                prop_assert_eq!(safe, safe_columns(&position));
                if !position.can_play(column) {
                    break;
                }
                position = position.play(column);
            }
        }
    }
}
