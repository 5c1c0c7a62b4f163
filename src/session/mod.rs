//! The state of a conversation with a client: `(state, event) -> actions`.
//!
//! Pure: no I/O, no threads, no clock. The caller passes in each event with its moment and carries
//! out the actions: it prints replies, hands jobs to a runner, and passes on what the runner sends.
//!
//! ```
//! use claimeven::internals::session::protocol::options::Files;
//! use claimeven::internals::session::{Action, Client, Event, InputLine, Job, Moment, Session};
//!
//! let mut session = Session::new(Files::Allowed, Client::Program, 0);
//! let mut send = |line: &str| {
//!     session.handle(Event::Input(InputLine::Whole(line.to_owned())), Moment::START)
//! };
//! assert_eq!(send("position moves 1212121"), []);
//! let actions = send("query gameover");
//! let [Action::Print(reply)] = &actions[..] else { panic!("{actions:?}") };
//! assert_eq!(reply, "response true");
//!
//! send("position startpos");
//! let actions = send("go nodes 1000");
//! let [Action::Start { job: Job::Search { task, .. }, .. }] = &actions[..] else {
//!     panic!("{actions:?}")
//! };
//! assert_eq!(task.limits.nodes, Some(1000));
//! ```
//!
//! | File | Contents |
//! |-|-|
//! | [`protocol`] | commands and replies, as data and as lines |
//! | `dispatch`, `request` | begins, follows and ends requests; the request in progress |
//! | `job`, `runner` | the data of a job; carries out jobs |
//! | `limits`, `time` | the limits of a search; the time budget of a move |
//! | `moment`, `lag` | the moments of events; the time that a move loses |
//! | `leveled` | the game in which the engine plays at a level |
//! | `opening_book` | the opening book of the searches |
//! | `render` | the reports of the solver as replies |
//! | `query`, `help` | the answers to `d` and `query`; the reference of `help` |
//! | `perft` | counts lines of play, as a check of the rules |
//! | `person` | input of people that the protocol lacks |
//!
//! Memory is bounded. During a search the session keeps only the latest value of each option and
//! the latest position. While a command waits for a search to end, [`Session::accepts_input`] is
//! false and further lines stay in the pipe.

mod dispatch;
mod help;
mod job;
mod lag;
mod leveled;
mod limits;
mod moment;
mod opening_book;
mod perft;
mod person;
pub mod protocol;
mod query;
mod render;
mod request;
pub(crate) mod runner;
mod time;

pub use crate::system::lines::{InputLine, MAX_LINE, read_line};
pub use job::{Ending, Job, Notice, Progress, TableSpec};
pub use moment::Moment;
pub use opening_book::OpeningBook;
pub use perft::PerftCounts;
pub use person::Client;
pub use runner::{Host, OutOfMemory, Runner, SMALLEST_HASH_MIB};

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use lag::Lag;
use leveled::LeveledGame;
use request::{Request, RequestKind};

use crate::game::{Game, Notation};
use crate::session::protocol::options::{Effect, Files, Settings};
use crate::session::protocol::{Command, GoArgs, Setting, reply};
use crate::solver;

/// An event for the session.
#[derive(Debug)]
pub enum Event {
    /// The client sent a line.
    Input(InputLine),
    /// The client will send no more lines.
    InputClosed,
    /// The runner sent a notice.
    Notice(Notice),
    /// The running job has made progress.
    Progress(Progress),
    /// The moment of [`Session::alarm`] has come.
    Alarm,
    /// The system asks the process to end.
    Terminate,
}

/// An action for the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Print a reply.
    Print(String),
    /// Print lines about the running job, unless the client reads too slowly.
    PrintProgress(String),
    /// Hand a job to the runner. The runner has been asked to stop all earlier jobs; with this job,
    /// it has at most [`MOST_JOBS`].
    Start {
        /// The id of the job, which its notices and progress contain.
        id: u64,
        /// The job.
        job: Job,
    },
    /// Stop the latest job.
    Stop,
    /// Write the log to this file, or to no file.
    Log(Option<PathBuf>),
    /// Use the book in this file for openings; `None` is the embedded book.
    OpenBook(Option<PathBuf>),
    /// End the process.
    Exit,
}

/// The maximum number of jobs that the runner has at a time: the latest one, and earlier ones that
/// were answered before the runner could end them.
pub const MOST_JOBS: usize = 4;

/// The maximum number of lines that the actions of one event print. A test checks it.
pub const MOST_LINES: usize = 100;

/// The milliseconds that `d scores` takes at most. If the search has not ended by then, the bounds of
/// the scores are printed.
const SCORES_MS: i64 = 1000;

/// The time that the process waits for the runner's answer before it exits without an answer.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// The state of a conversation.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Session {
    files: Files,
    client: Client,
    /// Whether the client speaks UCI: moves are printed as drops, and `bestmove` with a move to ponder
    /// on. In UGI, and without a handshake, moves are columns, and `bestmove` has two tokens.
    is_uci: bool,
    settings: Settings,
    /// The game; `None` after an invalid `position`, until a valid one comes.
    game: Option<Game>,
    request: Option<Request>,
    lag: Lag,
    leveled: LeveledGame,
    /// The command that waits for the request in progress to be answered, and the moment at which
    /// the command was read. The clock of the command runs from that moment.
    pending: Option<(Command, Moment)>,
    /// The size of the runner's table, once it has one.
    table_mib: Option<usize>,
    clear_table: bool,
    debug: bool,
    last_id: u64,
    /// The number of jobs that the runner has not ended.
    unfinished: usize,
    /// Whether the process exits once the request in progress is answered.
    closing: bool,
    /// The moment at which the process exits at the latest.
    exit_by: Option<Moment>,
    actions: Vec<Action>,
}

impl Session {
    /// Creates a session. `files` decides whether the client may name files. The seeds of all games at
    /// a level follow from `entropy`.
    #[must_use]
    pub fn new(files: Files, client: Client, entropy: u64) -> Session {
        Session {
            files,
            client,
            is_uci: false,
            settings: Settings::declared(),
            game: Some(Game::default()),
            request: None,
            lag: Lag::default(),
            leveled: LeveledGame::new(entropy),
            pending: None,
            table_mib: None,
            clear_table: false,
            debug: false,
            last_id: 0,
            unfinished: 0,
            closing: false,
            exit_by: None,
            actions: Vec::new(),
        }
    }

    fn is_preparing(&self) -> bool {
        let request = self.request.as_ref();
        request.is_some_and(|request| request.kind == RequestKind::IsReady)
    }

    /// Returns whether the running job has been asked to stop and its answer is still to come.
    fn is_stopping(&self) -> bool {
        self.request.as_ref().is_some_and(|request| request.stopped)
    }

    /// Returns whether the caller may read the next line. Each state in which it may not ends
    /// without the client:
    ///
    /// - The runner sets up the table. It answers when the memory is allocated and cleared.
    /// - A command waits for the request in progress. That request was stopped, so the runner ends
    ///   its job, and its answer is released: `stop` releases it, and a deadline stops only a
    ///   request whose answer is not held back (see `limits`).
    /// - The session is closing. The request in progress ends at its limits or was stopped, and no
    ///   line is read after it.
    #[must_use]
    pub fn accepts_input(&self) -> bool {
        !self.closing && self.pending.is_none() && !self.is_preparing()
    }

    /// Returns the moment at which the caller must send [`Event::Alarm`], unless an earlier event
    /// changes it.
    #[must_use]
    pub fn alarm(&self) -> Option<Moment> {
        let request = self.request.as_ref().filter(|request| !request.overdue);
        self.exit_by.or(request.and_then(Request::deadline))
    }

    /// Handles an event and returns the actions to carry out, in order. `now` is the moment at
    /// which the line was read or the event was seen.
    pub fn handle(&mut self, event: Event, now: Moment) -> Vec<Action> {
        match event {
            Event::Input(InputLine::Whole(line)) => self.line(&line, now),
            Event::Input(InputLine::TooLong(text)) => self.line_too_long(&text, now),
            Event::InputClosed => self.input_closed(now),
            Event::Notice(notice) => self.notice(notice, now),
            Event::Progress(progress) => self.progress(progress, now),
            // An event before the alarm may have ended the request that set it.
            Event::Alarm if self.alarm().is_none_or(|due| now < due) => {}
            Event::Alarm if self.exit_by.is_some() => self.actions.push(Action::Exit),
            Event::Alarm => self.time_is_over(now),
            Event::Terminate => self.terminate(now),
        }
        self.advance(now);
        std::mem::take(&mut self.actions)
    }

    fn print(&mut self, reply: String) {
        self.actions.push(Action::Print(reply));
    }

    fn error(&mut self, message: impl Display) {
        self.print(reply::error(message));
    }

    /// Prints a text for people if `debug` is on.
    fn comment(&mut self, text: String) {
        if self.debug {
            self.print(reply::note(text));
        }
    }

    fn line(&mut self, line: &str, now: Moment) {
        match protocol::parse(line) {
            Ok(Some(command)) => self.command(command, now),
            Ok(None) => {}
            Err(error) => {
                let meant = self.client.meant(line);
                if meant.is_empty() {
                    self.refuse(line, error);
                }
                for command in meant {
                    self.command(command, now);
                }
            }
        }
    }

    /// Answers an invalid line with an error. An invalid `position` also clears the old
    /// position, because the commands that follow are not meant for it.
    fn refuse(&mut self, line: &str, error: impl Display) {
        if protocol::sets_position(line) {
            self.game = None;
        }
        self.error(error);
    }

    /// Handles a line that is too long. If it is a `go`, carries it out with the complete words
    /// that were read, because every `go` needs an answer. Refuses any other line.
    fn line_too_long(&mut self, text: &str, now: Moment) {
        let words = &text[..text.rfind(char::is_whitespace).unwrap_or(0)];
        let error = format!("line too long: expected at most {MAX_LINE} bytes");
        if let Ok(Some(mut command)) = protocol::parse(words)
            && let Command::Go(args) | Command::Analyze(args) | Command::Why(args) = &mut command
        {
            // The rest of the line may contain a limit.
            args.unread_limit = true;
            self.error(format!("{error}; the rest is skipped"));
            return self.command(command, now);
        }
        self.refuse(words, error);
    }

    fn command(&mut self, command: Command, now: Moment) {
        match command {
            Command::Uci => self.greet(true),
            Command::Ugi => self.greet(false),
            // `readyok` must come after the answer, so that it shows that the search has ended.
            Command::IsReady if self.is_stopping() => self.postpone(command, now),
            Command::IsReady => self.is_ready(now),
            Command::Debug(on) => self.debug = on,
            Command::SetOption(setting) => self.set_option(setting),
            Command::NewGame => {
                self.clear_table = true;
                self.leveled.end();
            }
            Command::Position(game) => self.game = Some(game),
            Command::Go(_)
            | Command::Analyze(_)
            | Command::Why(_)
            | Command::DisplayScores
            | Command::Bench(_)
                if self.request.is_some() =>
            {
                self.stop(now);
                self.postpone(command, now);
            }
            Command::Go(args) => self.begin_search(RequestKind::Go, &args, now),
            Command::Analyze(args) => self.begin_search(RequestKind::Analyze, &args, now),
            Command::Why(args) => self.begin_search(RequestKind::Why, &args, now),
            Command::Bench(args) => self.begin(RequestKind::Bench, Job::Bench(args), now),
            Command::Stop => self.stop(now),
            Command::PonderHit => self.ponder_hit(now),
            Command::Query(query) => self.print(query::answer(self.game.as_ref(), query)),
            Command::Display => self.display(),
            Command::DisplayScores => self.display_scores(now),
            Command::Eval => self.evaluate(),
            Command::Help => self.print(help::TEXT.to_owned()),
            Command::Register => {}
            Command::Quit => self.terminate(now),
        }
    }

    /// Carries out a command once the request in progress is answered.
    fn postpone(&mut self, command: Command, read_at: Moment) {
        self.pending = Some((command, read_at));
    }

    fn greet(&mut self, is_uci: bool) {
        self.is_uci = is_uci;
        let handshake = if is_uci { "uci" } else { "ugi" };
        self.print(reply::introduction(self.files, handshake));
    }

    fn set_option(&mut self, setting: Setting) {
        let Setting { option, effect } = setting;
        if !option.may_be_set(self.files) {
            return self.error(format!(
                "{}: options that name files are switched off (--no-files)",
                option.name
            ));
        }
        match effect {
            Effect::Keep(value) => self.settings.keep(option, value),
            Effect::ClearTable => self.clear_table = true,
            Effect::OpenBook(path) => self.actions.push(Action::OpenBook(path)),
            Effect::Log(path) => self.actions.push(Action::Log(path)),
            Effect::ShowVariant => self.print(reply::variant()),
        }
    }

    /// Returns the notation of printed moves.
    fn notation(&self) -> Notation {
        if self.is_uci {
            Notation::Drop
        } else {
            Notation::Column
        }
    }

    fn display(&mut self) {
        match &self.game {
            Some(game) => {
                let text = query::describe(game, self.notation(), <[_; 7]>::default());
                self.print(text);
            }
            None => self.no_position(),
        }
    }

    fn display_scores(&mut self, now: Moment) {
        let Some(game) = self.game.clone() else {
            return self.no_position();
        };
        let args = GoArgs {
            move_time_ms: Some(SCORES_MS),
            ..GoArgs::default()
        };
        self.begin_search(RequestKind::Scores { game }, &args, now);
    }

    fn no_position(&mut self) {
        self.error("no valid position: expected a position command first");
    }

    fn evaluate(&mut self) {
        match self.game.as_ref().map(Game::position) {
            Some(position) if position.is_over() => self.error("eval: the game is over"),
            Some(position) => {
                let value = solver::evaluate(position);
                self.print(reply::note(format!("eval cp {value} for the side to move")));
            }
            None => self.no_position(),
        }
    }

    fn input_closed(&mut self, now: Moment) {
        self.closing = true;
        if let Some(request) = &self.request
            && request.is_held()
        {
            self.stop(now);
        }
    }

    /// Stops the running job and drops the pending command. The process waits for the runner's
    /// answer for at most [`EXIT_TIMEOUT`].
    fn terminate(&mut self, now: Moment) {
        self.closing = true;
        self.pending = None;
        self.stop(now);
        self.exit_by = Some(now + EXIT_TIMEOUT);
        if self.is_preparing() {
            self.actions.push(Action::Exit);
        }
    }

    /// Gives the answer if it is known and released, then carries out the pending command.
    fn advance(&mut self, now: Moment) {
        while let Some(request) = &mut self.request
            && let Some(answer) = request.take_answer()
        {
            self.print(answer);
            self.lag.stop(now);
            self.request = None;
            if let Some((command, read_at)) = self.pending.take() {
                self.command(command, read_at);
            }
        }
        if self.closing && self.request.is_none() {
            self.actions.push(Action::Exit);
        }
    }
}

#[cfg(test)]
mod tests;
