//! The thread that owns the solver.
//!
//! The worker takes one job after the other and tells how it ended through a bounded
//! channel, in which nothing is lost. What happens in between goes through a watch channel,
//! which holds the latest state only: a slow shell costs neither time nor memory.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::stopwatch::Stopwatch;
use crate::bench;
use crate::book::Book;
use crate::game::Mode;
use crate::protocol::options::DEFAULT_HASH_MIB;
use crate::session::{
    BenchResult, BenchStep, Ending, MOST_JOBS, Moment, Notice, Progress, TableSpec, Work, perft,
};
use crate::solver::{Observer, Report, Solver, StopFlag, TableError};
use crate::system::memory::{self, NoRoom};

/// A job as the worker takes it: the session's work, and what the shell adds to it.
pub(super) struct Job {
    /// Comes back with everything that the worker tells of this job.
    pub(super) id: u64,
    pub(super) work: Work,
    /// Ends the job when it is set.
    pub(super) stop: StopFlag,
    /// The book of a search that looks openings up.
    pub(super) book: Option<Arc<Book>>,
}

/// The size of the smallest table, in MiB.
pub(super) const SMALLEST_HASH_MIB: usize = 1;

/// How often the listener passes on the counters of a search without news.
const PULSE: Duration = Duration::from_millis(40);

/// The shell's ends of the channels to the worker.
pub(super) struct Worker {
    jobs: mpsc::Sender<Job>,
    /// Ends with the reason if it ends by itself.
    thread: Option<JoinHandle<Result<(), Refusal>>>,
    pub(super) notices: mpsc::Receiver<Notice>,
    pub(super) progress: watch::Receiver<Progress>,
}

impl Worker {
    /// Starts the thread. It ends when this value is dropped and its job is over.
    pub(super) fn spawn(stopwatch: Stopwatch) -> io::Result<Worker> {
        // Neither queue ever fills: each job has one notice, or two where its table is refused.
        let (job_sender, job_receiver) = mpsc::channel(MOST_JOBS);
        let (notice_sender, notices) = mpsc::channel(16);
        let (progress_sender, progress) = watch::channel(Progress::default());
        let thread = thread::Builder::new()
            .name("solver".into())
            .spawn(move || {
                let reporter = Reporter {
                    notices: notice_sender,
                    progress: progress_sender,
                    stopwatch,
                };
                work(job_receiver, &reporter)
            })?;
        Ok(Worker {
            jobs: job_sender,
            thread: Some(thread),
            notices,
            progress,
        })
    }

    /// Hands over a job.
    pub(super) fn start(&self, job: Job) {
        // A worker that is gone shows in its closed channel of notices.
        let _ = self.jobs.try_send(job);
    }

    /// Why the thread has ended, once its channels are closed.
    pub(super) fn fault(&mut self) -> io::Error {
        let ended = self.thread.take().map(JoinHandle::join);
        match ended {
            Some(Ok(Err(refusal))) => no_table(refusal),
            _ => io::Error::other("the solver's thread has ended"),
        }
    }
}

/// The worker's ends of these channels, and its stopwatch.
struct Reporter {
    notices: mpsc::Sender<Notice>,
    progress: watch::Sender<Progress>,
    stopwatch: Stopwatch,
}

impl Reporter {
    fn tell(&self, notice: Notice) {
        // Nobody listens any more when the process ends.
        let _ = self.notices.blocking_send(notice);
    }
}

/// Does jobs until no more can come.
///
/// # Errors
/// There is no memory for the smallest table.
fn work(mut jobs: mpsc::Receiver<Job>, reporter: &Reporter) -> Result<(), Refusal> {
    let mut kept = Kept::default();
    while let Some(job) = jobs.blocking_recv() {
        let Job {
            id,
            work,
            stop,
            book,
        } = job;
        let span = tracing::info_span!("job", id);
        let _entered = span.enter();
        tracing::debug!(?work, "begins");
        let done = |ending| Notice::Done { id, ending };
        let notice = match work {
            Work::Perft { position, depth } => {
                let mut listener = Listener::new(id, reporter);
                let mut pulse = |lines| listener.pulse(lines, &|| 0);
                let counts = perft(&position, depth, &stop, &mut pulse);
                done(Ending::Counted(counts))
            }
            Work::Bench { mode, limit } => {
                let mut listener = Listener::new(id, reporter);
                let row = run_bench(mode, limit, &stop, &mut listener);
                done(Ending::Benched(row))
            }
            Work::Prepare(table) => {
                kept.prepare(table, reporter)?;
                Notice::Prepared
            }
            Work::Search {
                task,
                table,
                threads,
                own_book: _,
            } => {
                let solver = kept.prepare(table, reporter)?;
                solver.set_threads(usable_threads(threads));
                solver.set_book(book);
                let mut listener = Listener::new(id, reporter);
                listener.has_used(solver.hashfull());
                let report = solver.search(&task, &stop, &mut listener);
                let hashfull = solver.hashfull();
                done(Ending::Searched { report, hashfull })
            }
        };
        tracing::debug!("ends");
        reporter.tell(notice);
    }
    Ok(())
}

/// As many threads as were asked for, but no more than there are cores: a thread that waits
/// for a core holds up the others. 64 threads on two cores take half as long again, and up
/// to 0.7 s to stop.
fn usable_threads(threads: usize) -> usize {
    thread::available_parallelism().map_or(threads, |cores| threads.min(cores.get()))
}

/// Solves the built-in set with a table of its own, so that earlier searches do not change
/// the count of nodes.
fn run_bench(
    mode: Mode,
    limit: Option<usize>,
    stop: &StopFlag,
    listener: &mut Listener<'_>,
) -> Result<Option<BenchResult>, String> {
    let mut set = bench::built_in();
    set.cases.truncate(limit.unwrap_or(usize::MAX));
    let mut solver = solver_of(bench::HASH_MIB).map_err(|refusal| format!("bench: {refusal}"))?;
    let of = set.cases.len();
    let row = bench::run(&mut solver, &set, mode, stop, &mut |row| {
        listener.benched(row, of);
    });
    Ok((row.positions as usize == of).then_some(BenchResult {
        positions: row.positions,
        correct: row.correct,
        time: row.time,
        nodes: row.nodes,
    }))
}

/// The solver and the size of its table in MiB; `None` before the first job that needs it.
#[derive(Default)]
struct Kept(Option<(Solver, usize)>);

impl Kept {
    /// The solver with the table asked for, or with its old one if the system refuses that.
    fn prepare(&mut self, table: TableSpec, reporter: &Reporter) -> Result<&mut Solver, Refusal> {
        let (mut solver, mut size) = match self.0.take() {
            Some(kept) => kept,
            None => first_solver(table.hash_mib)?,
        };
        if size != table.hash_mib {
            match resize(&mut solver, table.hash_mib) {
                Ok(()) => size = table.hash_mib,
                Err(refusal) => reporter.tell(Notice::TableRefused {
                    reason: format!("Hash: {refusal}"),
                    kept_mib: size,
                }),
            }
        }
        if table.cleared {
            solver.clear();
        }
        Ok(&mut self.0.insert((solver, size)).0)
    }
}

/// A solver with a table of `wanted_mib`. If the system refuses it, half of that is tried,
/// but no more than the default size, then half of the half, and so on.
fn first_solver(wanted_mib: usize) -> Result<(Solver, usize), Refusal> {
    let mut mib = wanted_mib;
    loop {
        match solver_of(mib) {
            Ok(solver) => return Ok((solver, mib)),
            Err(refusal) if mib <= SMALLEST_HASH_MIB => return Err(refusal),
            Err(_) => mib = (mib / 2).min(DEFAULT_HASH_MIB),
        }
    }
}

/// The error of a conversation for which there is no memory.
pub(super) fn no_table(refusal: impl Display) -> io::Error {
    io::Error::other(format!("Hash: {refusal}"))
}

/// Why the system refuses a table.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    #[error(transparent)]
    Table(#[from] TableError),
}

// Both functions check first whether the memory is free: Linux grants memory that it does
// not have, and kills the process that uses it.

fn solver_of(mib: usize) -> Result<Solver, Refusal> {
    memory::check_room(mib)?;
    Ok(Solver::new(mib)?)
}

fn resize(solver: &mut Solver, mib: usize) -> Result<(), Refusal> {
    memory::check_room(mib)?;
    Ok(solver.resize(mib)?)
}

/// Hears the search and passes on what is new.
struct Listener<'a> {
    id: u64,
    reporter: &'a Reporter,
    last_pulse: Moment,
}

impl<'a> Listener<'a> {
    fn new(id: u64, reporter: &'a Reporter) -> Listener<'a> {
        reporter.progress.send_replace(Progress {
            id,
            ..Progress::default()
        });
        Listener {
            id,
            reporter,
            last_pulse: reporter.stopwatch.now(),
        }
    }

    /// Passes on how much of the table is used.
    fn has_used(&self, hashfull: u16) {
        self.reporter
            .progress
            .send_modify(|progress| progress.hashfull = hashfull);
    }

    /// Passes on that one more position of a bench is solved.
    fn benched(&self, row: &bench::Row, of: usize) {
        self.reporter.progress.send_modify(|progress| {
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
    fn report(&mut self, report: Report) {
        debug_assert_eq!(self.reporter.progress.borrow().id, self.id);
        self.reporter.progress.send_modify(|progress| {
            progress.revision += 1;
            progress.nodes = report.nodes;
            progress.report = Some(Arc::new(report));
        });
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        let now = self.reporter.stopwatch.now();
        if now < self.last_pulse + PULSE {
            return;
        }
        self.last_pulse = now;
        self.has_used(hashfull());
        self.reporter
            .progress
            .send_modify(|progress| progress.nodes = nodes);
    }
}

#[cfg(test)]
mod tests;
