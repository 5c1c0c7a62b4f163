//! The state of a conversation, which decides what to do: `(state, event) -> actions`.
//!
//! Pure: no I/O, no threads, no clock. Whoever runs it hands in what happens and the moment at
//! which it does, and carries out the actions: says replies, gives a worker its jobs, and tells
//! what comes of them.
//!
//! ```
//! use claimeven::session::{Action, Event, InputLine, Moment, Session, Work};
//!
//! let mut session = Session::default();
//! let mut hear = |line: &str| {
//!     session.handle(Event::Input(InputLine::Whole(line.to_owned())), Moment::START)
//! };
//! assert_eq!(hear("position moves 1212121"), []);
//! let actions = hear("query gameover");
//! let [Action::Say(reply)] = &actions[..] else { panic!("{actions:?}") };
//! assert_eq!(reply.to_string(), "response true");
//!
//! hear("position startpos");
//! let actions = hear("go nodes 1000");
//! let [Action::Start { work: Work::Search { task, .. }, .. }] = &actions[..] else {
//!     panic!("{actions:?}")
//! };
//! assert_eq!(task.limits.nodes, Some(1000));
//! ```
//!
//! Memory is bounded. During a search the session keeps only the latest value of what a
//! peer sets. While a command waits for a search to end, [`Session::listens`] is false and
//! further lines stay in the pipe.

mod activity;
pub(crate) mod column_values;
mod grid;
mod help;
mod job;
mod lag;
mod limits;
mod moment;
mod perft;
mod plan;
mod query;
mod render;
mod running;
mod settings;
mod time;

pub use crate::system::lines::{InputLine, MAX_LINE, read_line};
pub use job::{BenchResult, BenchStep, Ending, Notice, Progress, TableSpec, Work};
pub use moment::Moment;
pub use perft::{PerftCounts, perft};

use std::fmt::Display;
use std::path::PathBuf;
use std::time::Duration;

use lag::Lag;
use running::{Purpose, Release, Running};
use settings::{Dialect, Settings};

use crate::game::Game;
use crate::game::read::Setup;
use crate::protocol::options::Files;
use crate::protocol::{self, Command, GoArgs, Picture, Reply, Setting};
use crate::solver;

/// Something that has happened.
#[derive(Debug)]
pub enum Event {
    /// The peer sent a line.
    Input(InputLine),
    /// The peer will send no more lines.
    InputClosed,
    /// The worker told something that must not be lost.
    Notice(Notice),
    /// The search has made progress.
    Progress(Progress),
    /// The moment of [`Session::alarm`] has come.
    Alarm,
    /// The system asks the process to end.
    Terminate,
}

/// Something that the shell is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Print a reply.
    Say(Reply),
    /// Print replies, unless the peer does not keep up with reading.
    Show(Vec<Reply>),
    /// Give the worker a job. Those that it has were told to end, and with this one they are
    /// [`MOST_JOBS`] at most.
    Start {
        /// Comes back with everything that the worker tells of this job.
        id: u64,
        /// What it does.
        work: Work,
    },
    /// End the worker's job.
    Stop,
    /// Send the log to this file, or to no file any more.
    Log(Option<PathBuf>),
    /// Look openings up in this book, or in the embedded one.
    OpenBook(Option<PathBuf>),
    /// End the process.
    Exit,
}

/// So many jobs may wait for the worker: one to be done, and others that were answered before it
/// could end them.
pub const MOST_JOBS: usize = 4;

/// How long the process waits for the worker before it exits without its answer.
const EXIT_TIMEOUT: Duration = Duration::from_secs(1);

/// What the worker does.
#[derive(Debug)]
enum Activity {
    Idle,
    /// Sets up the table, while an `isready` waits for it.
    Preparing,
    Running(Box<Running>),
}

/// A command that waits for the running job to end.
#[derive(Debug)]
struct Pending {
    command: Command,
    /// When the command was read: its clock runs from then on.
    read_at: Moment,
}

/// The state of a conversation.
#[derive(Debug)]
pub struct Session {
    files: Files,
    settings: Settings,
    /// `None` after a faulty `position`, until a good one comes.
    game: Option<Game>,
    activity: Activity,
    lag: Lag,
    pending: Option<Pending>,
    /// The size of the worker's table, once it has one.
    table_mib: Option<usize>,
    clear_table: bool,
    debug: bool,
    last_id: u64,
    /// How many jobs the worker has not ended.
    unfinished: usize,
    /// Whether the process exits once the running job is answered.
    closing: bool,
    /// When the process exits at the latest.
    exit_by: Option<Moment>,
    actions: Vec<Action>,
}

impl Default for Session {
    /// A session before its first command.
    fn default() -> Session {
        Session {
            files: Files::Allowed,
            settings: Settings::default(),
            game: Some(Game::default()),
            activity: Activity::Idle,
            lag: Lag::default(),
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
}

impl Session {
    /// A session before its first command, whose peer may name files or not.
    #[must_use]
    pub fn new(files: Files) -> Session {
        Session {
            files,
            ..Session::default()
        }
    }

    fn is_running(&self) -> bool {
        matches!(self.activity, Activity::Running(_))
    }

    /// Whether the running job has been told to stop and its answer is still to come.
    fn is_stopping(&self) -> bool {
        matches!(&self.activity, Activity::Running(running) if running.stopped)
    }

    /// Whether the next line may be read.
    #[must_use]
    pub fn listens(&self) -> bool {
        !self.closing && self.pending.is_none() && !matches!(self.activity, Activity::Preparing)
    }

    /// When the shell sends [`Event::Alarm`], unless something else happens before.
    #[must_use]
    pub fn alarm(&self) -> Option<Moment> {
        self.exit_by.or(match &self.activity {
            Activity::Running(running) if !running.overdue => running.deadline(),
            _ => None,
        })
    }

    /// Takes in one event and returns what to do, in order. `now` is the moment of the event:
    /// when a line was read, or when the shell saw anything else.
    pub fn handle(&mut self, event: Event, now: Moment) -> Vec<Action> {
        match event {
            Event::Input(InputLine::Whole(line)) => self.line(&line, now),
            Event::Input(InputLine::TooLong(words)) => self.line_too_long(&words, now),
            Event::InputClosed => self.input_closed(now),
            Event::Notice(notice) => self.notice(notice, now),
            Event::Progress(progress) => self.progress(progress, now),
            Event::Alarm if self.exit_by.is_some() => self.actions.push(Action::Exit),
            Event::Alarm => self.time_is_over(now),
            Event::Terminate => self.terminate(now),
        }
        self.advance(now);
        std::mem::take(&mut self.actions)
    }

    fn say(&mut self, reply: Reply) {
        self.actions.push(Action::Say(reply));
    }

    fn error(&mut self, message: impl Display) {
        self.say(Reply::Error(message.to_string()));
    }

    /// Says something for people, if `debug` is on.
    fn comment(&mut self, text: String) {
        if self.debug {
            self.say(Reply::Note(text));
        }
    }

    fn line(&mut self, line: &str, now: Moment) {
        match protocol::parse(line) {
            Ok(Some(command)) => self.command(command, now),
            Ok(None) => {}
            Err(error) => self.refuse(line, error),
        }
    }

    /// Answers a faulty line by an error. A faulty `position` leaves no position: the commands
    /// that follow are not meant for the old one.
    fn refuse(&mut self, line: &str, fault: impl Display) {
        if protocol::sets_position(line) {
            self.game = None;
        }
        self.error(fault);
    }

    /// Carries out a `go` with the arguments that were read, since every `go` is owed an
    /// answer. Refuses any other line as a whole.
    fn line_too_long(&mut self, words: &str, now: Moment) {
        let fault = format!("line too long: expected at most {MAX_LINE} bytes");
        if let Ok(Some(mut command)) = protocol::parse(words)
            && let Command::Go(args) | Command::Analyze(args) = &mut command
        {
            // There may be one in the rest.
            args.unread_limit = true;
            self.error(format!("{fault}; the rest is skipped"));
            return self.command(command, now);
        }
        self.refuse(words, fault);
    }

    fn command(&mut self, command: Command, now: Moment) {
        match command {
            Command::Uci => self.greet(Dialect::Uci, Reply::UciOk),
            Command::Ugi => self.greet(Dialect::Ugi, Reply::UgiOk),
            // The answer comes first, so that `readyok` tells that the search has ended.
            Command::IsReady if self.is_stopping() => self.postpone(command, now),
            Command::IsReady => self.is_ready(),
            Command::Debug(on) => self.debug = on,
            Command::SetOption(setting) => self.set_option(setting),
            Command::NewGame => self.clear_table = true,
            Command::Position(setup) => self.set_up(&setup),
            Command::Go(_) | Command::Analyze(_) | Command::Bench(_) if self.is_running() => {
                self.stop(now);
                self.postpone(command, now);
            }
            Command::Go(args) => self.begin_search(Purpose::Play, &args, now),
            Command::Analyze(args) => {
                let args = GoArgs {
                    perft: None,
                    ..args
                };
                self.begin_search(Purpose::Analyze, &args, now);
            }
            Command::Bench(args) => self.begin_bench(args, now),
            Command::Stop => self.stop(now),
            Command::PonderHit => self.ponder_hit(now),
            Command::Query(query) => {
                self.say(Reply::Response(query::answer(self.game.as_ref(), query)));
            }
            Command::Display(picture) => self.display(picture),
            Command::Eval => self.evaluate(),
            Command::Help => self.say(Reply::Text(help::TEXT.to_owned())),
            Command::Register => {}
            Command::Quit => self.terminate(now),
        }
    }

    /// Carries a command out once the running job is answered.
    fn postpone(&mut self, command: Command, read_at: Moment) {
        self.pending = Some(Pending { command, read_at });
    }

    fn greet(&mut self, dialect: Dialect, last_word: Reply) {
        self.settings.dialect = Some(dialect);
        self.actions
            .extend(Reply::introduction(self.files).map(Action::Say));
        self.say(last_word);
    }

    /// Answers at once, unless the table has to be set up first.
    fn is_ready(&mut self) {
        let table_stands = self.table_mib == Some(self.settings.hash_mib) && !self.clear_table;
        if table_stands || self.is_running() {
            self.say(Reply::ReadyOk);
        } else {
            let table = self.table_spec();
            self.start_job(Work::Prepare(table));
            self.activity = Activity::Preparing;
        }
    }

    fn set_option(&mut self, setting: Setting) {
        let option = setting.option();
        if !option.may_be_set(self.files) {
            let name = option.name;
            return self.error(format!(
                "{name}: options that name files are switched off (--no-files)"
            ));
        }
        self.settings.set(&setting);
        match setting {
            Setting::ClearHash => self.clear_table = true,
            Setting::Variant => self.say(Reply::Variant),
            Setting::DebugLogFile(path) => self.actions.push(Action::Log(path)),
            Setting::BookFile(path) => self.actions.push(Action::OpenBook(path)),
            _ => {}
        }
    }

    fn set_up(&mut self, setup: &Setup) {
        match setup.play() {
            Ok(game) => self.game = Some(game),
            Err(error) => {
                self.game = None;
                self.error(error);
            }
        }
    }

    fn display(&mut self, picture: Picture) {
        match &self.game {
            Some(game) => {
                let text = match picture {
                    Picture::Board => query::describe(game, self.settings.notation()),
                    Picture::Bits => grid::masks(game.position()),
                };
                self.say(Reply::Text(text));
            }
            None => self.no_position(),
        }
    }

    fn no_position(&mut self) {
        self.error("no valid position: expected a position command first");
    }

    fn evaluate(&mut self) {
        match self.game.as_ref().map(Game::position) {
            Some(position) if position.is_over() => self.error("eval: the game is over"),
            Some(position) => {
                let value = solver::evaluate(position);
                self.say(Reply::Note(format!("eval cp {value} for the side to move")));
            }
            None => self.no_position(),
        }
    }

    fn input_closed(&mut self, now: Moment) {
        self.closing = true;
        if let Activity::Running(running) = &self.activity
            && running.release != Release::AtOnce
        {
            self.stop(now);
        }
    }

    /// Ends everything, and waits for the worker's answer for at most [`EXIT_TIMEOUT`].
    fn terminate(&mut self, now: Moment) {
        self.closing = true;
        self.pending = None;
        self.stop(now);
        self.exit_by = Some(now + EXIT_TIMEOUT);
        if matches!(self.activity, Activity::Preparing) {
            self.actions.push(Action::Exit);
        }
    }

    /// Gives the answer if it is known and may be given, then begins the pending command.
    fn advance(&mut self, now: Moment) {
        while let Activity::Running(running) = &mut self.activity
            && let Some(answer) = running.take_answer()
        {
            self.actions.extend(answer.into_iter().map(Action::Say));
            self.lag.stop(now);
            self.activity = Activity::Idle;
            if let Some(Pending { command, read_at }) = self.pending.take() {
                self.command(command, read_at);
            }
        }
        if self.closing && matches!(self.activity, Activity::Idle) {
            self.actions.push(Action::Exit);
        }
    }
}

#[cfg(test)]
mod fuzz;
#[cfg(test)]
mod tests;
