//! Why a text is no position.

use crate::game::fen::FenFault;
use crate::game::{MovesError, StonesError};

/// Why a text is no position or game, and at which place.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}char {character}: {kind}", in_line(*line))]
pub struct TextError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The character of that line, counted from 1.
    pub character: usize,
    /// What is wrong there.
    pub kind: TextErrorKind,
}

/// A place behind the first line names its line.
fn in_line(line: usize) -> String {
    match line {
        1 => String::new(),
        line => format!("line {line}, "),
    }
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum TextErrorKind {
    #[error("expected {wanted}; found {found:?}")]
    Unexpected { wanted: &'static str, found: String },
    #[error("expected {wanted}; the line ends here")]
    Unfinished { wanted: &'static str },
    #[error(transparent)]
    Moves(#[from] MovesError),
    #[error(transparent)]
    Fen(#[from] FenFault),
    #[error(transparent)]
    Stones(#[from] StonesError),
    #[error("ply {ply}: '0' is not a column (1-7); --zero-based reads columns 0 to 6")]
    ZeroColumn { ply: usize },
    #[error("expected a board of 42 cells; found {found}")]
    Cells { found: usize },
    #[error("expected a row of seven cells; found {found}")]
    Row { found: usize },
    #[error("expected six rows of seven cells; found {found}")]
    Rows { found: usize },
    #[error("several lines, but no board of six rows; use --input - for a position a line")]
    SeveralLines,
    #[error("found both {first:?} and {second:?}; expected marks of one alphabet, such as . x o")]
    Mixed { first: String, second: String },
    #[error(
        "'b' is an empty cell only in lines of the UCI data set connect-4, which have 42 of b, x, \
         o between commas; expected '.' or '_'"
    )]
    BlankB,
    #[error("found {found:?}; expected an empty cell and two kinds of discs, one of them red")]
    Discs { found: String },
    #[error("{mark:?} has one stone more than the first player; --swap-sides if it began")]
    OtherFirst { mark: String },
    #[error("expected a row of {wanted} fields; found {found}")]
    Fields { wanted: usize, found: usize },
    #[error("a zero byte, as in UTF-16; expected a text in UTF-8")]
    ZeroByte,
}
