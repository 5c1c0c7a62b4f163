//! The shared nodes above the node that a thread searches.
//!
//! The proof of another thread may decide a node that this thread is still below. After each shared
//! move that takes a while, this thread checks for such proofs, and unwinds to the decided node.

use crate::solver::node::Node;
use crate::solver::tt::Table;
use crate::solver::types::{BestMove, Window};

/// The shared nodes from the root down to the current node.
#[derive(Default)]
pub(crate) struct SharedStack {
    nodes: Vec<(Node, Window<i8>)>,
    /// The depth and the best move of a node that another thread has decided. This thread unwinds
    /// to it.
    decided: Option<(usize, BestMove)>,
}

impl SharedStack {
    /// Pushes a node before its children are searched. Returns its depth for
    /// [`SharedStack::leave`].
    pub(crate) fn enter(&mut self, node: Node, window: Window<i8>) -> usize {
        self.nodes.push((node, window));
        self.nodes.len() - 1
    }

    /// Pops all nodes down to the one at `depth`. Returns its value and best move if the thread was
    /// unwinding to it.
    pub(crate) fn leave(&mut self, depth: usize) -> Option<BestMove> {
        self.nodes.truncate(depth);
        let decided = self.decided.take_if(|(decided, _)| *decided == depth);
        decided.map(|(_, best)| best)
    }

    /// Whether the table decides one of the nodes. If so, the thread must unwind to the first such
    /// node.
    pub(crate) fn is_decided(&mut self, table: &Table) -> bool {
        let mut nodes = self.nodes.iter().enumerate();
        self.decided = nodes.find_map(|(depth, (node, window))| {
            let entry = table.probe(node.tt_key())?;
            let best = node.static_bounds().with(entry).decides(*window)?;
            Some((depth, best))
        });
        self.decided.is_some()
    }
}
