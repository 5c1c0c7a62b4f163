//! Static proofs: what a position cannot exceed, and why.

use super::node::Node;
use crate::game::bitboard::{BOARD, has_four};

/// Stones from which on a side may have run out of lines.
const LINES_LAST_UNTIL: u8 = 18;

/// Proven bounds of a node's value, for its side to move.
///
/// **No line left.** A side whose stones and all empty cells together hold no
/// four cannot win any more.
#[inline]
pub(super) fn no_line_left(node: &Node, lower: &mut i8, upper: &mut i8) {
    if node.stones < LINES_LAST_UNTIL {
        return;
    }
    let empty = BOARD ^ node.mask;
    if !has_four(node.mover | empty) {
        *upper = 0.min(*upper);
    }
    if !has_four(node.mask ^ node.mover | empty) {
        *lower = 0.max(*lower);
    }
}
