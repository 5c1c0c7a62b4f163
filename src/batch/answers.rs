//! Where answers come out, in the order of their questions.

use std::time::Duration;
use std::vec;

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::recent::Found;
use crate::game::Position;
use crate::solver::{Answer, StopFlag};

/// The longest time until an answer that is ready is noticed while the block it
/// belongs to is not: short for people, long for the machine.
const TICK: Duration = Duration::from_millis(20);

/// A question with its answer.
#[derive(Debug)]
pub struct Answered<T> {
    /// What the caller calls it.
    pub tag: T,
    /// What was solved and the answer; none if there was no position.
    pub solved: Option<(Position, Answer)>,
    /// How long it took; no time for a repetition.
    pub time: Duration,
    /// Whether the same position or its mirror image came shortly before: then the
    /// answer has no nodes of its own.
    pub repeated: bool,
}

/// Why the next question has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unanswered {
    /// The stop flag was set.
    Stopped,
    /// A solver's thread has died of a fault in the engine.
    Failed,
}

/// A question between the feed and its answer.
pub(super) struct Slot<T> {
    pub(super) tag: T,
    /// None if there is no position.
    pub(super) asked: Option<(Position, Found)>,
}

impl<T> Slot<T> {
    fn is_ready(&self) -> bool {
        self.asked
            .as_ref()
            .is_none_or(|(_, found)| found.cell.solved.get().is_some())
    }

    /// The answer of a slot that is ready.
    fn answered(self) -> Answered<T> {
        let Some((position, found)) = self.asked else {
            return Answered {
                tag: self.tag,
                solved: None,
                time: Duration::ZERO,
                repeated: false,
            };
        };
        let solved = found.cell.solved.get().expect("the slot is ready");
        let mut answer = if found.mirrored {
            solved.answer.mirror()
        } else {
            solved.answer.clone()
        };
        let mut time = solved.time;
        if found.repeated {
            (answer.nodes, time) = (0, Duration::ZERO);
        }
        Answered {
            tag: self.tag,
            solved: Some((position, answer)),
            time,
            repeated: found.repeated,
        }
    }
}

/// Where answers come out. When this is dropped the feed closes.
pub struct Answers<T> {
    blocks: Receiver<Vec<Slot<T>>>,
    block: vec::IntoIter<Slot<T>>,
    /// The slot at the front.
    next: Option<Slot<T>>,
    /// Rings when a block is finished.
    bell: Receiver<()>,
    stop: StopFlag,
    failed: StopFlag,
}

impl<T> Answers<T> {
    pub(super) fn new(
        blocks: Receiver<Vec<Slot<T>>>,
        bell: Receiver<()>,
        stop: StopFlag,
        failed: StopFlag,
    ) -> Answers<T> {
        Answers {
            blocks,
            block: Vec::new().into_iter(),
            next: None,
            bell,
            stop,
            failed,
        }
    }

    /// The next answer if it can be had without waiting.
    pub fn try_next(&mut self) -> Option<Answered<T>> {
        while self.next.is_none() {
            self.next = self.block.next();
            if self.next.is_none() {
                self.block = self.blocks.try_recv().ok()?.into_iter();
            }
        }
        self.next
            .take_if(|slot| slot.is_ready())
            .map(Slot::answered)
    }

    /// Waits a moment for the next answer; `false` when all questions are
    /// answered. After `true` there may be one, or not yet.
    ///
    /// # Errors
    /// No answer will come any more.
    pub fn wait(&mut self) -> Result<bool, Unanswered> {
        if self.stop.is_stopped() {
            return Err(Unanswered::Stopped);
        }
        if self.failed.is_stopped() {
            return Err(Unanswered::Failed);
        }
        if self.next.is_some() {
            // Ring or no ring, whatever is ready comes out.
            let _ = self.bell.recv_timeout(TICK);
            return Ok(true);
        }
        match self.blocks.recv_timeout(TICK) {
            Ok(block) => self.block = block.into_iter(),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
        }
        Ok(true)
    }

    /// Blocks that are on their way.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.blocks.len()
    }
}
