//! `claimeven annotate`: shows the value of every move of a game as text, records, PGN, report or
//! graph; with `--input`, of many games.
//!
//! | File | Contents |
//! |-|-|
//! | `scribe` | annotates a game and writes it in one of the formats |
//! | `text`, `pgn` | formats for people and for PGN |

mod pgn;
mod scribe;
pub(super) mod text;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Args, ValueEnum};

use super::arguments::{ConventionArguments, EngineArguments, OutputArguments, exit_wrong};
use super::error::{CliError, ignore_closed_stdout};
use super::io::games::{self, Counts, InputGame};
use super::io::input::Input;
use super::io::inputs::STANDARD;
use super::io::interrupt::Interrupt;
use super::io::output::Target;
use super::io::position;
use super::io::{json, stderr};
use super::print::records::{Format, Printer, one_of};
use crate::review::record::GameRecord;
use scribe::Scribe;

const USAGE: &str = "\
claimeven annotate [OPTIONS] [GAME]
       claimeven annotate [OPTIONS] --input <FILE>...";

const EXAMPLES: &str = "\
Examples:
  Show the score of each move of a game:
    claimeven annotate 445332
  Annotate a game that did not begin with the empty board:
    claimeven annotate \"fen 7/7/7/7/3p3/3P3 w moves 4 5 3\"
  Say why each bad move is bad:
    claimeven annotate --why 4453254344
  Add marks and comments to the games of a tournament:
    claimeven annotate --pgn -i games.pgn -o annotated.pgn
  Write a table with one row per move:
    claimeven annotate -i games.pgn -o moves.csv --format csv
  Write a report with boards and graphs, which a browser shows:
    claimeven annotate -i games.pgn -o games.html --format html";

/// Arguments of `annotate`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
#[command(mut_arg("format", |format| format.value_parser(one_of(Format::value_variants()))))]
pub(crate) struct Arguments {
    /// Annotate GAME: columns such as 44535, or "fen FEN moves 4 5"; "-" reads standard input
    game: Vec<String>,
    #[command(flatten)]
    convention: ConventionArguments,
    /// Annotate every game in each FILE: PGN, JSON objects, or one game per line
    #[arg(short, long, value_name = "FILE", num_args = 1.., conflicts_with = "game")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArguments,
    /// Print PGN with marks and comments, as Cute Chess reads it; the same as --format pgn
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pgn: bool,
    /// Say why each bad move is bad
    #[arg(long)]
    why: bool,
    #[command(flatten)]
    engine: EngineArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        match &self.input[..] {
            [] if position::is_stdin(&self.game) => self.annotate_all(&[PathBuf::from(STANDARD)]),
            [] => self.annotate_one(),
            inputs => self.annotate_all(inputs),
        }
    }

    fn annotate_all(&self, inputs: &[PathBuf]) -> Result<ExitCode, CliError> {
        let target = self.output.open(&self.engine.book, inputs)?;
        let mut inputs = Input::open_all(inputs)?.into_iter();
        let is_file = target.is_file();
        let mut scribe = self.scribe(target)?;
        let convention = self.convention.convention();
        let annotated = inputs.try_for_each(|input| {
            let (before, stop) = (scribe.games.all, &scribe.interrupt.stop);
            games::read(input, before, convention, stop)?.try_for_each(|read| scribe.take(read?))
        });
        if let Err(error) = annotated {
            if scribe.has_written && is_file {
                scribe.write_report()?;
                stderr::print_line(scribe.output.leave([])?);
            }
            return Err(error);
        }
        let games = scribe.games;
        if games.all == 0 && self.input.is_empty() && !scribe.interrupt.stop.is_stopped() {
            let wanted = "expected games on standard input; found nothing; use \"\" for a game \
                          without moves";
            return Err(CliError::Message(wanted.to_owned()));
        }
        scribe.finish(ExitCode::from(u8::from(games.bad > 0)))
    }

    fn annotate_one(&self) -> Result<ExitCode, CliError> {
        if self.game.is_empty() {
            exit_wrong(
                "annotate",
                ErrorKind::MissingRequiredArgument,
                "expected GAME or --input",
            );
        }
        if json::has_games(&self.game.join(" ")) {
            let error = "expected one game; found a list of games; use --input - to annotate each";
            return Err(CliError::Message(error.to_owned()));
        }
        let (text, game) = position::argument(&self.game, self.convention.convention())?;
        let target = self.output.open(&self.engine.book, &[] as &[&Path])?;
        let mut scribe = self.scribe(target)?;
        ignore_closed_stdout(scribe.annotate(InputGame::new(text, game)))?;
        scribe.finish(ExitCode::SUCCESS)
    }

    fn scribe(&self, mut output: Target) -> Result<Scribe, CliError> {
        let pgn = self.pgn.then_some(Format::Pgn);
        let format = self.output.format.format().or(pgn);
        let solver = self.engine.solver()?;
        let interrupt = Interrupt::listen()?;
        let fields = GameRecord::FIELDS;
        let printer = format.map(|format| Printer { format, fields });
        if let Some(printer) = printer {
            output.append(printer.header())?;
        }
        Ok(Scribe {
            solver,
            mode: self.engine.solver.mode(),
            why: self.why,
            printer,
            output,
            progress: self.engine.progress,
            interrupt,
            has_written: false,
            report: Vec::new(),
            games: Counts::default(),
        })
    }
}
