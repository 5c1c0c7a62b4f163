//! The games of an input: one per line, in JSON objects or in PGN.

use std::path::Path;

use super::advice::advice;
use super::input::Input;
use super::lines::LinesAhead;
use super::{json, position};
use crate::cli::error::{CliError, in_file};
use crate::game::Expected;
use crate::game::pgn::{self, PgnGame, Reader};
use crate::game::read::{self, Convention};
use crate::review::record::{BadText, Given, GivenGame, Tags};
use crate::solver::StopFlag;
use crate::system::lines::{InputLine, MAX_LINE};

/// A game of an input.
pub(in crate::cli) struct InputGame<'a> {
    /// The heading for the game among others.
    pub(in crate::cli) heading: String,
    pub(in crate::cli) given: GivenGame<'a>,
    /// The tags and comments, if the input is PGN.
    pub(in crate::cli) pgn: Option<&'a PgnGame>,
    /// The names of the first and the second player, if they are known.
    pub(in crate::cli) players: Option<[String; 2]>,
    /// The number of first moves that the players did not choose.
    pub(in crate::cli) opening: usize,
    /// What is false in the text of the game.
    pub(in crate::cli) warnings: Vec<String>,
}

/// A text that should be a game.
pub(in crate::cli) struct BadGame<'a> {
    pub(in crate::cli) record: BadText<'a>,
    /// The error, with the line of the text in its input.
    pub(in crate::cli) message: String,
}

/// The comment of Cute Chess on a move from its opening book.
const BOOK_MOVE: &str = "book";

/// The numbers of games of an input.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cli) struct Games {
    pub(in crate::cli) all: usize,
    /// The number of those with errors.
    pub(in crate::cli) bad: usize,
}

/// Hands every game to `take` until the input ends or the stop flag is set. The first line that is
/// not empty decides whether the input is PGN. Returns the numbers of games.
pub(in crate::cli) fn read(
    input: Input,
    convention: Convention,
    stop: &StopFlag,
    take: impl FnMut(Result<InputGame<'_>, BadGame<'_>>) -> Result<(), CliError>,
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
    if format == Some("SGF") {
        let wanted = "games, one per line, in PGN or in JSON objects";
        return Err(in_file(&path)(Expected::named(wanted, "SGF")));
    }
    let lines = head.into_iter().map(Ok).chain(lines);
    let mut taker = Taker {
        path: &path,
        games: Games::default(),
        stop,
        take,
    };
    // A comment of PGN begins with a brace, as an object does.
    if pgn::is_first_line(&first) && format != Some("JSON") {
        taker.take_pgn(lines)?;
    } else {
        taker.take_lines(lines, convention)?;
    }
    Ok(taker.games)
}

/// Counts games and hands them on.
struct Taker<'a, F> {
    path: &'a Path,
    games: Games,
    stop: &'a StopFlag,
    take: F,
}

impl<F: FnMut(Result<InputGame<'_>, BadGame<'_>>) -> Result<(), CliError>> Taker<'_, F> {
    /// Hands on the games on each line.
    fn take_lines(
        &mut self,
        mut lines: impl Iterator<Item = Result<InputLine, CliError>>,
        convention: Convention,
    ) -> Result<(), CliError> {
        let mut line = 1;
        while let Some((count, text)) = json::read_line(|| lines.next().transpose())? {
            for (text, read) in position::read_games(text, convention) {
                if self.stop.is_stopped() {
                    return Ok(());
                }
                self.games.all += 1;
                let number = Some(self.games.all);
                let game = match &read {
                    Ok(game) => game,
                    Err(error) => {
                        let record = BadText {
                            game: number,
                            ..text.bad(line, error)
                        };
                        self.take_bad(record, &format!("line {line}"))?;
                        continue;
                    }
                };
                let label = text.label.as_ref();
                let label = label.map_or(String::new(), |label| format!(" ({label})"));
                (self.take)(Ok(InputGame {
                    heading: format!("line {line}: {}{label}", text.input),
                    given: GivenGame {
                        text: text.given(),
                        number,
                        tags: None,
                        game,
                    },
                    pgn: None,
                    players: text.players.clone(),
                    opening: text.opening,
                    warnings: Vec::new(),
                }))?;
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
                self.games.all += 1;
                let number = self.games.all;
                match game {
                    Ok(pgn) => (self.take)(Ok(input_game(self.path, number, &pgn)))?,
                    Err(error) => {
                        let bad = BadText {
                            given: Given::default(),
                            game: Some(number),
                            line: error.line as u64,
                            char: error.character,
                            error: format!("{}{}", error.kind, advice(&error.kind)),
                        };
                        self.take_bad(bad, &format!("game {number}, line {}", error.line))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Hands on a text that is not a game. `place` names its line in the input.
    fn take_bad(&mut self, record: BadText<'_>, place: &str) -> Result<(), CliError> {
        self.games.bad += 1;
        let (input, BadText { char, error, .. }) = (self.path.display(), &record);
        let message = format!("error: {input}: {place}, char {char}: {error}");
        (self.take)(Err(BadGame { record, message }))
    }
}

/// Returns a game of PGN, with a heading such as `game 3: White - Black, 1-0`.
fn input_game<'a>(path: &Path, number: usize, pgn: &'a PgnGame) -> InputGame<'a> {
    let [first, second] = ["White", "Black"].map(|name| pgn.tag(name).unwrap_or("?"));
    let notes = pgn.notes.iter();
    let warning = |warning| format!("warning: {}: game {number}, {warning}", path.display());
    let warnings = pgn.warnings.iter().map(warning);
    InputGame {
        heading: format!("game {number}: {first} - {second}, {}", pgn.outcome()),
        given: GivenGame {
            text: Given::default(),
            number: Some(number),
            tags: Some(Tags(&pgn.tags)),
            game: &pgn.game,
        },
        pgn: Some(pgn),
        players: Some([first.to_owned(), second.to_owned()]),
        opening: notes.take_while(|note| note.comment == BOOK_MOVE).count(),
        warnings: warnings.collect(),
    }
}
