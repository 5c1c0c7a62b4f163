//! The parser: reads a line from a peer into a [`Command`].
//!
//! Pure: no state, no board. Each production has one function and yields slices of the line.
//! Slices are turned into places at the end, and few of them, so that parsing takes time linear
//! in the line. What follows `position` is read by the game, which has it in common with files and
//! arguments. nom's types do not leave this module and its children.

#[cfg(test)]
mod fuzz;
mod go;
#[cfg(test)]
mod tests;
mod tokens;

use nom::branch::alt;
use nom::combinator::{all_consuming, cut, map, opt, rest, value};
use nom::sequence::{pair, preceded};
use nom::{Err, Offset, Parser};

use super::command::{BenchArgs, Command, CommandError, Fault, Picture, Query};
use super::options::{OptionError, Setting};
use crate::game::read::{self, Convention, Setup};
use crate::game::{Expected, Game, Mode, MoveToken, excerpt};
use tokens::{Mismatch, ParseResult, Reason, expected, keyword, number, word, words_before};

/// Reads one line; `None` if it is empty.
///
/// ```
/// use claimeven::protocol::{Command, parse};
///
/// assert_eq!(parse("isready\r\n"), Ok(Some(Command::IsReady)));
/// let error = parse("position strtpos").map_err(|error| error.to_string());
/// let wanted = "char 10: expected one of startpos, fen, moves, board; found \"strtpos\"";
/// assert_eq!(error, Err(wanted.to_owned()));
/// ```
///
/// # Errors
/// Names the first fault of the line and its place. Faults in the arguments of `go` and
/// `analyze` are no errors: they are kept in [`GoArgs::ignored`](super::GoArgs::ignored).
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let text = line.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match all_consuming(command).parse(text) {
        Ok((_, said)) => Ok(Some(said.finish(line))),
        Err(Err::Error(mismatch) | Err::Failure(mismatch)) => Err(error(line, mismatch)),
        Err(Err::Incomplete(_)) => unreachable!("complete parsers never ask for more"),
    }
}

/// Whether a line is a `position` command, however faulty.
#[must_use]
pub fn sets_position(line: &str) -> bool {
    line.split_whitespace().next() == Some("position")
}

/// A command as it was parsed, whose moves and faults still point into the line.
enum ParsedCommand<'a> {
    Plain(Command),
    /// The moves have their places in the text behind `position`.
    Position(Setup, &'a str),
    Go(Vec<go::Argument<'a>>),
    Analyze(Vec<go::Argument<'a>>),
}

impl ParsedCommand<'_> {
    fn finish(self, line: &str) -> Command {
        match self {
            ParsedCommand::Plain(command) => command,
            ParsedCommand::Position(mut setup, text) => {
                let before = character(line, text) - 1;
                for token in &mut setup.moves {
                    token.character += before;
                }
                Command::Position(setup)
            }
            ParsedCommand::Go(arguments) => Command::Go(go::collect(arguments, line)),
            ParsedCommand::Analyze(arguments) => Command::Analyze(go::collect(arguments, line)),
        }
    }
}

/// A whole line: its first word says what follows.
fn command(input: &str) -> ParseResult<'_, ParsedCommand<'_>> {
    let (rest, name) = word(input)?;
    let plain = |command| Ok((rest, ParsedCommand::Plain(command)));
    match name {
        "uci" => plain(Command::Uci),
        "ugi" => plain(Command::Ugi),
        "isready" => plain(Command::IsReady),
        "ucinewgame" | "uginewgame" => plain(Command::NewGame),
        "stop" => plain(Command::Stop),
        "ponderhit" => plain(Command::PonderHit),
        "eval" => plain(Command::Eval),
        "help" => plain(Command::Help),
        "quit" => plain(Command::Quit),
        "register" => Ok(("", ParsedCommand::Plain(Command::Register))),
        "d" => map(display, ParsedCommand::Plain).parse(rest),
        "debug" => map(debug, ParsedCommand::Plain).parse(rest),
        "setoption" => map(set_option, ParsedCommand::Plain).parse(rest),
        "query" => map(query, ParsedCommand::Plain).parse(rest),
        "bench" => map(bench, ParsedCommand::Plain).parse(rest),
        "position" => position(rest),
        "go" => map(go::arguments, ParsedCommand::Go).parse(rest),
        "analyze" => map(go::arguments, ParsedCommand::Analyze).parse(rest),
        _ => Err(failure(input, unknown_command(input))),
    }
}

/// `[bits]`
fn display(input: &str) -> ParseResult<'_, Command> {
    let bits = value(Picture::Bits, keyword("bits"));
    map(opt(bits), |picture| {
        Command::Display(picture.unwrap_or_default())
    })
    .parse(input)
}

/// `on|off`
fn debug(input: &str) -> ParseResult<'_, Command> {
    let switch = alt((value(true, keyword("on")), value(false, keyword("off"))));
    map(expected("on or off", switch), Command::Debug).parse(input)
}

/// `gameover|p1turn|result|fen`
fn query(input: &str) -> ParseResult<'_, Command> {
    let query = alt((
        value(Query::GameOver, keyword("gameover")),
        value(Query::FirstToMove, keyword("p1turn")),
        value(Query::Result, keyword("result")),
        value(Query::Fen, keyword("fen")),
    ));
    let query = expected("one of gameover, p1turn, result, fen", query);
    map(query, Command::Query).parse(input)
}

/// `[strong|weak] [limit <n>]`
fn bench(input: &str) -> ParseResult<'_, Command> {
    let mode = alt((
        value(Mode::Strong, keyword("strong")),
        value(Mode::Weak, keyword("weak")),
    ));
    let limit = map(preceded(keyword("limit"), cut(number)), |limit| {
        usize::try_from(limit.max(1)).unwrap_or(usize::MAX)
    });
    map(pair(opt(mode), opt(limit)), |(mode, limit)| {
        Command::Bench(BenchArgs {
            mode: mode.unwrap_or_default(),
            limit,
        })
    })
    .parse(input)
}

/// `name <words> [value <anything>]`
fn set_option(input: &str) -> ParseResult<'_, Command> {
    let name = expected("the name of an option", words_before("value"));
    let (input, name) = preceded(expected("name", keyword("name")), name).parse(input)?;
    let (end, value) = opt(preceded(keyword("value"), rest)).parse(input)?;
    let text = value.unwrap_or(end).trim_start();
    Setting::read(name, text)
        .map(|setting| (end, Command::SetOption(setting)))
        .map_err(|error| match error {
            OptionError::Unknown { .. } => failure(name, Reason::Option(error)),
            _ if value.is_none() => failure(end, Reason::Wanted("value")),
            _ => failure(text, Reason::Option(error)),
        })
}

/// What [`read::setup`] reads.
fn position(input: &str) -> ParseResult<'_, ParsedCommand<'_>> {
    match read::setup(input) {
        Ok(setup) => Ok(("", ParsedCommand::Position(setup, input))),
        Err(error) => {
            let byte = input.char_indices().nth(error.character - 1);
            let place = byte.map_or(input.len(), |(byte, _)| byte);
            Err(failure(&input[place..], Reason::Position(error.kind)))
        }
    }
}

/// Why a line is no command: people type positions, too.
fn unknown_command(input: &str) -> Reason {
    match read::labelled(input, Convention::default()) {
        Ok(read) => Reason::BarePosition(setup_of(&read.game)),
        Err(_) => Reason::UnknownCommand,
    }
}

fn setup_of(game: &Game) -> Setup {
    let moves = game.moves().iter().map(|&column| MoveToken {
        column,
        row: None,
        character: 1,
    });
    Setup {
        start: *game.start(),
        moves: moves.collect(),
    }
}

fn failure(rest: &str, reason: Reason) -> Err<Mismatch<'_>> {
    Err::Failure(Mismatch { rest, reason })
}

/// Returns the character of the line at which a slice of it begins, counted from 1.
fn character(line: &str, slice: &str) -> usize {
    line[..line.offset(slice)].chars().count() + 1
}

fn error(line: &str, mismatch: Mismatch<'_>) -> CommandError {
    let place = match mismatch.reason {
        // The place is that of a word, not of the space before it.
        Reason::Wanted(_) => mismatch.rest.trim_start(),
        _ => mismatch.rest,
    };
    let found = place.split_whitespace().next().unwrap_or_default();
    CommandError {
        at: character(line, place),
        fault: match mismatch.reason {
            Reason::Wanted(wanted) => Fault::Expected(Expected::new(wanted, found)),
            Reason::UnknownCommand => Fault::UnknownCommand {
                found: excerpt(found),
            },
            Reason::BarePosition(setup) => Fault::BarePosition {
                command: Box::new(Command::Position(setup)),
            },
            Reason::Position(kind) => Fault::Position(kind),
            Reason::Option(error) => Fault::Option(error),
        },
    }
}
