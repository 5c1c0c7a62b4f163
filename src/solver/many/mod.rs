//! Many positions, solved by several threads and answered in order.
//!
//! ```text
//!          positions, a bounded number
//!        ┌───────────────────────────────────────> solver threads ──┐ each with a solver
//! Feed ──┤                                                          │
//!        └───────────────────────────────────────> Answers <────────┘
//!          blocks of positions in order, a bounded number
//! ```
//!
//! A solver thread takes one position at a time, so that a hard one delays only its own thread. The
//! number of positions in flight is bounded: a feed that runs ahead waits. The caller supplies the
//! positions and takes the answers. [`analyzing`] makes the function that analyzes positions;
//! [`start_with`] has any solvers and any kind of answer.
//!
//! | File | Contents |
//! |-|-|
//! | `answers` | the answers, in the order of their questions |
//! | `recent` | solves repeated positions and mirror images only once |
//! | `analyze_all` | `Solver::analyze_all`: all in one call |

#[cfg(not(target_family = "wasm"))]
mod analyze_all;
mod answers;
mod recent;
#[cfg(test)]
mod tests;

use std::convert::Infallible;
use std::fmt;
use std::hash::Hash;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

pub use answers::{Answered, Answers, Unanswered};

use crate::game::{Position, Score};
use crate::solver::{Analysis, AnalysisOptions, Solver, StopFlag};
use answers::Pending;
use recent::Recent;

/// The maximum number of blocks between the feed and the answers. With a thousand positions each,
/// they keep the other threads busy while one position takes a minute.
const WINDOW: usize = 256;

/// The maximum number of positions in the queue of the solver threads.
const QUEUE: usize = 4096;

/// The answer to a position.
pub trait Answer: Clone + Send + Sync + 'static {
    /// The type of the positions, which may repeat.
    type Position: Copy + fmt::Debug + Eq + Hash + Send + Sync + 'static;

    /// Returns the position to solve: the position or its mirror image, always the same of the two, and
    /// whether it is the mirror image. By default, a mirror image is another question.
    #[must_use]
    fn canonical(position: &Self::Position) -> (Self::Position, bool) {
        (*position, false)
    }

    /// Returns the answer to the mirror image of the position.
    #[must_use]
    fn mirror(&self) -> Self {
        self.clone()
    }

    /// Sets the nodes that the answer took to zero, if it has them.
    fn count_no_nodes(&mut self) {}
}

impl Answer for Analysis {
    type Position = Position;

    fn canonical(position: &Position) -> (Position, bool) {
        position.canonical()
    }

    fn mirror(&self) -> Analysis {
        Analysis::mirror(self)
    }

    fn count_no_nodes(&mut self) {
        self.nodes = 0;
    }
}

impl Answer for Score {
    type Position = Position;

    fn canonical(position: &Position) -> (Position, bool) {
        position.canonical()
    }
}

/// A position to solve, with a tag. The tag of a question without a position also comes back in
/// order.
#[derive(Debug)]
pub struct Question<T, P = Position> {
    /// Data of the caller, which comes back with the answer.
    pub tag: T,
    /// The position to solve.
    pub position: Option<P>,
}

/// The input of the solver threads. Dropping it ends them.
#[derive(Debug)]
pub struct Feed<T, A: Answer = Analysis> {
    recent: Recent<A>,
    queue: SyncSender<Arc<SharedAnswer<A>>>,
    queued: Arc<AtomicUsize>,
    pending: SyncSender<Vec<Pending<T, A>>>,
}

/// The error of a feed whose answers were dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Closed;

impl<T, A: Answer> Feed<T, A> {
    /// Feeds a block of questions. Waits if too many are in flight.
    ///
    /// # Errors
    /// Fails if the answers were dropped.
    pub fn push(&mut self, questions: Vec<Question<T, A::Position>>) -> Result<(), Closed> {
        let mut pending = Vec::with_capacity(questions.len());
        for Question { tag, position } in questions {
            let asked = position.map(|position| (position, self.recent.answer(&position)));
            if let Some((_, found)) = &asked
                && !found.repeated
            {
                // Relaxed: the number publishes no other data.
                self.queued.fetch_add(1, Ordering::Relaxed);
                let answer = Arc::clone(&found.answer);
                self.queue.send(answer).map_err(|_| Closed)?;
            }
            pending.push(Pending { tag, asked });
        }
        self.pending.send(pending).map_err(|_| Closed)
    }

    /// Feeds all questions, in blocks.
    ///
    /// # Errors
    /// Fails if the answers were dropped.
    pub fn push_all(
        &mut self,
        questions: impl IntoIterator<Item = Question<T, A::Position>>,
    ) -> Result<(), Closed> {
        let mut questions = questions.into_iter().peekable();
        while questions.peek().is_some() {
            self.push(questions.by_ref().take(BLOCK).collect())?;
        }
        Ok(())
    }
}

/// The number of questions in a block of [`Feed::push_all`].
const BLOCK: usize = 512;

/// Starts threads like [`start_with`], with solvers that share the table of one.
///
/// # Errors
/// Fails if a thread cannot be started or there is not enough memory for it.
pub fn start<T, A: Answer>(
    solver: &Solver,
    solve: impl Fn(&mut Solver, &A::Position, &StopFlag) -> Option<A> + Clone + Send + 'static,
    threads: NonZeroUsize,
    stop: &StopFlag,
) -> io::Result<(Feed<T, A>, Answers<T, A>)> {
    let solvers = (0..threads.get()).map(|_| solver.sharing());
    let solvers = solvers
        .collect::<Result<_, _>>()
        .map_err(io::Error::other)?;
    start_with(solvers, solve, stop)
}

/// Answers questions like [`start_with`]. Passes each answer to `take`, and `None` when the next
/// answer is not ready. Ends early if `stop` is set.
///
/// # Panics
/// Panics if a thread cannot be started.
pub(crate) fn answer_each<T: Send, A: Answer>(
    solvers: Vec<Solver>,
    solve: impl Fn(&mut Solver, &A::Position, &StopFlag) -> Option<A> + Clone + Send + 'static,
    stop: &StopFlag,
    questions: impl Iterator<Item = Question<T, A::Position>> + Send,
    mut take: impl FnMut(Option<Answered<T, A>>),
) {
    let started = start_with(solvers, solve, stop);
    let (mut feed, mut answers) = started.expect("a thread can be started");
    thread::scope(|scope| {
        // Fails only after a stop, when no more answers are taken.
        scope.spawn(move || feed.push_all(questions));
        let Ok(ended) = answers.take_all(|answered| {
            take(answered);
            Ok::<(), Infallible>(())
        });
        // The feed may wait for room.
        drop(answers);
        assert_ne!(ended, Err(Unanswered::Failed), "a solver thread panicked");
    });
}

/// Returns a function that analyzes positions.
pub fn analyzing(
    options: impl Fn(&Position) -> AnalysisOptions + Clone,
) -> impl Fn(&mut Solver, &Position, &StopFlag) -> Option<Analysis> + Clone {
    move |solver, position, stop| solver.analyze_until(position, options(position), stop).ok()
}

/// Starts a thread for each solver, which answers positions with `solve`, and returns both ends.
/// `solve` returns `None` only if the stop flag is set.
///
/// # Errors
/// Fails if a thread cannot be started.
pub fn start_with<T, A: Answer, S: Send + 'static>(
    solvers: Vec<S>,
    solve: impl Fn(&mut S, &A::Position, &StopFlag) -> Option<A> + Clone + Send + 'static,
    stop: &StopFlag,
) -> io::Result<(Feed<T, A>, Answers<T, A>)> {
    let (queue, positions) = sync_channel(QUEUE);
    let (pending, blocks) = sync_channel(WINDOW);
    // One waiting message is enough, because the receiver looks at all answers.
    let (bell, rung) = sync_channel(1);
    let failed = StopFlag::default();
    let queued = Arc::new(AtomicUsize::new(0));
    let positions = Arc::new(Mutex::new(positions));
    for solver in solvers {
        let thread = SolverThread {
            solver,
            positions: Arc::clone(&positions),
            queued: Arc::clone(&queued),
            stop: stop.clone(),
            failed: failed.clone(),
            bell: bell.clone(),
        };
        let solve = solve.clone();
        thread::Builder::new()
            .name("solver".into())
            .spawn(move || thread.run(solve))?;
    }
    let feed = Feed {
        recent: Recent::default(),
        queue,
        queued,
        pending,
    };
    let answers = Answers {
        blocks,
        block: Vec::new().into_iter(),
        next: None,
        bell: rung,
        stop: stop.clone(),
        failed,
    };
    Ok((feed, answers))
}

/// A position and, once it is solved, its answer. All repetitions of the position share them.
#[derive(Debug)]
pub(super) struct SharedAnswer<A: Answer> {
    /// The position or its mirror image.
    position: A::Position,
    solved: OnceLock<Solved<A>>,
}

/// An answer and the time of its search.
#[derive(Debug)]
struct Solved<A> {
    answer: A,
    time: Duration,
}

struct SolverThread<A: Answer, S> {
    solver: S,
    positions: Arc<Mutex<Receiver<Arc<SharedAnswer<A>>>>>,
    /// The number of positions that wait for a thread.
    queued: Arc<AtomicUsize>,
    stop: StopFlag,
    /// Set when a solver thread panics.
    failed: StopFlag,
    bell: SyncSender<()>,
}

impl<A: Answer, S> SolverThread<A, S> {
    /// Solves positions until none is left or the stop flag is set.
    fn run(mut self, solve: impl Fn(&mut S, &A::Position, &StopFlag) -> Option<A>) {
        while let Some(shared) = self.next() {
            let start = Instant::now();
            let Some(answer) = solve(&mut self.solver, &shared.position, &self.stop) else {
                return;
            };
            let time = start.elapsed();
            // Cannot fail: no other thread has taken this position.
            let _ = shared.solved.set(Solved { answer, time });
            // A message for each of many positions would cost more than it helps.
            if self.queued.load(Ordering::Relaxed) == 0 {
                // If the channel is full, a message is already waiting.
                let _ = self.bell.try_send(());
            }
        }
    }

    /// Takes the next position; waits if there is none yet. Returns `None` at the end.
    fn next(&self) -> Option<Arc<SharedAnswer<A>>> {
        // Nothing panics while it holds the lock.
        let positions = self
            .positions
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let next = positions.recv().ok()?;
        self.queued.fetch_sub(1, Ordering::Relaxed);
        Some(next)
    }
}

impl<A: Answer, S> Drop for SolverThread<A, S> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.failed.stop();
        }
    }
}
