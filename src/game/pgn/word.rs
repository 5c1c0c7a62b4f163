//! Words of the moves: `12.`, `P@d1`, `1-0`.

use super::cursor::{Cursor, Found, unexpected};
use super::{Marker, PgnFault};
use crate::game::bitboard::CELLS;
use crate::game::notation::{column_of_digit, column_of_letter, row_of_digit};
use crate::game::position::Column;

/// What a word means.
pub(super) enum Word {
    /// A move's number, which says nothing that the moves do not say.
    Number,
    Marker(Marker),
    Move(Written),
}

/// A move as it was written.
pub(super) struct Written {
    pub(super) column: Column,
    /// The row on which its writer expects the stone to land.
    pub(super) row: Option<u8>,
    /// The glyph that stands for the signs behind it.
    pub(super) nag: Option<u8>,
    pub(super) form: Form,
    /// The place of its first character in the line.
    pub(super) at: usize,
}

/// How the moves of a game are written. A game uses one form only, which decides what a number
/// without a dot is: a move among numbers, the number of a move among letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `4`
    Numbers,
    /// `P@d1`, `d1`, `d`
    Letters,
}

pub(super) const MOVE: &str = "a move such as P@d1, d1 or 4";
const COLUMN: &str = "a column (1-7), as the moves before it are";
const LETTERS: &str = "a move with a letter, as the moves before it are";

/// Reads a word that consists of digits, letters and signs; `form` is that of the moves before.
pub(super) fn read(cursor: &mut Cursor<'_>, form: Option<Form>) -> Found<Word> {
    let mut at = cursor.at();
    let whole = cursor.take_while(|sign| !sign.is_whitespace() && !is_mark(sign));
    let numbered = whole.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let text = numbered.trim_start_matches('.');
    if text.len() == numbered.len() {
        // No dot: what looks like a number may be a move.
        return read_text(whole, at, form);
    }
    if text.is_empty() {
        return Ok(Word::Number);
    }
    at += whole.chars().count() - text.chars().count();
    match read_text(text, at, form)? {
        Word::Number => Err((at, unexpected(LETTERS, text))),
        word => Ok(word),
    }
}

/// Whether a text begins with the number of a move and a dot.
pub(super) fn is_numbered(text: &str) -> bool {
    let rest = text.trim_start_matches(|sign: char| sign.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with('.')
}

/// Whether a sign is a word of its own or begins something else.
pub(super) fn is_mark(sign: char) -> bool {
    "{}()[]<>;$*\"".contains(sign)
}

/// Reads what follows the number of a move; `at` is its place.
fn read_text(text: &str, at: usize, form: Option<Form>) -> Found<Word> {
    if let Some(marker) = Marker::of_text(text) {
        return Ok(Word::Marker(marker));
    }
    let is_torn = |marker: Marker| marker.text().starts_with(text);
    if text.contains(['-', '/']) && Marker::ALL.into_iter().any(is_torn) {
        let wanted = "the rest of a result";
        let end = at + text.len();
        return Err((end, PgnFault::Unfinished { wanted }));
    }
    let stem = text.trim_end_matches(['+', '#', '!', '?']);
    let nag = nag(&text[stem.len()..]);
    if !stem.is_empty() && stem.bytes().all(|sign| sign.is_ascii_digit()) {
        let column = one(stem).and_then(column_of_digit);
        // Beyond the last stone it is no number of a move: columns in one word, perhaps.
        let is_number = stem == text && stem.parse().is_ok_and(|number: u8| number <= CELLS);
        return match (form, column) {
            (Some(Form::Letters), _) if is_number => Ok(Word::Number),
            (None, None) => Err((at, unexpected(MOVE, text))),
            (Some(Form::Letters), _) => Err((at, unexpected(LETTERS, text))),
            (_, None) => Err((at, unexpected("a column (1-7)", text))),
            (_, Some(column)) => Ok(Word::Move(Written {
                column,
                row: None,
                nag,
                form: Form::Numbers,
                at,
            })),
        };
    }
    let (column, row) = cell(stem, text, at)?;
    if form == Some(Form::Numbers) {
        return Err((at, unexpected(COLUMN, text)));
    }
    Ok(Word::Move(Written {
        column,
        row,
        nag,
        form: Form::Letters,
        at,
    }))
}

/// `P@d1`, `d1` or `d`, without the signs behind it.
fn cell(stem: &str, text: &str, at: usize) -> Found<(Column, Option<u8>)> {
    let mut cursor = Cursor::new(stem);
    let fault = |(inside, fault)| (at + inside - 1, fault);
    let is_drop = cursor.next_is('P') || cursor.next_is('p');
    if is_drop && !cursor.next_is('@') {
        return cursor.unexpected("'@'").map_err(fault);
    }
    let Some(column) = cursor.peek().and_then(column_of_letter) else {
        if is_drop {
            return cursor.unexpected("a file (a-g)").map_err(fault);
        }
        return Err((at, unexpected(MOVE, text)));
    };
    cursor.take(1);
    let row = cursor.peek().and_then(row_of_digit);
    if row.is_some() {
        cursor.take(1);
    } else if is_drop || cursor.peek().is_some() {
        return cursor.unexpected("a row (1-6)").map_err(fault);
    }
    match cursor.peek() {
        None => Ok((column, row)),
        Some(_) => cursor.unexpected("the end of the move").map_err(fault),
    }
}

fn one(text: &str) -> Option<char> {
    let mut signs = text.chars();
    signs.next().filter(|_| signs.next().is_none())
}

/// The glyph of the signs behind a move; those of check and mate have none.
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
