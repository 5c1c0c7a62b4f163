//! Measures a step on a test set within a budget of time.
//!
//! Beside [`crate::bench`] it knows the wall clock, and a thread that watches it.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::Step;
use crate::bench::{self, Contender, Row, TestSet};
use crate::solver::{Mode, StopFlag};

/// One cell of the ladder's table: a step on a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The step.
    pub step: Step,
    /// What was solved: the whole set unless the budget ran out before.
    pub row: Row,
    /// Whether all positions of the set were solved.
    pub finished: bool,
}

/// Time between two looks at the flag that ends everything.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// How cells are measured.
#[derive(Debug, Clone, Copy)]
pub struct Measure<'a> {
    /// What is asked for.
    pub mode: Mode,
    /// Time for one cell: CPU time for the positions that are solved, wall time
    /// for the one in work.
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
    ) -> Cell {
        let cell_stop = StopFlag::default();
        let deadline = Mutex::new(self.end(Duration::ZERO));
        let row = thread::scope(|scope| {
            let (done, is_done) = mpsc::channel();
            let (flag, end) = (&cell_stop, &deadline);
            scope.spawn(move || self.guard(flag, end, &is_done));
            let row = bench::run(solver, set, self.mode, flag, &mut |row| {
                set_deadline(end, self.end(row.time));
                watch(row);
            });
            drop(done);
            row
        });
        Cell {
            step,
            finished: row.positions as usize == set.cases.len(),
            row,
        }
    }

    /// When the budget is used up, `spent` being used so far; `None` for a budget
    /// beyond what a clock can show.
    fn end(&self, spent: Duration) -> Option<Instant> {
        Instant::now().checked_add(self.budget.saturating_sub(spent))
    }

    /// Sets the cell's flag when its time is up, unless it is done before.
    fn guard(&self, flag: &StopFlag, deadline: &Mutex<Option<Instant>>, is_done: &Receiver<()>) {
        while is_done.recv_timeout(LOOK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            let end = *deadline.lock().unwrap_or_else(PoisonError::into_inner);
            if self.stop.is_stopped() || end.is_some_and(|end| Instant::now() >= end) {
                return flag.stop();
            }
        }
    }
}

fn set_deadline(deadline: &Mutex<Option<Instant>>, end: Option<Instant>) {
    *deadline.lock().unwrap_or_else(PoisonError::into_inner) = end;
}
