//! What ends a search before its proof: budgets given with the task, and a flag
//! that another thread may set at any time. No clock: deadlines set the flag.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Budgets of one search: the first one used up ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes to visit at most.
    pub nodes: Option<u64>,
    /// Plies to look ahead at most; what lies beyond is estimated.
    pub depth: Option<u8>,
    /// Only a win with at most this many own stones is of interest.
    pub mate: Option<u8>,
}

/// Set by anyone, seen by the search within a fraction of a millisecond.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search that holds a clone of this flag to end.
    pub fn stop(&self) {
        // Relaxed: the flag publishes no other data.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        // Relaxed: the flag publishes no other data.
        self.0.load(Ordering::Relaxed)
    }
}

/// A search ended before its answer was proven; unwinds with `?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;
