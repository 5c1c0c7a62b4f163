//! Errors in texts that describe positions and games.

use std::borrow::Cow;
use std::fmt;

use super::side::{MarkOwner, Side};
use super::size::Size;

/// The first error in a text, and where it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}char {character}: {kind}", in_line(*line))]
pub struct TextError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The character of that line, counted from 1.
    pub character: usize,
    /// The error itself.
    pub kind: TextErrorKind,
}

/// Returns the words that name a line. They are empty for the first line, because most texts have
/// only one line.
fn in_line(line: usize) -> String {
    match line {
        1 => String::new(),
        line => format!("line {line}, "),
    }
}

impl TextError {
    pub(crate) fn new(line: usize, character: usize, kind: impl Into<TextErrorKind>) -> TextError {
        let kind = kind.into();
        TextError {
            line,
            character,
            kind,
        }
    }
}

/// An error in a text that is read, and the rest of the text from the error on.
#[derive(Debug)]
pub(crate) struct ErrorAt<'a> {
    pub(crate) rest: &'a str,
    pub(crate) kind: TextErrorKind,
}

impl<'a> ErrorAt<'a> {
    pub(crate) fn new(rest: &'a str, kind: impl Into<TextErrorKind>) -> ErrorAt<'a> {
        let kind = kind.into();
        ErrorAt { rest, kind }
    }

    /// Returns the error of a copy of a text with the place in the text itself.
    pub(crate) fn moved<'b>(self, copy: &str, text: &'b str) -> ErrorAt<'b> {
        ErrorAt::new(&text[offset(copy, self.rest)..], self.kind)
    }

    /// Returns the error with its line and character in `text`, of which the reader had a part.
    pub(crate) fn in_text(self, text: &str) -> TextError {
        let before = &text[..offset(text, self.rest)];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        let character = before[line_start..].chars().count() + 1;
        TextError::new(before.matches('\n').count() + 1, character, self.kind)
    }
}

/// An error in a text, without its offset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum TextErrorKind {
    #[error(transparent)]
    Expected(#[from] Expected),
    #[error(transparent)]
    Moves(#[from] MovesError),
    #[error(transparent)]
    Stones(#[from] StonesError),
    #[error("expected a board of six rows; found several other lines")]
    SeveralLines,
    #[error("expected a board of {size}; found one of {found}")]
    OtherSize { size: Size, found: Size },
    /// The board has marks that the reader does not know, or that do not belong together.
    #[error(transparent)]
    Marks(Expected),
    #[error("{mark:?} has one stone more than {}", other_side(*owner))]
    OneStoneMore { mark: String, owner: MarkOwner },
    #[error("{stone}, but all stones stand if the board is turned upside down")]
    UpsideDown { stone: StonesError, bottom_up: bool },
    #[error("expected a line of at most {most} bytes; found a longer one")]
    LongLine { most: usize },
}

/// The reason why a list of moves is not a game. Plies are counted from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum MovesError {
    #[error("ply {ply}: {found:?} is not a column (1-{columns})")]
    NotAColumn {
        ply: usize,
        found: char,
        columns: u8,
    },
    #[error("ply {ply}: column {column} is full")]
    ColumnFull { ply: usize, column: u8 },
    #[error("ply {ply}: a stone in column {column} lands on row {landing}, not {claimed}")]
    WrongRow {
        ply: usize,
        column: u8,
        landing: u8,
        claimed: u8,
    },
    #[error("ply {ply}: the game is over")]
    GameOver { ply: usize },
}

impl MovesError {
    pub(crate) const fn not_a_column(ply: usize, found: char, columns: u8) -> MovesError {
        MovesError::NotAColumn {
            ply,
            found,
            columns,
        }
    }

    /// Returns the number of the move that has the error, counted from 1.
    #[must_use]
    pub const fn ply(&self) -> usize {
        match self {
            MovesError::NotAColumn { ply, .. }
            | MovesError::ColumnFull { ply, .. }
            | MovesError::WrongRow { ply, .. }
            | MovesError::GameOver { ply } => *ply,
        }
    }
}

/// The reason why stones cannot come from a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum StonesError {
    #[error("the stone on {file}{rank} has nothing below it")]
    Floating { file: char, rank: u8 },
    #[error(
        "the first player has {first} and the second {second} stones; expected equal \
         numbers or one more for the first"
    )]
    Counts { first: u32, second: u32 },
    #[error("both sides have four in a row")]
    TwoWinners,
    #[error("the {winner} player has four in a row, yet the other one moved last")]
    PlayedOn { winner: Side },
    #[error("the {winner} player has fours that no single last stone completes")]
    NoLastStone { winner: Side },
}

/// Returns the words for the side that cannot have one stone less if the first mark of a board
/// belongs to `owner`.
fn other_side(owner: MarkOwner) -> &'static str {
    match owner {
        MarkOwner::FirstPlayer | MarkOwner::SecondPlayer => "the first player",
        MarkOwner::SideToMove => "the other mark, so it is not the side to move",
    }
}

/// The error that one thing was expected in a text and another was found.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {wanted}; {}", what_was(found))]
pub struct Expected {
    /// The thing expected.
    pub wanted: Cow<'static, str>,
    /// The words that name or quote the thing found instead; empty if it is the end of the text.
    pub found: String,
}

fn what_was(found: &str) -> String {
    match found {
        "" => "the text ends here".to_owned(),
        found => format!("found {found}"),
    }
}

impl Expected {
    /// Creates the error that `wanted` was expected and `found` was found. An empty `found` is the
    /// end of the text.
    pub fn new(wanted: impl Into<Cow<'static, str>>, found: &str) -> Expected {
        match found {
            "" => Expected::named(wanted, ""),
            found => Expected::named(wanted, format_args!("{:?}", excerpt(found))),
        }
    }

    /// Creates the error that `wanted` was expected and something else was found, which `name`
    /// names: words, or a number of things.
    pub fn named(wanted: impl Into<Cow<'static, str>>, name: impl fmt::Display) -> Expected {
        let (wanted, found) = (wanted.into(), name.to_string());
        Expected { wanted, found }
    }

    /// Returns the error with the rest of the text from it on.
    pub(crate) fn at(self, rest: &str) -> ErrorAt<'_> {
        ErrorAt::new(rest, self)
    }
}

/// Returns the offset, in bytes, of a part of a text.
pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Returns the rest of a text from a part of it on.
pub(crate) fn rest<'a>(text: &'a str, part: &str) -> &'a str {
    &text[offset(text, part)..]
}

/// Returns the error that `wanted` was expected at the start of `rest`. The message shows the first
/// word of `rest`, or the space at its start.
pub(crate) fn unexpected(rest: &str, wanted: impl Into<Cow<'static, str>>) -> ErrorAt<'_> {
    let first = rest.chars().next().map_or(0, char::len_utf8);
    let word = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let found = &rest[..word.max(first)];
    Expected::new(wanted, found).at(rest)
}

/// Shortens a text for a one-line message. A text of more than 100 characters is cut there and ends
/// with `...`. A board of 42 cells with separators is shorter.
#[must_use]
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 100;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
