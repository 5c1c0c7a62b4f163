//! The games of an input, one per line or in PGN.

use std::iter;
use std::process::ExitCode;

use super::ahead::{EMPTY, Lines, LinesAhead, begins_pgn};
use super::scribe::Scribe;
use crate::cli::CliError;
use crate::cli::bulk::Input;
use crate::cli::position_arg::{self, ReadText};
use crate::game::pgn::{PgnGame, Reader};
use crate::game::read::Convention;
use crate::record::{BadText, Given, GivenGame, Tags};
use crate::system::lines::{InputLine, MAX_LINE};

/// Annotates every game until the input ends or a signal stops the work. The first line that is
/// not empty decides whether the input is PGN.
pub(super) fn annotate(
    scribe: &mut Scribe,
    input: Input,
    convention: Convention,
) -> Result<ExitCode, CliError> {
    let lines = LinesAhead::start(input, scribe.interrupt.stop.clone()).map_err(CliError::Start)?;
    let mut lines = lines.peekable();
    let is_empty = |line: &Result<_, _>| matches!(line, Ok((_, line)) if *line == EMPTY);
    let skipped = iter::from_fn(|| lines.next_if(is_empty)).count();
    let is_pgn = matches!(lines.peek(), Some(Ok((_, first))) if begins_pgn(first));
    let empty = iter::repeat_with(|| Ok((1, EMPTY))).take(skipped);
    let lines = empty.chain(lines);
    let all_good = if is_pgn {
        annotate_pgn(scribe, lines)?
    } else {
        annotate_lines(scribe, lines, convention)?
    };
    let exit_code = ExitCode::from(u8::from(!all_good));
    Ok(scribe
        .interrupt
        .exit_code(exit_code, "the games before it are annotated"))
}

/// Annotates the games on each line. Returns whether each line contains games.
fn annotate_lines(
    scribe: &mut Scribe,
    lines: impl Iterator<Item = Result<Lines, CliError>>,
    convention: Convention,
) -> Result<bool, CliError> {
    let (mut all_good, mut number, mut line) = (true, 0, 1);
    for text in lines {
        let (count, text) = text?;
        for read in position_arg::read_games(&text, convention) {
            if scribe.interrupt.stop.is_stopped() {
                return Ok(all_good);
            }
            number += 1;
            all_good &= annotate_text(scribe, line, number, read)?;
        }
        line += count;
    }
    Ok(all_good)
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

/// Annotates the games of PGN. Returns whether all of them can be played.
fn annotate_pgn(
    scribe: &mut Scribe,
    mut lines: impl Iterator<Item = Result<Lines, CliError>>,
) -> Result<bool, CliError> {
    let mut reader = Reader::default();
    let (mut number, mut all_good, mut is_end) = (0, true, false);
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
                return Ok(all_good);
            }
            number += 1;
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
                    all_good = false;
                    let bad = BadText {
                        given: Given::default(),
                        game: Some(number),
                        line: error.line as u64,
                        char: error.character,
                        error: error.kind.to_string(),
                    };
                    scribe.report_bad(&bad, &format!("game {number}, line {}", error.line))?;
                }
            }
        }
    }
    Ok(all_good)
}

/// Formats a heading such as `game 3: White - Black, 1-0`.
fn heading(number: usize, game: &PgnGame) -> String {
    let [first, second] = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?"));
    format!(
        "game {number}: {first} - {second}, {}",
        game.outcome().text()
    )
}
