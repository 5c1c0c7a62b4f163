//! The text of a position or a game, with its label, and its error for people.

use super::advice::advice;
use crate::game::{Expected, Game, Size, TextError, TextErrorKind};
use crate::review::record::{BadText, Given};

/// The text of a position or a game, with its label.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::cli) struct PositionText {
    pub(in crate::cli) input: String,
    pub(in crate::cli) label: Option<String>,
    /// The values of the columns of a table that the output keeps; none if the row cannot be cut.
    pub(in crate::cli) others: Vec<String>,
    /// The text of the score, if it has a field of its own.
    pub(in crate::cli) score: Option<String>,
    /// The names of the first and the second player of a game, if the text has them.
    pub(in crate::cli) players: Option<[String; 2]>,
    /// The number of moves of a game that its players did not choose.
    pub(in crate::cli) opening: usize,
}

/// The text of a position or a game, and what was read from it.
pub(in crate::cli) type ReadText<G = Game> = (PositionText, Result<G, TextError>);

impl PositionText {
    pub(in crate::cli) fn new(input: &str, label: Option<&str>) -> PositionText {
        PositionText {
            input: input.to_owned(),
            label: label.map(str::to_owned),
            others: Vec::new(),
            score: None,
            players: None,
            opening: 0,
        }
    }

    /// Returns the score of a board of this size in its own field or in the last field of the label.
    pub(in crate::cli) fn score(&self, size: Size) -> Result<i8, TextError> {
        let label = self.label.as_deref().unwrap_or_default();
        let fields = label.rsplit([' ', ',', ';', '\t']);
        let last = || fields.into_iter().find(|field| !field.is_empty());
        let score = self.score.as_deref().or_else(last);
        let score = score.and_then(|score| size.score(score));
        score.ok_or_else(|| self.no_score(size))
    }

    /// Returns the error of a position without a score.
    fn no_score(&self, size: Size) -> TextError {
        let last = self.input.lines().next_back().unwrap_or_default();
        let most = size.highest_score();
        let wanted = format!("a score from -{most} to {most} after the position");
        let found = self.label.as_deref().unwrap_or_default();
        let (line, character) = (self.input.lines().count().max(1), last.chars().count() + 1);
        TextError::new(line, character, Expected::new(wanted, found))
    }

    /// Returns the text for a record.
    pub(in crate::cli) fn given(&self) -> Given<'_> {
        Given {
            input: Some(&self.input),
            label: self.label.as_deref(),
        }
    }
}

/// Returns the record of a text with an error. `line` is the number of its first line in its file.
pub(in crate::cli) fn bad_text<'a>(given: Given<'a>, line: u64, error: &TextError) -> BadText<'a> {
    BadText {
        given,
        game: None,
        line,
        char: error.character,
        error: error_within(error),
    }
}

/// Formats an error of a text, and the advice for it. Names the line of the error unless it is the
/// first.
pub(in crate::cli) fn error_within(TextError { line, kind, .. }: &TextError) -> String {
    let advice = advice(kind);
    match line {
        1 => format!("{kind}{advice}"),
        line => format!("in its line {line}: {kind}{advice}"),
    }
}

/// Fails if the text of a position is empty, and `name` is the name of a field that contains more
/// than moves.
pub(in crate::cli) fn refuse_empty(name: &str, text: &str) -> Result<(), TextErrorKind> {
    let names = ["position", "fen", "board"];
    let must_be_full = names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if must_be_full && text.trim().is_empty() {
        let wanted = format!("a position as {name:?}");
        return Err(Expected::new(wanted, "").into());
    }
    Ok(())
}
