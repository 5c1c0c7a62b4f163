//! Searches the positions of a work on several threads and reports the findings every second.

use std::time::{Duration, Instant};

use super::findings::{Findings, Numbered};
use crate::book::slot::Decoder;
use crate::game::Position;
use crate::solver::many::{Answer, Question, answer_each};
use crate::solver::{Solver, StopFlag};

/// The time between two reports.
const TICK: Duration = Duration::from_secs(1);

/// Positions of one ply, numbered in the order in which to search them.
#[derive(Debug)]
pub struct Work {
    /// The number of stones of the positions.
    pub(super) ply: u8,
    /// The slots of the positions.
    pub(super) slots: Vec<u32>,
}

impl Work {
    /// Returns the number of positions.
    #[must_use]
    pub fn count(&self) -> usize {
        self.slots.len()
    }

    /// Returns the position with this number.
    ///
    /// # Panics
    /// Panics if the number is not below [`Work::count`].
    #[must_use]
    pub fn position(&self, index: usize) -> Position {
        let position = Decoder::new(self.ply).position(self.slots[index]);
        position.expect("the slot of a position")
    }

    /// Searches the positions without findings on one thread per solver, and adds the findings.
    /// `find` searches a position; it returns `None` if the flag is set during the search.
    ///
    /// Calls `watch` with the new findings every second. Ends early if `stop` is set.
    ///
    /// # Panics
    /// Panics if a thread cannot be started.
    pub fn search<F: Answer<Position = Position> + Copy>(
        &self,
        findings: &mut Findings<F>,
        solvers: Vec<Solver>,
        find: fn(&mut Solver, &Position, &StopFlag) -> Option<F>,
        stop: &StopFlag,
        mut watch: impl FnMut(&[Numbered<F>]),
    ) {
        let remaining: Vec<usize> = findings.missing().collect();
        let questions = remaining.into_iter().map(|index| Question {
            tag: index,
            position: Some(self.position(index)),
        });
        let mut fresh = Vec::new();
        let mut report = |fresh: &mut Vec<Numbered<F>>| {
            for &(index, finding) in &*fresh {
                findings.set(index, finding);
            }
            watch(fresh);
            fresh.clear();
        };
        let mut reported = Instant::now();
        answer_each(solvers, find, stop, questions, |answered| {
            fresh.extend(answered.and_then(|found| Some((found.tag, found.solved?.1))));
            if reported.elapsed() >= TICK {
                report(&mut fresh);
                reported = Instant::now();
            }
        });
        report(&mut fresh);
    }
}
