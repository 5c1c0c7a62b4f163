//! `claimeven annotate`: shows the value of every move of a game as text, JSON or PGN; with
//! `--input`, of many games.
//!
//! | File | Contents |
//! |-|-|
//! | `ahead` | lines of the input, read on a separate thread |
//! | `many` | the games of an input |
//! | `scribe` | annotates a game and prints it in one of three formats |
//! | `text`, `pgn` | formats for people and for PGN |

mod ahead;
mod many;
mod pgn;
mod scribe;
mod text;

use std::process::ExitCode;

use clap::Args;

use super::arguments::EngineArguments;
use super::bulk::{FileOrStd, Input};
use super::position_arg::{self, ConventionArguments};
use super::{CliError, Interrupt, ignore_closed_stdout};
use crate::record::GivenGame;
use scribe::{OutputFormat, Scribe};

const USAGE: &str = "\
claimeven annotate [OPTIONS] <GAME>
       claimeven annotate [OPTIONS] --input <FILE>";

const EXAMPLES: &str = "\
Examples:
  Show the score of each move of a game:
    claimeven annotate 445332
  Annotate a game that did not begin with the empty board:
    claimeven annotate \"fen 7/7/7/7/3p3/3P3 w moves 4 5 3\"
  Add marks and comments to the games of a tournament:
    claimeven annotate --pgn --input games.pgn";

/// Arguments of `annotate`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Arguments {
    /// Annotate GAME: columns from the empty board, such as 44535, or "fen FEN moves 4 5"
    #[arg(required_unless_present = "input")]
    game: Vec<String>,
    #[command(flatten)]
    convention: ConventionArguments,
    /// Annotate every game in FILE, in PGN or one per line; "-" reads standard input
    #[arg(short, long, value_name = "FILE", conflicts_with = "game")]
    input: Option<FileOrStd>,
    /// Print PGN with marks and comments, in the form that Cute Chess reads
    #[arg(long, conflicts_with = "json")]
    pgn: bool,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineArguments,
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
        many::annotate(&mut self.scribe()?, input, self.convention.convention())
    }

    fn annotate_one(&self) -> Result<ExitCode, CliError> {
        let (text, game) = position_arg::argument(&self.game, self.convention.convention())?;
        let mut scribe = self.scribe()?;
        let given = GivenGame {
            text: text.given(),
            number: None,
            tags: None,
            game: &game,
        };
        ignore_closed_stdout(scribe.annotate(&given, None))?;
        Ok(scribe
            .interrupt
            .exit_code(ExitCode::SUCCESS, "the moves before it are annotated"))
    }

    fn scribe(&self) -> Result<Scribe, CliError> {
        Ok(Scribe {
            solver: self.engine.solver()?,
            mode: self.engine.solver.mode(),
            format: self.format(),
            progress: self.engine.progress,
            interrupt: Interrupt::listen()?,
            has_printed: false,
        })
    }

    fn format(&self) -> OutputFormat {
        match (self.pgn, self.json) {
            (true, _) => OutputFormat::Pgn,
            (false, true) => OutputFormat::Json,
            (false, false) => OutputFormat::Text,
        }
    }
}
