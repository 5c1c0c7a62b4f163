//! Nodes for the solver's own tests.

use super::node::{Node, Settled};
pub(super) use crate::game::tests::sample::positions;

/// Returns the nodes of quiet positions met in random play.
pub(super) fn nodes(count: usize) -> impl Iterator<Item = Node> {
    positions()
        .filter_map(|position| match Settled::of(&position) {
            Settled::Quiet { node, .. } => Some(node),
            Settled::Decided(_) => None,
        })
        .take(count)
}
