//! Random positions for the solver's own tests.

use super::node::{Node, Settled};
use crate::game::{Column, Position};

/// Positions met in random play, none of them finished: the same ones each time.
pub(super) fn positions() -> impl Iterator<Item = Position> {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut position = Position::EMPTY;
    std::iter::from_fn(move || {
        loop {
            // Marsaglia's xorshift: enough to choose a column.
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let column = Column::ALL[(seed >> 33) as usize % Column::ALL.len()];
            if position.is_over() {
                position = Position::EMPTY;
            } else if position.can_play(column) {
                position = position.play(column);
                if !position.is_over() {
                    return Some(position);
                }
            }
        }
    })
}

/// Quiet positions met in random play.
pub(super) fn nodes(count: usize) -> impl Iterator<Item = Node> {
    positions()
        .filter_map(|position| match Settled::of(&position) {
            Settled::Open { node, .. } => Some(node),
            Settled::Decided(_) => None,
        })
        .take(count)
}
