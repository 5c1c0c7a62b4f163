//! The arguments of `go` and `analyze`. Invalid arguments are skipped, not refused.

use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, verify};
use nom::multi::{fold_many0, many0};
use nom::sequence::preceded;

use super::tokens::{ParseResult, keyword, mismatch, number, word};
use crate::game::error::{ErrorAt, offset};
use crate::game::{Expected, notation};
use crate::session::protocol::command::GoArgs;

/// The maximum number of errors reported for one line.
const MOST_REPORTED: usize = 8;

/// One argument.
enum Argument<'a> {
    Infinite,
    Ponder,
    /// The words after `searchmoves`.
    Moves(Vec<&'a str>),
    /// The keyword of a limit, and its number.
    Limit(&'a str, Result<i64, ErrorAt<'a>>),
    /// A misspelt limit, or a limit of another engine.
    Unknown(ErrorAt<'a>),
}

/// Reads all arguments up to the end of the line. If one is given twice, the later one counts.
pub(super) fn arguments<'a>(line: &str, input: &'a str) -> ParseResult<'a, GoArgs> {
    fold_many0(argument, GoArgs::default, |mut args, argument| {
        for error in add(&mut args, line, argument) {
            if args.ignored.len() < MOST_REPORTED {
                args.ignored.push(error.in_text(line));
            }
        }
        args
    })
    .parse(input)
}

fn argument(input: &str) -> ParseResult<'_, Argument<'_>> {
    let moves = many0(verify(word, looks_like_moves));
    alt((
        map(keyword("infinite"), |()| Argument::Infinite),
        map(keyword("ponder"), |()| Argument::Ponder),
        map(preceded(keyword("searchmoves"), moves), Argument::Moves),
        map((verify(word, GoArgs::is_limit), limit), |(name, number)| {
            Argument::Limit(name, number)
        }),
        map(word, |word| {
            let wanted = "a limit such as depth, nodes or movetime";
            Argument::Unknown(mismatch(word, wanted))
        }),
    ))
    .parse(input)
}

/// Reads the number of a limit, as in `movetime 1000`. If it is invalid, as in `depth soon`, skips
/// it. If a keyword comes in its place, as in `depth movetime 5`, skips nothing.
fn limit(input: &str) -> ParseResult<'_, Result<i64, ErrorAt<'_>>> {
    let is_keyword = |word: &str| {
        matches!(word, "infinite" | "ponder" | "searchmoves") || GoArgs::is_limit(word)
    };
    let skipped = opt(verify(word, move |word: &str| !is_keyword(word)));
    let missing = map(skipped, |_| Err(mismatch(input, "a number")));
    alt((map(number, Ok), missing)).parse(input)
}

/// Returns whether a word after `searchmoves` is probably meant as moves, even if they are invalid.
/// Any other word is a keyword or may be a misspelt limit.
fn looks_like_moves(word: &str) -> bool {
    match word.as_bytes() {
        [b'0'..=b'9', ..] | [b'P' | b'p', b'@', ..] => true,
        [b'a'..=b'g' | b'A'..=b'G', rest @ ..] => rest.first().is_none_or(u8::is_ascii_digit),
        _ => false,
    }
}

/// Adds an argument of a line. Returns its errors.
fn add<'a>(args: &mut GoArgs, line: &str, argument: Argument<'a>) -> Vec<ErrorAt<'a>> {
    match argument {
        Argument::Infinite => args.infinite = true,
        Argument::Ponder => args.ponder = true,
        Argument::Moves(words) => {
            let added = words.into_iter().map(|word| add_moves(args, line, word));
            return added.filter_map(Result::err).collect();
        }
        Argument::Limit(name, Ok(number)) => {
            args.zero_limit |= number == 0;
            args.set(name, number);
        }
        Argument::Limit(_, Err(error)) | Argument::Unknown(error) => {
            args.unread_limit = true;
            return vec![error];
        }
    }
    Vec::new()
}

/// Adds the moves of a word to the moves to search.
fn add_moves<'a>(args: &mut GoArgs, line: &str, word: &'a str) -> Result<(), ErrorAt<'a>> {
    let before = line[..offset(line, word)].chars().count();
    let tokens = notation::tokens(word);
    let tokens = tokens.map_err(|(rest, wanted)| Expected::new(wanted, rest).at(rest))?;
    for (character, token) in (before + 1..).zip(tokens) {
        // Each move is added only once, so there are at most 49.
        if args.search_moves.iter().all(|(_, known)| *known != token) {
            args.search_moves.push((character, token));
        }
    }
    Ok(())
}
