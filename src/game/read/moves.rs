//! Moves: in one word, or each in a word of its own.

use super::{Convention, ErrorAt, TextErrorKind, unexpected, words};
use crate::game::bitboard::CELLS;
use crate::game::notation::{self, MoveToken, column_of_letter};
use crate::game::{Column, Game, MovesError, Score};

/// What a refusal names when a text has no known form.
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
    (by_digits || by_files) && !text.contains(|sign| is_separator(sign) || "-[](){}".contains(sign))
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
pub(super) fn packed(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
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

fn not_a_column(at: usize, ply: usize, found: char, convention: Convention) -> ErrorAt {
    let fault = match found {
        _ if convention.zero_based => TextErrorKind::Unexpected {
            wanted: "a column (0-6)",
            found: found.to_string(),
        },
        '0' => TextErrorKind::ZeroColumn { ply },
        _ => MovesError::NotAColumn { ply, found }.into(),
    };
    (at, fault)
}

fn is_separator(sign: char) -> bool {
    matches!(sign, ',' | ';' | '"' | '\'' | '`') || sign.is_whitespace()
}

/// The words of a text, each to be one move, with dashes between them or not. A word that begins
/// with a dash stays whole, for it is a number that is no column.
fn move_words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    words(text, is_separator).flat_map(|(at, word)| {
        let is_dash = if word.starts_with('-') {
            |_| false
        } else {
            |sign| sign == '-'
        };
        words(word, is_dash).map(move |(before, part)| (at + before, part))
    })
}

/// A text without the brackets around it, of which as many open as close.
fn without_brackets(text: &str) -> &str {
    let inner = text.trim_start_matches(|sign: char| "[({ ".contains(sign));
    inner.trim_end_matches(|sign: char| "])} ".contains(sign))
}

/// Reads moves of a word each, all by column or all by file.
pub(super) fn separated(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
    let mut game = Game::default();
    let mut numbers = MoveNumbers::default();
    let mut by_file = None;
    let list = without_brackets(text);
    let before = super::offset(text, list);
    for (at, word) in move_words(list).map(|(at, word)| (before + at, word)) {
        let rest = numbers.strip(word);
        let rest = rest.map_err(|wanted| unexpected(text, word, wanted))?;
        if rest.is_empty() {
            continue;
        }
        let at = at + word.len() - rest.len();
        let ply = game.moves().len() + 1;
        let token = one_move(text, (at, ply), rest, convention);
        let token = token.map_err(|fault| {
            if ply > 1 {
                fault
            } else {
                unknown(text, rest, fault)
            }
        })?;
        let is_by_file = !rest.starts_with(|first: char| first.is_ascii_digit());
        if *by_file.get_or_insert(is_by_file) != is_by_file {
            let wanted = "a move as those before it, all by columns (1-7) or all by files (a-g)";
            return Err(unexpected(text, rest, wanted));
        }
        game.play(token.column, token.row)
            .map_err(|fault| (at, fault.into()))?;
        numbers.is_open = false;
    }
    if numbers.is_open {
        return Err(unexpected(text, &text[text.len()..], "a move"));
    }
    if game.moves().is_empty() && !is_empty_list(text) {
        return Err(unexpected(text, text, FORMS));
    }
    Ok(game)
}

/// Whether a text is a list without anything in it.
fn is_empty_list(text: &str) -> bool {
    ["[]", "()", "{}"].contains(&text)
}

/// The fault of a text whose first word is no move: if it does not begin like one, the text may
/// have been meant in any form.
fn unknown(text: &str, word: &str, fault: ErrorAt) -> ErrorAt {
    let begins = |first: char| first.is_ascii_digit() || "abcdefgABCDEFGPp".contains(first);
    if word.starts_with(begins) {
        fault
    } else {
        unexpected(text, word, FORMS)
    }
}

/// The moves of one word, whose columns may be counted from 0. `at` is the word's place.
pub(super) fn tokens(
    word: &str,
    at: usize,
    convention: Convention,
) -> Result<Vec<MoveToken>, (usize, &'static str)> {
    if !(convention.zero_based && word.starts_with(|first: char| first.is_ascii_digit())) {
        return notation::tokens(word, at);
    }
    let columns = (at..).zip(word.chars()).map(|(at, digit)| {
        let column = column_of_digit(digit, convention).ok_or((at, "a column (0-6)"))?;
        let row = None;
        Ok(MoveToken { column, row, at })
    });
    columns.collect()
}

/// Reads a word that is one move, the `ply`-th.
fn one_move(
    text: &str,
    (at, ply): (usize, usize),
    word: &str,
    convention: Convention,
) -> Result<MoveToken, ErrorAt> {
    if word == "0" && !convention.zero_based {
        return Err((at, TextErrorKind::ZeroColumn { ply }));
    }
    let tokens = tokens(word, at, convention).map_err(|(at, wanted)| {
        let rest = &text[at..];
        let cut = rest.split(is_separator).next();
        unexpected(
            text,
            cut.filter(|cut| !cut.is_empty()).unwrap_or(rest),
            wanted,
        )
    })?;
    if let [token] = tokens[..] {
        return Ok(token);
    }
    let wanted = "one move a word, or all columns in one word";
    Err(unexpected(text, word, wanted))
}

/// The most moves that one player makes.
const MOST_MOVES: u32 = CELLS as u32 / 2;

/// The move numbers of a text, which rise by one.
#[derive(Default)]
struct MoveNumbers {
    last: Option<u32>,
    /// Whether no move has followed the last number.
    is_open: bool,
}

impl MoveNumbers {
    /// The rest of a word behind its move number, such as `1.`, `1...` or `1.d1`.
    fn strip<'a>(&mut self, word: &'a str) -> Result<&'a str, &'static str> {
        let digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let rest = digits.trim_start_matches('.');
        let dots = digits.len() - rest.len();
        if dots == 0 {
            return Ok(word);
        }
        let number = word[..word.len() - digits.len()].parse();
        let number = number
            .ok()
            .filter(|number| (1..=MOST_MOVES).contains(number));
        let is_next = match (self.last, number) {
            (_, None) => false,
            (None, Some(_)) => true,
            // `2...` comes before the second player's move.
            (Some(last), Some(number)) => number == last + u32::from(dots == 1),
        };
        if self.is_open {
            return Err("a move behind the move number");
        }
        if !is_next {
            return Err("the next move number");
        }
        if rest.starts_with(|first: char| first.is_ascii_digit()) {
            return Err("a blank between a move number and a column");
        }
        (self.last, self.is_open) = (number, true);
        Ok(rest)
    }
}
