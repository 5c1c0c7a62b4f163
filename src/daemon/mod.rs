//! The process that managers talk to: ties input, session, solver and output.
//!
//! ```text
//! stdin -> reader ~> session ~> writer -> stdout      ~> bounded channel
//!                     ^    |
//!                     |    v
//!                     worker (solver)
//! ```
//!
//! The session decides everything and does nothing; this shell does what it
//! says: it carries lines and jobs and tells the time. A line counts from the
//! moment it was read, and the worker itself looks after its deadlines. A peer
//! that does not read our answers is no longer listened to once they pile up,
//! so that no queue grows without bound; its search and signals are still looked
//! after.

mod book_handle;
mod deadline;
mod game;
mod grid;
mod help;
mod io;
mod job;
mod lag;
mod log;
mod moment;
mod perft;
mod plan;
mod render;
mod running;
mod session;
mod settings;
mod time;
mod worker;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{sleep_until, timeout};

pub use log::Log;

use crate::lines::Line;
use crate::patient::Patient;
use crate::protocol::Reply;
use crate::signals::{self, Signals};
use book_handle::BookHandle;
use deadline::JobControl;
use io::{TimedLine, Writer};
use job::{Progress, Work};
use moment::{Moment, Stopwatch};
use session::{Action, Event, Session};
use worker::{Job, Worker};

/// Replies that may wait for the writer before no more lines are read.
const OUTBOX: usize = 64;

/// How long the writer may take to end after a signal.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Talks with the peer on stdin and stdout until either side ends it.
///
/// A peer that closes our stdout ends it too, and is no error.
///
/// # Errors
/// A thread cannot be started, too few files can be opened, or stdout fails in another
/// way.
pub fn run(log: Log) -> std::io::Result<()> {
    let result = signals::runtime()?.block_on(converse(log));
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

async fn converse(log: Log) -> std::io::Result<()> {
    let mut signals = Signals::new()?;
    let stopwatch = Stopwatch::started(Instant::now());
    let mut input = io::spawn_reader(Patient(std::io::stdin()), stopwatch)?;
    let Writer { lines, finished } = io::spawn_writer(Patient(std::io::stdout()))?;
    let mut shell = Shell::new(log, lines, stopwatch)?;
    while !shell.exiting {
        shell.step(&mut input, &mut signals).await?;
    }
    let last_words = farewell(shell.lines, shell.outbox, finished);
    tokio::pin!(last_words);
    if !shell.terminated {
        tokio::select! {
            result = &mut last_words => return result,
            () = signals.terminated() => {}
        }
    }
    timeout(LAST_WORDS, last_words).await.unwrap_or(Ok(()))
}

/// Hands the last replies to the writer and waits until they are written.
async fn farewell(
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

/// What the session cannot hold because it acts on the world.
struct Shell {
    session: Session,
    worker: Worker,
    /// Holds the job that runs, if one does.
    control: JobControl,
    lines: mpsc::Sender<String>,
    /// Replies for which the writer has no room yet.
    outbox: VecDeque<String>,
    log: Log,
    book: BookHandle,
    stopwatch: Stopwatch,
    /// When the state of the search may be looked at again.
    next_look: Moment,
    exiting: bool,
    terminated: bool,
}

impl Shell {
    fn new(log: Log, lines: mpsc::Sender<String>, stopwatch: Stopwatch) -> std::io::Result<Shell> {
        Ok(Shell {
            session: Session::new(),
            worker: Worker::spawn(stopwatch)?,
            control: JobControl::default(),
            lines,
            outbox: VecDeque::new(),
            log,
            book: BookHandle::default(),
            stopwatch,
            next_look: Moment::START,
            exiting: false,
            terminated: false,
        })
    }

    /// Waits until one thing happens, and deals with it.
    async fn step(
        &mut self,
        input: &mut mpsc::Receiver<TimedLine>,
        signals: &mut Signals,
    ) -> std::io::Result<()> {
        let listens = self.session.listens() && self.outbox.len() < OUTBOX;
        let instant = |moment| self.stopwatch.instant(moment);
        let exit_by = self.session.exit_by().map(instant);
        let next_look = instant(self.next_look);
        let mut read_at = None;
        let event = tokio::select! {
            () = signals.terminated() => {
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
                None => return Err(std::io::Error::other("the solver's thread has ended")),
            },
            line = input.recv(), if listens => match line {
                Some(timed) => {
                    read_at = Some(timed.read_at);
                    Event::Input(timed.line)
                }
                None => Event::InputClosed,
            },
            () = wait_for(exit_by) => Event::ExitTimeout,
            progress = look(&mut self.worker.progress, next_look) => match progress {
                Some(progress) => Event::Progress(progress),
                None => return Err(std::io::Error::other("the solver's thread has ended")),
            },
        };
        let at = read_at.unwrap_or_else(|| self.stopwatch.now());
        self.take(event, at);
        Ok(())
    }

    fn take(&mut self, event: Event, at: Moment) {
        if let Event::Input(Line::Whole(line) | Line::TooLong(line)) = &event {
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
                self.next_look = self.stopwatch.now() + running::MIN_GAP;
                if self.reader_keeps_up() {
                    for reply in &replies {
                        self.say(reply);
                    }
                }
            }
            Action::Start { id, work } => self.start(id, work),
            Action::SetDeadline(deadline) => self.control.set_deadline(deadline),
            Action::Stop => self.control.stop.stop(),
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
        self.control = JobControl::default();
        let looks_up = matches!(work, Work::Search { own_book: true, .. });
        if looks_up && let Some(introduction) = self.book.introduction() {
            self.say(&Reply::Note(introduction));
        }
        self.worker.start(Job {
            id,
            work,
            control: self.control.clone(),
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

/// The latest state of the search once it has changed, no sooner than `from`.
async fn look(progress: &mut watch::Receiver<Progress>, from: Instant) -> Option<Progress> {
    sleep_until(from.into()).await;
    progress.changed().await.ok()?;
    Some(progress.borrow_and_update().clone())
}

/// Waits for a moment, or for ever.
async fn wait_for(moment: Option<Instant>) {
    match moment {
        Some(moment) => sleep_until(moment.into()).await,
        None => std::future::pending().await,
    }
}
