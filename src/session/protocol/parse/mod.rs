//! The parser: reads a line from a client into a [`Command`].
//!
//! Pure: no state, no board. Each command is one function. The `game` module reads the arguments of
//! `position`, as it does for files and the command line.

mod go;
#[cfg(test)]
mod tests;
mod words;

use super::command::{BenchArgs, Command, Picture, Query};
use super::options::{self, Setting};
use crate::game::read::{self, Convention};
use crate::game::{Column, Expected, Game, Position, TextError, fen, offset};
use words::Words;

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
pub fn parse(line: &str) -> Result<Option<Command>, TextError> {
    let words = Words::of(line);
    match words.rest() {
        "" => Ok(None),
        _ => command(words).map(Some),
    }
}

/// Returns whether a line is a `position` command, even an invalid one.
#[must_use]
pub fn sets_position(line: &str) -> bool {
    line.split_whitespace().next() == Some("position")
}

/// Reads a whole line. Its first word is the name of the command.
fn command(mut words: Words<'_>) -> Result<Command, TextError> {
    let line = words;
    let command = match words.next() {
        "uci" => Command::Uci,
        "ugi" => Command::Ugi,
        "isready" => Command::IsReady,
        "ucinewgame" | "uginewgame" => Command::NewGame,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "eval" => Command::Eval,
        "help" => Command::Help,
        "quit" => Command::Quit,
        "register" => return Ok(Command::Register),
        "position" => return position(words),
        "d" if words.takes("scores") => Command::Display(Picture::Scores),
        "d" => Command::Display(Picture::Board),
        "debug" => Command::Debug(words.choice("on or off", &[("on", true), ("off", false)])?),
        "setoption" => return set_option(words).map(Command::SetOption),
        "query" => Command::Query(query(&mut words)?),
        "bench" => Command::Bench(bench(&mut words)?),
        "go" => return Ok(Command::Go(go::arguments(words))),
        "analyze" => {
            let mut args = go::arguments(words);
            args.perft = None;
            return Ok(Command::Analyze(args));
        }
        _ => return Err(not_a_command(line)),
    };
    words.end().map(|()| command)
}

/// Returns the error for a line that is not a command.
fn not_a_command(line: Words<'_>) -> TextError {
    // No command begins with a digit, but positions do. The blanks before a row of digits show that
    // they are the names of columns.
    if line
        .rest()
        .starts_with(|first: char| first.is_ascii_digit())
        && let Err(error) = read::labelled(line.line, Convention::default())
    {
        return error;
    }
    unexpected(line, "a command, see help")
}

/// Reads the arguments of `position`.
fn position(words: Words<'_>) -> Result<Command, TextError> {
    let before = words.characters_read();
    let mut setup = read::setup(words.rest()).map_err(|mut error| {
        error.character += before;
        if position_command(words.rest()).is_some() {
            error = unexpected(words, "one of startpos, fen, moves, board");
        }
        error
    })?;
    for token in &mut setup.moves {
        token.character += before;
    }
    Ok(Command::Position(setup))
}

/// Reads `gameover|p1turn|result|fen`.
fn query(words: &mut Words<'_>) -> Result<Query, TextError> {
    let queries = [
        ("gameover", Query::GameOver),
        ("p1turn", Query::FirstToMove),
        ("result", Query::Result),
        ("fen", Query::Fen),
    ];
    words.choice("one of gameover, p1turn, result, fen", &queries)
}

/// Reads `[strong|weak] [limit <n>]`.
fn bench(words: &mut Words<'_>) -> Result<BenchArgs, TextError> {
    let mut args = BenchArgs::default();
    if let Ok(mode) = words.peek().parse() {
        args.mode = mode;
        words.next();
    }
    if words.takes("limit") {
        let limit = words.number()?.max(1);
        args.limit = Some(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    Ok(args)
}

/// Reads `name <words> [value <anything>]`.
fn set_option(mut words: Words<'_>) -> Result<Setting, TextError> {
    if !words.takes("name") {
        return Err(words.expected("name"));
    }
    let name_on = words;
    while !matches!(words.peek(), "" | "value") {
        words.next();
    }
    let wanted = "the name of an option";
    let name = name_on.rest();
    let name = name[..offset(name, words.rest())].trim_end();
    let option =
        options::find(name).ok_or_else(|| name_on.error(name, Expected::new(wanted, name)))?;
    let has_value = words.takes("value");
    let value = words.rest();
    option.read(value).map_err(|error| {
        if has_value {
            words.error(value, error)
        } else {
            words.expected("value")
        }
    })
}

/// Returns the error that `wanted` was expected at the next word. If the rest of the line is a
/// position, which people sometimes type without its command, the error shows the command.
fn unexpected(words: Words<'_>, wanted: &'static str) -> TextError {
    match position_command(words.rest()) {
        None => words.expected(wanted),
        Some(command) => {
            let found = format!("a position; to set it: {command}");
            words.error(words.rest(), Expected::named(wanted, found))
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
