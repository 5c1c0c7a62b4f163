//! Words, numbers and space, and the error that knows where it happened.

use nom::bytes::complete::take_while1;
use nom::character::complete::{anychar, digit1, one_of};
use nom::combinator::{map, not, opt, recognize, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::many0;
use nom::sequence::{pair, preceded, terminated};
use nom::{IResult, Parser};

use crate::game::fen::FenFault;
use crate::protocol::options::OptionError;

/// What a production returns.
pub(super) type Parsed<'a, T> = IResult<&'a str, T, Miss<'a>>;

/// Where reading failed, and why.
#[derive(Debug)]
pub(super) struct Miss<'a> {
    /// What was not read.
    pub(super) rest: &'a str,
    pub(super) why: Why,
}

#[derive(Debug)]
pub(super) enum Why {
    /// This was expected at the next word.
    Wanted(&'static str),
    UnknownCommand,
    Fen(FenFault),
    Option(OptionError),
}

impl<'a> ParseError<&'a str> for Miss<'a> {
    fn from_error_kind(rest: &'a str, kind: ErrorKind) -> Miss<'a> {
        let why = Why::Wanted(match kind {
            ErrorKind::Eof => "the end of the line",
            _ => "another word",
        });
        Miss { rest, why }
    }

    fn append(_: &'a str, _: ErrorKind, inner: Miss<'a>) -> Miss<'a> {
        inner
    }

    /// Of two readings the one that came further knows better what is wrong.
    fn or(self, other: Miss<'a>) -> Miss<'a> {
        if self.rest.len() < other.rest.len() {
            self
        } else {
            other
        }
    }
}

/// What `parser` expects is called `wanted`, where it fails before its first
/// word; further in, its own parts know better.
pub(super) fn named<'a, T>(
    wanted: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Miss<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |input| {
        parser.parse(input).map_err(|error| {
            error.map(|miss| match miss.why {
                Why::Wanted(_) if miss.rest.len() >= input.trim_start().len() => Miss {
                    rest: input,
                    why: Why::Wanted(wanted),
                },
                _ => miss,
            })
        })
    }
}

/// White space of any kind, some of it.
pub(super) fn space(input: &str) -> Parsed<'_, &str> {
    take_while1(char::is_whitespace).parse(input)
}

/// Everything up to white space, not nothing.
pub(super) fn word(input: &str) -> Parsed<'_, &str> {
    take_while1(|c: char| !c.is_whitespace()).parse(input)
}

/// White space and then exactly this word.
pub(super) fn keyword<'a>(
    wanted: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Miss<'a>> {
    preceded(space, verify(word, move |word: &str| word == wanted))
}

/// White space and then words up to the word `end` or the end of the line, one
/// at least.
pub(super) fn words_before<'a>(
    end: &'static str,
) -> impl Parser<&'a str, Output = &'a str, Error = Miss<'a>> {
    let inner = move || verify(word, move |word: &str| word != end);
    preceded(
        space,
        recognize(pair(inner(), many0(preceded(space, inner())))),
    )
}

/// Nothing more of this word.
pub(super) fn word_end<'a>(
    wanted: &'static str,
) -> impl Parser<&'a str, Output = (), Error = Miss<'a>> {
    named(wanted, not(verify(anychar, |c| !c.is_whitespace())))
}

/// White space and then a whole number; one beyond 64 bits counts as the
/// nearest that fits.
pub(super) fn number(input: &str) -> Parsed<'_, i64> {
    const WANTED: &str = "a whole number";
    let digits = recognize(pair(opt(one_of("+-")), digit1));
    let digits = terminated(digits, word_end(WANTED));
    let value = map(digits, |text: &str| {
        text.parse().unwrap_or(if text.starts_with('-') {
            i64::MIN
        } else {
            i64::MAX
        })
    });
    // "12x" is no number as a whole, wherever its fault lies.
    named(WANTED, preceded(space, value))
        .parse(input)
        .map_err(|error| {
            error.map(|miss| Miss {
                rest: input,
                ..miss
            })
        })
}
