//! The arguments of `go` and `analyze`: whatever they are, the command stands.

use std::time::Duration;

use nom::branch::alt;
use nom::combinator::{all_consuming, map, map_opt, opt, verify};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{Err, Parser};

use super::Ruler;
use super::lexis::{Miss, Parsed, Why, number, space, word};
use super::moves;
use crate::protocol::command::{GoArgs, MoveToken};

/// Mistakes reported of one line; the rest are skipped in silence.
const MOST_REPORTED: usize = 8;

/// One argument.
#[derive(Debug)]
pub(super) enum Argument<'a> {
    Limit(Limit, i64),
    Infinite,
    Ponder,
    SearchMoves,
    /// No keyword: a move after `searchmoves`, otherwise a mistake.
    Word(&'a str),
    Mistake(Miss<'a>),
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

/// All arguments to the end of the line.
pub(super) fn arguments(input: &str) -> Parsed<'_, Vec<Argument<'_>>> {
    many0(preceded(space, alt((limit, flag, other)))).parse(input)
}

/// `movetime 1000`: a limit and its number. In `depth soon` both words are
/// skipped, in `depth movetime 5` only the first.
fn limit(input: &str) -> Parsed<'_, Argument<'_>> {
    let (rest, limit) = map_opt(word, Limit::from_word).parse(input)?;
    match number(rest) {
        Ok((rest, number)) => Ok((rest, Argument::Limit(limit, number))),
        Err(Err::Error(miss) | Err::Failure(miss)) => {
            let value = verify(word, |word: &str| {
                Limit::from_word(word).is_none() && flag(word).is_err()
            });
            let (rest, _) = opt(preceded(space, value)).parse(rest)?;
            Ok((rest, Argument::Mistake(miss)))
        }
        Err(incomplete) => Err(incomplete),
    }
}

/// `infinite`, `ponder`, `searchmoves`
fn flag(input: &str) -> Parsed<'_, Argument<'_>> {
    map_opt(word, |word| match word {
        "infinite" => Some(Argument::Infinite),
        "ponder" => Some(Argument::Ponder),
        "searchmoves" => Some(Argument::SearchMoves),
        _ => None,
    })
    .parse(input)
}

fn other(input: &str) -> Parsed<'_, Argument<'_>> {
    map(word, Argument::Word).parse(input)
}

/// The arguments taken together; of two that say the same the later one holds.
pub(super) fn collect(arguments: Vec<Argument<'_>>, ruler: &mut Ruler<'_>) -> GoArgs {
    let mut args = GoArgs::default();
    let mut takes_moves = false;
    for argument in arguments {
        let mistake = match argument {
            Argument::Word(word) if takes_moves => add_search_moves(&mut args, word, ruler).err(),
            Argument::Word(rest) => Some(Miss {
                rest,
                why: Why::Wanted("a limit such as depth, nodes or movetime"),
            }),
            Argument::Mistake(miss) => Some(miss),
            keyword => {
                takes_moves = matches!(keyword, Argument::SearchMoves);
                apply(&mut args, &keyword);
                None
            }
        };
        if let Some(miss) = mistake
            && args.ignored.len() < MOST_REPORTED
        {
            args.ignored.push(ruler.error(miss));
        }
    }
    args
}

fn add_search_moves<'a>(
    args: &mut GoArgs,
    word: &'a str,
    ruler: &mut Ruler<'_>,
) -> Result<(), Miss<'a>> {
    match all_consuming(moves::token).parse(word) {
        Ok((_, written)) => {
            for written in written {
                // Once is enough: at most 49 moves can be told apart.
                let known =
                    |token: &MoveToken| (token.column, token.row) == (written.column, written.row);
                if !args.search_moves.iter().any(known) {
                    args.search_moves.push(ruler.place(written));
                }
            }
            Ok(())
        }
        Err(Err::Error(miss) | Err::Failure(miss)) => Err(miss),
        Err(Err::Incomplete(_)) => unreachable!("complete parsers never ask for more"),
    }
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
    let positive = u64::try_from(number).unwrap_or(0);
    match limit {
        Limit::Depth => args.depth = Some(within(number, 1, 42)),
        Limit::Nodes => args.nodes = Some(positive.max(1)),
        Limit::MoveTime => args.move_time = Some(duration(positive)),
        Limit::FirstTime => args.first.time = Some(duration(positive)),
        Limit::SecondTime => args.second.time = Some(duration(positive)),
        Limit::FirstIncrement => args.first.increment = Some(duration(positive)),
        Limit::SecondIncrement => args.second.increment = Some(duration(positive)),
        Limit::MovesToGo => {
            args.moves_to_go = Some(u32::try_from(positive.max(1)).unwrap_or(u32::MAX));
        }
        Limit::Mate => args.mate = Some(within(number, 1, 21)),
        Limit::Perft => args.perft = Some(within(number, 0, 42)),
    }
}

fn within(number: i64, low: u8, high: u8) -> u8 {
    u8::try_from(number.clamp(low.into(), high.into())).unwrap_or(high)
}

fn duration(ms: u64) -> Duration {
    Duration::from_millis(ms).min(GoArgs::LONGEST)
}
