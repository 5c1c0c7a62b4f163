//! The one source of moments in the process.
//!
//! The thread that reads stdin asks this clock when a line is complete, the event loop asks it when
//! an event comes, and the runner asks it when it reports. All other code receives moments as
//! arguments.

use std::time::Instant;

use crate::session::Moment;

/// A clock that starts with the process. Each thread has a copy.
#[derive(Debug, Clone, Copy)]
pub(super) struct ProcessClock(Instant);

impl ProcessClock {
    /// Creates a clock that reads [`Moment::START`] at `start`.
    pub(super) fn started(start: Instant) -> ProcessClock {
        ProcessClock(start)
    }

    pub(super) fn now(self) -> Moment {
        Moment::START + self.0.elapsed()
    }

    /// Converts a moment to the system's clock, for a timer.
    pub(super) fn instant(self, moment: Moment) -> Instant {
        self.0 + moment.since(Moment::START)
    }
}
