//! A line from a peer, read into a [`Command`].
//!
//! Pure: no state, no board. One function a production; a production yields
//! slices of the line, and `Ruler` turns them into places at the end, so that
//! the whole takes time linear in the line. nom's types do not leave this
//! module and its parts.

#[cfg(test)]
mod fuzz;
mod go;
mod lexis;
mod moves;
#[cfg(test)]
mod tests;

use nom::branch::alt;
use nom::combinator::{all_consuming, cut, eof, map, opt, peek, rest, success, value};
use nom::sequence::{pair, preceded};
use nom::{Err, Offset, Parser};

use super::command::{BenchArgs, Command, CommandError, Fault, MoveToken, Picture, Query, Setup};
use super::options::{OptionError, Setting, excerpt};
use crate::game::{Mode, Position, fen};
use lexis::{Miss, Parsed, Why, keyword, named, number, word, words_before};
use moves::{Written, moves};

/// Reads one line; an empty one says nothing.
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
/// The first fault of the line, with its place. Faults in the arguments of `go`
/// and `analyze` are no errors: they are kept beside the good ones.
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let text = line.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let mut ruler = Ruler::new(line);
    match all_consuming(command).parse(text) {
        Ok((_, said)) => Ok(Some(said.finish(&mut ruler))),
        Err(Err::Error(miss) | Err::Failure(miss)) => Err(ruler.error(miss)),
        Err(Err::Incomplete(_)) => unreachable!("complete parsers never ask for more"),
    }
}

/// Whether a line means to set a position, however badly it goes on.
#[must_use]
pub fn sets_position(line: &str) -> bool {
    line.split_whitespace().next() == Some("position")
}

/// A command that may still point into its line.
enum Said<'a> {
    Plain(Command),
    Position(Position, Vec<Written<'a>>),
    Go(Vec<go::Argument<'a>>),
    Analyze(Vec<go::Argument<'a>>),
}

impl Said<'_> {
    fn finish(self, ruler: &mut Ruler<'_>) -> Command {
        match self {
            Said::Plain(command) => command,
            Said::Position(start, moves) => Command::Position(Setup {
                start,
                moves: moves
                    .into_iter()
                    .map(|written| ruler.place(written))
                    .collect(),
            }),
            Said::Go(arguments) => Command::Go(go::collect(arguments, ruler)),
            Said::Analyze(arguments) => Command::Analyze(go::collect(arguments, ruler)),
        }
    }
}

/// The first word says what follows.
fn command(input: &str) -> Parsed<'_, Said<'_>> {
    let (rest, name) = word(input)?;
    let plain = |command| Ok((rest, Said::Plain(command)));
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
        "register" => Ok(("", Said::Plain(Command::Register))),
        "d" => map(display, Said::Plain).parse(rest),
        "debug" => map(debug, Said::Plain).parse(rest),
        "setoption" => map(set_option, Said::Plain).parse(rest),
        "query" => map(query, Said::Plain).parse(rest),
        "bench" => map(bench, Said::Plain).parse(rest),
        "position" => position(rest),
        "go" => map(go::arguments, Said::Go).parse(rest),
        "analyze" => map(go::arguments, Said::Analyze).parse(rest),
        _ => Err(failure(input, Why::UnknownCommand)),
    }
}

/// `[bits]`
fn display(input: &str) -> Parsed<'_, Command> {
    let bits = value(Picture::Bits, keyword("bits"));
    map(opt(bits), |picture| {
        Command::Display(picture.unwrap_or_default())
    })
    .parse(input)
}

/// `on|off`
fn debug(input: &str) -> Parsed<'_, Command> {
    let switch = alt((value(true, keyword("on")), value(false, keyword("off"))));
    map(named("on or off", switch), Command::Debug).parse(input)
}

/// `gameover|p1turn|result|fen`
fn query(input: &str) -> Parsed<'_, Command> {
    let question = alt((
        value(Query::GameOver, keyword("gameover")),
        value(Query::FirstToMove, keyword("p1turn")),
        value(Query::Result, keyword("result")),
        value(Query::Fen, keyword("fen")),
    ));
    let question = named("one of gameover, p1turn, result, fen", question);
    map(question, Command::Query).parse(input)
}

/// `[strong|weak] [limit <n>]`
fn bench(input: &str) -> Parsed<'_, Command> {
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
fn set_option(input: &str) -> Parsed<'_, Command> {
    let name = named("the name of an option", words_before("value"));
    let (input, name) = preceded(named("name", keyword("name")), name).parse(input)?;
    let (end, value) = opt(preceded(keyword("value"), rest)).parse(input)?;
    let text = value.unwrap_or(end).trim_start();
    Setting::read(name, text)
        .map(|setting| (end, Command::SetOption(setting)))
        .map_err(|error| match error {
            OptionError::Unknown { .. } => failure(name, Why::Option(error)),
            _ if value.is_none() => failure(end, Why::Wanted("value")),
            _ => failure(text, Why::Option(error)),
        })
}

/// `startpos|fen <FEN>`, then `[moves <moves>]`, or only `moves <moves>`.
fn position(input: &str) -> Parsed<'_, Said<'_>> {
    let start = alt((
        value(Position::EMPTY, keyword("startpos")),
        preceded(keyword("fen"), cut(fen)),
        preceded(peek(keyword("moves")), success(Position::EMPTY)),
    ));
    let moves = alt((
        value(Vec::new(), eof),
        preceded(named("moves", keyword("moves")), moves),
    ));
    map(
        pair(named("one of startpos, fen, moves", start), moves),
        |(start, moves)| Said::Position(start, moves),
    )
    .parse(input)
}

/// The words up to `moves`, read as a FEN.
fn fen(input: &str) -> Parsed<'_, Position> {
    let (rest, text) = named("a FEN", words_before("moves")).parse(input)?;
    match fen::parse(text) {
        Ok(start) => Ok((rest, start)),
        Err(error) => {
            let byte = text.char_indices().nth(error.at - 1);
            let place = byte.map_or(text.len(), |(byte, _)| byte);
            Err(failure(&text[place..], Why::Fen(error.fault)))
        }
    }
}

fn failure(rest: &str, why: Why) -> Err<Miss<'_>> {
    Err::Failure(Miss { rest, why })
}

/// Turns slices of a line into places in it. Counts on from the last place, which is
/// quick as long as the places grow.
struct Ruler<'a> {
    line: &'a str,
    /// The furthest place measured, in bytes and in characters.
    bytes: usize,
    characters: usize,
}

impl<'a> Ruler<'a> {
    fn new(line: &'a str) -> Ruler<'a> {
        Ruler {
            line,
            bytes: 0,
            characters: 0,
        }
    }

    /// Where a slice of the line begins: characters of the line, 1 the first.
    fn at(&mut self, slice: &str) -> usize {
        let bytes = self.line.offset(slice);
        if bytes < self.bytes {
            (self.bytes, self.characters) = (0, 0);
        }
        self.characters += self.line[self.bytes..bytes].chars().count();
        self.bytes = bytes;
        self.characters + 1
    }

    fn place(&mut self, written: Written<'_>) -> MoveToken {
        MoveToken {
            column: written.column,
            row: written.row,
            at: self.at(written.text),
        }
    }

    fn error(&mut self, miss: Miss<'_>) -> CommandError {
        let place = match miss.why {
            // What is missing is a word, not the space before it.
            Why::Wanted(_) => miss.rest.trim_start(),
            _ => miss.rest,
        };
        let found = excerpt(place.split_whitespace().next().unwrap_or_default());
        CommandError {
            at: self.at(place),
            fault: match miss.why {
                Why::Wanted(wanted) if found.is_empty() => Fault::Unfinished { wanted },
                Why::Wanted(wanted) => Fault::Unexpected { wanted, found },
                Why::UnknownCommand => Fault::UnknownCommand { found },
                Why::Fen(fault) => Fault::Fen(fault),
                Why::Option(error) => Fault::Option(error),
            },
        }
    }
}
