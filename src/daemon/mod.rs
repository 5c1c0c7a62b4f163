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
//! says: it carries lines and jobs, keeps the clock and rings its alarms. A peer
//! that does not read our answers is no longer listened to once they pile up,
//! so that no queue grows without bound; its search, its deadlines and signals
//! are still looked after.

mod bits;
mod game;
mod help;
mod io;
mod log;
mod perft;
mod plan;
mod render;
mod running;
mod session;
mod settings;
mod signals;
mod time;
mod worker;

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until, timeout};

pub use log::Log;

use crate::protocol::Reply;
use crate::solver::StopFlag;
use io::{Input, Writer};
use session::{Action, Event, Session};
use signals::Signals;
use worker::{Progress, Worker};

/// Replies that may wait for the writer before no more lines are read.
const OUTBOX: usize = 64;

/// How long the writer may take to end after a signal.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// Talks with the peer on stdin and stdout until either side ends it.
///
/// A peer that closes our stdout ends it too, and is no error.
///
/// # Errors
/// A thread cannot be started, or stdout fails in another way.
pub fn run(log: Log) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let result = runtime.block_on(converse(log));
    match result {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

async fn converse(log: Log) -> std::io::Result<()> {
    let mut signals = Signals::new()?;
    let mut input = io::spawn_reader(std::io::stdin())?;
    let Writer { lines, finished } = io::spawn_writer(std::io::stdout())?;
    let mut shell = Shell::new(log, lines)?;
    while !shell.exiting {
        let event = shell.next_event(&mut input, &mut signals).await?;
        if let Some(event) = event {
            shell.take(event);
        }
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
    /// Ends the job that runs, if one does.
    stop: StopFlag,
    lines: mpsc::Sender<String>,
    /// Replies for which the writer has no room yet.
    outbox: VecDeque<String>,
    log: Log,
    started: Instant,
    /// When the state of the search may be looked at again.
    next_look: Instant,
    exiting: bool,
    terminated: bool,
}

impl Shell {
    fn new(log: Log, lines: mpsc::Sender<String>) -> std::io::Result<Shell> {
        Ok(Shell {
            session: Session::new(),
            worker: Worker::spawn()?,
            stop: StopFlag::default(),
            lines,
            outbox: VecDeque::new(),
            log,
            started: Instant::now(),
            next_look: Instant::now(),
            exiting: false,
            terminated: false,
        })
    }

    /// Waits until something happens; `None` when it concerns the shell alone.
    async fn next_event(
        &mut self,
        input: &mut mpsc::Receiver<Input>,
        signals: &mut Signals,
    ) -> std::io::Result<Option<Event>> {
        let listens = self.session.listens() && self.outbox.len() < OUTBOX;
        let alarm = self.session.alarm().map(|at| self.started + at);
        let event = tokio::select! {
            () = signals.terminated() => {
                self.terminated = true;
                Event::Terminate
            }
            () = self.lines.closed() => {
                self.exiting = true;
                return Ok(None);
            }
            permit = self.lines.reserve(), if !self.outbox.is_empty() => {
                if let (Ok(permit), Some(line)) = (permit, self.outbox.pop_front()) {
                    permit.send(line);
                }
                return Ok(None);
            }
            notice = self.worker.notices.recv() => match notice {
                Some(notice) => Event::Notice(notice),
                None => return Err(std::io::Error::other("the solver's thread has ended")),
            },
            line = input.recv(), if listens => line.map_or(Event::InputClosed, Event::Input),
            () = sleep_until(alarm.unwrap_or(self.started)), if alarm.is_some() => Event::Alarm,
            progress = look(&mut self.worker.progress, self.next_look) => match progress {
                Some(progress) => Event::Progress(progress),
                None => return Err(std::io::Error::other("the solver's thread has ended")),
            },
        };
        Ok(Some(event))
    }

    fn take(&mut self, event: Event) {
        if let Event::Input(Input::Line(line)) = &event {
            self.log.received(line);
        }
        let actions = self.session.handle(event, self.started.elapsed());
        for action in actions {
            self.act(action);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Say(reply) => self.say(&reply),
            Action::Show(replies) => {
                self.next_look = Instant::now() + running::MIN_GAP;
                if self.reader_keeps_up() {
                    for reply in &replies {
                        self.say(reply);
                    }
                }
            }
            Action::Start(job) => {
                self.stop = StopFlag::default();
                self.worker.start(job, self.stop.clone());
            }
            Action::Stop => self.stop.stop(),
            Action::Log(path) => self.redirect_log(path),
            Action::Exit => self.exiting = true,
        }
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
    sleep_until(from).await;
    progress.changed().await.ok()?;
    Some(progress.borrow_and_update().clone())
}
