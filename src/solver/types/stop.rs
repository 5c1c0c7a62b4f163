//! How a search is stopped from outside, and how it unwinds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
