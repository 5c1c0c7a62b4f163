//! Measures a step on a test set within a budget of time.
//!
//! Beside [`crate::bench`] it has a thread that watches how long the process has
//! worked: CPU time where the platform tells it, else the wall clock.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;

use super::Step;
use crate::bench::{self, Contender, Row};
use crate::game::Mode;
use crate::solver::StopFlag;
use crate::testset::TestSet;

/// One cell of the ladder's table: a step on a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measurement {
    /// The step.
    pub step: Step,
    /// What was solved: the whole set unless the budget ran out before.
    pub row: Row,
    /// Whether all positions of the set were solved within the budget.
    pub finished: bool,
}

/// A cell is given up when, the position in work included, it has brought less
/// than one in so many of the positions that its time should have brought: to see
/// that plain min-max will not do takes a fraction of the budget.
const PATIENCE: u32 = 10;

/// Time between two looks at the flag that ends everything.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// How cells are measured.
#[derive(Debug, Clone, Copy)]
pub struct Measure<'a> {
    /// What is asked for.
    pub mode: Mode,
    /// Time for one cell, without clearing tables.
    pub budget: Duration,
    /// Ends everything.
    pub stop: &'a StopFlag,
}

impl Measure<'_> {
    /// Solves a set as [`bench::run`] does, as far as the budget allows.
    pub fn cell(
        &self,
        step: Step,
        solver: &mut dyn Contender,
        set: &TestSet,
        watch: &mut dyn FnMut(&Row),
    ) -> Measurement {
        let cell_stop = StopFlag::default();
        let size = u32::try_from(set.cases.len()).unwrap_or(u32::MAX);
        let work = Work(Instant::now());
        let end = |solved, spent: Duration| {
            let left = self.allowance(solved, size).saturating_sub(spent);
            work.time().saturating_add(left)
        };
        let deadline = Mutex::new(end(0, Duration::ZERO));
        let row = thread::scope(|scope| {
            let (done, is_done) = mpsc::channel();
            let (flag, deadline) = (&cell_stop, &deadline);
            scope.spawn(move || self.guard(flag, deadline, work, &is_done));
            let row = bench::run(solver, set, self.mode, flag, &mut |row| {
                *deadline.lock().unwrap_or_else(PoisonError::into_inner) =
                    end(row.positions, row.time);
                watch(row);
            });
            drop(done);
            row
        });
        Measurement {
            step,
            // The guard looks now and then: a set may end between the end of the budget and
            // its look.
            finished: row.positions as usize == set.cases.len() && row.time <= self.budget,
            row,
        }
    }

    /// Time until the position after those solved has to be solved.
    fn allowance(&self, solved: u32, size: u32) -> Duration {
        let patience = PATIENCE.saturating_mul(solved + 1);
        self.budget.min(self.budget.saturating_mul(patience) / size)
    }

    /// Sets the cell's flag when its time is up, unless it is done before.
    fn guard(
        &self,
        flag: &StopFlag,
        deadline: &Mutex<Duration>,
        work: Work,
        is_done: &Receiver<()>,
    ) {
        while is_done.recv_timeout(LOOK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let end = *deadline.lock().unwrap_or_else(PoisonError::into_inner);
            if self.stop.is_stopped() || work.time() >= end {
                return flag.stop();
            }
        }
    }
}

/// Tells how long the process has worked, or at least since when it might have.
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
    fn a_hopeless_cell_ends_before_its_budget() {
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
