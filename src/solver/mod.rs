//! The solver: exact values by search, synchronous and without a clock.

mod limits;
mod report;

pub use limits::{Limits, StopFlag};
pub use report::{Bounds, Line, Mode, Observer, Report, Silent, Task};
