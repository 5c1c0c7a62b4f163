//! The process that managers talk to: connects input, session, solver and output.
//!
//! ```text
//! stdin -> reader ~> session ~> writer -> stdout      ~> bounded channel
//!                     ^    |
//!                     |    v
//!                     worker (solver)
//! ```
//!
//! The session decides and does no I/O. The shell in this file carries out what the session
//! decides: it carries lines and jobs and tells the time. A player's clock runs from the
//! moment at which its line was read.
//!
//! No queue grows without bound: while a peer does not read our answers, the shell reads no
//! more lines. It still serves the running search and signals.

mod book_handle;
mod io;
mod log;
mod stopwatch;
mod worker;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::runtime::Builder;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep_until, timeout};

pub use log::Log;

use crate::protocol::Reply;
use crate::protocol::options::Files;
use crate::session::{Action, Event, Moment, Progress, Session, Work};
use crate::solver::StopFlag;
use crate::system::lines::InputLine;
use crate::system::memory;
use crate::system::retry::Retrying;
use crate::system::signals::Signals;
use book_handle::BookHandle;
use io::{TimedLine, Writer};
use stopwatch::Stopwatch;
use worker::{Job, SMALLEST_HASH_MIB, Worker, no_table};

/// The shell reads no more lines while so many replies wait for the writer.
const OUTBOX: usize = 64;

/// How long the writer may take to write the last replies after a signal.
const FLUSH_TIMEOUT: Duration = Duration::from_millis(500);

/// Talks with the peer on stdin and stdout until either side ends the conversation.
///
/// `files` tells whether the peer may name files to open. A peer that closes our stdout ends the
/// conversation, too; that is no error.
///
/// # Errors
/// A thread cannot be started, the memory does not suffice, or writing to stdout fails for
/// another reason.
pub fn run(log: Log, files: Files) -> std::io::Result<()> {
    memory::check_room(SMALLEST_HASH_MIB).map_err(no_table)?;
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(converse(log, files));
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

async fn converse(log: Log, files: Files) -> std::io::Result<()> {
    let mut signals = Signals::new()?;
    let stopwatch = Stopwatch::started(Instant::now());
    let mut input = io::spawn_reader(Retrying(std::io::stdin()), stopwatch)?;
    let Writer { lines, finished } = io::spawn_writer(Retrying(std::io::stdout()))?;
    let mut shell = Shell::new(Session::new(files), log, lines, stopwatch)?;
    let ended = shell.serve(&mut input, &mut signals).await;
    if let Err(error) = &ended {
        shell.say(&Reply::Error(error.to_string()));
    }
    let flush = flush(shell.lines, shell.outbox, finished);
    tokio::pin!(flush);
    if !shell.terminated {
        tokio::select! {
            result = &mut flush => return ended.and(result),
            () = signals.next() => {}
        }
    }
    ended.and(timeout(FLUSH_TIMEOUT, flush).await.unwrap_or(Ok(())))
}

/// Hands the last replies to the writer and waits until they are written.
async fn flush(
    lines: mpsc::Sender<String>,
    outbox: VecDeque<String>,
    finished: oneshot::Receiver<std::io::Result<()>>,
) -> std::io::Result<()> {
    for line in outbox {
        if lines.send(line).await.is_err() {
            break;
        }
    }
    drop(lines);
    finished.await.unwrap_or(Ok(()))
}

/// The session and everything through which it acts on the world.
struct Shell {
    session: Session,
    worker: Worker,
    /// Ends the latest job, which may be over.
    stop: StopFlag,
    lines: mpsc::Sender<String>,
    /// Replies for which the writer has no room yet.
    outbox: VecDeque<String>,
    log: Log,
    book: BookHandle,
    stopwatch: Stopwatch,
    exiting: bool,
    terminated: bool,
}

impl Shell {
    fn new(
        session: Session,
        log: Log,
        lines: mpsc::Sender<String>,
        stopwatch: Stopwatch,
    ) -> std::io::Result<Shell> {
        Ok(Shell {
            session,
            worker: Worker::spawn(stopwatch)?,
            stop: StopFlag::default(),
            lines,
            outbox: VecDeque::new(),
            log,
            book: BookHandle::default(),
            stopwatch,
            exiting: false,
            terminated: false,
        })
    }

    /// Deals with what happens until either side ends the conversation.
    async fn serve(
        &mut self,
        input: &mut mpsc::Receiver<TimedLine>,
        signals: &mut Signals,
    ) -> std::io::Result<()> {
        while !self.exiting {
            self.step(input, signals).await?;
        }
        Ok(())
    }

    /// Waits for one thing to happen, and deals with it.
    async fn step(
        &mut self,
        input: &mut mpsc::Receiver<TimedLine>,
        signals: &mut Signals,
    ) -> std::io::Result<()> {
        let listens = self.session.listens() && self.outbox.len() < OUTBOX;
        let alarm = self.session.alarm();
        let alarm = alarm.map(|moment| self.stopwatch.instant(moment));
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
            permit = self.lines.reserve(), if !self.outbox.is_empty() => {
                if let (Ok(permit), Some(line)) = (permit, self.outbox.pop_front()) {
                    permit.send(line);
                }
                return Ok(());
            }
            notice = self.worker.notices.recv() => match notice {
                Some(notice) => Event::Notice(notice),
                None => return Err(self.worker.fault()),
            },
            line = input.recv(), if listens => match line {
                Some(timed) => {
                    read_at = Some(timed.read_at);
                    Event::Input(timed.line)
                }
                None => Event::InputClosed,
            },
            () = sleep(alarm) => Event::Alarm,
            progress = latest(&mut self.worker.progress) => match progress {
                Some(progress) => Event::Progress(progress),
                None => return Err(self.worker.fault()),
            },
        };
        if matches!(event, Event::Input(_) | Event::Alarm) {
            self.catch_up();
        }
        let at = read_at.unwrap_or_else(|| self.stopwatch.now());
        self.take(event, at);
        Ok(())
    }

    /// Takes in what the worker has told by now, so that a search that is about to end is
    /// answered with the latest.
    fn catch_up(&mut self) {
        let now = self.stopwatch.now();
        if self.worker.progress.has_changed().unwrap_or(false) {
            let progress = self.worker.progress.borrow_and_update().clone();
            self.take(Event::Progress(progress), now);
        }
        while let Ok(notice) = self.worker.notices.try_recv() {
            self.take(Event::Notice(notice), now);
        }
    }

    fn take(&mut self, event: Event, at: Moment) {
        if let Event::Input(InputLine::Whole(line) | InputLine::TooLong(line)) = &event {
            self.log.received(line);
        }
        for action in self.session.handle(event, at) {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Say(reply) => self.say(&reply),
            Action::Show(replies) => {
                if self.reader_keeps_up() {
                    for reply in &replies {
                        self.say(reply);
                    }
                }
            }
            Action::Start { id, work } => self.start(id, work),
            Action::Stop => self.stop.stop(),
            Action::Log(path) => self.redirect_log(path),
            Action::OpenBook(path) => {
                if let Err(error) = self.book.open(path.as_deref()) {
                    self.say(&Reply::Error(error));
                }
            }
            Action::Exit => self.exiting = true,
        }
    }

    fn start(&mut self, id: u64, work: Work) {
        self.stop = StopFlag::default();
        let looks_up = matches!(work, Work::Search { own_book: true, .. });
        if looks_up && let Some(introduction) = self.book.introduction() {
            self.say(&Reply::Note(introduction));
        }
        self.worker.start(Job {
            id,
            work,
            stop: self.stop.clone(),
            book: looks_up.then(|| self.book.share()),
        });
    }

    fn reader_keeps_up(&self) -> bool {
        self.outbox.is_empty() && self.lines.capacity() > self.lines.max_capacity() / 2
    }

    fn say(&mut self, reply: &Reply) {
        for line in reply.to_string().lines() {
            self.log.sent(line);
            self.outbox.push_back(line.to_owned());
        }
        while !self.outbox.is_empty()
            && let Ok(permit) = self.lines.try_reserve()
        {
            permit.send(self.outbox.pop_front().unwrap_or_default());
        }
    }

    fn redirect_log(&mut self, path: Option<PathBuf>) {
        let Some(path) = path else {
            return self.log.close();
        };
        if let Err(error) = self.log.open(&path) {
            let place = path.display();
            self.say(&Reply::Error(format!("Debug Log File {place}: {error}")));
        }
    }
}

/// The latest progress once it has changed.
async fn latest(progress: &mut watch::Receiver<Progress>) -> Option<Progress> {
    progress.changed().await.ok()?;
    Some(progress.borrow_and_update().clone())
}

/// Sleeps until an instant, or for ever.
async fn sleep(until: Option<Instant>) {
    match until {
        Some(instant) => sleep_until(instant.into()).await,
        None => std::future::pending().await,
    }
}
