//! Nodes for the solver's own tests.

pub(in crate::solver) use crate::game::tests::sample::positions;
use crate::solver::node::{Node, Settled};

/// Returns the nodes of quiet positions met in random play.
pub(in crate::solver) fn nodes(count: usize) -> impl Iterator<Item = Node> {
    positions()
        .filter_map(|position| match Settled::of(&position) {
            Settled::Quiet { node, .. } => Some(node),
            Settled::Decided(_) => None,
        })
        .take(count)
}
