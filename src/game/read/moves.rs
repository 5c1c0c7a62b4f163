//! Moves: in one word, or each in a word of its own.

use super::{Convention, Fault, ReadFault, unexpected, words};
use crate::game::notation::{self, MoveToken, column_of_letter};
use crate::game::{Column, Game, MovesError, Score};

/// What a text that has no known form might have been.
const FORMS: &str = "a position: columns such as 4453, moves such as d1 d2, a FEN, or a board of \
    42 cells";

/// Whether a word is columns or files, however faulty, and not a square such as `d1` or a move
/// number.
fn is_packed(text: &str) -> bool {
    let is_file = |sign: Option<char>| sign.is_some_and(|sign| column_of_letter(sign).is_some());
    let mut signs = text.chars();
    let (first, second) = (signs.next(), signs.next());
    let by_digits = first.is_some_and(|first| first.is_ascii_digit()) && !text.contains('.');
    let by_files = is_file(first) && (second.is_none() || is_file(second));
    (by_digits || by_files) && !text.contains(is_separator)
}

/// The columns or files of a text that is one word of them, however faulty; or two or more of
/// them with a score behind.
pub(super) fn packed_part(text: &str) -> Option<&str> {
    let mut words = text.split_whitespace();
    let (columns, score) = (words.next()?, words.next());
    let is_score = |score: &str| score.parse().is_ok_and(|score| Score::new(score).is_some());
    let is_whole = match score {
        None => true,
        Some(score) => words.next().is_none() && columns.len() > 1 && is_score(score),
    };
    (is_whole && is_packed(columns)).then_some(columns)
}

/// Reads one word of columns or files.
pub(super) fn packed(text: &str, convention: Convention) -> Result<Game, Fault> {
    let mut game = Game::default();
    let by_file = text.starts_with(|first: char| first.is_ascii_alphabetic());
    for (ply, (at, found)) in (1..).zip(text.char_indices()) {
        let column = if by_file {
            column_of_letter(found).ok_or_else(|| unexpected(text, &text[at..], "a file (a-g)"))
        } else {
            column_of_digit(found, convention)
                .ok_or_else(|| not_a_column(at, ply, found, convention))
        };
        game.play(column?, None)
            .map_err(|fault| (at, fault.into()))?;
    }
    Ok(game)
}

/// The column that a digit names.
fn column_of_digit(digit: char, convention: Convention) -> Option<Column> {
    if convention.zero_based {
        Column::ALL.get(digit.to_digit(10)? as usize).copied()
    } else {
        notation::column_of_digit(digit)
    }
}

fn not_a_column(at: usize, ply: usize, found: char, convention: Convention) -> Fault {
    let fault = match found {
        _ if convention.zero_based => ReadFault::Unexpected {
            wanted: "a column (0-6)",
            found: found.to_string(),
        },
        '0' => ReadFault::ZeroColumn { ply },
        _ => MovesError::NotAColumn { ply, found }.into(),
    };
    (at, fault)
}

fn is_separator(sign: char) -> bool {
    sign.is_whitespace() || ",;-[](){}\"'`".contains(sign)
}

/// Reads moves of a word each.
pub(super) fn separated(text: &str, convention: Convention) -> Result<Game, Fault> {
    let mut game = Game::default();
    let mut numbers = Numbers::default();
    let mut known = false;
    for (at, word) in words(text, is_separator) {
        let (at, word) = match numbers.strip(word) {
            Ok(rest) => (at + word.len() - rest.len(), rest),
            Err(wanted) => return Err(unexpected(text, word, wanted)),
        };
        if word.is_empty() {
            continue;
        }
        let ply = game.moves().len() + 1;
        let token = one_move(text, (at, ply), word, convention)
            .map_err(|fault| if known { fault } else { unknown(text, fault) })?;
        known = true;
        game.play(token.column, token.row)
            .map_err(|fault| (at, fault.into()))?;
    }
    Ok(game)
}

/// The fault of a text whose first word is no move: if nothing in it could be one, the text may
/// have been meant in any form.
fn unknown(text: &str, (at, fault): Fault) -> Fault {
    let word = &text[at..];
    if word.starts_with(|first: char| first.is_ascii_digit() || "abcdefgABCDEFGPp".contains(first))
    {
        return (at, fault);
    }
    unexpected(text, word, FORMS)
}

/// Reads a word that is one move.
fn one_move(
    text: &str,
    (at, ply): (usize, usize),
    word: &str,
    convention: Convention,
) -> Result<MoveToken, Fault> {
    let mut signs = word.chars();
    if let (Some(digit @ '0'..='9'), None) = (signs.next(), signs.next()) {
        let column = column_of_digit(digit, convention);
        let row = None;
        return match column {
            Some(column) => Ok(MoveToken { column, row, at }),
            None if convention.zero_based || digit == '0' => {
                Err(not_a_column(at, ply, digit, convention))
            }
            None => Err(unexpected(text, word, "a column (1-7)")),
        };
    }
    let tokens = notation::tokens(word, at).map_err(|(at, wanted)| {
        unexpected(
            text,
            text[at..].split(is_separator).next().unwrap_or_default(),
            wanted,
        )
    })?;
    match tokens[..] {
        [token] => Ok(token),
        _ => Err(unexpected(
            text,
            word,
            "one move a word, or all columns in one word",
        )),
    }
}

/// The move numbers of a text, which rise by one.
#[derive(Default)]
struct Numbers {
    last: Option<u32>,
}

impl Numbers {
    /// The rest of a word behind its move number, such as `1.`, `1...` or `1.d1`.
    fn strip<'a>(&mut self, word: &'a str) -> Result<&'a str, &'static str> {
        let digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let rest = digits.trim_start_matches('.');
        let dots = digits.len() - rest.len();
        if dots == 0 {
            return Ok(word);
        }
        let number: Option<u32> = word[..word.len() - digits.len()].parse().ok();
        let is_next = match (self.last, number) {
            (_, None) => false,
            (None, Some(_)) => true,
            // `2...` comes before the second player's move.
            (Some(last), Some(number)) => number == last + u32::from(dots == 1),
        };
        if !is_next {
            return Err("the next move number");
        }
        self.last = number;
        Ok(rest)
    }
}
