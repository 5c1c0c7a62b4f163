//! The one source of moments.
//!
//! The shell reads it at its edges: the reader when a line is complete, the event loop when an
//! event comes, the worker when it checks its deadline. Everything else is handed the moment.

use std::time::Instant;

use crate::session::Moment;

/// The one source of moments, started with the process and copied to each thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stopwatch(Instant);

impl Stopwatch {
    /// A stopwatch that reads [`Moment::START`] at `at`.
    pub(super) fn started(at: Instant) -> Stopwatch {
        Stopwatch(at)
    }

    pub(super) fn now(self) -> Moment {
        Moment::START + self.0.elapsed()
    }

    /// The same moment on the system's clock, for a timer.
    pub(super) fn instant(self, moment: Moment) -> Instant {
        self.0 + moment.since(Moment::START)
    }
}
