//! The games of an input: one per line, in JSON objects or in PGN.

use std::iter;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::input::Input;
use super::json::{self, Documents};
use super::lines::LinesAhead;
use super::position;
use super::stderr;
use super::text::{PositionText, ReadText, bad_text, error_within};
use crate::cli::error::{CliError, in_file};
use crate::game::pgn::{self, PgnGame, Reader};
use crate::game::read::{self, Convention};
use crate::game::{Expected, Game, TextError};
use crate::review::record::{BadText, Given, GivenGame, Tags};
use crate::solver::StopFlag;
use crate::solver::many::{Answer, Feed, Question};
use crate::system::lines::{InputLine, MAX_LINE};

/// A game of an input.
pub(in crate::cli) struct InputGame {
    /// The heading for the game among others.
    pub(in crate::cli) heading: String,
    /// The number of the game in all inputs, counted from 1; `None` if the input is a single game.
    number: Option<usize>,
    /// The text of the game, unless the input is PGN.
    text: Option<PositionText>,
    /// The game, with its tags and notes if the input is PGN, otherwise with the tags that its text
    /// gives.
    pub(in crate::cli) pgn: PgnGame,
    /// What is false in the text of the game.
    pub(in crate::cli) warnings: Vec<String>,
}

/// A text that should be a game.
pub(in crate::cli) struct BadGame {
    number: usize,
    /// The text, unless the input is PGN.
    text: Option<PositionText>,
    /// The number of its line in the input, counted from 1.
    line: u64,
    error: TextError,
    /// The error, with the line of the text in its input.
    pub(in crate::cli) message: String,
}

/// A game or an error.
pub(in crate::cli) type ReadGame = Result<InputGame, Box<BadGame>>;

/// The comment of Cute Chess on a move from its opening book.
const BOOK_MOVE: &str = "book";

impl InputGame {
    /// Returns the game that was read from a text.
    pub(in crate::cli) fn new(text: PositionText, game: Game) -> InputGame {
        let mut pgn = PgnGame::from(game);
        let names = text.players.iter().flatten();
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            pgn.set_tag(tag, name);
        }
        if let Some(label) = &text.label {
            pgn.set_tag("Event", label);
        }
        InputGame {
            heading: String::new(),
            number: None,
            text: Some(text),
            pgn,
            warnings: Vec::new(),
        }
    }

    /// Returns the game for a record.
    pub(in crate::cli) fn given(&self) -> GivenGame<'_> {
        let text = self.text.as_ref();
        GivenGame {
            text: text.map_or(Given::default(), PositionText::given),
            number: self.number,
            tags: text.is_none().then_some(Tags(&self.pgn.tags)),
            game: &self.pgn.game,
        }
    }

    /// Returns the names of the first and the second player.
    pub(in crate::cli) fn players(&self) -> [String; 2] {
        [("White", "first"), ("Black", "second")].map(|(tag, side)| name(&self.pgn, tag, side))
    }

    /// Returns the number of first moves that the players did not choose.
    pub(in crate::cli) fn opening(&self) -> usize {
        let notes = self.pgn.notes.iter();
        let marked = || notes.take_while(|note| note.comment == BOOK_MOVE).count();
        self.text.as_ref().map_or_else(marked, |text| text.opening)
    }
}

/// Returns the name of a player. A player whose name is not known is called by the side.
fn name(game: &PgnGame, tag: &str, side: &str) -> String {
    let name = game.tag(tag).map(str::trim);
    let known = name.filter(|name| !["", "?"].contains(name));
    known.unwrap_or(side).to_owned()
}

impl BadGame {
    /// Returns the record of the text.
    pub(in crate::cli) fn record(&self) -> BadText<'_> {
        let given = self.text.as_ref().map(PositionText::given);
        BadText {
            game: Some(self.number),
            ..bad_text(given.unwrap_or_default(), self.line, &self.error)
        }
    }
}

/// The numbers of games of all inputs.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cli) struct Counts {
    pub(in crate::cli) all: usize,
    /// The number of those with errors.
    pub(in crate::cli) bad: usize,
}

impl Counts {
    pub(in crate::cli) fn add(&mut self, read: &ReadGame) {
        self.all += 1;
        self.bad += usize::from(read.is_err());
    }
}

/// Feeds the questions about all games to the solvers, and prints the errors of texts that are not
/// games. `questions` gets each game and its number. Returns the numbers of games.
pub(in crate::cli) fn feed<T, A: Answer>(
    inputs: Vec<Input>,
    convention: Convention,
    stop: &StopFlag,
    bar: &ProgressBar,
    mut feed: Feed<T, A>,
    questions: impl Fn(usize, &InputGame) -> Vec<Question<T, A::Position>>,
) -> Result<Counts, CliError> {
    let mut counts = Counts::default();
    for input in inputs {
        for read in read(input, counts.all, convention, stop)? {
            let read = read?;
            counts.add(&read);
            match read {
                Ok(game) => {
                    let warnings = game.warnings.iter();
                    bar.suspend(|| warnings.for_each(stderr::print_line));
                    // If the answers were dropped, the run ends and needs no more of them.
                    let _ = feed.push(questions(counts.all, &game));
                }
                Err(bad) => bar.suspend(|| stderr::print_line(bad.message)),
            }
        }
    }
    Ok(counts)
}

/// Returns the games of an input, until it ends or the stop flag is set. The first line that is not
/// empty decides whether the input is PGN. `before` is the number of games in earlier inputs.
pub(in crate::cli) fn read(
    input: Input,
    before: usize,
    convention: Convention,
    stop: &StopFlag,
) -> Result<impl Iterator<Item = Result<ReadGame, CliError>> + use<>, CliError> {
    let path = input.path().to_owned();
    let mut lines = LinesAhead::start(input.lines(json::MAX_JSON), stop.clone())?;
    let mut head = Vec::new();
    let seen = lines
        .by_ref()
        .inspect(|line| head.extend(line.as_ref().ok().cloned()));
    let is_empty = |line: &InputLine| *line == InputLine::Whole(String::new());
    let mut documents = Documents::new(seen);
    let first = documents.find(|read| !read.as_ref().is_ok_and(|(_, line)| is_empty(line)));
    let first = match first.transpose()? {
        Some((_, InputLine::Whole(first))) => first,
        _ => String::new(),
    };
    let format = read::format_name(&first);
    if format == Some("SGF") {
        let wanted = "games, one per line, in PGN or in JSON objects";
        return Err(in_file(&path)(Expected::named(wanted, "SGF")));
    }
    let lines = head.into_iter().map(Ok).chain(lines);
    // A comment of PGN begins with a brace, as an object does.
    let games: Box<dyn Iterator<Item = _>> = if pgn::is_first_line(&first) && format != Some("JSON")
    {
        Box::new(games_of_pgn(path, before, lines))
    } else {
        Box::new(games_of_lines(path, before, lines, convention))
    };
    let stop = stop.clone();
    // After a stop, the last game may be incomplete.
    Ok(games.take_while(move |_| !stop.is_stopped()))
}

/// Returns the games on each line.
fn games_of_lines(
    path: PathBuf,
    before: usize,
    lines: impl Iterator<Item = Result<InputLine, CliError>>,
    convention: Convention,
) -> impl Iterator<Item = Result<ReadGame, CliError>> {
    let mut number = before;
    Documents::new(lines).flat_map(move |document| {
        let (line, games) = match document {
            Ok((line, text)) => (line, position::read_games(&text, convention)),
            Err(error) => return vec![Err(error)],
        };
        let game = |(text, read): ReadText| {
            number += 1;
            Ok(match read {
                Ok(game) => {
                    let label = text.label.iter().map(|label| format!(" ({label})"));
                    let label: String = label.collect();
                    Ok(InputGame {
                        heading: format!("line {line}: {}{label}", text.input),
                        number: Some(number),
                        ..InputGame::new(text, game)
                    })
                }
                Err(error) => Err(Box::new(BadGame {
                    message: message(&path, &format!("line {line}"), &error),
                    number,
                    text: Some(text),
                    line,
                    error,
                })),
            })
        };
        games.into_iter().map(game).collect()
    })
}

/// Returns the games of PGN.
fn games_of_pgn(
    path: PathBuf,
    before: usize,
    lines: impl Iterator<Item = Result<InputLine, CliError>>,
) -> impl Iterator<Item = Result<ReadGame, CliError>> {
    let (mut reader, mut number) = (Reader::default(), 0);
    let lines = lines.map(Some).chain(iter::once(None));
    lines.flat_map(move |line| {
        match line {
            Some(Ok(InputLine::Whole(line))) if line.len() <= MAX_LINE => reader.line(&line),
            Some(Ok(_)) => reader.long_line(MAX_LINE),
            Some(Err(error)) => return vec![Err(error)],
            None => reader.end(),
        }
        let games = iter::from_fn(|| reader.next_game());
        let games = games.map(|read| {
            number += 1;
            Ok(game_of_pgn(&path, before, number, read))
        });
        games.collect()
    })
}

/// Returns a game of PGN, with a heading such as `game 3: White - Black, 1-0`.
fn game_of_pgn(
    path: &Path,
    before: usize,
    number: usize,
    read: Result<PgnGame, TextError>,
) -> ReadGame {
    match read {
        Ok(pgn) => {
            let [first, second] = ["White", "Black"].map(|name| pgn.tag(name).unwrap_or("?"));
            let warning =
                |warning| format!("warning: {}: game {number}, {warning}", path.display());
            Ok(InputGame {
                heading: format!("game {number}: {first} - {second}, {}", pgn.outcome()),
                number: Some(before + number),
                text: None,
                warnings: pgn.warnings.iter().map(warning).collect(),
                pgn,
            })
        }
        Err(error) => {
            let line = error.line as u64;
            let error = TextError { line: 1, ..error };
            Err(Box::new(BadGame {
                message: message(path, &format!("game {number}, line {line}"), &error),
                number: before + number,
                text: None,
                line,
                error,
            }))
        }
    }
}

/// Formats the error of a text that is not a game. `place` names its line in the input.
fn message(path: &Path, place: &str, error: &TextError) -> String {
    let (path, character, error) = (path.display(), error.character, error_within(error));
    format!("error: {path}: {place}, char {character}: {error}")
}
