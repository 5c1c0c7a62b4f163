//! Searches many positions on several threads and hands on what it finds as it goes.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use super::part::{Finding, Numbered, Part};
use crate::game::Position;
use crate::solver::{Solver, StopFlag};

/// Positions that one thread searches in a row.
const RUN: usize = 64;

/// How often the findings are handed on.
const TICK: Duration = Duration::from_secs(1);

/// Numbered positions of one ply, and what has to be found about each.
pub trait Work: Sync {
    /// What is found about a position.
    type Found: Finding;

    /// The number of stones of the positions.
    fn ply(&self) -> u8;

    /// How many positions there are.
    fn count(&self) -> usize;

    /// The positions that `part` still lacks, in the order in which to search them.
    fn remaining(&self, part: &Part<Self::Found>) -> Vec<usize>;

    /// The position with a number.
    ///
    /// # Panics
    /// The number is not below [`Work::count`], or is that of a position that is not
    /// searched.
    fn position(&self, index: usize) -> Position;

    /// Searches a position; `None` when `stop` is set meanwhile.
    fn find(
        &self,
        solver: &mut Solver,
        position: &Position,
        stop: &StopFlag,
    ) -> Option<Self::Found>;
}

/// Searches positions on one thread for each solver and takes the findings into `part`.
///
/// Every second `watch` gets the new ones. Ends early when `stop` is set.
pub fn search_positions<W: Work>(
    work: &W,
    positions: &[usize],
    part: &mut Part<W::Found>,
    solvers: Vec<Solver>,
    stop: &StopFlag,
    mut watch: impl FnMut(&[Numbered<W::Found>]),
) {
    let queue = Queue::new(positions);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        for mut solver in solvers {
            let (queue, sender) = (&queue, sender.clone());
            scope.spawn(move || empty_queue(queue, work, &mut solver, stop, &sender));
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

/// Numbers of positions to search, which the threads take in runs.
struct Queue<'a> {
    positions: &'a [usize],
    runs_taken: AtomicUsize,
}

impl<'a> Queue<'a> {
    fn new(positions: &'a [usize]) -> Queue<'a> {
        Queue {
            positions,
            runs_taken: AtomicUsize::new(0),
        }
    }

    fn take_run(&self) -> Option<&'a [usize]> {
        // Relaxed: the counter publishes no other data.
        let run = self.runs_taken.fetch_add(1, Ordering::Relaxed);
        self.positions.chunks(RUN).nth(run)
    }
}

/// Searches runs of positions until none is left or `stop` is set.
fn empty_queue<W: Work>(
    queue: &Queue<'_>,
    work: &W,
    solver: &mut Solver,
    stop: &StopFlag,
    sender: &Sender<Numbered<W::Found>>,
) {
    while let Some(run) = queue.take_run() {
        for &index in run {
            let Some(found) = work.find(solver, &work.position(index), stop) else {
                return;
            };
            // The receiver lives as long as this scope.
            let _ = sender.send((index, found));
        }
    }
}

/// Receives findings for one tick; whether all senders are gone.
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
