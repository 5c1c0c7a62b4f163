//! The picture of a board. Each stone has the number of its move.

use askama::Template;

use super::{style, words};
use crate::game::bitboard::{self, HEIGHT};
use crate::game::{Column, Columns, Move, Position, Side};
use crate::review::annotate::Mark;
use crate::solver::ColumnValue;

/// A board.
#[derive(Debug, Default, Template)]
#[template(path = "board.svg", config = "src/review/report/askama.toml")]
pub(crate) struct Board {
    pub(crate) position: Position,
    /// The moves that led to the position.
    pub(crate) moves: Vec<Move>,
    /// The mark of the last move.
    pub(crate) mark: Option<Mark>,
    /// The columns of the best moves. A ring shows where their stones land.
    pub(crate) best: Columns,
    /// The cells of a reason. Their names are shown in them.
    pub(crate) cells: Vec<Move>,
    /// The values of the columns. They are below the board, and so is the title.
    pub(crate) scores: Option<[ColumnValue; 7]>,
    pub(crate) title: String,
    /// Whether the picture is a file of its own, not a part of a page.
    pub(crate) is_file: bool,
}

impl Board {
    fn size(&self) -> (usize, usize) {
        (348, if self.is_file { 408 } else { 318 })
    }
}
