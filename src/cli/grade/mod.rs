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

use std::mem;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use indicatif::ProgressBar;

use super::arguments::{
    BookArguments, OutputArguments, TableArguments, ThreadsArgument, exit_incomplete,
};
use super::bulk::{Input, answer_all, facts};
use super::files::journal::{self, Journal, JournalHead};
use super::files::target::Target;
use super::formatting::counted;
use super::position_arg::{self, ConventionArguments};
use super::progress::Progress;
use super::{CliError, Interrupt, within};
use crate::book::Book;
use crate::bulk::{self, Answered};
use crate::game::{Mode, Score};
use crate::solver::{AnalysisOptions, Scores};
use reader::{Asked, Reader};
use tally::Tally;

const USAGE: &str = "claimeven grade [OPTIONS] [--input <FILE>...]";

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
    ///
    /// Without --input, the games are read from standard input.
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
        let standard = [PathBuf::from("-")];
        let paths = match &self.input[..] {
            [] if position_arg::is_stdin(&[]) => &standard[..],
            [] => exit_incomplete("grade", "expected --input or games on standard input"),
            paths => paths,
        };
        let inputs = paths.iter().map(|path| Input::open(path));
        let mut inputs: Vec<Input> = inputs.collect::<Result<_, _>>()?;
        let target = self.output.open()?;
        for input in &inputs {
            input.refuse_target(&target)?;
        }
        let book = self.book.open()?;
        let mut solver = self.table.solver()?;
        solver.set_book(book.clone());
        let interrupt = Interrupt::listen()?;
        let started = bulk::start(&solver, OPTIONS, self.threads.number(), &interrupt.stop);
        let started = started.map_err(within("cannot start a thread"))?;
        let mut tally = Tally::default();
        let journal = self.open_journal(&target, &mut inputs, book.as_deref(), &mut tally)?;
        let bar = self.progress.games(tally.games());
        let reader = Reader {
            convention: self.convention.convention(),
            stop: interrupt.stop.clone(),
            skipped: tally.games(),
            bar: bar.clone(),
        };
        let mut work = Work {
            tally,
            scores: Vec::new(),
            journal,
            unsaved: String::new(),
            bar,
        };
        let read = move |feed| reader.read(inputs, feed);
        let ending = answer_all(started, read, |answered| match answered {
            Some(answered) => {
                work.take(answered);
                Ok(())
            }
            None => work.save(),
        });
        work.bar.finish_and_clear();
        // Keep the games graded so far even after an error.
        work.save()?;
        let Some(games) = ending? else {
            let done = self.stopped(&target, &work)?;
            return Ok(interrupt.exit_code(ExitCode::FAILURE, done));
        };
        if games.all == 0 && self.input.is_empty() {
            let wanted = "expected games on standard input; found nothing";
            return Err(CliError::Message(wanted.to_owned()));
        }
        target.write(self.show(&work.tally)?)?;
        work.journal.map_or(Ok(()), Journal::remove)?;
        let result = ExitCode::from(u8::from(games.bad > 0));
        Ok(interrupt.exit_code(result, "the result is written"))
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
    /// The scores of the game at hand, from its end to its start.
    scores: Vec<Score>,
    /// The journal, if the run can be resumed.
    journal: Option<Journal>,
    /// Entries that are not in the journal yet.
    unsaved: String,
    bar: ProgressBar,
}

impl Work {
    fn take(&mut self, answered: Answered<Asked>) {
        let score = answered.solved.map(|(_, answer)| answer.score());
        self.scores
            .extend(score.map(|score| score.expect("strong mode proves scores")));
        if let Some(played) = answered.tag {
            self.scores.reverse();
            let game = played.grade(&self.scores);
            self.scores.clear();
            self.unsaved += &journal::line(&game);
            self.tally.add(&game);
            self.bar.inc(1);
        }
    }

    /// Appends the new entries to the journal, if the run can be resumed.
    fn save(&mut self) -> Result<(), CliError> {
        let unsaved = mem::take(&mut self.unsaved);
        match &mut self.journal {
            Some(journal) if !unsaved.is_empty() => journal.append(unsaved.as_bytes()),
            _ => Ok(()),
        }
    }
}
