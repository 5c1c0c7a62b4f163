//! The thread that owns the solver.
//!
//! The worker does one job after another and sends its notices through a bounded channel, in which
//! nothing is lost. Progress goes through a watch channel, which contains only the latest state, so
//! a slow receiver costs neither time nor memory.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::clock::ProcessClock;
use crate::DEFAULT_HASH_MIB;
use crate::book::Book;
use crate::measure::bench;
use crate::play::resistance;
use crate::session::protocol::BenchArgs;
use crate::session::{
    BenchCounts, Ending, Job, MOST_JOBS, Moment, Notice, Perft, Progress, TableSpec,
};
use crate::solver::{Observer, Report, Solver, StopFlag, TableError};
use crate::system::memory::{self, NoRoom};

/// A job in the worker's queue.
pub(super) struct QueuedJob {
    /// The id of the job, which its notices and progress contain.
    pub(super) id: u64,
    pub(super) job: Job,
    /// The flag that stops the job.
    pub(super) stop: StopFlag,
    /// The book of a search that uses one.
    pub(super) book: Option<Arc<Book>>,
}

/// The size of the smallest table, in MiB.
pub(super) const SMALLEST_HASH_MIB: usize = 1;

/// The time between two updates of the counters of a search.
const PULSE: Duration = Duration::from_millis(40);

/// The shell's ends of the channels to the worker.
pub(super) struct Worker {
    jobs: mpsc::Sender<QueuedJob>,
    /// The thread. It returns an error if even the smallest table cannot be allocated.
    thread: Option<JoinHandle<Result<(), Refusal>>>,
    pub(super) notices: mpsc::Receiver<Notice>,
    pub(super) progress: watch::Receiver<Progress>,
}

impl Worker {
    /// Starts the thread. It ends when this value is dropped and the last job has ended.
    pub(super) fn spawn(clock: ProcessClock) -> io::Result<Worker> {
        // Neither queue ever fills: each job has one notice, or two if its table is refused.
        let (job_sender, job_receiver) = mpsc::channel(MOST_JOBS);
        let (notice_sender, notices) = mpsc::channel(16);
        let (progress_sender, progress) = watch::channel(Progress::default());
        let thread = thread::Builder::new()
            .name("solver".into())
            .spawn(move || {
                let reporter = Reporter {
                    notices: notice_sender,
                    progress: progress_sender,
                    clock,
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

    /// Queues a job.
    pub(super) fn start(&self, job: QueuedJob) {
        // If the worker has ended, the closed channel of notices shows it.
        let _ = self.jobs.try_send(job);
    }

    /// Returns the reason why the thread has ended, once its channels are closed.
    pub(super) fn error(&mut self) -> io::Error {
        let ended = self.thread.take().map(JoinHandle::join);
        match ended {
            Some(Ok(Err(refusal))) => no_table(refusal),
            _ => io::Error::other("the solver's thread has ended"),
        }
    }
}

/// The worker's ends of the channels, and the clock.
struct Reporter {
    notices: mpsc::Sender<Notice>,
    progress: watch::Sender<Progress>,
    clock: ProcessClock,
}

impl Reporter {
    fn send(&self, notice: Notice) {
        // Ignore the error: the process is exiting.
        let _ = self.notices.blocking_send(notice);
    }
}

/// Carries out jobs until the queue is closed.
///
/// # Errors
/// Fails if even the smallest table cannot be allocated.
fn work(mut jobs: mpsc::Receiver<QueuedJob>, reporter: &Reporter) -> Result<(), Refusal> {
    let mut kept = KeptSolver::default();
    while let Some(queued) = jobs.blocking_recv() {
        let QueuedJob {
            id,
            job,
            stop,
            book,
        } = queued;
        let span = tracing::info_span!("job", id);
        let _entered = span.enter();
        tracing::debug!(?job, "begins");
        let ending = match job {
            Job::Prepare(table) => {
                kept.prepare(table, reporter)?;
                Ending::Prepared
            }
            Job::Search {
                task,
                table,
                threads,
                own_book: _,
                practical,
            } => {
                let solver = kept.prepare(table, reporter)?;
                solver.set_threads(usable_threads(threads));
                solver.set_book(book);
                let mut observer = ProgressSender::new(id, reporter);
                observer.set_hashfull(solver.hashfull());
                let report = if practical {
                    resistance::search(solver, &task, &stop, &mut observer)
                } else {
                    solver.search(&task, &stop, &mut observer)
                };
                let hashfull = solver.hashfull();
                Ending::Searched { report, hashfull }
            }
            Job::Play(turn) => {
                let mut observer = ProgressSender::new(id, reporter);
                let report = turn.think(&stop, &mut observer);
                let hashfull = 0;
                Ending::Searched { report, hashfull }
            }
            Job::Perft { position, depth } => {
                let mut observer = ProgressSender::new(id, reporter);
                let mut pulse = |lines| observer.pulse(lines, &|| 0);
                let counts = Perft::new(&position, depth).resume(u64::MAX, &stop, &mut pulse);
                Ending::Counted(counts.expect("it never pauses"))
            }
            Job::Bench(args) => {
                let mut observer = ProgressSender::new(id, reporter);
                Ending::Benched(run_bench(args, &stop, &mut observer))
            }
        };
        tracing::debug!("ends");
        reporter.send(Notice::Done { id, ending });
    }
    Ok(())
}

/// Returns the number of threads asked for, or the number of cores if that is smaller, because a
/// thread that waits for a core delays the others. With 64 threads on two cores, a search takes 1.5
/// times as long and needs up to 0.7 s to stop.
fn usable_threads(threads: usize) -> usize {
    thread::available_parallelism().map_or(threads, |cores| threads.min(cores.get()))
}

/// Solves the built-in positions with a table of its own, so that earlier searches do not change
/// the node count.
fn run_bench(
    args: BenchArgs,
    stop: &StopFlag,
    observer: &mut ProgressSender<'_>,
) -> Result<BenchCounts, String> {
    let mut set = bench::built_in();
    set.cases.truncate(args.limit.unwrap_or(usize::MAX));
    let mut solver = solver_of(bench::HASH_MIB).map_err(|refusal| format!("bench: {refusal}"))?;
    let of = u32::try_from(set.cases.len()).unwrap_or(u32::MAX);
    let counts = |row: &bench::Row| BenchCounts {
        positions: row.positions,
        correct: row.correct,
        of,
        time: row.time,
        nodes: row.nodes,
    };
    let row = bench::run(&mut solver, &set, args.mode, stop, &mut |row| {
        observer.bench_step(counts(row));
    });
    Ok(counts(&row))
}

/// The solver and the size of its table in MiB; `None` before the first job that needs them.
#[derive(Default)]
struct KeptSolver(Option<(Solver, usize)>);

impl KeptSolver {
    /// Returns the solver with the table asked for, or with its old one if the system refuses the
    /// new one.
    fn prepare(&mut self, table: TableSpec, reporter: &Reporter) -> Result<&mut Solver, Refusal> {
        let (mut solver, mut size) = match self.0.take() {
            Some(kept) => kept,
            None => first_solver(table.hash_mib)?,
        };
        if size != table.hash_mib {
            match resize(&mut solver, table.hash_mib) {
                Ok(()) => size = table.hash_mib,
                Err(refusal) => reporter.send(Notice::TableRefused {
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

/// Creates a solver with a table of `wanted_mib`. While the system refuses the table, tries half
/// the size, or the default size if that is smaller.
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

/// Returns the error of a conversation that has no memory for a table.
pub(super) fn no_table(refusal: impl Display) -> io::Error {
    io::Error::other(format!("Hash: {refusal}"))
}

/// The reason why the system refuses a table.
#[derive(Debug, thiserror::Error)]
enum Refusal {
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    #[error(transparent)]
    Table(#[from] TableError),
}

// Both functions first check whether the memory is free, because Linux grants memory that it does
// not have and kills the process that uses it.

fn solver_of(mib: usize) -> Result<Solver, Refusal> {
    memory::check_room(mib)?;
    Ok(Solver::without_book(mib)?)
}

fn resize(solver: &mut Solver, mib: usize) -> Result<(), Refusal> {
    memory::check_room(mib)?;
    Ok(solver.resize(mib)?)
}

/// An observer that sends the progress of a job.
struct ProgressSender<'a> {
    reporter: &'a Reporter,
    last_pulse: Moment,
}

impl<'a> ProgressSender<'a> {
    fn new(id: u64, reporter: &'a Reporter) -> ProgressSender<'a> {
        reporter.progress.send_replace(Progress {
            id,
            ..Progress::default()
        });
        ProgressSender {
            reporter,
            last_pulse: reporter.clock.now(),
        }
    }

    fn set_hashfull(&self, hashfull: u16) {
        let progress = &self.reporter.progress;
        progress.send_modify(|progress| progress.hashfull = hashfull);
    }

    fn bench_step(&self, counts: BenchCounts) {
        self.reporter.progress.send_modify(|progress| {
            progress.revision += 1;
            progress.nodes = counts.nodes;
            progress.bench = Some(counts);
        });
    }
}

impl Observer for ProgressSender<'_> {
    fn report(&mut self, report: Report) {
        self.reporter.progress.send_modify(|progress| {
            progress.revision += 1;
            progress.nodes = report.nodes;
            progress.report = Some(Arc::new(report));
        });
    }

    fn pulse(&mut self, nodes: u64, hashfull: &dyn Fn() -> u16) {
        let now = self.reporter.clock.now();
        if now < self.last_pulse + PULSE {
            return;
        }
        self.last_pulse = now;
        let hashfull = hashfull();
        self.reporter.progress.send_modify(|progress| {
            progress.nodes = nodes;
            progress.hashfull = hashfull;
        });
    }
}

#[cfg(test)]
mod tests;
