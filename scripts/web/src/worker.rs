//! The solver, and the jobs that it does in slices.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use claimeven::book::Book;
use claimeven::session::{Ending, Event, Job, Moment, Notice, Progress, TableSpec, perft};
use claimeven::solver::{Observer, Report, Solver, StopFlag, TableError};

use crate::now;

/// The time of a slice.
const SLICE: Duration = Duration::from_millis(20);

/// The solver and its jobs.
#[derive(Default)]
pub(crate) struct Worker {
    solver: Option<(Solver, usize)>,
    book: Option<Arc<Book>>,
    is_introduced: bool,
    jobs: VecDeque<(u64, Job, StopFlag)>,
    progress: Progress,
}

impl fmt::Debug for Worker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Worker").finish_non_exhaustive()
    }
}

impl Worker {
    pub(crate) fn set_book(&mut self, book: Book) {
        self.book = Some(Arc::new(book));
        self.is_introduced = false;
    }

    pub(crate) fn start(&mut self, id: u64, job: Job) {
        self.jobs.push_back((id, job, StopFlag::default()));
    }

    /// Returns a note about the book before the first work with it. The book may come during a
    /// search.
    pub(crate) fn introduce_book(&mut self) -> Option<String> {
        let (_, job, _) = self.jobs.front()?;
        let uses_book = matches!(job, Job::Search { own_book: true, .. });
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

    pub(crate) fn stop(&mut self) {
        if let Some((.., stop)) = self.jobs.back() {
            stop.stop();
        }
    }

    pub(crate) fn is_busy(&self) -> bool {
        !self.jobs.is_empty()
    }

    /// Works on the first job for one slice.
    pub(crate) fn work(&mut self) -> Vec<Event> {
        let Some((id, job, stop)) = self.jobs.pop_front() else {
            return Vec::new();
        };
        let mut events = Vec::new();
        if self.progress.id != id {
            self.progress = Progress {
                id,
                ..Progress::default()
            };
        }
        let ending = match &job {
            Job::Prepare(table) => {
                events.extend(self.prepare(*table));
                Some(Ending::Prepared)
            }
            Job::Search {
                task,
                table,
                own_book,
                ..
            } => {
                events.extend(self.prepare(*table));
                let mut slice = Slice::begin(&mut self.progress);
                let is_stopped = stop.is_stopped();
                let flag = slice.flag.clone();
                if is_stopped {
                    flag.stop();
                }
                let Some((solver, _)) = &mut self.solver else {
                    unreachable!()
                };
                solver.set_book(self.book.clone().filter(|_| *own_book));
                let report = solver.search(task, &flag, &mut slice);
                let hashfull = solver.hashfull();
                self.progress.hashfull = hashfull;
                (is_stopped || !flag.is_stopped()).then_some(Ending::Searched { report, hashfull })
            }
            Job::Play(turn) => {
                let report = turn.think(&stop, &mut Slice::begin(&mut self.progress));
                Some(Ending::Searched {
                    report,
                    hashfull: 0,
                })
            }
            Job::Perft { position, depth } => {
                Some(Ending::Counted(perft(position, *depth, &stop, &mut |_| {})))
            }
            Job::Bench(_) => Some(Ending::Benched(Err("bench: not in a browser".to_owned()))),
        };
        events.push(Event::Progress(self.progress.clone()));
        if let Some(ending) = ending {
            events.push(Event::Notice(Notice::Done { id, ending }));
        } else {
            let mut job = job;
            if let Job::Search { table, .. } = &mut job {
                table.cleared = false;
            }
            self.jobs.push_front((id, job, stop));
        }
        events
    }

    fn prepare(&mut self, table: TableSpec) -> Option<Event> {
        let (mut solver, mut size) = self.solver.take().unwrap_or_else(|| {
            let solver = Solver::without_book(1).expect("one MiB");
            (solver, 1)
        });
        let mut event = None;
        if size != table.hash_mib {
            match solver.resize(table.hash_mib) {
                Ok(()) => size = table.hash_mib,
                Err(error @ TableError { .. }) => {
                    event = Some(Event::Notice(Notice::TableRefused {
                        reason: format!("Hash: {error}"),
                        kept_mib: size,
                    }));
                }
            }
        }
        if table.cleared {
            solver.clear();
        }
        self.solver = Some((solver, size));
        event
    }
}

/// The observer of a slice.
struct Slice<'a> {
    progress: &'a mut Progress,
    end: Moment,
    flag: StopFlag,
}

impl Slice<'_> {
    fn begin(progress: &mut Progress) -> Slice<'_> {
        Slice {
            progress,
            end: now() + SLICE,
            flag: StopFlag::default(),
        }
    }
}

impl Observer for Slice<'_> {
    fn report(&mut self, report: Report) {
        self.progress.revision += 1;
        self.progress.nodes = report.nodes;
        self.progress.report = Some(Arc::new(report));
    }

    fn pulse(&mut self, nodes: u64, _hashfull: &dyn Fn() -> u16) {
        self.progress.nodes = nodes;
        if now() >= self.end {
            self.flag.stop();
        }
    }
}
