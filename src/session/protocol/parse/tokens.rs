//! The tokens of a line: words, numbers and space; and the errors of parsers.

use std::borrow::Cow;

use nom::bytes::complete::take_while1;
use nom::combinator::map_opt;
use nom::error::{ErrorKind, ParseError};
use nom::sequence::preceded;
use nom::{Err, IResult, Parser};

use crate::game::Expected;
use crate::game::error::ErrorAt;

/// The result of a parser.
pub(super) type ParseResult<'a, T> = IResult<&'a str, T, ErrorAt<'a>>;

/// Returns the error that `wanted` was expected at the next word.
pub(super) fn mismatch(rest: &str, wanted: impl Into<Cow<'static, str>>) -> ErrorAt<'_> {
    let rest = rest.trim_start();
    let found = rest.split_whitespace().next().unwrap_or_default();
    Expected::new(wanted, found).at(rest)
}

impl<'a> ParseError<&'a str> for ErrorAt<'a> {
    fn from_error_kind(rest: &'a str, kind: ErrorKind) -> ErrorAt<'a> {
        match kind {
            ErrorKind::Eof => mismatch(rest, "the end of the line"),
            _ => mismatch(rest, "another word"),
        }
    }

    fn append(_: &'a str, _: ErrorKind, inner: ErrorAt<'a>) -> ErrorAt<'a> {
        inner
    }
}

/// Returns a parser that reports `wanted` at the next word if `parser` fails.
pub(super) fn expected<'a, T>(
    wanted: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = ErrorAt<'a>>,
) -> impl FnMut(&'a str) -> ParseResult<'a, T> {
    move |input| {
        let result = parser.parse(input);
        result.map_err(|error| error.map(|_| mismatch(input, wanted)))
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
) -> impl Parser<&'a str, Output = T, Error = ErrorAt<'a>> {
    map_opt(word, |word| {
        let chosen = choices.iter().find(|(name, _)| *name == word);
        chosen.map(|&(_, value)| value)
    })
}

/// Returns a parser of the word `wanted`.
pub(super) fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a str, Output = (), Error = ErrorAt<'a>> {
    map_opt(word, move |word| (word == wanted).then_some(()))
}

/// Reads a number. Rounds a fraction such as `1000.5` down. If a number does not fit in 64 bits,
/// returns the nearest number that does.
pub(super) fn number(input: &str) -> ParseResult<'_, i64> {
    expected("a number", map_opt(word, round_down)).parse(input)
}

/// Returns an error that no other parser mends.
pub(super) fn failure<T>(error: ErrorAt<'_>) -> ParseResult<'_, T> {
    Err(Err::Failure(error))
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
