//! The parser: reads a line from a client into a [`Command`].
//!
//! Pure: no state. Each production is one function. The `game` module reads the arguments
//! of `position`, as it does for files and the command line. nom's types stay in this module and
//! its children.
//!
//! | File | Contents |
//! |-|-|
//! | `tokens` | words, numbers and space; the errors of parsers |
//! | `go` | the arguments of `go` and `analyze` |

mod go;
#[cfg(test)]
mod tests;
mod tokens;

use nom::combinator::{
    all_consuming, cond, cut, map, map_opt, opt, recognize, rest, value, verify,
};
use nom::multi::many1_count;
use nom::sequence::preceded;
use nom::{Err, Parser};

use super::command::{BenchArgs, Command, Query};
use super::options;
use crate::game::error::ErrorAt;
use crate::game::read::{self, Convention};
use crate::game::{Column, Expected, Game, Position, TextError, fen};
use tokens::{ParseResult, bare_word, choice, expected, failure, keyword, mismatch, number, word};

/// Reads one line. Returns `None` if it is empty.
///
/// ```
/// use claimeven::internals::session::protocol::{Command, parse};
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
pub fn parse(line: &str) -> Result<Option<Command>, TextError> {
    let text = line.trim();
    if text.is_empty() {
        return Ok(None);
    }
    match all_consuming(|text| command(line, text)).parse(text) {
        Ok((_, command)) => Ok(Some(command)),
        Err(Err::Error(error) | Err::Failure(error)) => Err(error.in_text(line)),
        Err(Err::Incomplete(_)) => unreachable!("complete parsers never ask for more"),
    }
}

/// Returns whether a line is a `position` command, even an invalid one.
#[must_use]
pub fn sets_position(line: &str) -> bool {
    line.split_whitespace().next() == Some("position")
}

/// Reads a whole line. Its first word is the name of the command.
fn command<'a>(line: &'a str, text: &'a str) -> ParseResult<'a, Command> {
    let (input, name) = bare_word(text)?;
    let plain = |command| Ok((input, command));
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
        "register" => value(Command::Register, rest).parse(input),
        "position" => position(input),
        "d" => display(input),
        "debug" => map(debug, Command::Debug).parse(input),
        "setoption" => set_option(input),
        "query" => map(query, Command::Query).parse(input),
        "bench" => map(bench, Command::Bench).parse(input),
        "go" => map(|input| go::arguments(line, input), Command::Go).parse(input),
        "analyze" | "why" => {
            let is_why = name == "why";
            let (input, word) = cond(is_why, opt(keyword("move"))).parse(input)?;
            let (input, mut args) = go::arguments(line, input)?;
            (args.perft, args.of_move) = (None, word.flatten().is_some());
            Ok((
                input,
                [Command::Analyze, Command::Why][usize::from(is_why)](args),
            ))
        }
        _ => failure(not_a_command(line, text)),
    }
}

/// Returns the error for a line that is not a command.
fn not_a_command<'a>(line: &'a str, text: &'a str) -> ErrorAt<'a> {
    // No command begins with a digit, but positions do. The blanks before a row of digits show that
    // they are the names of columns.
    if text.starts_with(|first: char| first.is_ascii_digit())
        && let Err(error) = read::labelled_at(line, Convention::default())
    {
        return error;
    }
    unexpected(text, "a command, see help")
}

/// Reads the arguments of `position`.
fn position(input: &str) -> ParseResult<'_, Command> {
    let text = input.trim_start();
    match read::setup(text, Convention::default()) {
        Ok(game) => Ok(("", Command::Position(game))),
        // Only the first word can be wrong there.
        Err(error) if error.rest.as_ptr() == text.as_ptr() => {
            failure(unexpected(text, "one of startpos, fen, moves, board"))
        }
        Err(error) => failure(error),
    }
}

/// Reads `[scores]`.
fn display(input: &str) -> ParseResult<'_, Command> {
    let scores = value(Command::DisplayScores, keyword("scores"));
    map(opt(scores), |scores| scores.unwrap_or(Command::Display)).parse(input)
}

/// Reads `on|off`.
fn debug(input: &str) -> ParseResult<'_, bool> {
    expected("on or off", choice(&[("on", true), ("off", false)])).parse(input)
}

/// Reads `gameover|p1turn|result|fen`.
fn query(input: &str) -> ParseResult<'_, Query> {
    let query = choice(&[
        ("gameover", Query::GameOver),
        ("p1turn", Query::FirstToMove),
        ("result", Query::Result),
        ("fen", Query::Fen),
    ]);
    expected("one of gameover, p1turn, result, fen", query).parse(input)
}

/// Reads `[strong|weak] [limit <n>]`.
fn bench(input: &str) -> ParseResult<'_, BenchArgs> {
    let mode = map_opt(word, |word| word.parse().ok());
    let limit = map(preceded(keyword("limit"), cut(number)), |limit| {
        usize::try_from(limit.max(1)).unwrap_or(usize::MAX)
    });
    let (input, (mode, limit)) = (opt(mode), opt(limit)).parse(input)?;
    let mode = mode.unwrap_or_default();
    Ok((input, BenchArgs { mode, limit }))
}

/// Reads `name <words> [value <anything>]`.
fn set_option(input: &str) -> ParseResult<'_, Command> {
    let (input, ()) = expected("name", keyword("name")).parse(input)?;
    let name = recognize(many1_count(verify(word, |word: &str| word != "value")));
    let (input, name) = expected("the name of an option", name).parse(input)?;
    let name = name.trim_start();
    let Some(option) = options::find(name) else {
        return failure(Expected::new("the name of an option", name).at(name));
    };
    let (end, value) = opt(preceded(keyword("value"), rest)).parse(input)?;
    let text = value.unwrap_or(end).trim_start();
    match option.read(text) {
        Ok(setting) => Ok(("", Command::SetOption(setting))),
        Err(error) if value.is_some() => failure(error.at(text)),
        Err(_) => failure(mismatch(end, "value")),
    }
}

/// Returns the error that `wanted` was expected. If `text` is a position, which people sometimes
/// type without its command, the error shows the command.
fn unexpected<'a>(text: &'a str, wanted: &'static str) -> ErrorAt<'a> {
    match position_command(text) {
        None => mismatch(text, wanted),
        Some(command) => {
            let found = format!("a position; to set it: {command}");
            Expected::named(wanted, found).at(text)
        }
    }
}

/// Returns the command that sets up a position; `None` if the text is not a position.
pub(crate) fn position_command(text: &str) -> Option<String> {
    let read = read::labelled(text, Convention::default()).ok()?;
    (!text.is_empty()).then(|| command_for(&read.game))
}

/// Returns the command that sets up a game.
fn command_for(game: &Game) -> String {
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
