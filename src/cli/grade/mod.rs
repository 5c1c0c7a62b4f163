//! `claimeven grade`: counts the good and bad moves of each player in files of games.
//!
//! ```text
//! inputs ~> reader thread ~> bulk: solver threads ~> this thread: tally, journal ~> output
//! ```
//!
//! | File | Contents |
//! |-|-|
//! | `reader` | the games of the inputs, as positions to solve |
//! | `tally` | the grades of all players |
//!
//! An output file has a journal next to it while the run works. Its entries are the grades of each
//! game, so that a later run does not solve the game again.

mod reader;
mod tally;

use std::io::{self, IsTerminal};
use std::mem;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use super::arguments::{
    BookArguments, OutputArguments, TableArguments, ThreadsArgument, exit_incomplete,
};
use super::bulk::{Input, facts};
use super::files::journal::{self, Journal, JournalHead};
use super::files::target::Target;
use super::formatting::counted;
use super::position_arg::ConventionArguments;
use super::progress::Progress;
use super::{CliError, Interrupt, stderr, within};
use crate::book::Book;
use crate::bulk::{self, Answered, Answers, Unanswered};
use crate::game::{Mode, Score};
use crate::solver::{AnalysisOptions, Scores};
use reader::{Asked, Reader};
use tally::Tally;

const USAGE: &str = "claimeven grade [OPTIONS] --input <FILE>...";

const EXAMPLES: &str = "\
Examples:
  Show how well the players of a tournament played:
    claimeven grade --input games.pgn
  Write a table with one row per player:
    claimeven grade -i games.pgn -o grades.csv --format csv
  Resume it after Ctrl-C or a crash:
    claimeven grade -i games.pgn -o grades.csv --format csv --resume";

/// The name of a journal. The head of the journal contains it.
const JOURNAL: &str = "claimeven grade journal";

/// The minimum time between two writes to the journal.
const SAVE_GAP: Duration = Duration::from_secs(1);

/// The scores before and after a move show whether the move keeps the outcome.
const OPTIONS: AnalysisOptions = AnalysisOptions {
    mode: Mode::Strong,
    scores: Scores::Best,
    line: false,
};

/// Arguments of `grade`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Arguments {
    /// Grade the games in each FILE: PGN, JSON objects, or one game per line
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    input: Vec<PathBuf>,
    /// Resume an earlier run with the same arguments
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    convention: ConventionArguments,
    #[command(flatten)]
    output: OutputArguments,
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    book: BookArguments,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    progress: Progress,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let inputs = self.inputs().into_iter().map(|path| Input::open(&path));
        let mut inputs: Vec<Input> = inputs.collect::<Result<_, _>>()?;
        let target = self.output.open()?;
        for input in &inputs {
            input.refuse_target(&target)?;
        }
        let book = self.book.open()?;
        let mut solver = self.table.solver()?;
        solver.set_book(book.clone());
        let interrupt = Interrupt::listen()?;
        let unstarted = within("cannot start a thread");
        let started = bulk::start(&solver, OPTIONS, self.threads.number(), &interrupt.stop);
        let (feed, mut answers) = started.map_err(&unstarted)?;
        let mut tally = Tally::default();
        let journal = self.open_journal(&target, &mut inputs, book.as_deref(), &mut tally)?;
        let mut work = Work {
            bar: self.progress.games(tally.games()),
            tally,
            bad: 0,
            scores: Vec::new(),
            journal,
            unsaved: String::new(),
            next_save: Instant::now() + SAVE_GAP,
        };
        let reader = Reader {
            convention: self.convention.convention(),
            stop: interrupt.stop.clone(),
            skipped: work.tally.games(),
            feed,
        };
        let reader = thread::Builder::new()
            .name("reader".into())
            .spawn(move || reader.read(inputs))
            .map_err(&unstarted)?;
        let ending = work.take_all(&mut answers);
        work.bar.finish_and_clear();
        // Keep the games graded so far even after an error.
        work.save()?;
        let ending = ending?;
        // A stop also ends the reader, before the end of its input.
        if interrupt.stop.is_stopped() {
            let done = self.stopped(&target, &work)?;
            return Ok(interrupt.exit_code(ExitCode::FAILURE, done));
        }
        if ending.is_some() {
            let failed = "a solver thread failed, because of an error in the engine";
            return Err(CliError::Message(failed.to_owned()));
        }
        let games = match reader.join() {
            Ok(read) => read?,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        if games == 0 && self.input.is_empty() {
            let wanted = "expected games on standard input; found nothing";
            return Err(CliError::Message(wanted.to_owned()));
        }
        target.write(self.show(&work.tally)?)?;
        work.journal.map_or(Ok(()), Journal::remove)?;
        let result = ExitCode::from(u8::from(work.bad > 0));
        Ok(interrupt.exit_code(result, "the result is written"))
    }

    /// Returns the paths of the inputs. Ends the process if there are none.
    fn inputs(&self) -> Vec<PathBuf> {
        if !self.input.is_empty() {
            return self.input.clone();
        }
        if io::stdin().is_terminal() {
            exit_incomplete("grade", "expected --input");
        }
        vec!["-".into()]
    }

    /// Opens the journal and adds the games of an earlier run to the tally. Returns `None` if the
    /// run cannot be resumed: only an output file made from input files can.
    fn open_journal(
        &self,
        target: &Target,
        inputs: &mut [Input],
        book: Option<&Book>,
        tally: &mut Tally,
    ) -> Result<Option<Journal>, CliError> {
        let hashes: Option<Vec<String>> = if target.is_file() {
            inputs
                .iter_mut()
                .map(Input::hash)
                .collect::<Result<_, _>>()?
        } else {
            None
        };
        if self.resume && hashes.is_none() {
            let wanted = "--resume: expected files for input and output";
            return Err(CliError::Message(wanted.to_owned()));
        }
        let Some(hashes) = hashes else {
            return Ok(None);
        };
        let facts = facts(book, &self.convention.convention().into());
        let head = JournalHead::new(JOURNAL, facts, Some(hashes.join(" ")));
        let path = target.beside("journal");
        let journal = Journal::open(path, &head, self.resume, |entries| {
            let mut whole = 0;
            for line in entries.split_inclusive(|&byte| byte == b'\n') {
                let Some(Ok(game)) = line.strip_suffix(b"\n").map(serde_json::from_slice) else {
                    break;
                };
                tally.add(&game);
                whole += line.len();
            }
            whole
        });
        journal.map(Some)
    }

    /// Writes the grades of a stopped run, unless a later run can resume it. Returns a text that
    /// says what is done.
    fn stopped(&self, target: &Target, work: &Work) -> Result<String, CliError> {
        let games = work.tally.games();
        if work.journal.is_some() {
            let done = counted(games, "game");
            return Ok(format!("{done} graded; use --resume to continue"));
        }
        if games == 0 {
            return Ok("no game is graded".to_owned());
        }
        target.leave(self.show(&work.tally)?)
    }

    /// Formats the grades of all players.
    fn show(&self, tally: &Tally) -> Result<Vec<u8>, CliError> {
        match self.output.format.format() {
            Some(format) => Ok(tally.records(format)?),
            None => Ok(tally.to_string().into_bytes()),
        }
    }
}

/// The state of a run.
struct Work {
    tally: Tally,
    /// The number of texts that are not games.
    bad: usize,
    /// The scores of the game at hand, from its end to its start.
    scores: Vec<Score>,
    /// The journal, if the run can be resumed.
    journal: Option<Journal>,
    /// Entries that are not in the journal yet.
    unsaved: String,
    next_save: Instant,
    bar: ProgressBar,
}

impl Work {
    /// Takes all answers. Returns the reason if they end early.
    fn take_all(&mut self, answers: &mut Answers<Asked>) -> Result<Option<Unanswered>, CliError> {
        loop {
            if Instant::now() >= self.next_save {
                self.save()?;
            }
            if let Some(answered) = answers.try_next() {
                self.take(answered);
                continue;
            }
            match answers.wait() {
                Ok(true) => {}
                Ok(false) => return Ok(None),
                Err(unanswered) => return Ok(Some(unanswered)),
            }
        }
    }

    fn take(&mut self, answered: Answered<Asked>) {
        let score = answered.solved.map(|(_, answer)| answer.score());
        self.scores
            .extend(score.map(|score| score.expect("strong mode proves scores")));
        match answered.tag {
            Asked::Position => {}
            Asked::Game(read) => {
                self.scores.reverse();
                let game = read.grade(&self.scores);
                self.scores.clear();
                self.unsaved += &journal::line(&game);
                self.tally.add(&game);
                self.bar.inc(1);
            }
            Asked::Bad(message) => {
                self.bad += 1;
                self.bar.suspend(|| stderr::print_line(message));
            }
        }
    }

    /// Appends the new entries to the journal, if the run can be resumed.
    fn save(&mut self) -> Result<(), CliError> {
        self.next_save = Instant::now() + SAVE_GAP;
        let unsaved = mem::take(&mut self.unsaved);
        match &mut self.journal {
            Some(journal) if !unsaved.is_empty() => journal.append(unsaved.as_bytes()),
            _ => Ok(()),
        }
    }
}
