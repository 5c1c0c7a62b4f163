//! The shared nodes above the one that a thread searches.
//!
//! What another thread proves may decide a node that this one is still below. This one sees it
//! after each shared move that took a while, and unwinds to that node.

use crate::solver::node::Node;
use crate::solver::tt::Table;
use crate::solver::types::{BestMove, Window};

/// A shared node that a thread is below.
struct SharedNode {
    node: Node,
    window: Window<i8>,
}

impl SharedNode {
    /// Its value and best move, if the table decides its window.
    fn decided(&self, table: &Table) -> Option<BestMove> {
        let bounds = self
            .node
            .static_bounds()
            .with(table.probe(self.node.tt_key())?);
        let value = bounds.decides(self.window)?;
        let column = bounds.table_move;
        Some(BestMove { value, column })
    }
}

/// A node that another thread has decided, and to which this one unwinds.
struct Decided {
    depth: usize,
    best: BestMove,
}

/// The shared nodes from the root down to the present one.
#[derive(Default)]
pub(crate) struct SharedStack {
    nodes: Vec<SharedNode>,
    decided: Option<Decided>,
}

impl SharedStack {
    /// Goes below a node; gives its depth for [`SharedStack::leave`].
    pub(crate) fn enter(&mut self, node: Node, window: Window<i8>) -> usize {
        self.nodes.push(SharedNode { node, window });
        self.nodes.len() - 1
    }

    /// Comes back to the node at `depth`: its value and best move, if it was the one to which the
    /// thread had to unwind.
    pub(crate) fn leave(&mut self, depth: usize) -> Option<BestMove> {
        self.nodes.truncate(depth);
        let decided = self.decided.take_if(|decided| decided.depth == depth);
        decided.map(|decided| decided.best)
    }

    /// Whether the table decides one of the nodes: then the thread has to unwind to the first.
    pub(crate) fn is_decided(&mut self, table: &Table) -> bool {
        let mut nodes = self.nodes.iter().enumerate();
        self.decided = nodes.find_map(|(depth, node)| {
            let best = node.decided(table)?;
            Some(Decided { depth, best })
        });
        self.decided.is_some()
    }
}
