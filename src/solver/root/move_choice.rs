//! The choice of the best move: the only one to choose, or the most central that keeps the value.

use crate::game::bitboard::{self, BOARD, centre_first};
use crate::game::{Column, Columns, Position};
use crate::solver::node::Node;
use crate::solver::search::Search;
use crate::solver::types::{Stopped, Window};

/// The best move: the only one, or the most central after which the side to move still has at least
/// `keep`; there is one.
pub(crate) fn best_root_move(
    search: &mut Search,
    position: &Position,
    keep: i8,
) -> Result<Column, Stopped> {
    match Choice::of(position) {
        Choice::Single(column) => Ok(column),
        Choice::Several(node) => most_central_keeping(search, position, &node, keep),
    }
}

/// The same, given the columns that keep the value.
pub(crate) fn best_of_ties(position: &Position, columns: Columns) -> Column {
    match Choice::of(position) {
        Choice::Single(column) => column,
        Choice::Several(node) => {
            let mut moves = centre_first(node.moves).map(Column::of_cell);
            let best = moves.find(|&column| columns.contains(column));
            best.unwrap_or_else(|| most_central(node.moves))
        }
    }
}

/// The most central move of a node after which the side to move still has at least `keep`.
pub(super) fn most_central_keeping(
    search: &mut Search,
    position: &Position,
    node: &Node,
    keep: i8,
) -> Result<Column, Stopped> {
    let mut best = (i8::MIN, most_central(node.moves));
    for cell in centre_first(node.moves) {
        let column = Column::of_cell(cell);
        let child = search.book.settle(&position.play(column));
        let value = -search.value(&child, Window::null(-keep))?;
        if value >= keep {
            return Ok(column);
        }
        best = best.max((value, column));
    }
    // Only a book with wrong scores leads here.
    Ok(best.1)
}

/// What the side to move in an unfinished position can choose from.
pub(crate) enum Choice {
    /// Nothing to choose: the most central winning move, the only move that does not lose at once,
    /// or, if every move loses at once, one that stops a win where it can.
    Single(Column),
    /// Two or more moves that do not lose at once.
    Several(Node),
}

impl Choice {
    /// Returns the moves to choose from in an unfinished position.
    pub(crate) fn of(position: &Position) -> Choice {
        let wins = position.winning_moves();
        if wins != 0 {
            return Choice::Single(most_central(wins));
        }
        let opponent_winning_cells = position.opponent_winning_cells();
        let moves = position.safe_moves();
        if moves == 0 {
            let playable = bitboard::playable(position.mask());
            let threats = opponent_winning_cells & playable;
            let left = if threats == 0 { playable } else { threats };
            return Choice::Single(most_central(left));
        }
        if moves.is_power_of_two() {
            return Choice::Single(most_central(moves));
        }
        Choice::Several(Node {
            mover: position.mover(),
            mask: position.mask(),
            opponent_winning_cells,
            moves,
            stones: position.stones(),
        })
    }
}

/// The most central of some cells.
pub(super) fn most_central(cells: u64) -> Column {
    debug_assert!(cells & BOARD != 0);
    let cell = centre_first(cells).next();
    Column::of_cell(cell.expect("a position that is not over has a playable cell"))
}
