//! The queue of jobs, done in slices of some 20 ms.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use claimeven::book::Book;
use claimeven::session::{Ending, Event, Job, Moment, Notice, Progress};
use claimeven::solver::{Observer, Report, StopFlag, TableError};

use crate::jobs::{Kept, RunningJob};
use crate::now;

/// The time that a slice should take.
const SLICE: Duration = Duration::from_millis(20);
/// The nodes of the first slice of a job, and the least of any slice. The way back to where a search
/// has paused takes some hundred nodes.
const FIRST_NODES: u64 = 4_000;
/// The time between two updates of the counters of a search.
const PULSE: Duration = Duration::from_millis(40);

/// The jobs, and what they share.
#[derive(Debug)]
pub(crate) struct Worker {
    /// `None` before the first job that needs it.
    kept: Option<Kept>,
    book: Option<Arc<Book>>,
    /// Whether a note about the book has been printed.
    is_introduced: bool,
    /// The jobs that have not ended, the oldest first.
    jobs: VecDeque<QueuedJob>,
    /// The progress of the oldest job.
    progress: Progress,
    /// The nodes of the next slice.
    nodes: u64,
    /// Whether jobs never pause.
    is_unsliced: bool,
    last_pulse: Moment,
}

#[derive(Debug)]
struct QueuedJob {
    id: u64,
    stop: StopFlag,
    uses_book: bool,
    work: Work,
}

#[derive(Debug)]
enum Work {
    Waiting(Box<Job>),
    Running(RunningJob),
}

impl Worker {
    pub(crate) fn new() -> Worker {
        Worker {
            kept: None,
            book: None,
            is_introduced: false,
            jobs: VecDeque::new(),
            progress: Progress::default(),
            nodes: FIRST_NODES,
            is_unsliced: false,
            last_pulse: Moment::START,
        }
    }

    /// Uses a book for searches from now on.
    pub(crate) fn set_book(&mut self, book: Book) {
        self.book = Some(Arc::new(book));
        self.is_introduced = false;
    }

    /// Does each job without a pause from now on.
    pub(crate) fn never_pause(&mut self) {
        self.is_unsliced = true;
    }

    /// Queues a job.
    pub(crate) fn start(&mut self, id: u64, job: Job) {
        self.jobs.push_back(QueuedJob {
            id,
            stop: StopFlag::default(),
            uses_book: matches!(job, Job::Search { own_book: true, .. }),
            work: Work::Waiting(Box::new(job)),
        });
    }

    /// Returns a note about the book before the first work with it. The book may come during a
    /// search.
    pub(crate) fn introduce_book(&mut self) -> Option<String> {
        let uses_book = self.jobs.front().is_some_and(|job| job.uses_book);
        let book = self.book.as_ref().filter(|_| uses_book)?;
        (!std::mem::replace(&mut self.is_introduced, true)).then(|| {
            format!(
                "book of ply {}, {} positions, checksum {:08x}",
                book.ply(),
                book.stored(),
                book.checksum()
            )
        })
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

    /// Works on the oldest job for one slice. Returns the events for the session.
    ///
    /// # Errors
    /// Fails if even the smallest table cannot be allocated.
    pub(crate) fn work(&mut self) -> Result<Vec<Event>, TableError> {
        let mut events = Vec::new();
        let Some(QueuedJob {
            id,
            stop,
            uses_book,
            work,
        }) = self.jobs.pop_front()
        else {
            return Ok(events);
        };
        let mut running = match work {
            Work::Running(running) => running,
            Work::Waiting(job) => {
                let mut notify = |notice| events.push(Event::Notice(notice));
                let running = RunningJob::begin(*job, &mut self.kept, &mut notify)?;
                self.nodes = FIRST_NODES;
                self.progress = Progress {
                    id,
                    hashfull: self.kept.as_ref().map_or(0, Kept::hashfull),
                    ..Progress::default()
                };
                running
            }
        };
        let ending = self.slice(&mut running, &stop, uses_book);
        events.push(Event::Progress(self.progress.clone()));
        if let Some(ending) = ending {
            events.push(Event::Notice(Notice::Done { id, ending }));
        } else {
            self.jobs.push_front(QueuedJob {
                id,
                stop,
                uses_book,
                work: Work::Running(running),
            });
        }
        Ok(events)
    }

    /// Works on a job for one slice, and adapts the size of the next slice to the time that it took.
    fn slice(&mut self, job: &mut RunningJob, stop: &StopFlag, uses_book: bool) -> Option<Ending> {
        let (begun, before) = (now(), self.progress.nodes);
        let nodes = if self.is_unsliced {
            u64::MAX
        } else {
            self.nodes
        };
        let book = self.book.clone().filter(|_| uses_book);
        let mut observer = SliceObserver {
            progress: &mut self.progress,
            last_pulse: &mut self.last_pulse,
        };
        let ending = job.resume(&mut self.kept, book, nodes, stop, &mut observer);
        let (time, done) = (
            now().since(begun),
            self.progress.nodes.saturating_sub(before),
        );
        // A slice that ended early shows little.
        if time >= SLICE || 2 * done >= self.nodes {
            let factor = SLICE.as_secs_f64() / time.as_secs_f64().max(1e-6);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                clippy::cast_sign_loss,
                reason = "a rough number"
            )]
            let adapted = (self.nodes as f64 * factor.clamp(0.5, 2.0)) as u64;
            self.nodes = adapted.max(FIRST_NODES);
        }
        ending
    }
}

/// The observer of a slice.
pub(crate) struct SliceObserver<'a> {
    pub(crate) progress: &'a mut Progress,
    last_pulse: &'a mut Moment,
}

impl Observer for SliceObserver<'_> {
    fn report(&mut self, report: Report) {
        self.progress.revision += 1;
        self.progress.nodes = report.nodes;
        self.progress.report = Some(Arc::new(report));
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        self.progress.nodes = nodes;
        let now = now();
        if now >= *self.last_pulse + PULSE {
            *self.last_pulse = now;
            self.progress.hashfull = hashfull();
        }
    }
}
