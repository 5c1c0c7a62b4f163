//! The process that managers run: it connects input, session, solver and output.
//!
//! ```text
//! stdin -> reader ~> session ~> writer -> stdout      ~> bounded channel
//!                     ^    |
//!                     |    v
//!                  solver thread
//! ```
//!
//! The session decides and does no I/O. The shell in this file passes it lines, notices and
//! moments, and carries out its actions. A player's clock runs from the moment at which the `go`
//! was read.
//!
//! | File | Contents |
//! |-|-|
//! | `io` | the reader of stdin and the only writer of stdout |
//! | `clock` | the one source of moments |
//! | `solver_thread` | the thread that runs jobs |
//! | `book_file` | opens the book that a client names |
//! | `log` | the log of the conversation |
//!
//! Every queue is bounded: while a client does not read the answers, the shell reads no more lines.
//! It still handles the running search and signals.

mod book_file;
mod clock;
mod io;
mod log;
mod solver_thread;

use std::hash::{BuildHasher, RandomState};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::sync::{mpsc, watch};
use tokio::time::{sleep_until, timeout};

use crate::book::Book;
use crate::session::protocol::options::Files;
use crate::session::protocol::reply;
use crate::session::{
    Action, Client, Event, InputLine, Job, Moment, OpeningBook, Progress, SMALLEST_HASH_MIB,
    Session,
};
use crate::solver::StopFlag;
use crate::system::memory;
use crate::system::retry::Retrying;
use crate::system::signals::Signals;
use clock::ProcessClock;
use io::{TimedLine, Writer};
use log::Log;
use solver_thread::{QueuedJob, SolverThread, no_table};

/// The time that the writer may take to write the last replies after a signal.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// Holds the conversation on stdin and stdout until the client or a signal ends it.
///
/// `files` decides whether the client may name files to open, and `client` whether it is a person.
/// A client that closes stdout also ends the conversation; that is not an error.
///
/// # Errors
/// Fails if a thread cannot be started, if memory is short, or if writing to stdout fails for
/// another reason.
pub(crate) fn run(files: Files, client: Client) -> std::io::Result<()> {
    memory::check_room(SMALLEST_HASH_MIB).map_err(no_table)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(converse(files, client));
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

async fn converse(files: Files, client: Client) -> std::io::Result<()> {
    let mut signals = Signals::new()?;
    let clock = ProcessClock::started(Instant::now());
    let mut input = io::spawn_reader(clock)?;
    let Writer { lines, finished } = io::spawn_writer(Retrying(std::io::stdout()))?;
    let mut shell = Shell {
        session: Session::new(files, client, RandomState::new().hash_one(0)),
        solver: SolverThread::spawn(clock)?,
        stop: StopFlag::default(),
        lines,
        log: Log::default(),
        book: OpeningBook::from(Book::embedded()),
        clock,
        exiting: false,
        terminated: false,
    };
    let mut ended = Ok(());
    while !shell.exiting && ended.is_ok() {
        ended = shell.step(&mut input, &mut signals).await;
    }
    if let Err(error) = &ended {
        shell.print(&reply::error(error));
    }
    let terminated = shell.terminated;
    // The writer ends when the shell drops its end of the channel.
    drop(shell);
    let flush = async { finished.await.unwrap_or(Ok(())) };
    tokio::pin!(flush);
    if !terminated {
        tokio::select! {
            result = &mut flush => return ended.and(result),
            () = signals.next() => {}
        }
    }
    ended.and(timeout(FLUSH_TIMEOUT, flush).await.unwrap_or(Ok(())))
}

/// The session with everything that carries out its actions.
struct Shell {
    session: Session,
    solver: SolverThread,
    /// The flag that stops the latest job. The job may have ended already.
    stop: StopFlag,
    lines: mpsc::Sender<String>,
    log: Log,
    book: OpeningBook,
    clock: ProcessClock,
    exiting: bool,
    terminated: bool,
}

impl Shell {
    /// Waits for one event and handles it.
    async fn step(
        &mut self,
        input: &mut mpsc::Receiver<TimedLine>,
        signals: &mut Signals,
    ) -> std::io::Result<()> {
        let client_reads = self.client_reads();
        let alarm = self.session.alarm();
        let alarm = alarm.map(|moment| self.clock.instant(moment));
        let mut read_at = None;
        let event = tokio::select! {
            () = signals.next() => {
                self.terminated = true;
                Event::Terminate
            }
            () = self.lines.closed() => {
                self.exiting = true;
                return Ok(());
            }
            _ = self.lines.reserve_many(self.lines.max_capacity() / 2), if !client_reads => {
                return Ok(());
            }
            notice = self.solver.notices.recv() => match notice {
                Some(notice) => Event::Notice(notice),
                None => return Err(self.solver.error()),
            },
            line = input.recv(), if client_reads && self.session.accepts_input() => match line {
                Some(timed) => {
                    read_at = Some(timed.read_at);
                    Event::Input(timed.line)
                }
                None => Event::InputClosed,
            },
            () = sleep_until(alarm.unwrap_or_else(Instant::now).into()), if alarm.is_some() => {
                Event::Alarm
            }
            progress = latest(&mut self.solver.progress) => match progress {
                Some(progress) => Event::Progress(progress),
                None => return Err(self.solver.error()),
            },
        };
        if matches!(event, Event::Input(_) | Event::Alarm) {
            self.catch_up();
        }
        let at = read_at.unwrap_or_else(|| self.clock.now());
        self.handle(event, at);
        Ok(())
    }

    /// Handles the messages that the solver's thread has sent so far, so that a search that is about to end
    /// is answered with its latest report.
    fn catch_up(&mut self) {
        let now = self.clock.now();
        if self.solver.progress.has_changed().unwrap_or(false) {
            let progress = self.solver.progress.borrow_and_update().clone();
            self.handle(Event::Progress(progress), now);
        }
        while let Ok(notice) = self.solver.notices.try_recv() {
            self.handle(Event::Notice(notice), now);
        }
    }

    fn handle(&mut self, event: Event, at: Moment) {
        if let Event::Input(InputLine::Whole(line) | InputLine::TooLong(line)) = &event {
            self.log.note('>', line);
        }
        for action in self.session.handle(event, at) {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Print(reply) => self.print(&reply),
            Action::PrintProgress(lines) if self.client_reads() => self.print(&lines),
            Action::PrintProgress(_) => {}
            Action::Start { id, job } => self.start(id, job),
            Action::Stop => self.stop.stop(),
            Action::Log(path) => self.redirect_log(path),
            Action::OpenBook(path) => {
                if let Err(error) = book_file::open(path.as_deref(), &mut self.book) {
                    self.print(&reply::error(error));
                }
            }
            Action::Exit => self.exiting = true,
        }
    }

    fn start(&mut self, id: u64, job: Job) {
        self.stop = StopFlag::default();
        let uses_book = job.uses_book();
        if uses_book && let Some(introduction) = self.book.introduction() {
            self.print(&reply::note(introduction));
        }
        self.solver.start(QueuedJob {
            id,
            job,
            stop: self.stop.clone(),
            book: self.book.share().filter(|_| uses_book),
        });
    }

    /// Returns whether the client reads fast enough: at least half of the queue is free.
    fn client_reads(&self) -> bool {
        self.lines.capacity() >= self.lines.max_capacity() / 2
    }

    fn print(&mut self, reply: &str) {
        for line in reply.lines() {
            self.log.note('<', line);
            // The queue is never full, see `OUTPUT_QUEUE`. If it is closed, the conversation ends.
            let _ = self.lines.try_send(line.to_owned());
        }
    }

    fn redirect_log(&mut self, path: Option<PathBuf>) {
        let Some(path) = path else {
            return self.log.close();
        };
        if let Err(error) = self.log.open(&path) {
            let path = path.display();
            self.print(&reply::error(format!("Debug Log File {path}: {error}")));
        }
    }
}

/// Waits until the progress has changed, and returns the latest progress.
async fn latest(progress: &mut watch::Receiver<Progress>) -> Option<Progress> {
    progress.changed().await.ok()?;
    Some(progress.borrow_and_update().clone())
}
