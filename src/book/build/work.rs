//! Searches many positions on several threads and reports the findings every second.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::part::{Finding, Numbered, Part};
use crate::book::slot::Decoder;
use crate::game::Position;
use crate::solver::{Solver, StopFlag};

/// The number of positions that one thread searches in a row.
const RUN: usize = 64;

/// The time between two reports.
const TICK: Duration = Duration::from_secs(1);

/// Numbered positions of one ply, and what a search finds about each.
pub trait Work: Sync {
    /// The result of searching one position.
    type Found: Finding;

    /// Returns the number of stones of the positions.
    fn ply(&self) -> u8;

    /// Returns the number of positions.
    fn count(&self) -> usize;

    /// Returns the positions that `part` lacks, in the order in which to search them.
    fn remaining(&self, part: &Part<Self::Found>) -> Vec<usize>;

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
    fn find(
        &self,
        solver: &mut Solver,
        position: &Position,
        stop: &StopFlag,
    ) -> Option<Self::Found>;
}

/// Searches positions on one thread per solver and adds the findings to `part`.
///
/// Calls `watch` with the new findings every second. Ends early if `stop` is set.
pub fn search_positions<W: Work>(
    work: &W,
    positions: &[usize],
    part: &mut Part<W::Found>,
    solvers: Vec<Solver>,
    stop: &StopFlag,
    mut watch: impl FnMut(&[Numbered<W::Found>]),
) {
    let runs_taken = AtomicUsize::new(0);
    // Relaxed: the counter publishes no other data.
    let take_run = || {
        positions
            .chunks(RUN)
            .nth(runs_taken.fetch_add(1, Ordering::Relaxed))
    };
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut solver in solvers {
            let sender = sender.clone();
            scope.spawn(move || {
                for &index in std::iter::from_fn(take_run).flatten() {
                    let Some(found) = work.find(&mut solver, &work.position(index), stop) else {
                        return;
                    };
                    // The receiver lives as long as this scope.
                    let _ = sender.send((index, found));
                }
            });
        }
        drop(sender);
        let mut over = false;
        while !over {
            let mut found = Vec::new();
            over = gather(&receiver, &mut found);
            for &(index, finding) in &found {
                part.set(index, finding);
            }
            watch(&found);
        }
    });
}

/// Receives findings for one tick; returns whether all senders are gone.
fn gather<T>(receiver: &Receiver<T>, found: &mut Vec<T>) -> bool {
    let end = Instant::now() + TICK;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        match receiver.recv_timeout(left) {
            Ok(finding) => found.push(finding),
            Err(RecvTimeoutError::Timeout) => return false,
            Err(RecvTimeoutError::Disconnected) => return true,
        }
    }
}
