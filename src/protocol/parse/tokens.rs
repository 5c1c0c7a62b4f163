//! The tokens of a line: words, numbers and space; and the error, which knows its place.

use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, char, digit0, digit1, one_of};
use nom::combinator::{map, not, opt, recognize, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many0;
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use crate::game::TextErrorKind;
use crate::game::read::Setup;
use crate::protocol::options::OptionError;

/// What a parser returns.
pub(super) type ParseResult<'a, T> = IResult<&'a str, T, Mismatch<'a>>;

/// Where parsing failed, and why.
#[derive(Debug)]
pub(super) struct Mismatch<'a> {
    /// The rest of the line at that place.
    pub(super) rest: &'a str,
    pub(super) reason: Reason,
}

/// Why parsing failed.
#[derive(Debug)]
pub(super) enum Reason {
    /// This was expected in place of the next word.
    Wanted(&'static str),
    UnknownCommand,
    BarePosition(Setup),
    Position(TextErrorKind),
    Option(OptionError),
}

impl<'a> ParseError<&'a str> for Mismatch<'a> {
    fn from_error_kind(rest: &'a str, kind: ErrorKind) -> Mismatch<'a> {
        let reason = Reason::Wanted(match kind {
            ErrorKind::Eof => "the end of the line",
            _ => "another word",
        });
        Mismatch { rest, reason }
    }

    fn append(_: &'a str, _: ErrorKind, inner: Mismatch<'a>) -> Mismatch<'a> {
        inner
    }

    /// Of two parsers, the one that came further knows better what is wrong.
    fn or(self, other: Mismatch<'a>) -> Mismatch<'a> {
        if self.rest.len() < other.rest.len() {
            self
        } else {
            other
        }
    }
}

/// A parser that calls what it expects `wanted`, if `parser` fails before its first word. If
/// it fails later, the parts of `parser` know better what they expect.
pub(super) fn expected<'a, T>(
    wanted: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Mismatch<'a>>,
) -> impl FnMut(&'a str) -> ParseResult<'a, T> {
    move |input| {
        parser.parse(input).map_err(|error| {
            error.map(|mismatch| match mismatch.reason {
                Reason::Wanted(_) if mismatch.rest.len() >= input.trim_start().len() => Mismatch {
                    rest: input,
                    reason: Reason::Wanted(wanted),
                },
                _ => mismatch,
            })
        })
    }
}

/// White space, at least one character.
pub(super) fn space(input: &str) -> ParseResult<'_, &str> {
    take_while1(char::is_whitespace).parse(input)
}

/// A word: everything up to white space, at least one character.
pub(super) fn word(input: &str) -> ParseResult<'_, &str> {
    take_while1(|c: char| !c.is_whitespace()).parse(input)
}

/// White space, then exactly the word `wanted`.
pub(super) fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Mismatch<'a>> {
    preceded(space, verify(word, move |word: &str| word == wanted))
}

/// White space, then at least one word, up to the word `end` or the end of the line.
pub(super) fn words_before<'a>(
    end: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Mismatch<'a>> {
    let inner = move || verify(word, move |word: &str| word != end);
    preceded(
        space,
        recognize(pair(inner(), many0(preceded(space, inner())))),
    )
}

/// The end of a word; otherwise `wanted` was expected.
pub(super) fn word_end<'a>(
    wanted: &'static str,
) -> impl Parser<&'a str, Output = (), Error = Mismatch<'a>> {
    expected(wanted, not(verify(anychar, |c| !c.is_whitespace())))
}

/// White space, then a number. A fraction is rounded down, as in `1000.5`; a number beyond 64
/// bits becomes the nearest that fits.
pub(super) fn number(input: &str) -> ParseResult<'_, i64> {
    const WANTED: &str = "a number";
    let whole = recognize(pair(opt(one_of("+-")), digit1));
    let fraction = opt(preceded(char('.'), digit0));
    let digits = terminated(pair(whole, fraction), word_end(WANTED));
    let value = map(digits, |(whole, fraction)| floor(whole, fraction));
    // The fault of "12x" is the whole word, not its end.
    expected(WANTED, preceded(space, value))
        .parse(input)
        .map_err(|error| {
            error.map(|mismatch| Mismatch {
                rest: input,
                ..mismatch
            })
        })
}

fn floor(whole: &str, fraction: Option<&str>) -> i64 {
    let is_negative = whole.starts_with('-');
    let nearest = if is_negative { i64::MIN } else { i64::MAX };
    let number: i64 = whole.parse().unwrap_or(nearest);
    let is_between = fraction.is_some_and(|digits| digits.bytes().any(|digit| digit != b'0'));
    if is_negative && is_between {
        number.saturating_sub(1)
    } else {
        number
    }
}
