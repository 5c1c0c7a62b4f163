//! What the threads of one search share, beside the table.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::busy::BusyTable;
use super::root_bounds::RootBounds;
use crate::solver::types::StopFlag;

/// Nodes so many plies below the root, or deeper, are not shared.
pub(super) const SHARED_PLIES: u8 = 12;

/// The root's bounds, the busy children, the count of nodes, and the end of the helpers.
pub(crate) struct SharedContext {
    pub(crate) root_bounds: RootBounds,
    /// The children being searched; no places for a single thread.
    pub(crate) busy: BusyTable,
    /// Nodes that all threads together may visit.
    pub(crate) node_limit: Option<u64>,
    /// Nodes of all threads, as far as they were added.
    nodes: AtomicU64,
    /// Threads share nodes with fewer stones than this: 0 as long as there is but one thread.
    shared_stones: AtomicU8,
    /// The value of `shared_stones` while there are helpers.
    helped_stones: u8,
    /// Set when the helpers are to end; not made where there are none. (Made for each search, it
    /// would take 7 % of End-Easy's time.)
    helpers_stop: OnceLock<StopFlag>,
}

// Relaxed throughout: the values are advice, and counts that publish nothing.
impl SharedContext {
    /// The context of a search with so many threads below a root of `stones` stones.
    pub(crate) fn new(threads: usize, stones: u8, node_limit: Option<u64>) -> SharedContext {
        SharedContext {
            root_bounds: RootBounds::new(stones),
            busy: BusyTable::new(threads),
            node_limit,
            nodes: AtomicU64::new(0),
            shared_stones: AtomicU8::new(0),
            helped_stones: stones + SHARED_PLIES,
            helpers_stop: OnceLock::new(),
        }
    }

    /// Whether threads share the children of a node with so many stones.
    #[inline]
    pub(crate) fn shares(&self, stones: u8) -> bool {
        stones < self.shared_stones.load(Ordering::Relaxed)
    }

    /// Adds nodes of a thread to those of all.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The nodes added so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// The flag that ends the helpers.
    pub(super) fn helpers_stop(&self) -> &StopFlag {
        self.helpers_stop.get_or_init(StopFlag::default)
    }

    /// Lets threads share nodes from now on.
    pub(super) fn begin_sharing(&self) {
        // A thread that sees it later shares later.
        self.shared_stones
            .store(self.helped_stones, Ordering::Relaxed);
    }

    /// Ends the helpers: the main thread goes on alone.
    pub(crate) fn stop_helpers(&self) {
        if let Some(stop) = self.helpers_stop.get() {
            stop.stop();
        }
        self.shared_stones.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
impl AsRef<SharedContext> for SharedContext {
    fn as_ref(&self) -> &SharedContext {
        self
    }
}
