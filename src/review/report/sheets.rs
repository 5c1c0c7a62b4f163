//! Puzzles to print: a page of HTML that needs no other file, with six boards a sheet, and the
//! solutions at its end. It is also well-formed XML.

use askama::Template;

use super::{Board, style};
use crate::review::puzzle::Puzzle;

/// Sheets of puzzles.
#[derive(Debug, Template)]
#[template(path = "sheets.html", config = "src/review/report/askama.toml")]
pub(crate) struct Sheets<'a> {
    pub(crate) puzzles: &'a [Puzzle],
}

/// The number of boards on a sheet.
const BOARDS: usize = 6;

/// Returns the board of a puzzle, without the numbers of moves.
fn board(puzzle: &Puzzle) -> Board {
    Board {
        position: *puzzle.game.position(),
        title: puzzle.task(),
        ..Board::default()
    }
}
