//! The parser: reads a line from a peer into a [`Command`].
//!
//! Pure: no state, no board. Each production has one function and yields slices of the line.
//! `Locator` turns these slices into places at the end, so that parsing takes time linear in
//! the line. nom's types do not leave this module and its children.

#[cfg(test)]
mod fuzz;
mod go;
mod moves;
#[cfg(test)]
mod tests;
mod tokens;

use nom::branch::alt;
use nom::combinator::{all_consuming, cut, eof, map, opt, peek, rest, success, value};
use nom::sequence::{pair, preceded};
use nom::{Err, Offset, Parser};

use super::command::{BenchArgs, Command, CommandError, Fault, MoveToken, Picture, Query, Setup};
use super::options::{OptionError, Setting, excerpt};
use crate::game::{Mode, Position, fen};
use moves::{ParsedMove, moves};
use tokens::{Mismatch, ParseResult, Reason, expected, keyword, number, word, words_before};

/// Reads one line; `None` if it is empty.
///
/// ```
/// use claimeven::protocol::{Command, parse};
///
/// assert_eq!(parse("isready\r\n"), Ok(Some(Command::IsReady)));
/// let error = parse("position strtpos").map_err(|error| error.to_string());
/// let wanted = "char 10: expected one of startpos, fen, moves; found \"strtpos\"";
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
    let mut locator = Locator::new(line);
    match all_consuming(command).parse(text) {
        Ok((_, said)) => Ok(Some(said.finish(&mut locator))),
        Err(Err::Error(mismatch) | Err::Failure(mismatch)) => Err(locator.error(mismatch)),
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
    Position(Position, Vec<ParsedMove<'a>>),
    Go(Vec<go::Argument<'a>>),
    Analyze(Vec<go::Argument<'a>>),
}

impl ParsedCommand<'_> {
    fn finish(self, locator: &mut Locator<'_>) -> Command {
        match self {
            ParsedCommand::Plain(command) => command,
            ParsedCommand::Position(start, moves) => Command::Position(Setup {
                start,
                moves: moves
                    .into_iter()
                    .map(|parsed| locator.place(parsed))
                    .collect(),
            }),
            ParsedCommand::Go(arguments) => Command::Go(go::collect(arguments, locator)),
            ParsedCommand::Analyze(arguments) => Command::Analyze(go::collect(arguments, locator)),
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
        _ => Err(failure(input, Reason::UnknownCommand)),
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

/// `startpos|fen <FEN>`, then `[moves <moves>]`, or only `moves <moves>`.
fn position(input: &str) -> ParseResult<'_, ParsedCommand<'_>> {
    let start = alt((
        value(Position::EMPTY, keyword("startpos")),
        preceded(keyword("fen"), cut(fen)),
        preceded(peek(keyword("moves")), success(Position::EMPTY)),
    ));
    let moves = alt((
        value(Vec::new(), eof),
        preceded(expected("moves", keyword("moves")), moves),
    ));
    map(
        pair(expected("one of startpos, fen, moves", start), moves),
        |(start, moves)| ParsedCommand::Position(start, moves),
    )
    .parse(input)
}

/// The words up to `moves`, read as a FEN.
fn fen(input: &str) -> ParseResult<'_, Position> {
    let (rest, text) = expected("a FEN", words_before("moves")).parse(input)?;
    match fen::parse(text) {
        Ok(start) => Ok((rest, start)),
        Err(error) => {
            let byte = text.char_indices().nth(error.at - 1);
            let place = byte.map_or(text.len(), |(byte, _)| byte);
            Err(failure(&text[place..], Reason::Fen(error.fault)))
        }
    }
}

fn failure(rest: &str, reason: Reason) -> Err<Mismatch<'_>> {
    Err::Failure(Mismatch { rest, reason })
}

/// Turns slices of a line into places in it.
///
/// Counts on from the last place, which is quick as long as the places grow.
struct Locator<'a> {
    line: &'a str,
    /// The last place, in bytes and in characters.
    bytes: usize,
    characters: usize,
}

impl<'a> Locator<'a> {
    fn new(line: &'a str) -> Locator<'a> {
        Locator {
            line,
            bytes: 0,
            characters: 0,
        }
    }

    /// The place of a slice's first character in the line, counted from 1.
    fn at(&mut self, slice: &str) -> usize {
        let bytes = self.line.offset(slice);
        if bytes < self.bytes {
            (self.bytes, self.characters) = (0, 0);
        }
        self.characters += self.line[self.bytes..bytes].chars().count();
        self.bytes = bytes;
        self.characters + 1
    }

    fn place(&mut self, parsed: ParsedMove<'_>) -> MoveToken {
        MoveToken {
            column: parsed.column,
            row: parsed.row,
            at: self.at(parsed.text),
        }
    }

    fn error(&mut self, mismatch: Mismatch<'_>) -> CommandError {
        let place = match mismatch.reason {
            // The place is that of a word, not of the space before it.
            Reason::Wanted(_) => mismatch.rest.trim_start(),
            _ => mismatch.rest,
        };
        let found = excerpt(place.split_whitespace().next().unwrap_or_default());
        CommandError {
            at: self.at(place),
            fault: match mismatch.reason {
                Reason::Wanted(wanted) if found.is_empty() => Fault::Unfinished { wanted },
                Reason::Wanted(wanted) => Fault::Unexpected { wanted, found },
                Reason::UnknownCommand => Fault::UnknownCommand { found },
                Reason::Fen(fault) => Fault::Fen(fault),
                Reason::Option(error) => Fault::Option(error),
            },
        }
    }
}
