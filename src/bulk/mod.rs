//! A stream of positions, solved by several threads and answered in order.
//!
//! ```text
//!          blocks of work, a copy for every worker
//!        ┌───────────────────────────────────────> workers ──┐ each with a solver,
//! Feed ──┤                                                   │ all over one table
//!        └───────────────────────────────────────> Answers <─┘
//!          the same blocks in order, so many at most
//! ```
//!
//! Workers take one position at a time, so that a hard one holds up only its own
//! thread. The number of positions in flight is bounded: a feed that runs ahead has to wait.
//! Knows the game and the solver; names of positions and the use of answers are the
//! caller's.

mod answers;
mod recent;
#[cfg(test)]
mod tests;

use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

pub use answers::{Answered, Answers, Unanswered};

use crate::game::Position;
use crate::solver::{Analysis, AnalysisOptions, Solver, StopFlag};
use answers::Pending;
use recent::Recent;

/// The most blocks between the feed and the answers: with a thousand positions each, they
/// keep the other threads busy while one position takes a minute.
const WINDOW: usize = 256;

/// The most blocks that wait in the workers' queue, per worker.
const QUEUE: usize = 4;

/// A position to solve, with a tag. A question without a position is passed through, so
/// that its tag keeps its place.
#[derive(Debug)]
pub struct Question<T> {
    /// The caller's own data, which comes back with the answer.
    pub tag: T,
    /// What to solve.
    pub position: Option<Position>,
}

/// The end of the stream where questions go in. Dropping it ends the stream.
pub struct Feed<T> {
    recent: Recent,
    work: Sender<Arc<Block>>,
    workers: usize,
    pending: Sender<Vec<Pending<T>>>,
}

/// The answers were dropped, so nobody reads them any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed;

impl<T> Feed<T> {
    /// Feeds a block of questions; waits while too many are in flight.
    ///
    /// # Errors
    /// The answers were dropped.
    pub fn push(&mut self, questions: Vec<Question<T>>) -> Result<(), Closed> {
        let mut answers = Vec::new();
        let pending = questions.into_iter().map(|question| {
            let asked = question.position.map(|position| {
                let found = self.recent.answer(&position);
                if !found.repeated {
                    answers.push(Arc::clone(&found.answer));
                }
                (position, found)
            });
            let tag = question.tag;
            Pending { tag, asked }
        });
        let pending = pending.collect();
        if !answers.is_empty() {
            let block = Arc::new(Block::new(answers));
            for _ in 0..self.workers {
                self.work.send(Arc::clone(&block)).map_err(|_| Closed)?;
            }
        }
        self.pending.send(pending).map_err(|_| Closed)
    }
}

/// Starts the threads. Questions that are fed come out answered, in the same order.
///
/// # Errors
/// No thread can be started, or there is no memory for it.
pub fn start<T: Send>(
    solver: &Solver,
    options: AnalysisOptions,
    threads: NonZeroUsize,
    stop: &StopFlag,
) -> io::Result<(Feed<T>, Answers<T>)> {
    let workers = threads.get();
    let (work, blocks) = bounded(QUEUE * workers);
    let (pending, order) = bounded(WINDOW);
    // A capacity of one will do: whoever hears the bell looks at everything.
    let (bell, rung) = bounded(1);
    let failed = StopFlag::default();
    for _ in 0..workers {
        let worker = SolverThread {
            solver: solver.sharing().map_err(io::Error::other)?,
            options,
            stop: stop.clone(),
            failed: failed.clone(),
            bell: bell.clone(),
        };
        let blocks = blocks.clone();
        thread::Builder::new()
            .name("solver".into())
            .spawn(move || worker.run(&blocks))?;
    }
    let feed = Feed {
        recent: Recent::default(),
        work,
        workers,
        pending,
    };
    Ok((feed, Answers::new(order, rung, stop.clone(), failed)))
}

/// A position with its answer once there is one, shared by all its repetitions.
pub(super) struct SharedAnswer {
    /// The position or its mirror image, whichever has the smaller key.
    position: Position,
    solved: OnceLock<Solved>,
}

/// An answer and how long it took.
#[derive(Debug, Clone)]
struct Solved {
    answer: Analysis,
    time: Duration,
}

/// Positions that were fed together.
struct Block {
    answers: Vec<Arc<SharedAnswer>>,
    /// Index of the first answer that no worker has taken.
    next: AtomicUsize,
    /// How many answers are not solved.
    left: AtomicUsize,
}

impl Block {
    fn new(answers: Vec<Arc<SharedAnswer>>) -> Block {
        Block {
            next: AtomicUsize::new(0),
            left: AtomicUsize::new(answers.len()),
            answers,
        }
    }

    /// Takes a answer for one worker.
    fn claim(&self) -> Option<&SharedAnswer> {
        // Relaxed: the channel has published the answers.
        let taken = self.next.fetch_add(1, Ordering::Relaxed);
        self.answers.get(taken).map(Arc::as_ref)
    }

    /// Counts a solved answer; returns whether it was the last.
    fn finish_one(&self) -> bool {
        // Relaxed: each answer publishes its own answer.
        self.left.fetch_sub(1, Ordering::Relaxed) == 1
    }
}

struct SolverThread {
    solver: Solver,
    options: AnalysisOptions,
    stop: StopFlag,
    /// Set when a worker panics.
    failed: StopFlag,
    bell: Sender<()>,
}

impl SolverThread {
    /// Solves until there are no more blocks or the stop flag is set.
    fn run(mut self, blocks: &Receiver<Arc<Block>>) {
        for block in blocks {
            while let Some(shared) = block.claim() {
                let start = Instant::now();
                let position = &shared.position;
                let Some(answer) = self.solver.analyse(position, self.options, &self.stop) else {
                    return;
                };
                let time = start.elapsed();
                // Cannot fail: no other worker has this answer.
                let _ = shared.solved.set(Solved { answer, time });
                if block.finish_one() {
                    // A full channel means that the bell rings already.
                    let _ = self.bell.try_send(());
                }
            }
        }
    }
}

impl Drop for SolverThread {
    fn drop(&mut self) {
        if thread::panicking() {
            self.failed.stop();
        }
    }
}
