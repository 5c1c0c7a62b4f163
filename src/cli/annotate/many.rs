//! The games of an input: one a line, or PGN, which its first line tells.

use std::process::ExitCode;

use super::ahead::Lines;
use super::scribe::Scribe;
use crate::cli::{CliError, position_arg};
use crate::game::pgn::{self, PgnError, PgnGame, Reader};
use crate::game::read::Convention;
use crate::record::{BadGame, GivenGame};
use crate::system::lines::{InputLine, MAX_LINE};

/// Annotates every game until the input ends or Ctrl-C comes.
pub(super) fn annotate(
    scribe: &mut Scribe,
    mut lines: Lines,
    convention: Convention,
) -> Result<ExitCode, CliError> {
    let first = lines.first(&scribe.interrupt.stop)?;
    let is_pgn = matches!(first, Some(InputLine::Whole(line)) if pgn::is_first_line(line));
    let all_good = if is_pgn {
        annotate_pgn(scribe, &mut lines)?
    } else {
        annotate_lines(scribe, &mut lines, convention)?
    };
    let exit_code = if all_good {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    };
    Ok(scribe.interrupt.exit_code(exit_code))
}

/// Annotates the game on each line; says whether each held one.
fn annotate_lines(
    scribe: &mut Scribe,
    lines: &mut Lines,
    convention: Convention,
) -> Result<bool, CliError> {
    let mut all_good = true;
    for number in 1.. {
        let Some(line) = lines.next(&scribe.interrupt.stop)? else {
            break;
        };
        let (line, read) = position_arg::read_line(line, convention);
        let (input, label) = (line.input(), line.label());
        match read {
            Ok(game) => {
                let label_shown = label.map_or(String::new(), |label| format!(" ({label})"));
                scribe.announce(&format!("line {number}: {input}{label_shown}"))?;
                scribe.annotate(&GivenGame {
                    input: Some(input),
                    label,
                    number: Some(number),
                    tags: None,
                    game: &game,
                })?;
            }
            Err(error) => {
                all_good = false;
                let bad = BadGame {
                    input: Some(input),
                    label,
                    game: number,
                    line: number,
                    char: error.character,
                    error: error.kind.to_string(),
                };
                scribe.refuse(&bad, &format!("line {number}"))?;
            }
        }
    }
    Ok(all_good)
}

/// Annotates the games of PGN; says whether all could be played.
fn annotate_pgn(scribe: &mut Scribe, lines: &mut Lines) -> Result<bool, CliError> {
    let stop = scribe.interrupt.stop.clone();
    let mut reader = Reader::default();
    let (mut number, mut all_good, mut goes_on) = (0, true, true);
    while goes_on {
        match lines.next(&stop)? {
            Some(InputLine::Whole(line)) => reader.line(&line),
            Some(InputLine::TooLong(_)) => reader.long_line(MAX_LINE),
            None => {
                reader.end();
                goes_on = false;
            }
        }
        while let Some(game) = reader.next_game() {
            // A game that Ctrl-C cuts off is none.
            if stop.is_stopped() {
                return Ok(all_good);
            }
            number += 1;
            match game {
                Ok(game) => {
                    scribe.announce(&heading(number, &game))?;
                    scribe.annotate_pgn(number, game)?;
                }
                Err(error) => {
                    all_good = false;
                    let place = format!("game {number}, line {}", error.line);
                    scribe.refuse(&bad_game(number, &error), &place)?;
                }
            }
        }
    }
    Ok(all_good)
}

/// Such as `game 3: White - Black, 1-0`.
fn heading(number: u64, game: &PgnGame) -> String {
    let [first, second] = ["White", "Black"].map(|name| game.tag(name).unwrap_or("?"));
    format!(
        "game {number}: {first} - {second}, {}",
        game.outcome().text()
    )
}

fn bad_game(number: u64, error: &PgnError) -> BadGame<'static> {
    BadGame {
        input: None,
        label: None,
        game: number,
        line: error.line,
        char: error.at,
        error: error.fault.to_string(),
    }
}
