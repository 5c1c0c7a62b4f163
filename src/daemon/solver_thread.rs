//! The thread that runs jobs.
//!
//! Notices go through a bounded channel, in which nothing is lost. Progress goes through a watch
//! channel, which contains only the latest state, so a slow receiver costs neither time nor memory.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tokio::sync::{mpsc, watch};

use super::clock::ProcessClock;
use crate::book::Book;
use crate::measure::work_clock;
use crate::session::{Host, Job, MOST_JOBS, Moment, Notice, OutOfMemory, Progress, Runner};
use crate::solver::StopFlag;

/// A job in the queue of the thread.
pub(super) struct QueuedJob {
    /// The id of the job, which its notices and progress contain.
    pub(super) id: u64,
    pub(super) job: Job,
    /// The flag that stops the job.
    pub(super) stop: StopFlag,
    /// The book of a search that uses one.
    pub(super) book: Option<Arc<Book>>,
}

/// The shell's ends of the channels to the thread.
pub(super) struct SolverThread {
    jobs: mpsc::Sender<QueuedJob>,
    /// The thread. It returns an error if even the smallest table cannot be allocated.
    thread: Option<JoinHandle<Result<(), OutOfMemory>>>,
    pub(super) notices: mpsc::Receiver<Notice>,
    pub(super) progress: watch::Receiver<Progress>,
}

impl SolverThread {
    /// Starts the thread. It ends when this value is dropped and the last job has ended.
    pub(super) fn spawn(clock: ProcessClock) -> io::Result<SolverThread> {
        // Neither queue ever fills: each job has one notice, or two if its table is refused.
        let (job_sender, job_receiver) = mpsc::channel(MOST_JOBS);
        let (notice_sender, notices) = mpsc::channel(16);
        let (progress_sender, progress) = watch::channel(Progress::default());
        let thread = thread::Builder::new()
            .name("solver".into())
            .spawn(move || {
                let sender = Sender {
                    notices: notice_sender,
                    progress: progress_sender,
                    clock,
                };
                run_jobs(job_receiver, sender)
            })?;
        Ok(SolverThread {
            jobs: job_sender,
            thread: Some(thread),
            notices,
            progress,
        })
    }

    /// Queues a job.
    pub(super) fn start(&self, job: QueuedJob) {
        // If the thread has ended, the closed channel of notices shows it.
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

/// Returns the error of a conversation that has no memory for a table.
pub(super) fn no_table(refusal: impl Display) -> io::Error {
    io::Error::other(format!("Hash: {refusal}"))
}

/// Runs each job to its end until the queue is closed.
///
/// # Errors
/// Fails if even the smallest table cannot be allocated.
fn run_jobs(mut jobs: mpsc::Receiver<QueuedJob>, sender: Sender) -> Result<(), OutOfMemory> {
    let mut runner = Runner::new(sender);
    while let Some(queued) = jobs.blocking_recv() {
        let span = tracing::info_span!("job", id = queued.id);
        let _entered = span.enter();
        tracing::debug!(job = ?queued.job, "begins");
        runner.begin(queued.id, queued.job)?;
        while !runner.resume(u64::MAX, queued.book.clone(), &queued.stop) {}
        tracing::debug!("ends");
    }
    Ok(())
}

/// The thread's ends of the channels, and the clock.
struct Sender {
    notices: mpsc::Sender<Notice>,
    progress: watch::Sender<Progress>,
    clock: ProcessClock,
}

impl Host for Sender {
    fn now(&self) -> Moment {
        self.clock.now()
    }

    fn time_worked(&self) -> Duration {
        work_clock::of_thread().unwrap_or_else(|| self.now().since(Moment::START))
    }

    fn cores(&self) -> usize {
        thread::available_parallelism().map_or(usize::MAX, usize::from)
    }

    fn notify(&mut self, notice: Notice) {
        // Ignore the error: the process is exiting.
        let _ = self.notices.blocking_send(notice);
    }

    fn show(&mut self, progress: &Progress) {
        self.progress.send_replace(progress.clone());
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::game::{Mode, replay};
    use crate::session::{Ending, TableSpec};
    use crate::solver::Task;

    #[test]
    fn a_search_ends_with_the_used_part_of_its_table() {
        let clock = ProcessClock::started(Instant::now());
        let mut thread = SolverThread::spawn(clock).expect("a thread can be started");
        let position = replay("44444222").expect("a game");
        thread.start(QueuedJob {
            id: 1,
            job: Job::Search {
                task: Task::new(position, Mode::Strong),
                table: TableSpec {
                    hash_mib: 1,
                    cleared: false,
                },
                threads: 1,
                own_book: false,
                practical: false,
                why: None,
            },
            stop: StopFlag::default(),
            book: None,
        });
        let notice = thread.notices.blocking_recv();
        let Some(Notice::Done { id: 1, ending }) = notice else {
            panic!("{notice:?}");
        };
        let Ending::Searched {
            report, hashfull, ..
        } = ending
        else {
            panic!("{ending:?}");
        };
        assert!(report.solved && hashfull > 0, "{hashfull}");
    }
}
