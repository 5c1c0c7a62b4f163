//! The games of an input, one per line or in PGN.

use super::ahead::LinesAhead;
use super::scribe::Scribe;
use crate::cli::advice::advice;
use crate::cli::bulk::Input;
use crate::cli::position_arg;
use crate::cli::{CliError, in_file, json};
use crate::game::Expected;
use crate::game::pgn::{self, PgnGame, Reader};
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
    let mut lines = LinesAhead::start(input, scribe.interrupt.stop.clone())?;
    let mut head = Vec::new();
    let mut next = || -> Result<_, CliError> {
        let line = lines.next().transpose()?;
        head.extend(line.clone());
        Ok(line)
    };
    let first = loop {
        match json::read_line(&mut next)? {
            Some((_, InputLine::Whole(first))) if first.is_empty() => {}
            Some((_, InputLine::Whole(first))) => break first,
            _ => break String::new(),
        }
    };
    let format = read::format_name(&first);
    if let Some(format @ ("JSON" | "SGF")) = format
        && !json::is_object(&first)
    {
        let wanted = "games, one per line, in PGN or in JSON objects";
        return Err(in_file(&scribe.input)(Expected::named(wanted, format)));
    }
    // A comment of PGN may also begin with a brace alone on its line.
    let is_object = json::is_object(&first.replace('\n', " ")) || format == Some("JSON");
    let lines = head.into_iter().map(Ok).chain(lines);
    if pgn::is_first_line(&first) && !is_object {
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
    mut lines: impl Iterator<Item = Result<InputLine, CliError>>,
    convention: Convention,
) -> Result<Games, CliError> {
    let (mut games, mut line) = (Games::default(), 1);
    while let Some((count, text)) = json::read_line(|| lines.next().transpose())? {
        for (text, read) in position_arg::read_games(&text, convention) {
            if scribe.interrupt.stop.is_stopped() {
                return Ok(games);
            }
            games.all += 1;
            let number = Some(games.all);
            match read {
                Ok(game) => {
                    let label = text.label.as_ref();
                    let label = label.map_or(String::new(), |label| format!(" ({label})"));
                    scribe.announce(&format!("line {line}: {}{label}", text.input))?;
                    let given = GivenGame {
                        text: text.given(),
                        number,
                        tags: None,
                        game: &game,
                    };
                    scribe.annotate(&given, None)?;
                }
                Err(error) => {
                    games.bad += 1;
                    let bad = BadText {
                        game: number,
                        ..text.bad(line, &error)
                    };
                    scribe.report_bad(&bad, &format!("line {line}"))?;
                }
            }
        }
        line += count;
    }
    Ok(games)
}

/// Annotates the games of PGN.
fn annotate_pgn(
    scribe: &mut Scribe,
    mut lines: impl Iterator<Item = Result<InputLine, CliError>>,
) -> Result<Games, CliError> {
    let mut reader = Reader::default();
    let (mut games, mut is_end) = (Games::default(), false);
    while !is_end {
        match lines.next().transpose()? {
            Some(InputLine::Whole(line)) if line.len() <= MAX_LINE => reader.line(&line),
            Some(_) => reader.long_line(MAX_LINE),
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
    format!("game {number}: {first} - {second}, {}", game.outcome())
}
