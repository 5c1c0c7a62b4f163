//! Moments, which the caller of the session reads from a clock of its own.

use std::ops::Add;
use std::time::Duration;

/// A moment, as the time since the start of the process or another fixed moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Moment(Duration);

impl Moment {
    /// The moment from which all others are counted.
    pub const START: Moment = Moment(Duration::ZERO);

    /// Returns the time from `earlier` to this moment, or zero if `earlier` is later.
    #[must_use]
    pub fn since(self, earlier: Moment) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    fn add(self, time: Duration) -> Moment {
        Moment(self.0 + time)
    }
}
