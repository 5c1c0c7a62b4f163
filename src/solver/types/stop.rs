//! The stop flag, and how a search unwinds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set by anyone, seen by the search within a fraction of a millisecond.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

/// A flag that something else sets, too, such as a signal.
impl From<Arc<AtomicBool>> for StopFlag {
    fn from(flag: Arc<AtomicBool>) -> StopFlag {
        StopFlag(flag)
    }
}

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

/// The present work ends without an answer: by the stop flag or a limit, at the end of a slice, or
/// because another thread has answered the window or decided a node above. Unwinds with `?`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stopped;
