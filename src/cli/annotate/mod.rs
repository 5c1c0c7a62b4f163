//! `claimeven annotate`: the value of every move of a game, as text, as JSON or as PGN; with
//! `--input`, of many games.

mod ahead;
mod many;
mod pgn;
mod scribe;
mod text;

use std::process::ExitCode;

use clap::Args;

use super::bulk::{FileOrStd, Input};
use super::formatting::whole;
use super::position_arg::{self, ConventionArguments};
use super::{
    BookArguments, CliError, Interrupt, SolverArguments, ignore_closed_stdout, threads_or_cores,
};
use crate::protocol::options::MAX_THREADS;
use crate::record::GivenGame;
use ahead::Lines;
use scribe::{Form, Scribe};

const USAGE: &str = "\
claimeven annotate [OPTIONS] <GAME>
       claimeven annotate [OPTIONS] --input <FILE>";

const EXAMPLES: &str = "\
Examples:
  Show what each move of a game was worth:
    claimeven annotate 445332
  The same for a game that began in another position than the empty board:
    claimeven annotate \"fen 7/7/7/7/3p3/3P3 w moves 4 5 3\"
  Put marks and comments into the games of a tournament:
    claimeven annotate --pgn --input games.pgn";

/// Arguments of `annotate`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Arguments {
    /// Columns played from the empty board, such as 44535, or "fen FEN moves 4 5"
    #[arg(required_unless_present = "input")]
    game: Vec<String>,
    #[command(flatten)]
    convention: ConventionArguments,
    /// Annotate every game of a file, PGN or one a line, or of standard input if it is "-"
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    input: Option<FileOrStd>,
    /// Print PGN with marks and comments, as Cute Chess reads it
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    /// Solver threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=MAX_THREADS.into()))]
    threads: Option<u16>,
    #[command(flatten)]
    solver: SolverArguments,
    #[command(flatten)]
    book: BookArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let is_dash = matches!(&self.game[..], [word] if word == "-");
        let standard = is_dash.then_some(FileOrStd::Standard);
        let Some(input) = self.input.as_ref().or(standard.as_ref()) else {
            return self.annotate_one();
        };
        let input = Input::open(input)?;
        input.refuse_stdout()?;
        let lines = Lines::of(input)?;
        many::annotate(&mut self.scribe()?, lines, self.convention.convention())
    }

    fn annotate_one(&self) -> Result<ExitCode, CliError> {
        let (text, game) = position_arg::argument(&self.game, self.convention.convention())?;
        let mut scribe = self.scribe()?;
        ignore_closed_stdout(scribe.annotate(&GivenGame {
            input: Some(text.input()),
            label: text.label(),
            number: None,
            tags: None,
            game: &game,
        }))?;
        Ok(scribe.interrupt.exit_code(ExitCode::SUCCESS))
    }

    fn scribe(&self) -> Result<Scribe, CliError> {
        let mut solver = self.solver.table.solver()?;
        solver.set_book(self.book.open()?);
        solver.set_threads(threads_or_cores(self.threads).get());
        Ok(Scribe {
            solver,
            mode: self.solver.mode(),
            form: self.form(),
            interrupt: Interrupt::listen()?,
            has_written: false,
        })
    }

    fn form(&self) -> Form {
        match (self.pgn, self.solver.json) {
            (true, _) => Form::Pgn,
            (false, true) => Form::Json,
            (false, false) => Form::Text,
        }
    }
}
