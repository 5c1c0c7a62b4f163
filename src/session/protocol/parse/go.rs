//! The arguments of `go` and `analyze`. Invalid arguments are skipped, not refused.

use nom::sequence::preceded;
use nom::{Err, Parser};

use super::tokens::{Mismatch, number, space, word};
use super::{character, located};
use crate::game::{MoveToken, notation};
use crate::session::protocol::command::GoArgs;

/// The maximum number of errors reported for one line.
const MOST_REPORTED: usize = 8;

/// The keywords without a number.
const FLAGS: [&str; 3] = ["infinite", "ponder", "searchmoves"];

/// Reads all arguments up to the end of the line. If one is given twice, the later one counts.
pub(super) fn arguments(line: &str, mut input: &str) -> GoArgs {
    let mut args = GoArgs::default();
    let mut takes_moves = false;
    while let Ok((rest, word)) = preceded(space, word).parse(input) {
        input = rest;
        args.infinite |= word == "infinite";
        args.ponder |= word == "ponder";
        takes_moves = word == "searchmoves" || takes_moves && looks_like_moves(word);
        let result = if FLAGS.contains(&word) {
            Ok(())
        } else if takes_moves {
            add_search_moves(&mut args, line, word)
        } else {
            read_limit(&mut args, word, &mut input)
        };
        if let Err(Err::Error(mismatch) | Err::Failure(mismatch)) = result
            && args.ignored.len() < MOST_REPORTED
        {
            args.ignored.push(located(line, mismatch));
        }
    }
    args
}

fn is_keyword(args: &mut GoArgs, word: &str) -> bool {
    FLAGS.contains(&word) || args.number_mut(word).is_some()
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

/// Reads a limit with its number, as in `movetime 1000`. If the number is invalid, as in
/// `depth soon`, skips both words. If another keyword comes instead of the number, as in
/// `depth movetime 5`, skips only the first word.
fn read_limit<'a>(
    args: &mut GoArgs,
    keyword: &'a str,
    input: &mut &'a str,
) -> Result<(), Err<Mismatch<'a>>> {
    let Some(limit) = args.number_mut(keyword) else {
        // The word may be a misspelt limit or a limit of another engine.
        args.unread_limit = true;
        let wanted = "a limit such as depth, nodes or movetime";
        return Err(Err::Error(Mismatch::expected(keyword, wanted)));
    };
    let result = number(input).map(|(rest, number)| {
        *limit = Some(number);
        *input = rest;
    });
    if result.is_err() {
        args.unread_limit = true;
        if let Ok((rest, value)) = preceded(space, word).parse(*input)
            && !is_keyword(args, value)
        {
            *input = rest;
        }
    }
    result
}

/// Adds the moves of a word to the moves to search.
fn add_search_moves<'a>(
    args: &mut GoArgs,
    line: &str,
    word: &'a str,
) -> Result<(), Err<Mismatch<'a>>> {
    let tokens = notation::tokens(word, 0)
        .map_err(|(offset, wanted)| Err::Error(Mismatch::expected(&word[offset..], wanted)))?;
    for token in tokens {
        // Each move is added only once, so there are at most 49.
        let is_same = |known: &MoveToken| (known.column, known.row) == (token.column, token.row);
        if !args.search_moves.iter().any(is_same) {
            let character = character(line, word) + token.character;
            args.search_moves.push(MoveToken { character, ..token });
        }
    }
    Ok(())
}
