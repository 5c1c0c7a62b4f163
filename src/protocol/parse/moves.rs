//! Moves, in every form that is accepted.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{anychar, char, one_of};
use nom::combinator::{cut, map, map_opt, opt};
use nom::multi::{many0, many1};
use nom::sequence::{pair, preceded, terminated};

use super::tokens::{ParseResult, expected, space, word_end};
use crate::game::Column;
use crate::game::notation::{column_of_digit, column_of_letter, row_of_digit};

/// A move, and the rest of the line from its first character on.
#[derive(Debug, Clone, Copy)]
pub(super) struct ParsedMove<'a> {
    pub(super) column: Column,
    pub(super) row: Option<u8>,
    pub(super) text: &'a str,
}

/// Moves up to the end of the line, each token after white space.
pub(super) fn moves(input: &str) -> ParseResult<'_, Vec<ParsedMove<'_>>> {
    let tokens = many0(preceded(space, cut(token)));
    map(tokens, |tokens| tokens.into_iter().flatten().collect()).parse(input)
}

/// `4`, `d`, `d1`, `P@d1`, or several columns in one word: `4453`.
pub(super) fn token(input: &str) -> ParseResult<'_, Vec<ParsedMove<'_>>> {
    let single = |(column, row)| {
        vec![ParsedMove {
            column,
            row,
            text: input,
        }]
    };
    expected(
        "a move such as 4, d, d1 or P@d1",
        alt((
            terminated(many1(digit), cut(word_end("a column (1-7)"))),
            terminated(map(drop, single), cut(word_end("the end of the move"))),
            terminated(map(square, single), cut(word_end("a row (1-6)"))),
        )),
    )
    .parse(input)
}

/// `P@d1`
fn drop(input: &str) -> ParseResult<'_, (Column, Option<u8>)> {
    let cell = pair(file, map(row, Some));
    preceded(
        one_of("Pp"),
        cut(preceded(expected("'@'", char('@')), cell)),
    )
    .parse(input)
}

/// `d1` or `d`
fn square(input: &str) -> ParseResult<'_, (Column, Option<u8>)> {
    pair(file, opt(row)).parse(input)
}

/// One column of a packed line.
fn digit(text: &str) -> ParseResult<'_, ParsedMove<'_>> {
    let parsed_move = |column| ParsedMove {
        column,
        row: None,
        text,
    };
    map(map_opt(anychar, column_of_digit), parsed_move).parse(text)
}

fn file(input: &str) -> ParseResult<'_, Column> {
    expected("a file (a-g)", map_opt(anychar, column_of_letter)).parse(input)
}

fn row(input: &str) -> ParseResult<'_, u8> {
    expected("a row (1-6)", map_opt(anychar, row_of_digit)).parse(input)
}
