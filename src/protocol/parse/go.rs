//! The arguments of `go` and `analyze`. Faulty arguments are skipped: the command stands.

use nom::branch::alt;
use nom::combinator::{map, map_opt, opt, verify};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{Err, Parser};

use super::tokens::{Mismatch, ParseResult, Reason, number, space, word};
use crate::game::{MoveToken, notation};
use crate::protocol::command::GoArgs;

/// How many mistakes of one line are reported. The rest are skipped in silence.
const MOST_REPORTED: usize = 8;

/// One argument.
#[derive(Debug)]
pub(super) enum Argument<'a> {
    Limit(Limit, i64),
    Infinite,
    Ponder,
    SearchMoves,
    /// A word that is no keyword: a move after `searchmoves`, otherwise a mistake.
    Word(&'a str),
    Mistake(Mismatch<'a>),
}

/// A limit that takes a number.
#[derive(Debug, Clone, Copy)]
pub(super) enum Limit {
    Depth,
    Nodes,
    MoveTime,
    FirstTime,
    SecondTime,
    FirstIncrement,
    SecondIncrement,
    MovesToGo,
    Mate,
    Perft,
}

impl Limit {
    fn from_word(word: &str) -> Option<Limit> {
        Some(match word {
            "depth" => Limit::Depth,
            "nodes" => Limit::Nodes,
            "movetime" => Limit::MoveTime,
            "wtime" | "p1time" => Limit::FirstTime,
            "btime" | "p2time" => Limit::SecondTime,
            "winc" | "p1inc" => Limit::FirstIncrement,
            "binc" | "p2inc" => Limit::SecondIncrement,
            "movestogo" => Limit::MovesToGo,
            "mate" => Limit::Mate,
            "perft" => Limit::Perft,
            _ => return None,
        })
    }
}

/// All arguments, up to the end of the line.
pub(super) fn arguments(input: &str) -> ParseResult<'_, Vec<Argument<'_>>> {
    many0(preceded(space, alt((limit, flag, other)))).parse(input)
}

/// `movetime 1000`: a limit and its number. In `depth soon` both words are
/// skipped, in `depth movetime 5` only the first.
fn limit(input: &str) -> ParseResult<'_, Argument<'_>> {
    let (rest, limit) = map_opt(word, Limit::from_word).parse(input)?;
    match number(rest) {
        Ok((rest, number)) => Ok((rest, Argument::Limit(limit, number))),
        Err(Err::Error(mismatch) | Err::Failure(mismatch)) => {
            let value = verify(word, |word: &str| {
                Limit::from_word(word).is_none() && flag(word).is_err()
            });
            let (rest, _) = opt(preceded(space, value)).parse(rest)?;
            Ok((rest, Argument::Mistake(mismatch)))
        }
        Err(incomplete) => Err(incomplete),
    }
}

/// `infinite`, `ponder`, `searchmoves`
fn flag(input: &str) -> ParseResult<'_, Argument<'_>> {
    map_opt(word, |word| match word {
        "infinite" => Some(Argument::Infinite),
        "ponder" => Some(Argument::Ponder),
        "searchmoves" => Some(Argument::SearchMoves),
        _ => None,
    })
    .parse(input)
}

fn other(input: &str) -> ParseResult<'_, Argument<'_>> {
    map(word, Argument::Word).parse(input)
}

/// Collects the arguments. If one is given twice, the later one counts.
pub(super) fn collect(arguments: Vec<Argument<'_>>, line: &str) -> GoArgs {
    let mut args = GoArgs::default();
    let mut takes_moves = false;
    for argument in arguments {
        let mistake = match argument {
            Argument::Word(word) if takes_moves => add_search_moves(&mut args, word, line).err(),
            // Perhaps a limit, misspelt or of another engine.
            Argument::Word(rest) => {
                args.unread_limit = true;
                Some(Mismatch {
                    rest,
                    reason: Reason::Wanted("a limit such as depth, nodes or movetime"),
                })
            }
            Argument::Mistake(mismatch) => {
                args.unread_limit = true;
                Some(mismatch)
            }
            keyword => {
                takes_moves = matches!(keyword, Argument::SearchMoves);
                apply(&mut args, &keyword);
                None
            }
        };
        if let Some(mismatch) = mistake
            && args.ignored.len() < MOST_REPORTED
        {
            args.ignored.push(super::error(line, mismatch));
        }
    }
    args
}

fn add_search_moves<'a>(args: &mut GoArgs, word: &'a str, line: &str) -> Result<(), Mismatch<'a>> {
    let tokens = notation::tokens(word, 0).map_err(|(offset, wanted)| Mismatch {
        rest: &word[offset..],
        reason: Reason::Wanted(wanted),
    })?;
    for token in tokens {
        // Each move once: no line can hold more than 49 different ones.
        let is_same = |known: &MoveToken| (known.column, known.row) == (token.column, token.row);
        if !args.search_moves.iter().any(is_same) {
            let character = super::character(line, word) + token.character;
            args.search_moves.push(MoveToken { character, ..token });
        }
    }
    Ok(())
}

fn apply(args: &mut GoArgs, argument: &Argument<'_>) {
    match argument {
        Argument::Limit(limit, number) => set(args, *limit, *number),
        Argument::Infinite => args.infinite = true,
        Argument::Ponder => args.ponder = true,
        Argument::SearchMoves | Argument::Word(_) | Argument::Mistake(_) => {}
    }
}

fn set(args: &mut GoArgs, limit: Limit, number: i64) {
    let place = match limit {
        Limit::Depth => &mut args.depth,
        Limit::Nodes => &mut args.nodes,
        Limit::MoveTime => &mut args.move_time_ms,
        Limit::FirstTime => &mut args.first.time_ms,
        Limit::SecondTime => &mut args.second.time_ms,
        Limit::FirstIncrement => &mut args.first.increment_ms,
        Limit::SecondIncrement => &mut args.second.increment_ms,
        Limit::MovesToGo => &mut args.moves_to_go,
        Limit::Mate => &mut args.mate,
        Limit::Perft => &mut args.perft,
    };
    *place = Some(number);
}
