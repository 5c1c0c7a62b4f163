//! Measures a step on a test set within a time budget.
//!
//! It works like [`crate::measure::bench`], and a second thread watches how long the process has worked: its
//! CPU time if the platform measures it, otherwise the wall clock.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use crate::game::Mode;
use crate::measure::bench::{self, Contender, Row};
use crate::measure::testset::TestSet;
use crate::solver::StopFlag;

/// The result of a step on a set: one cell of the ladder's table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measurement {
    /// The positions solved: the whole set unless the budget ran out.
    pub row: Row,
    /// Whether all positions of the set were solved within the budget.
    pub finished: bool,
}

/// The patience with a slow step. A measurement ends early if the share of the budget that it has
/// used exceeds `PATIENCE` times the share of the positions that it has solved, counting the
/// current one as solved. A hopeless step such as plain min-max therefore takes only a fraction of
/// the budget.
const PATIENCE: u32 = 10;

/// Time between two looks at the stop flag and the clock.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Settings of measurements.
#[derive(Debug, Clone, Copy)]
pub struct Measure<'a> {
    /// Mode in which positions are solved.
    pub mode: Mode,
    /// Time for one measurement, without clearing tables.
    pub budget: Duration,
    /// The flag that ends all measurements.
    pub stop: &'a StopFlag,
}

impl Measure<'_> {
    /// Solves a set like [`bench::run`], as far as the budget allows.
    pub fn measure(&self, solver: &mut dyn Contender, set: &TestSet) -> Measurement {
        let own_stop = StopFlag::default();
        let size = u32::try_from(set.cases.len()).unwrap_or(u32::MAX);
        let work = Work(Instant::now());
        let end = |solved, spent: Duration| {
            let left = self.allowance(solved, size).saturating_sub(spent);
            work.time().saturating_add(left)
        };
        let row = thread::scope(|scope| {
            let (deadlines, guarded) = mpsc::channel();
            let (flag, first) = (&own_stop, end(0, Duration::ZERO));
            scope.spawn(move || self.guard(flag, first, work, &guarded));
            bench::run(solver, set, self.mode, flag, &mut |row| {
                // The guard may have stopped the solver and ended.
                let _ = deadlines.send(end(row.positions, row.time));
            })
        });
        Measurement {
            // The guard looks only now and then, so a set may end after its budget and before
            // the guard's next look.
            finished: row.positions as usize == set.cases.len() && row.time <= self.budget,
            row,
        }
    }

    /// Returns the total time within which a measurement must solve its next position, if it has
    /// solved `solved` of `size` positions so far.
    fn allowance(&self, solved: u32, size: u32) -> Duration {
        let patience = PATIENCE.saturating_mul(solved + 1);
        self.budget.min(self.budget.saturating_mul(patience) / size)
    }

    /// Sets `flag` at the latest of the deadlines, unless the measurement is done before and drops
    /// their sender.
    fn guard(
        &self,
        flag: &StopFlag,
        mut deadline: Duration,
        work: Work,
        deadlines: &Receiver<Duration>,
    ) {
        loop {
            match deadlines.recv_timeout(LOOK_INTERVAL) {
                Ok(later) => deadline = later,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            if self.stop.is_stopped() || work.time() >= deadline {
                return flag.stop();
            }
        }
    }
}

/// A clock of the CPU time of this process, or of the wall-clock time since this clock was created.
#[derive(Clone, Copy)]
struct Work(Instant);

impl Work {
    fn time(self) -> Duration {
        ProcessTime::try_now().map_or_else(|_| self.0.elapsed(), |now| now.as_duration())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hopeless_measurement_ends_before_its_budget() {
        let measure = Measure {
            mode: Mode::Strong,
            budget: Duration::from_secs(60),
            stop: &StopFlag::default(),
        };
        for (solved, size, seconds) in [
            (0, 1, 60),
            (0, 10, 60),
            (0, 100, 6),
            (4, 100, 30),
            (9, 100, 60),
            (99, 100, 60),
            (99, 1000, 60),
        ] {
            let allowed = measure.allowance(solved, size);
            assert_eq!(allowed, Duration::from_secs(seconds), "{solved} of {size}");
        }
    }
}
