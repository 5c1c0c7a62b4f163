//! The words of the moves: `12.`, `P@d1`, `1-0`.

use super::Marker;
use crate::game::bitboard::CELLS;
use crate::game::cursor::Cursor;
use crate::game::error::{ErrorAt, Expected};
use crate::game::notation::{self, column_from, column_range};
use crate::game::position::Column;

/// The meaning of a word.
pub(in crate::game) enum Word<'a> {
    /// The digits of a move number, which may be missing, and the number of dots after them.
    Number(&'a str, usize),
    Marker(Marker),
    Move(Written),
}

/// A move as it was written.
pub(in crate::game) struct Written {
    pub(in crate::game) column: Column,
    /// The row on which the stone lands according to the text.
    pub(in crate::game) row: Option<u8>,
    /// The glyph for the `!` and `?` after the move.
    pub(super) nag: Option<u8>,
    pub(in crate::game) form: MoveForm,
}

/// The form in which the moves of a game are written. A game uses only one form. The form decides
/// how a number without a dot is read: as a move in a game written in numbers, as a move number in
/// a game written in letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::game) enum MoveForm {
    /// `4`
    Numbers,
    /// `P@d1`, `d1`, `d`
    Letters,
}

const COLUMN: &str = "a column, like the moves before it";
pub(in crate::game) const LETTERS: &str = "a move with a letter, like the moves before it";

/// Reads a word that consists of digits, letters and punctuation, or a move number with its dots,
/// such as `12.`, `12...` or `12. ...`. `form` is the form of the moves before it.
pub(super) fn read<'a>(
    cursor: &mut Cursor<'a>,
    form: Option<MoveForm>,
) -> Result<Word<'a>, ErrorAt<'a>> {
    if without_digits(cursor.rest()).starts_with('.') {
        let digits = cursor.take_while(is_digit);
        let dots = cursor.take_while(|c| c == '.' || c.is_whitespace());
        return Ok(Word::Number(digits, dots.matches('.').count()));
    }
    let text = cursor.take_while(|c| !c.is_whitespace() && !is_mark(c));
    parse(text, form, 1)
}

/// Reads a word without dots. The leftmost column has the number `first`.
pub(in crate::game) fn parse(
    text: &str,
    form: Option<MoveForm>,
    first: u8,
) -> Result<Word<'_>, ErrorAt<'_>> {
    if let Ok(marker) = text.parse() {
        return Ok(Word::Marker(marker));
    }
    let is_torn = |result: &str| result.starts_with(text);
    if text.contains(['-', '/']) && ["1-0", "0-1", "1/2-1/2"].into_iter().any(is_torn) {
        return Err(Expected::new("the rest of a result", "").at(&text[text.len()..]));
    }
    let expected = |wanted: &'static str| Err(Expected::new(wanted, text).at(text));
    let stem = text.trim_end_matches(SIGNS);
    let is_digits = !stem.is_empty() && without_digits(stem).is_empty();
    let (column, row, own_form) = if is_digits {
        let column = stem
            .parse()
            .ok()
            .and_then(|digit| column_from(first, digit));
        // A number above 42 is not a move number: it may be several columns in one word.
        let is_number = stem == text && stem.parse().is_ok_and(|number: u8| number <= CELLS);
        match (form, column) {
            (Some(MoveForm::Letters), _) if is_number => return Ok(Word::Number(text, 0)),
            (Some(MoveForm::Letters), _) => return expected(LETTERS),
            (Some(MoveForm::Numbers), None) => return expected(column_range(first)),
            (None, None) => return expected(notation::MOVE),
            (_, Some(column)) => (column, None, MoveForm::Numbers),
        }
    } else {
        let square = notation::square(stem);
        let (column, row) = square.map_err(|(rest, wanted)| {
            let found = if rest.len() == stem.len() { text } else { rest };
            Expected::new(wanted, found).at(rest)
        })?;
        if form == Some(MoveForm::Numbers) {
            return expected(COLUMN);
        }
        (column, row, MoveForm::Letters)
    };
    Ok(Word::Move(Written {
        column,
        row,
        nag: nag(&text[stem.len()..]),
        form: own_form,
    }))
}

pub(in crate::game) fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

/// Splits a word such as `12.d1` after its move number, which is returned with its number of dots.
pub(in crate::game) fn split_number(word: &str) -> Option<((&str, usize), &str)> {
    let after_digits = without_digits(word);
    let rest = after_digits.trim_start_matches('.');
    let digits = &word[..word.len() - after_digits.len()];
    let dots = after_digits.len() - rest.len();
    (dots > 0).then_some(((digits, dots), rest))
}

/// Returns whether a text begins with a move number and a dot.
pub(super) fn is_numbered(text: &str) -> bool {
    text.starts_with(is_digit) && without_digits(text).starts_with('.')
}

fn without_digits(text: &str) -> &str {
    text.trim_start_matches(is_digit)
}

/// Returns whether a character cannot be part of a word: it is a token of its own or begins one.
pub(super) fn is_mark(character: char) -> bool {
    "{}()[]<>;$*\"".contains(character)
}

/// Removes the signs of check, mate, and good and bad moves at the start of a text.
pub(super) fn after_signs(text: &str) -> &str {
    text.trim_start_matches(SIGNS)
}

const SIGNS: [char; 4] = ['+', '#', '!', '?'];

/// Returns the glyph for the signs after a move. The signs of check and mate have no glyph.
fn nag(signs: &str) -> Option<u8> {
    match signs.replace(['+', '#'], "").as_str() {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => None,
    }
}
