//! The games of an input, one per line or in PGN.

use std::iter;

use super::ahead::{EMPTY, Lines, LinesAhead, begins_pgn};
use super::scribe::Scribe;
use crate::cli::advice::advice;
use crate::cli::bulk::Input;
use crate::cli::position_arg::{self, ReadText};
use crate::cli::{CliError, in_file, json};
use crate::game::Expected;
use crate::game::pgn::{PgnGame, Reader};
use crate::game::read::{self, Convention};
use crate::record::{BadText, Given, GivenGame, Tags};
use crate::system::lines::{InputLine, MAX_LINE};

/// Annotates every game until the input ends or a signal stops the work. The first line that is
/// not empty decides whether the input is PGN. Returns the numbers of games.
pub(super) fn annotate(
    scribe: &mut Scribe,
    input: Input,
    convention: Convention,
) -> Result<Games, CliError> {
    let mut lines = LinesAhead::start(input, scribe.interrupt.stop.clone())?.peekable();
    let is_empty = |line: &Result<_, _>| matches!(line, Ok((_, line)) if *line == EMPTY);
    let skipped = iter::from_fn(|| lines.next_if(is_empty)).count();
    let first = match lines.peek() {
        Some(Ok((_, first))) => Some(first),
        _ => None,
    };
    if let Some(InputLine::Whole(first)) = first
        && let Some(format @ ("JSON" | "SGF")) = read::format_name(first)
        && !json::is_object(first)
    {
        let wanted = "games, one per line, in PGN or in JSON objects";
        return Err(in_file(&scribe.input)(Expected::named(wanted, format)));
    }
    let is_pgn = first.is_some_and(begins_pgn);
    let empty = iter::repeat_with(|| Ok((1, EMPTY))).take(skipped);
    let lines = empty.chain(lines);
    if is_pgn {
        annotate_pgn(scribe, lines)
    } else {
        annotate_lines(scribe, lines, convention)
    }
}

/// The numbers of games of an input.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Games {
    pub(super) all: usize,
    /// The number of those with errors.
    pub(super) bad: usize,
}

/// Annotates the games on each line.
fn annotate_lines(
    scribe: &mut Scribe,
    lines: impl Iterator<Item = Result<Lines, CliError>>,
    convention: Convention,
) -> Result<Games, CliError> {
    let (mut games, mut line) = (Games::default(), 1);
    for text in lines {
        let (count, text) = text?;
        for read in position_arg::read_games(&text, convention) {
            if scribe.interrupt.stop.is_stopped() {
                return Ok(games);
            }
            games.all += 1;
            let is_game = annotate_text(scribe, line, games.all, read)?;
            games.bad += usize::from(!is_game);
        }
        line += count;
    }
    Ok(games)
}

/// Annotates a game on a line. Returns whether it is a game.
fn annotate_text(
    scribe: &mut Scribe,
    line: u64,
    number: usize,
    (text, read): ReadText,
) -> Result<bool, CliError> {
    let game = match read {
        Ok(game) => game,
        Err(error) => {
            let bad = BadText {
                game: Some(number),
                ..text.bad(line, &error)
            };
            scribe.report_bad(&bad, &format!("line {line}"))?;
            return Ok(false);
        }
    };
    let label = text.label.as_ref();
    let label = label.map_or(String::new(), |label| format!(" ({label})"));
    scribe.announce(&format!("line {line}: {}{label}", text.input))?;
    let given = GivenGame {
        text: text.given(),
        number: Some(number),
        tags: None,
        game: &game,
    };
    scribe.annotate(&given, None)?;
    Ok(true)
}

/// Annotates the games of PGN.
fn annotate_pgn(
    scribe: &mut Scribe,
    mut lines: impl Iterator<Item = Result<Lines, CliError>>,
) -> Result<Games, CliError> {
    let mut reader = Reader::default();
    let (mut games, mut is_end) = (Games::default(), false);
    while !is_end {
        match lines.next().transpose()? {
            Some((_, InputLine::Whole(lines))) => {
                lines.split('\n').for_each(|line| reader.line(line));
            }
            Some((_, InputLine::TooLong(_))) => reader.long_line(MAX_LINE),
            None => {
                reader.end();
                is_end = true;
            }
        }
        while let Some(game) = reader.next_game() {
            // After a stop, the game may be incomplete.
            if scribe.interrupt.stop.is_stopped() {
                return Ok(games);
            }
            games.all += 1;
            let number = games.all;
            match game {
                Ok(pgn) => {
                    scribe.announce(&heading(number, &pgn))?;
                    let given = GivenGame {
                        text: Given::default(),
                        number: Some(number),
                        tags: Some(Tags(pgn.tags())),
                        game: pgn.game(),
                    };
                    scribe.annotate(&given, Some(&pgn))?;
                }
                Err(error) => {
                    games.bad += 1;
                    let bad = BadText {
                        given: Given::default(),
                        game: Some(number),
                        line: error.line as u64,
                        char: error.character,
                        error: format!("{}{}", error.kind, advice(&error.kind)),
                    };
                    scribe.report_bad(&bad, &format!("game {number}, line {}", error.line))?;
                }
            }
        }
    }
    Ok(games)
}

/// Formats a heading such as `game 3: White - Black, 1-0`.
fn heading(number: usize, game: &PgnGame) -> String {
    let [first, second] = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?"));
    format!(
        "game {number}: {first} - {second}, {}",
        game.outcome().text()
    )
}
