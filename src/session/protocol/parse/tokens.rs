//! The tokens of a line: words, numbers and space; and the errors of parsers.

use std::borrow::Cow;

use nom::bytes::complete::take_while1;
use nom::combinator::map_opt;
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{Err, IResult, Offset, Parser};

use crate::game::{Expected, TextError, TextErrorKind};

/// The result of a parser.
pub(super) type ParseResult<'a, T> = IResult<&'a str, T, Mismatch<'a>>;

/// The error of a parser, and the rest of the line from the error on.
#[derive(Debug)]
pub(super) struct Mismatch<'a> {
    rest: &'a str,
    kind: TextErrorKind,
}

impl<'a> Mismatch<'a> {
    pub(super) fn new(rest: &'a str, error: Expected) -> Mismatch<'a> {
        let kind = error.into();
        Mismatch { rest, kind }
    }

    /// Creates the error that `wanted` was expected at the next word.
    pub(super) fn expected(rest: &'a str, wanted: impl Into<Cow<'static, str>>) -> Mismatch<'a> {
        let rest = rest.trim_start();
        let found = rest.split_whitespace().next().unwrap_or_default();
        Mismatch::new(rest, Expected::new(wanted, found))
    }

    /// Converts the error of a reader of `text`.
    pub(super) fn in_text(text: &'a str, error: TextError) -> Mismatch<'a> {
        let mut characters = text.char_indices();
        let found = characters.nth(error.character - 1);
        Mismatch {
            rest: &text[found.map_or(text.len(), |(offset, _)| offset)..],
            kind: error.kind,
        }
    }

    /// Returns the error with its place in the line.
    pub(super) fn in_line(self, line: &str) -> TextError {
        TextError::locate(line, (line.offset(self.rest), self.kind))
    }
}

impl<'a> ParseError<&'a str> for Mismatch<'a> {
    fn from_error_kind(rest: &'a str, kind: ErrorKind) -> Mismatch<'a> {
        match kind {
            ErrorKind::Eof => Mismatch::expected(rest, "the end of the line"),
            _ => Mismatch::expected(rest, "another word"),
        }
    }

    fn append(_: &'a str, _: ErrorKind, inner: Mismatch<'a>) -> Mismatch<'a> {
        inner
    }
}

/// Returns a parser that reports `wanted` at the next word if `parser` fails.
pub(super) fn expected<'a, T>(
    wanted: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Mismatch<'a>>,
) -> impl FnMut(&'a str) -> ParseResult<'a, T> {
    move |input| {
        let result = parser.parse(input);
        result.map_err(|error| error.map(|_| Mismatch::expected(input, wanted)))
    }
}

/// Reads a word: everything up to white space, at least one character.
pub(super) fn bare_word(input: &str) -> ParseResult<'_, &str> {
    take_while1(|c: char| !c.is_whitespace()).parse(input)
}

/// Reads white space and a word.
pub(super) fn word(input: &str) -> ParseResult<'_, &str> {
    preceded(take_while1(char::is_whitespace), bare_word).parse(input)
}

/// Returns a parser of one of some words, with the value of each.
pub(super) fn choice<'a, T: Copy>(
    choices: &[(&str, T)],
) -> impl Parser<&'a str, Output = T, Error = Mismatch<'a>> {
    map_opt(word, |word| {
        let chosen = choices.iter().find(|(name, _)| *name == word);
        chosen.map(|&(_, value)| value)
    })
}

/// Returns a parser of the word `wanted`.
pub(super) fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a str, Output = (), Error = Mismatch<'a>> {
    map_opt(word, move |word| (word == wanted).then_some(()))
}

/// Reads a number. Rounds a fraction such as `1000.5` down. If a number does not fit in 64 bits,
/// returns the nearest number that does.
pub(super) fn number(input: &str) -> ParseResult<'_, i64> {
    expected("a number", map_opt(word, round_down)).parse(input)
}

/// Returns an error that no other parser mends.
pub(super) fn failure<T>(mismatch: Mismatch<'_>) -> ParseResult<'_, T> {
    Err(Err::Failure(mismatch))
}

fn round_down(word: &str) -> Option<i64> {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, fraction) = word.split_once('.').unwrap_or((word, ""));
    let digits = whole.strip_prefix(['+', '-']).unwrap_or(whole);
    if digits.is_empty() || !is_digits(digits) || !is_digits(fraction) {
        return None;
    }
    let is_negative = whole.starts_with('-');
    let nearest = if is_negative { i64::MIN } else { i64::MAX };
    let number: i64 = whole.parse().unwrap_or(nearest);
    let is_between = fraction.bytes().any(|digit| digit != b'0');
    Some(number.saturating_sub(i64::from(is_negative && is_between)))
}
