//! A moment, counted from the start of the process. Whoever runs the session reads a clock and
//! hands the moment in; the session needs no clock.

use std::ops::Add;
use std::time::Duration;

/// A moment, as the time since the start of the process or any other fixed moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// The moment from which all others are counted.
    pub const START: Moment = Moment(Duration::ZERO);

    /// The time from `earlier` to this moment; zero if `earlier` is later.
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
