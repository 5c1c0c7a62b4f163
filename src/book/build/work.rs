//! Searches the positions of a work on several threads and reports the findings every second.

use std::convert::Infallible;
use std::thread;
use std::time::{Duration, Instant};

use super::findings::{Findings, Numbered};
use crate::book::slot::Decoder;
use crate::game::Position;
use crate::solver::many::{Answer, Question, Unanswered, start_with};
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
    pub fn search<F: Answer + Copy>(
        &self,
        findings: &mut Findings<F>,
        solvers: Vec<Solver>,
        find: fn(&mut Solver, &Position, &StopFlag) -> Option<F>,
        stop: &StopFlag,
        mut watch: impl FnMut(&[Numbered<F>]),
    ) {
        let started = start_with(solvers, find, stop);
        let (mut feed, mut answers) = started.expect("a thread can be started");
        let remaining: Vec<usize> = findings.missing().collect();
        let mut fresh = Vec::new();
        let mut report = |fresh: &mut Vec<Numbered<F>>| {
            for &(index, finding) in &*fresh {
                findings.set(index, finding);
            }
            watch(fresh);
            fresh.clear();
        };
        thread::scope(|scope| {
            scope.spawn(move || {
                let questions = remaining.into_iter().map(|index| Question {
                    tag: index,
                    position: Some(self.position(index)),
                });
                // After a stop, the other positions are not needed.
                let _ = feed.push_all(questions);
            });
            let mut reported = Instant::now();
            let Ok(ended) = answers.take_all(|answered| {
                fresh.extend(answered.and_then(|found| Some((found.tag, found.solved?.1))));
                if reported.elapsed() >= TICK {
                    report(&mut fresh);
                    reported = Instant::now();
                }
                Ok::<(), Infallible>(())
            });
            drop(answers);
            assert_ne!(ended, Err(Unanswered::Failed), "a solver thread panicked");
        });
        report(&mut fresh);
    }
}
