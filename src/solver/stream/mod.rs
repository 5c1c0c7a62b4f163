//! A stream of positions, solved by several threads and answered in order.
//!
//! ```text
//!          positions, a bounded number
//!        ┌───────────────────────────────────────> solver threads ──┐ each with a solver,
//! Feed ──┤                                                          │ all on one table
//!        └───────────────────────────────────────> Answers <────────┘
//!          blocks of positions in order, a bounded number
//! ```
//!
//! A solver thread takes one position at a time, so that a hard one delays only its own thread. The
//! number of positions in flight is bounded: a feed that runs ahead waits. The caller supplies the
//! positions and takes the answers.

mod answers;
mod recent;
#[cfg(test)]
mod tests;

use std::fmt;
use std::io;
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

pub use answers::{Answered, Answers, Unanswered};

use crate::game::Position;
use crate::solver::{Analysis, AnalysisOptions, Solver, StopFlag};
use answers::Pending;
use recent::Recent;

/// The maximum number of blocks between the feed and the answers. With a thousand positions each,
/// they keep the other threads busy while one position takes a minute.
const WINDOW: usize = 256;

/// The maximum number of positions in the queue of the solver threads.
const QUEUE: usize = 4096;

/// A position to solve, with a tag. The tag of a question without a position also comes back in
/// order.
#[derive(Debug)]
pub struct Question<T> {
    /// Data of the caller, which comes back with the answer.
    pub tag: T,
    /// The position to solve.
    pub position: Option<Position>,
}

/// The input of the stream. Dropping it ends the stream.
pub struct Feed<T> {
    recent: Recent,
    work: Sender<Arc<SharedAnswer>>,
    pending: Sender<Vec<Pending<T>>>,
}

/// Leaves out the positions.
impl<T> fmt::Debug for Feed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Feed").finish_non_exhaustive()
    }
}

/// The error of a feed whose answers were dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed;

impl<T> Feed<T> {
    /// Feeds a block of questions. Waits if too many are in flight.
    ///
    /// # Errors
    /// Fails if the answers were dropped.
    pub fn push(&mut self, questions: Vec<Question<T>>) -> Result<(), Closed> {
        let mut pending = Vec::with_capacity(questions.len());
        for Question { tag, position } in questions {
            let asked = position.map(|position| (position, self.recent.answer(&position)));
            if let Some((_, found)) = &asked
                && !found.repeated
            {
                let answer = Arc::clone(&found.answer);
                self.work.send(answer).map_err(|_| Closed)?;
            }
            pending.push(Pending { tag, asked });
        }
        self.pending.send(pending).map_err(|_| Closed)
    }
}

/// Starts the solver threads and returns both ends of the stream.
///
/// # Errors
/// Fails if a thread cannot be started or there is not enough memory for it.
pub fn start<T: Send>(
    solver: &Solver,
    options: AnalysisOptions,
    threads: NonZeroUsize,
    stop: &StopFlag,
) -> io::Result<(Feed<T>, Answers<T>)> {
    let (work, positions) = bounded(QUEUE);
    let (pending, order) = bounded(WINDOW);
    // One waiting message is enough, because the receiver looks at all answers.
    let (bell, rung) = bounded(1);
    let failed = StopFlag::default();
    for _ in 0..threads.get() {
        let thread = SolverThread {
            solver: solver.sharing().map_err(io::Error::other)?,
            options,
            stop: stop.clone(),
            failed: failed.clone(),
            bell: bell.clone(),
        };
        let positions = positions.clone();
        thread::Builder::new()
            .name("solver".into())
            .spawn(move || thread.run(&positions))?;
    }
    let feed = Feed {
        recent: Recent::default(),
        work,
        pending,
    };
    Ok((feed, Answers::new(order, rung, stop.clone(), failed)))
}

/// A position and, once it is solved, its answer. All repetitions of the position share them.
pub(super) struct SharedAnswer {
    /// The position or its mirror image, whichever has the smaller key.
    position: Position,
    solved: OnceLock<Solved>,
}

/// An answer and the time of its search.
#[derive(Debug, Clone)]
struct Solved {
    answer: Analysis,
    time: Duration,
}

struct SolverThread {
    solver: Solver,
    options: AnalysisOptions,
    stop: StopFlag,
    /// Set when a solver thread panics.
    failed: StopFlag,
    bell: Sender<()>,
}

impl SolverThread {
    /// Solves positions until none is left or the stop flag is set.
    fn run(mut self, positions: &Receiver<Arc<SharedAnswer>>) {
        for shared in positions {
            let start = Instant::now();
            let position = &shared.position;
            let Some(answer) = self
                .solver
                .analyze_until(position, self.options, &self.stop)
            else {
                return;
            };
            let time = start.elapsed();
            // Cannot fail: no other thread has taken this position.
            let _ = shared.solved.set(Solved { answer, time });
            // A message for each of many positions would cost more than it helps.
            if positions.is_empty() {
                // If the channel is full, a message is already waiting.
                let _ = self.bell.try_send(());
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
