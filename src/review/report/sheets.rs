//! Puzzles to print: a page of HTML that needs no other file, with six boards a sheet, and the
//! solutions at its end. It is also well-formed XML.

use askama::Template;

use super::{Board, style, words};
use crate::game::Columns;
use crate::review::record::PuzzleRecord;

/// Sheets of puzzles.
#[derive(Debug, Template)]
#[template(path = "sheets.html", config = "src/review/report/askama.toml")]
pub(crate) struct Sheets<'a> {
    pub(crate) puzzles: &'a [PuzzleRecord],
}

/// The number of boards on a sheet.
const BOARDS: usize = 6;

/// Returns the board of a puzzle, without the numbers of moves.
fn board(puzzle: &PuzzleRecord) -> Board {
    let position = *puzzle.game.position();
    Board {
        position,
        moves: Vec::new(),
        mark: None,
        best: Columns::NONE,
        scores: None,
        title: words::task(&position, puzzle.outcome),
        is_file: false,
    }
}

/// Formats a solution, with the replies in parentheses: `4 (5) 3`.
fn moves(puzzle: &PuzzleRecord) -> String {
    let columns = puzzle.solution.iter().enumerate();
    let shown = columns.map(|(ply, column)| match ply % 2 {
        0 => column.to_string(),
        _ => format!("({column})"),
    });
    shown.collect::<Vec<_>>().join(" ")
}
