//! The games of an input: one per line, in JSON objects or in PGN.
//!
//! `ahead` reads the lines on a separate thread.

mod ahead;

use std::path::Path;

use super::advice::advice;
use super::bulk::Input;
use super::position_arg::{self, PositionText};
use super::{CliError, in_file, json};
use crate::game::pgn::{self, PgnGame, Reader};
use crate::game::read::{self, Convention};
use crate::game::{Expected, Game, TextError};
use crate::record::{BadText, Given};
use crate::solver::StopFlag;
use crate::system::lines::{InputLine, MAX_LINE};
use ahead::LinesAhead;

/// A game of an input, or a text that should be one.
pub(super) struct InputGame<'a> {
    /// The number of the game in its input, counted from 1.
    pub(super) number: usize,
    pub(super) read: ReadGame<'a>,
}

/// A game as its input has it.
pub(super) enum ReadGame<'a> {
    Line {
        /// The number of the line, counted from 1.
        line: u64,
        text: &'a PositionText,
        game: &'a Game,
    },
    Pgn(&'a PgnGame),
    Bad {
        bad: BadText<'a>,
        /// The line of the text in its input, in words.
        place: String,
    },
}

impl BadText<'_> {
    /// Formats the error of a text. `place` is its line in `input`, in words.
    pub(super) fn message(&self, input: &Path, place: &str) -> String {
        let (input, BadText { char, error, .. }) = (input.display(), self);
        format!("error: {input}: {place}, char {char}: {error}")
    }
}

/// The numbers of games of an input.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Games {
    pub(super) all: usize,
    /// The number of those with errors.
    pub(super) bad: usize,
}

/// Hands every game to `take` until the input ends or the stop flag is set. The first line that is
/// not empty decides whether the input is PGN. Returns the numbers of games.
pub(super) fn read(
    input: Input,
    convention: Convention,
    stop: &StopFlag,
    take: impl FnMut(InputGame<'_>) -> Result<(), CliError>,
) -> Result<Games, CliError> {
    let path = input.path().to_owned();
    let mut lines = LinesAhead::start(input, stop.clone())?;
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
        return Err(in_file(&path)(Expected::named(wanted, format)));
    }
    // A comment of PGN may also begin with a brace alone on its line.
    let is_object = json::is_object(&first.replace('\n', " ")) || format == Some("JSON");
    let lines = head.into_iter().map(Ok).chain(lines);
    let mut taker = Taker {
        games: Games::default(),
        stop,
        take,
    };
    if pgn::is_first_line(&first) && !is_object {
        taker.take_pgn(lines)?;
    } else {
        taker.take_lines(lines, convention)?;
    }
    Ok(taker.games)
}

/// Counts games and hands them on.
struct Taker<'a, F> {
    games: Games,
    stop: &'a StopFlag,
    take: F,
}

impl<F: FnMut(InputGame<'_>) -> Result<(), CliError>> Taker<'_, F> {
    /// Hands on the next game.
    fn take(&mut self, read: ReadGame<'_>) -> Result<(), CliError> {
        self.games.all += 1;
        self.games.bad += usize::from(matches!(read, ReadGame::Bad { .. }));
        let number = self.games.all;
        (self.take)(InputGame { number, read })
    }

    /// Hands on the games on each line.
    fn take_lines(
        &mut self,
        mut lines: impl Iterator<Item = Result<InputLine, CliError>>,
        convention: Convention,
    ) -> Result<(), CliError> {
        let mut line = 1;
        while let Some((count, text)) = json::read_line(|| lines.next().transpose())? {
            for (text, read) in position_arg::read_games(&text, convention) {
                if self.stop.is_stopped() {
                    return Ok(());
                }
                let text = &text;
                self.take(match &read {
                    Ok(game) => ReadGame::Line { line, text, game },
                    Err(error) => ReadGame::Bad {
                        bad: BadText {
                            game: Some(self.games.all + 1),
                            ..text.bad(line, error)
                        },
                        place: format!("line {line}"),
                    },
                })?;
            }
            line += count;
        }
        Ok(())
    }

    /// Hands on the games of PGN.
    fn take_pgn(
        &mut self,
        mut lines: impl Iterator<Item = Result<InputLine, CliError>>,
    ) -> Result<(), CliError> {
        let (mut reader, mut is_end) = (Reader::default(), false);
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
                if self.stop.is_stopped() {
                    return Ok(());
                }
                self.take(match &game {
                    Ok(pgn) => ReadGame::Pgn(pgn),
                    Err(error) => self.bad_pgn(error),
                })?;
            }
        }
        Ok(())
    }

    /// Describes a game of PGN that cannot be read or played.
    fn bad_pgn(&self, error: &TextError) -> ReadGame<'static> {
        let number = self.games.all + 1;
        ReadGame::Bad {
            bad: BadText {
                given: Given::default(),
                game: Some(number),
                line: error.line as u64,
                char: error.character,
                error: format!("{}{}", error.kind, advice(&error.kind)),
            },
            place: format!("game {number}, line {}", error.line),
        }
    }
}
