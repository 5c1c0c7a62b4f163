//! The input of the evaluation network.

use crate::game::Position;
use crate::game::bitboard;
use crate::solver::node::Node;

/// Planes of the input.
pub(crate) const PLANES: usize = 5;

/// A position as the evaluation network sees it: from the first player's side, because what
/// decides most games, who gets the odd rows, does not change with the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Inputs {
    /// The planes: the first player's stones, the second player's, the cells that would give the
    /// first player four, those that would give the second player four, and the playable cells,
    /// in the layout of [`bitboard`].
    pub(crate) cells: [u64; PLANES],
    /// Whether the first player is to move.
    pub(crate) first_to_move: bool,
}

impl Inputs {
    /// The input for a position.
    pub(crate) fn of(position: &Position) -> Inputs {
        Inputs::of_node(&Node {
            mover: position.mover(),
            mask: position.mask(),
            opponent_winning_cells: position.opponent_winning_cells(),
            moves: 0,
            stones: position.stones(),
        })
    }

    /// The input for a node.
    pub(crate) fn of_node(node: &Node) -> Inputs {
        let first_to_move = node.stones.is_multiple_of(2);
        let (mut stones, mut wins) = (
            [node.mover, node.mask ^ node.mover],
            [
                bitboard::winning_cells(node.mover, node.mask),
                node.opponent_winning_cells,
            ],
        );
        if !first_to_move {
            stones.reverse();
            wins.reverse();
        }
        let playable = bitboard::playable(node.mask);
        Inputs {
            cells: [stones[0], stones[1], wins[0], wins[1], playable],
            first_to_move,
        }
    }

    /// The input for the mirror image.
    pub(crate) fn mirror(&self) -> Inputs {
        Inputs {
            cells: self.cells.map(bitboard::mirror),
            first_to_move: self.first_to_move,
        }
    }
}
