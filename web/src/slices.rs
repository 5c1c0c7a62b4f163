//! The queue of jobs, done in slices of some 20 ms.

use std::collections::VecDeque;
use std::time::Duration;

use claimeven::internals::session::{
    Event, Host, Job, Moment, Notice, OpeningBook, OutOfMemory, Progress, Runner,
};
use claimeven::solver::StopFlag;

use crate::now;

/// The time that a slice should take.
const SLICE: Duration = Duration::from_millis(20);
/// The nodes of the first slice of a job that pauses. The way back to where a search has paused takes
/// some hundred nodes.
const FIRST_NODES: u64 = 4_000;

/// The jobs that have not ended, and their runner.
#[derive(Debug)]
pub(crate) struct Slices {
    runner: Runner<Outbox>,
    /// The jobs, the oldest first. Only the oldest one may have begun.
    jobs: VecDeque<QueuedJob>,
    /// The nodes of the next slice.
    nodes: u64,
    /// The nodes of the first slice of a job, and the least of any slice.
    first_nodes: u64,
}

#[derive(Debug)]
struct QueuedJob {
    id: u64,
    stop: StopFlag,
    uses_book: bool,
    /// `None` once the job has begun.
    job: Option<Job>,
}

/// The events that a slice has for the session.
#[derive(Debug, Default)]
struct Outbox {
    notices: Vec<Notice>,
    progress: Option<Progress>,
}

impl Host for Outbox {
    fn now(&self) -> Moment {
        now()
    }

    fn time_worked(&self) -> Duration {
        now().since(Moment::START)
    }

    fn cores(&self) -> usize {
        1
    }

    fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
    }

    fn show(&mut self, progress: &Progress) {
        self.progress = Some(progress.clone());
    }
}

impl Slices {
    pub(crate) fn new() -> Slices {
        Slices {
            runner: Runner::new(Outbox::default()),
            jobs: VecDeque::new(),
            nodes: FIRST_NODES,
            first_nodes: FIRST_NODES,
        }
    }

    /// Does each job that begins from now on without a pause.
    pub(crate) fn never_pause(&mut self) {
        self.first_nodes = u64::MAX;
    }

    /// Queues a job.
    pub(crate) fn start(&mut self, id: u64, job: Job) {
        self.jobs.push_back(QueuedJob {
            id,
            stop: StopFlag::default(),
            uses_book: job.uses_book(),
            job: Some(job),
        });
    }

    /// Stops the latest job.
    pub(crate) fn stop(&mut self) {
        if let Some(job) = self.jobs.back() {
            job.stop.stop();
        }
    }

    pub(crate) fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Returns whether the next slice is one of a search that uses a book.
    pub(crate) fn uses_book(&self) -> bool {
        self.jobs.front().is_some_and(|job| job.uses_book)
    }

    /// Works on the oldest job for one slice. Returns the events for the session.
    ///
    /// # Errors
    /// Fails if even the smallest table cannot be allocated.
    pub(crate) fn work(&mut self, book: &OpeningBook) -> Result<Vec<Event>, OutOfMemory> {
        let Some(front) = self.jobs.front_mut() else {
            return Ok(Vec::new());
        };
        if let Some(job) = front.job.take() {
            self.runner.begin(front.id, job)?;
            self.nodes = self.first_nodes;
        }
        // The book may have come since the last slice.
        let book = book.share().filter(|_| front.uses_book);
        let (begun, before) = (now(), self.runner.nodes());
        let has_ended = self.runner.resume(self.nodes, book, &front.stop);
        if has_ended {
            self.jobs.pop_front();
        }
        self.adapt(
            now().since(begun),
            self.runner.nodes().saturating_sub(before),
        );
        let Outbox { notices, progress } = std::mem::take(self.runner.host());
        // The end of the job, if it has ended, is the last notice.
        let mut events: Vec<Event> = notices.into_iter().map(Event::Notice).collect();
        let last = events.len() - usize::from(has_ended);
        events.splice(last..last, progress.map(Event::Progress));
        Ok(events)
    }

    /// Adapts the size of the next slice to the time and the nodes of the last one.
    fn adapt(&mut self, time: Duration, nodes: u64) {
        // A slice that ended early shows little.
        if time >= SLICE || nodes >= self.nodes / 2 {
            let factor = SLICE.as_secs_f64() / time.as_secs_f64().max(1e-6);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                clippy::cast_sign_loss,
                reason = "a rough number"
            )]
            let adapted = (self.nodes as f64 * factor.clamp(0.5, 2.0)) as u64;
            self.nodes = adapted.max(self.first_nodes);
        }
    }
}
