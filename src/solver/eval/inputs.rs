//! The input of the evaluation network.

#![cfg_attr(
    not(any(feature = "training", test)),
    expect(unreachable_pub, reason = "public with the feature `training`")
)]

use super::layer::{PLANES, planes};
use crate::game::bitboard;
use crate::solver::node::Node;

/// A position as the evaluation network sees it: always from the first player's side, whichever
/// side is to move. Most games are decided by which player gets the odd rows, and that does not
/// change with each move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EvalInput {
    /// The planes: the first player's stones, the second player's, the cells that would give the
    /// first player four, those that would give the second player four, and the playable cells,
    /// in the layout of `bitboard`.
    pub cells: [u64; PLANES],
    /// Whether the first player is to move.
    pub first_to_move: bool,
}

impl EvalInput {
    /// Returns the input for a node, which need not be settled.
    pub(crate) fn of_node(node: &Node) -> EvalInput {
        let first_to_move = node.stones.is_multiple_of(2);
        let mut cells = planes(node);
        if !first_to_move {
            cells.swap(0, 1);
            cells.swap(2, 3);
        }
        EvalInput {
            cells,
            first_to_move,
        }
    }

    /// Returns the input for the mirror image.
    #[must_use]
    pub fn mirror(&self) -> EvalInput {
        EvalInput {
            cells: self.cells.map(bitboard::mirror),
            first_to_move: self.first_to_move,
        }
    }
}
