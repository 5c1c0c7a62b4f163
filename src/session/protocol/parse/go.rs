//! The arguments of `go` and `analyze`. Invalid arguments are skipped, not refused.

use super::words::Words;
use crate::game::{Expected, MoveToken, TextError, notation};
use crate::session::protocol::command::GoArgs;

/// The maximum number of errors reported for one line.
const MOST_REPORTED: usize = 8;

/// Reads all arguments up to the end of the line. If one is given twice, the later one counts.
pub(super) fn arguments(mut words: Words<'_>) -> GoArgs {
    let mut args = GoArgs::default();
    let mut takes_moves = false;
    while !words.peek().is_empty() {
        let at = words;
        let word = words.next();
        takes_moves = word == "searchmoves" || takes_moves && looks_like_moves(word);
        let result = match word {
            "searchmoves" => Ok(()),
            "infinite" => {
                args.infinite = true;
                Ok(())
            }
            "ponder" => {
                args.ponder = true;
                Ok(())
            }
            _ if takes_moves => add_search_moves(&mut args, at),
            _ => read_limit(&mut args, at, &mut words),
        };
        if let Err(error) = result
            && args.ignored.len() < MOST_REPORTED
        {
            args.ignored.push(error);
        }
    }
    args
}

fn is_keyword(args: &mut GoArgs, word: &str) -> bool {
    matches!(word, "infinite" | "ponder" | "searchmoves") || args.number_mut(word).is_some()
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
fn read_limit(args: &mut GoArgs, at: Words<'_>, words: &mut Words<'_>) -> Result<(), TextError> {
    let Some(limit) = args.number_mut(at.peek()) else {
        // The word may be a misspelt limit or a limit of another engine.
        args.unread_limit = true;
        return Err(at.expected("a limit such as depth, nodes or movetime"));
    };
    match words.number() {
        Ok(number) => {
            *limit = Some(number);
            args.zero_limit |= number == 0;
            Ok(())
        }
        Err(error) => {
            args.unread_limit = true;
            if !is_keyword(args, words.peek()) {
                words.next();
            }
            Err(error)
        }
    }
}

/// Adds the moves of a word to the moves to search.
fn add_search_moves(args: &mut GoArgs, at: Words<'_>) -> Result<(), TextError> {
    let word = at.peek();
    let tokens = notation::tokens(word, at.characters_read() + 1);
    let tokens = tokens.map_err(|(offset, wanted)| {
        let part = &word[offset..];
        at.error(part, Expected::new(wanted, part))
    })?;
    for token in tokens {
        // Each move is added only once, so there are at most 49.
        let is_same = |known: &MoveToken| (known.column, known.row) == (token.column, token.row);
        if !args.search_moves.iter().any(is_same) {
            args.search_moves.push(token);
        }
    }
    Ok(())
}
