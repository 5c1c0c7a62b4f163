//! The parser: reads a line from a client into a [`Command`].
//!
//! Pure: no state, no board. Each production is one function. The `game` module reads the arguments
//! of `position`, as it does for files and the command line. nom's types stay in this module and
//! its children.

mod go;
#[cfg(test)]
mod tests;
mod tokens;

use nom::branch::alt;
use nom::combinator::{all_consuming, cut, map, map_opt, opt, recognize, rest, value, verify};
use nom::multi::many1_count;
use nom::sequence::preceded;
use nom::{Err, Offset, Parser};

use super::command::{BenchArgs, Command, CommandError, CommandErrorKind, Picture, Query};
use super::options;
use crate::game::read::{self, Convention};
use crate::game::{Column, Expected, Game, Mode, Position, fen};
use tokens::{Mismatch, ParseResult, expected, keyword, number, space, word};

/// Reads one line. Returns `None` if it is empty.
///
/// ```
/// use claimeven::session::protocol::{Command, parse};
///
/// assert_eq!(parse("isready\r\n"), Ok(Some(Command::IsReady)));
/// let error = parse("position strtpos").map_err(|error| error.to_string());
/// let wanted = "char 10: expected one of startpos, fen, moves, board; found \"strtpos\"";
/// assert_eq!(error, Err(wanted.to_owned()));
/// ```
///
/// # Errors
/// Fails at the first error in the line. Errors in the arguments of `go` and `analyze` are kept in
/// [`GoArgs::ignored`](super::GoArgs::ignored) instead.
pub fn parse(line: &str) -> Result<Option<Command>, CommandError> {
    let text = line.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match all_consuming(|input| command(line, input)).parse(text) {
        Ok((_, command)) => Ok(Some(command)),
        Err(Err::Error(mismatch) | Err::Failure(mismatch)) => Err(located(line, mismatch)),
        Err(Err::Incomplete(_)) => unreachable!("complete parsers never ask for more"),
    }
}

/// Returns whether a line is a `position` command, even an invalid one.
#[must_use]
pub fn sets_position(line: &str) -> bool {
    line.split_whitespace().next() == Some("position")
}

/// Returns the character at which a part of the line begins, counted from 1.
fn character(line: &str, part: &str) -> usize {
    line[..line.offset(part)].chars().count() + 1
}

fn located(line: &str, mismatch: Mismatch<'_>) -> CommandError {
    CommandError {
        character: character(line, mismatch.rest),
        kind: mismatch.kind,
    }
}

/// Reads a whole line. Its first word is the name of the command.
fn command<'a>(line: &'a str, input: &'a str) -> ParseResult<'a, Command> {
    let (rest, name) = word(input)?;
    let plain = |command| Ok((rest, command));
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
        "register" => Ok(("", Command::Register)),
        "position" => position(line, rest),
        "d" => display(rest),
        "debug" => debug(rest),
        "setoption" => set_option(rest),
        "query" => query(rest),
        "bench" => bench(rest),
        "go" => Ok(("", Command::Go(go::arguments(line, rest)))),
        "analyze" => {
            let mut args = go::arguments(line, rest);
            args.perft = None;
            Ok(("", Command::Analyze(args)))
        }
        _ => Err(Err::Failure(not_a_command(line, input, name))),
    }
}

/// Returns the error for a line that is not a command.
fn not_a_command<'a>(line: &'a str, input: &'a str, name: &str) -> Mismatch<'a> {
    // No command begins with a digit, but positions do. The blanks before a row of digits show that
    // they are the names of columns.
    if name.starts_with(|first: char| first.is_ascii_digit())
        && let Err(error) = read::labelled(line, Convention::default())
    {
        return Mismatch::in_text(line, error);
    }
    let unknown = || Mismatch::expected(input, "a command, see help");
    bare_position(input).unwrap_or_else(unknown)
}

/// Reads the arguments of `position`.
fn position<'a>(line: &str, input: &'a str) -> ParseResult<'a, Command> {
    let mut setup = read::setup(input).map_err(|error| {
        let words = input.trim_start();
        let bare = bare_position(words).filter(|_| !words.is_empty());
        Err::Failure(bare.unwrap_or_else(|| Mismatch::in_text(input, error)))
    })?;
    let before = character(line, input) - 1;
    for token in &mut setup.moves {
        token.character += before;
    }
    Ok(("", Command::Position(setup)))
}

/// Reads `[scores]`.
fn display(input: &str) -> ParseResult<'_, Command> {
    let scores = value(Picture::Scores, keyword("scores"));
    map(opt(scores), |picture| {
        Command::Display(picture.unwrap_or_default())
    })
    .parse(input)
}

/// Reads `on|off`.
fn debug(input: &str) -> ParseResult<'_, Command> {
    let switch = alt((value(true, keyword("on")), value(false, keyword("off"))));
    map(expected("on or off", switch), Command::Debug).parse(input)
}

/// Reads `gameover|p1turn|result|fen`.
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

/// Reads `[strong|weak] [limit <n>]`.
fn bench(input: &str) -> ParseResult<'_, Command> {
    let mode = map_opt(preceded(space, word), |word| word.parse::<Mode>().ok());
    let limit = map(preceded(keyword("limit"), cut(number)), |limit| {
        usize::try_from(limit.max(1)).unwrap_or(usize::MAX)
    });
    let (rest, (mode, limit)) = (opt(mode), opt(limit)).parse(input)?;
    let mode = mode.unwrap_or_default();
    Ok((rest, Command::Bench(BenchArgs { mode, limit })))
}

/// Reads `name <words> [value <anything>]`.
fn set_option(input: &str) -> ParseResult<'_, Command> {
    let in_name = preceded(space, verify(word, |word: &str| word != "value"));
    let name = expected("the name of an option", recognize(many1_count(in_name)));
    let (input, name) = preceded(expected("name", keyword("name")), name).parse(input)?;
    let name = name.trim_start();
    let Some(option) = options::find(name) else {
        let error = Expected::new("the name of an option", name);
        return Err(Err::Failure(Mismatch::new(name, error)));
    };
    let (end, value) = opt(preceded(keyword("value"), rest)).parse(input)?;
    let text = value.unwrap_or(end).trim_start();
    option
        .read(text)
        .map(|setting| (end, Command::SetOption(setting)))
        .map_err(|error| match value {
            Some(_) => Err::Failure(Mismatch::new(text, error)),
            None => Err::Failure(Mismatch::expected(end, "value")),
        })
}

/// Returns an error if `text` is a position without its command. People sometimes type such
/// positions, so the error contains the command that sets the position.
fn bare_position(text: &str) -> Option<Mismatch<'_>> {
    let read = read::labelled(text, Convention::default()).ok()?;
    let command = position_command(&read.game);
    Some(Mismatch {
        rest: text,
        kind: CommandErrorKind::BarePosition { command },
    })
}

/// Returns the command that sets up a game.
fn position_command(game: &Game) -> String {
    let start = if *game.start() == Position::EMPTY {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", fen::write(game.start()))
    };
    let moves: Vec<String> = game.moves().iter().map(Column::to_string).collect();
    match moves[..] {
        [] => start,
        _ => format!("{start} moves {}", moves.join(" ")),
    }
}
