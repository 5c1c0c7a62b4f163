//! Many positions to search, on several threads, what is found being handed on.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::part::{Finding, Numbered, Part};
use crate::game::Position;
use crate::solver::{Solver, StopFlag};

/// Positions that one thread searches in a row.
const RUN: usize = 64;

/// How often what was found is handed on.
const TICK: Duration = Duration::from_secs(1);

/// Positions of one ply in some order, and what has to be found out about each.
pub trait Work: Sync {
    /// What is found out about a position.
    type Found: Finding;

    /// Stones of the positions.
    fn ply(&self) -> u8;

    /// How many positions there are.
    fn count(&self) -> usize;

    /// The positions that a part lacks, in the order in which to search them.
    fn remaining(&self, part: &Part<Self::Found>) -> Vec<usize>;

    /// A position, by its place in the order.
    ///
    /// # Panics
    /// There is no such place.
    fn position(&self, index: usize) -> Position;

    /// Searches a position; nothing is found when `stop` is set meanwhile.
    fn find(
        &self,
        solver: &mut Solver,
        position: &Position,
        stop: &StopFlag,
    ) -> Option<Self::Found>;
}

/// Searches what is `open` in `part`, one thread for each solver, and hands what
/// was found to `watch` every second. Ends early when `stop` is set.
pub fn search_positions<W: Work>(
    work: &W,
    open: &[usize],
    part: &mut Part<W::Found>,
    solvers: Vec<Solver>,
    stop: &StopFlag,
    mut watch: impl FnMut(&[Numbered<W::Found>]),
) {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut solver in solvers {
            let (next, sender) = (&next, sender.clone());
            scope.spawn(move || take_runs(work, &mut solver, (open, next), stop, &sender));
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

/// Searches one run after the other until none is left.
fn take_runs<W: Work>(
    work: &W,
    solver: &mut Solver,
    (open, next): (&[usize], &AtomicUsize),
    stop: &StopFlag,
    sender: &Sender<Numbered<W::Found>>,
) {
    loop {
        // Relaxed: the number itself is all that is shared.
        let begin = next.fetch_add(RUN, Ordering::Relaxed);
        if begin >= open.len() {
            return;
        }
        for &index in &open[begin..open.len().min(begin + RUN)] {
            let Some(found) = work.find(solver, &work.position(index), stop) else {
                return;
            };
            // The receiver lives as long as this scope.
            let _ = sender.send((index, found));
        }
    }
}

/// Takes what comes within a tick; whether no more will come.
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
