//! The thread that owns the solver.
//!
//! Takes one job after the other and tells how it ended, through a channel in
//! which nothing is lost. What happens in between goes through a slot that
//! holds the latest state only: a slow listener costs neither time nor memory.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::deadline::{DeadlineWatch, JobControl, Pauses};
use super::moment::{Moment, Stopwatch};
use super::perft::{self, Counts};
use crate::bench;
use crate::book::Book;
use crate::game::{Mode, Position};
use crate::memory::{self, NoRoom};
use crate::protocol::options::DEFAULT_HASH_MIB;
use crate::solver::{Observer, Report, Solver, StopFlag, TableError, Task};

/// Something to do with the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Job {
    /// Comes back with everything that is told of this job.
    pub(super) id: u64,
    pub(super) work: Work,
}

/// What the table should be like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TableWish {
    pub(super) hash_mib: usize,
    /// Whether it should be empty.
    pub(super) cleared: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Work {
    /// Only the table.
    Prepare(TableWish),
    Search(SearchWork),
    Perft {
        position: Position,
        depth: u8,
    },
    /// The built-in set, or the first so many of its positions.
    Bench {
        mode: Mode,
        limit: Option<usize>,
    },
}

#[cfg(test)]
impl Work {
    /// The table that it wishes for, if it uses that of the searches.
    pub(super) fn table(&self) -> Option<TableWish> {
        match self {
            Work::Prepare(table) => Some(*table),
            Work::Search(search) => Some(search.table),
            Work::Perft { .. } | Work::Bench { .. } => None,
        }
    }
}

/// A search, and what it is done with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SearchWork {
    pub(super) task: Task,
    pub(super) table: TableWish,
    /// How many threads may search.
    pub(super) threads: usize,
    /// Whether it looks openings up.
    pub(super) own_book: bool,
}

/// A job on its way to the worker, with what it needs of the world.
pub(super) struct Order {
    pub(super) job: Job,
    pub(super) control: JobControl,
    /// Where a search looks openings up.
    pub(super) book: Option<Arc<Book>>,
}

/// What the worker tells through the channel in which nothing is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Notice {
    /// The table could not be had; there is one of `kept_mib` instead.
    TableRefused { reason: String, kept_mib: usize },
    /// The job is over.
    Done { id: u64, ending: Ending },
}

/// How a job ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ending {
    Prepared,
    Searched {
        report: Report,
        hashfull: u16,
    },
    Counted(Counts),
    /// Nothing when it was stopped, a reason when there was no memory for it.
    Benched(Result<Option<bench::Row>, String>),
}

/// The latest state of a search.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Progress {
    pub(super) id: u64,
    /// Grows with each report; the nodes and the table's use may be newer.
    pub(super) revision: u64,
    pub(super) report: Option<Arc<Report>>,
    pub(super) bench: Option<BenchStep>,
    pub(super) nodes: u64,
    pub(super) hashfull: u16,
}

/// How far a bench has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BenchStep {
    pub(super) solved: u32,
    pub(super) correct: u32,
    pub(super) of: usize,
}

/// How often a search without news shows that it is alive.
const PULSE: Duration = Duration::from_millis(40);

/// The session's ends of the channels to the worker.
pub(super) struct Worker {
    jobs: mpsc::Sender<Order>,
    pub(super) notices: mpsc::Receiver<Notice>,
    pub(super) progress: watch::Receiver<Progress>,
}

impl Worker {
    /// Starts the thread. It ends when this end is dropped and its job is done.
    pub(super) fn spawn(stopwatch: Stopwatch) -> io::Result<Worker> {
        // One job runs at a time, so the queues never fill.
        let (job_sender, job_receiver) = mpsc::channel(4);
        let (notice_sender, notices) = mpsc::channel(16);
        let (progress_sender, progress) = watch::channel(Progress::default());
        thread::Builder::new()
            .name("solver".into())
            .spawn(move || {
                let reporter = Reporter {
                    notices: notice_sender,
                    progress: progress_sender,
                };
                work(job_receiver, &reporter, stopwatch);
            })?;
        Ok(Worker {
            jobs: job_sender,
            notices,
            progress,
        })
    }

    /// Hands over a job. The session starts the next only after the last is done.
    pub(super) fn start(&self, order: Order) {
        // A worker that is gone shows in its closed channel of notices.
        let _ = self.jobs.try_send(order);
    }
}

/// The worker's ends.
struct Reporter {
    notices: mpsc::Sender<Notice>,
    progress: watch::Sender<Progress>,
}

impl Reporter {
    fn tell(&self, notice: Notice) {
        // Nobody listens any more when the process ends.
        let _ = self.notices.blocking_send(notice);
    }
}

fn work(mut jobs: mpsc::Receiver<Order>, reporter: &Reporter, stopwatch: Stopwatch) {
    let mut kept = Kept::default();
    let mut pauses = Pauses::new(stopwatch.now());
    while let Some(Order { job, control, book }) = jobs.blocking_recv() {
        let span = tracing::info_span!("job", id = job.id);
        let _entered = span.enter();
        tracing::debug!(?job, "begins");
        let ending = match job.work {
            Work::Perft { position, depth } => {
                let mut listener =
                    Listener::new(job.id, &reporter.progress, &control, &mut pauses, stopwatch);
                let mut pulse = |lines| listener.pulse(lines, &|| 0);
                Ending::Counted(perft::count(&position, depth, &control.stop, &mut pulse))
            }
            Work::Bench { mode, limit } => {
                let mut listener =
                    Listener::new(job.id, &reporter.progress, &control, &mut pauses, stopwatch);
                Ending::Benched(run_bench(mode, limit, &control.stop, &mut listener))
            }
            Work::Prepare(table) => {
                kept.prepare(table, reporter);
                Ending::Prepared
            }
            Work::Search(search) => {
                let solver = kept.prepare(search.table, reporter);
                solver.set_threads(at_a_time(search.threads));
                solver.set_book(book);
                let mut listener =
                    Listener::new(job.id, &reporter.progress, &control, &mut pauses, stopwatch);
                listener.has_used(solver.hashfull());
                let report = solver.search(&search.task, &control.stop, &mut listener);
                let hashfull = solver.hashfull();
                Ending::Searched { report, hashfull }
            }
        };
        tracing::debug!("ends");
        reporter.tell(Notice::Done { id: job.id, ending });
    }
}

/// The threads asked for, but no more than there are cores: threads that wait for a core
/// hold up the others. 64 on two cores take half as long again, and up to 0.7 s to stop.
fn at_a_time(threads: usize) -> usize {
    thread::available_parallelism().map_or(threads, |cores| threads.min(cores.get()))
}

/// Solves the built-in set with a table of its own, so that what was played
/// before does not change the count of nodes.
fn run_bench(
    mode: Mode,
    limit: Option<usize>,
    stop: &StopFlag,
    listener: &mut Listener<'_>,
) -> Result<Option<bench::Row>, String> {
    let mut set = bench::built_in();
    set.cases.truncate(limit.unwrap_or(usize::MAX));
    let mut solver = solver_of(bench::HASH_MIB).map_err(|refusal| format!("bench: {refusal}"))?;
    let of = set.cases.len();
    let row = bench::run(&mut solver, &set, mode, stop, &mut |row| {
        listener.benched(row, of);
    });
    Ok((row.positions as usize == of).then_some(row))
}

/// The solver and the size of its table in MiB; none before the first job that needs it.
#[derive(Default)]
struct Kept(Option<(Solver, usize)>);

impl Kept {
    /// The solver with the table wished for, or with the one that can be had.
    fn prepare(&mut self, wish: TableWish, reporter: &Reporter) -> &mut Solver {
        let (mut solver, mut size) = match self.0.take() {
            Some(kept) => kept,
            None => first_solver(wish.hash_mib),
        };
        if size != wish.hash_mib {
            match resize(&mut solver, wish.hash_mib) {
                Ok(()) => size = wish.hash_mib,
                Err(refusal) => reporter.tell(Notice::TableRefused {
                    reason: format!("Hash: {refusal}"),
                    kept_mib: size,
                }),
            }
        }
        if wish.cleared {
            solver.clear();
        }
        &mut self.0.insert((solver, size)).0
    }
}

/// A solver with a table of `wanted_mib`. Where that cannot be had half of it is tried, but
/// no more than the default size, then half of that and so on.
fn first_solver(wanted_mib: usize) -> (Solver, usize) {
    let mut mib = wanted_mib;
    while mib > 1 {
        if let Ok(solver) = solver_of(mib) {
            return (solver, mib);
        }
        mib = (mib / 2).min(DEFAULT_HASH_MIB);
    }
    let smallest = Solver::new(1).expect("a machine that starts this has one mebibyte left");
    (smallest, 1)
}

/// Why a table is refused.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    #[error(transparent)]
    Table(#[from] TableError),
}

// Both ask first whether the memory is there: Linux grants what it does not have, and
// kills the process that uses it.

fn solver_of(mib: usize) -> Result<Solver, Refusal> {
    memory::check_room(mib)?;
    Ok(Solver::new(mib)?)
}

fn resize(solver: &mut Solver, mib: usize) -> Result<(), Refusal> {
    memory::check_room(mib)?;
    Ok(solver.resize(mib)?)
}

/// Hears the search, passes on what is new, and looks at the clock.
struct Listener<'a> {
    id: u64,
    progress: &'a watch::Sender<Progress>,
    watch: DeadlineWatch<'a>,
    depth: u8,
    last_pulse: Moment,
    stopwatch: Stopwatch,
}

impl<'a> Listener<'a> {
    fn new(
        id: u64,
        progress: &'a watch::Sender<Progress>,
        control: &'a JobControl,
        pauses: &'a mut Pauses,
        stopwatch: Stopwatch,
    ) -> Listener<'a> {
        progress.send_replace(Progress {
            id,
            ..Progress::default()
        });
        let now = stopwatch.now();
        Listener {
            id,
            progress,
            watch: DeadlineWatch::new(control, pauses, now),
            depth: 0,
            last_pulse: now,
            stopwatch,
        }
    }

    /// Passes on how much of the table is in use.
    fn has_used(&self, hashfull: u16) {
        self.progress
            .send_modify(|progress| progress.hashfull = hashfull);
    }

    /// One more position of a bench is solved.
    fn benched(&self, row: &bench::Row, of: usize) {
        self.progress.send_modify(|progress| {
            progress.revision += 1;
            progress.nodes = row.nodes;
            progress.bench = Some(BenchStep {
                solved: row.positions,
                correct: row.correct,
                of,
            });
        });
    }
}

impl Observer for Listener<'_> {
    fn report(&mut self, report: &Report) {
        debug_assert_eq!(self.progress.borrow().id, self.id);
        self.progress.send_modify(|progress| {
            progress.revision += 1;
            progress.nodes = report.nodes;
            progress.report = Some(Arc::new(report.clone()));
        });
        if report.depth > self.depth {
            self.depth = report.depth;
            self.watch
                .depth_finished(self.stopwatch.now(), report.nodes);
        }
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        let now = self.stopwatch.now();
        self.watch.look(now, nodes);
        if now < self.last_pulse + PULSE {
            return;
        }
        self.last_pulse = now;
        self.has_used(hashfull());
        self.progress.send_modify(|progress| progress.nodes = nodes);
    }
}

#[cfg(test)]
mod tests;
