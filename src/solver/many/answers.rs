//! The answers, in the order of their questions.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;
use std::vec;

use super::Answer;
use super::recent::Recalled;
use crate::solver::{Analysis, StopFlag};

/// The maximum time until an answer is noticed while other positions wait for a solver thread: short
/// for people, long for a machine.
const TICK: Duration = Duration::from_millis(20);

/// A question with its answer.
#[derive(Debug)]
pub struct Answered<T, A: Answer = Analysis> {
    /// The question's tag.
    pub tag: T,
    /// The position and its answer; `None` if the question had no position.
    pub solved: Option<(A::Position, A)>,
    /// The time of the search; zero for a repetition.
    pub time: Duration,
    /// Whether the same position or its mirror image came shortly before. The answer then counts no
    /// nodes.
    pub repeated: bool,
}

/// The reason why the next question has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// The stop flag was set.
    Stopped,
    /// A solver thread has panicked, because of a bug in the engine.
    Failed,
}

/// A question that waits for its answer.
#[derive(Debug)]
pub(super) struct Pending<T, A: Answer> {
    pub(super) tag: T,
    /// The position and its shared answer; `None` if the question has no position.
    pub(super) asked: Option<(A::Position, Recalled<A>)>,
}

impl<T, A: Answer> Pending<T, A> {
    fn is_ready(&self) -> bool {
        self.asked
            .as_ref()
            .is_none_or(|(_, found)| found.answer.solved.get().is_some())
    }

    /// Returns the answer, which must be ready.
    fn answered(self) -> Answered<T, A> {
        let mut answered = Answered {
            tag: self.tag,
            solved: None,
            time: Duration::ZERO,
            repeated: false,
        };
        if let Some((position, found)) = self.asked {
            let solved = found.answer.solved.get().expect("the answer is ready");
            let mut answer = if found.mirrored {
                solved.answer.mirror()
            } else {
                solved.answer.clone()
            };
            if found.repeated {
                answer.count_no_nodes();
            } else {
                answered.time = solved.time;
            }
            answered.repeated = found.repeated;
            answered.solved = Some((position, answer));
        }
        answered
    }
}

/// The answers to come. Dropping them closes the feed.
#[derive(Debug)]
pub struct Answers<T, A: Answer = Analysis> {
    pub(super) blocks: Receiver<Vec<Pending<T, A>>>,
    pub(super) block: vec::IntoIter<Pending<T, A>>,
    /// The next question.
    pub(super) next: Option<Pending<T, A>>,
    /// Receives a message when a position is solved and no other one waits for a solver thread.
    pub(super) bell: Receiver<()>,
    pub(super) stop: StopFlag,
    /// Set when a solver thread panics.
    pub(super) failed: StopFlag,
}

impl<T, A: Answer> Answers<T, A> {
    /// Returns the next answer if it is ready and the stop flag is not set. Checks the flag even if
    /// more answers are ready. Otherwise a stop would have no effect while easy answers come faster
    /// than the caller takes them.
    pub fn try_next(&mut self) -> Option<Answered<T, A>> {
        if self.stop.is_stopped() {
            return None;
        }
        while self.next.is_none() {
            self.next = self.block.next();
            if self.next.is_none() {
                self.block = self.blocks.try_recv().ok()?.into_iter();
            }
        }
        self.next
            .take_if(|pending| pending.is_ready())
            .map(Pending::answered)
    }

    /// Waits a moment for the next answer. Returns `false` if all questions are answered, otherwise
    /// `true`, even if the next answer is not ready.
    ///
    /// # Errors
    /// Fails if no more answers will come.
    pub fn wait(&mut self) -> Result<bool, Unanswered> {
        let mut is_open = true;
        if self.next.is_some() {
            // With or without a message, the caller takes the answers that are ready.
            let _ = self.bell.recv_timeout(TICK);
        } else {
            match self.blocks.recv_timeout(TICK) {
                Ok(block) => self.block = block.into_iter(),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => is_open = false,
            }
        }
        // Check the flags last: a reader that stops before the end of its input closes the feed too.
        if self.stop.is_stopped() {
            return Err(Unanswered::Stopped);
        }
        if self.failed.is_stopped() {
            return Err(Unanswered::Failed);
        }
        Ok(is_open)
    }

    /// Passes each answer to `take`, and `None` when the next answer is not ready, until all
    /// questions are answered or no more answers will come.
    ///
    /// # Errors
    /// Fails at the first error of `take`.
    pub fn take_all<E>(
        &mut self,
        mut take: impl FnMut(Option<Answered<T, A>>) -> Result<(), E>,
    ) -> Result<Result<(), Unanswered>, E> {
        loop {
            let answered = self.try_next();
            let is_ready = answered.is_some();
            take(answered)?;
            if is_ready {
                continue;
            }
            match self.wait() {
                Ok(true) => {}
                ended => return Ok(ended.map(drop)),
            }
        }
    }
}
