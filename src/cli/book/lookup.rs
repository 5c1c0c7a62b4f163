//! `claimeven book lookup`: the scores of a position and of its columns.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::say;
use crate::book::Book;
use crate::cli::arguments::{ConventionArguments, EMBEDDED, open_book};
use crate::cli::error::CliError;
use crate::cli::io::position;
use crate::game::{Column, Position, Score};

const USAGE: &str = "claimeven book lookup [OPTIONS] [POSITION]";

const EXAMPLES: &str = "\
Examples:
  Look up the position after the moves 4, 4, 5 and 3 in the built-in book:
    claimeven book lookup 4453
  Look it up in another book:
    claimeven book lookup --book own.book 4453
  Look up a FEN:
    claimeven book lookup '7/7/7/7/3p3/3P3 w'";

/// Arguments of `book lookup`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Lookup {
    /// Look up POSITION: columns such as 4453, moves, a FEN or a board
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Look into the book in FILE, or "embedded" for the built-in one
    #[arg(long, value_name = "FILE", default_value = EMBEDDED)]
    book: PathBuf,
    #[command(flatten)]
    convention: ConventionArguments,
}

impl Lookup {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let book = open_book(&self.book)?;
        let (_, game) = position::position(&self.position, self.convention.convention())?;
        let position = *game.position();
        let Some(score) = book.lookup(&position) else {
            say(&format!("not in the book: {}", why_not(&book, &position)))?;
            return Ok(ExitCode::FAILURE);
        };
        let columns = Column::ALL.map(|column| column_score(&book, &position, column));
        say(&format!("score {score}\ncolumns {}", columns.join(" ")))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns why a position is not in the book.
fn why_not(book: &Book, position: &Position) -> String {
    if position.is_over() {
        return "the game is over".to_owned();
    }
    let (stones, ply) = (position.stones(), book.ply());
    if Some(stones) == book.extra_ply() {
        return format!("{stones} stones, and not a hard position");
    }
    if stones > ply {
        return format!("expected at most {ply} stones; found {stones}");
    }
    "no game leads to this position".to_owned()
}

/// Returns the score of a column: `?` if it is not in the book, `-` if the column cannot be
/// played.
fn column_score(book: &Book, position: &Position, column: Column) -> String {
    let number = column.number();
    if !position.can_play(column) {
        return format!("{number}:-");
    }
    if position.wins(column) {
        return format!("{number}:{}", Score::win_in(1, position.stones()));
    }
    match book.lookup(&position.play(column)) {
        Some(score) => format!("{number}:{}", -score),
        None => format!("{number}:?"),
    }
}
