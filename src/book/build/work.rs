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

/// Numbered positions of one ply, and what a search finds about each.
pub trait Work: Sync + 'static {
    /// The result of searching one position.
    type Found: Answer + Copy;

    /// Returns the number of stones of the positions.
    fn ply(&self) -> u8;

    /// Returns the number of positions.
    fn count(&self) -> usize;

    /// Returns the positions without findings, in the order in which to search them.
    fn remaining(&self, findings: &Findings<Self::Found>) -> Vec<usize>;

    /// Returns the slot of the position with this number.
    ///
    /// # Panics
    /// Panics if the number is not below [`Work::count`], or if the work does not search the
    /// position.
    fn slot(&self, index: usize) -> u32;

    /// Returns the position with this number.
    ///
    /// # Panics
    /// Panics like [`Work::slot`].
    fn position(&self, index: usize) -> Position {
        Decoder::new(self.ply())
            .position(self.slot(index))
            .expect("the slot of a position")
    }

    /// Searches a position; returns `None` if `stop` is set during the search.
    fn find(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<Self::Found>;
}

/// Searches positions on one thread per solver and adds the findings.
///
/// Calls `watch` with the new findings every second. Ends early if `stop` is set.
///
/// # Panics
/// Panics if a thread cannot be started.
pub fn search_positions<W: Work>(
    work: &W,
    positions: &[usize],
    findings: &mut Findings<W::Found>,
    solvers: Vec<Solver>,
    stop: &StopFlag,
    mut watch: impl FnMut(&[Numbered<W::Found>]),
) {
    let started = start_with(solvers, W::find, stop);
    let (mut feed, mut answers) = started.expect("a thread can be started");
    let mut fresh = Vec::new();
    let mut report = |fresh: &mut Vec<Numbered<W::Found>>| {
        for &(index, finding) in &*fresh {
            findings.set(index, finding);
        }
        watch(fresh);
        fresh.clear();
    };
    thread::scope(|scope| {
        scope.spawn(move || {
            let questions = positions.iter().map(|&index| Question {
                tag: index,
                position: Some(work.position(index)),
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
