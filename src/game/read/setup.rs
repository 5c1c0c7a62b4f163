//! What follows `position` in the protocol: where a game begins, and its moves.

use super::{
    Convention, ErrorAt, Locator, TextError, cells, error, moves, read_fen, unexpected, words,
};
use crate::game::notation::MoveToken;
use crate::game::{Game, Position};

/// A position from which moves are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Where the moves begin.
    pub start: Position,
    /// The moves, not yet played.
    pub moves: Vec<MoveToken>,
}

impl Setup {
    /// Plays the moves.
    ///
    /// # Errors
    /// Names the first move that cannot be played.
    pub fn play(&self) -> Result<Game, TextError> {
        let mut game = Game::from(self.start);
        self.moves
            .iter()
            .try_for_each(|token| token.play(&mut game))?;
        Ok(game)
    }
}

impl MoveToken {
    /// Plays the move.
    ///
    /// # Errors
    /// The move cannot be played. The game stays as it was.
    pub fn play(&self, game: &mut Game) -> Result<(), TextError> {
        let played = game.play(self.column, self.row);
        played.map_err(|fault| TextError {
            line: 1,
            character: self.at,
            kind: fault.into(),
        })
    }
}

/// Whether a text begins with a word that [`setup`] knows.
pub(super) fn begins(text: &str) -> bool {
    let first = text.split_whitespace().next();
    first.is_some_and(|first| ["startpos", "fen", "moves", "board"].contains(&first))
}

/// Reads what follows `position`, without playing the moves:
///
/// ```text
/// startpos [moves <move>...]
/// fen <FEN> [moves <move>...]
/// board <42 cells> [moves <move>...]
/// moves <move>...
/// ```
///
/// ```
/// use claimeven::game::read;
///
/// let setup = read::setup("startpos moves d1 d2 e1")?;
/// assert_eq!(setup.play()?.position().stones(), 3);
/// # Ok::<(), read::TextError>(())
/// ```
///
/// # Errors
/// The place of the first word that is not understood.
pub fn setup(text: &str) -> Result<Setup, TextError> {
    let mut setup = parse(text, Convention::default()).map_err(|fault| error(text, fault))?;
    let mut locator = Locator::new(text);
    for token in &mut setup.moves {
        token.at = locator.at(token.at);
    }
    Ok(setup)
}

/// Reads what follows `position`, and plays the moves.
pub(super) fn game(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
    let setup = parse(text, convention)?;
    setup.play().map_err(|error| (error.character, error.kind))
}

/// Reads a text; moves have their places in bytes.
fn parse(text: &str, convention: Convention) -> Result<Setup, ErrorAt> {
    let mut words = words(text, char::is_whitespace);
    let (at, first) = words.next().unwrap_or((text.len(), ""));
    let behind = at + first.len();
    let (start, rest) = match first {
        "startpos" => (Position::EMPTY, behind),
        "moves" => (Position::EMPTY, at),
        "fen" | "board" => {
            let end = words.find(|&(_, word)| word == "moves");
            let end = end.map_or(text.len(), |(at, _)| at);
            let described = text[behind..end].trim();
            let start = match (first, described) {
                ("fen", "") => return Err(unexpected(text, &text[end..], "a FEN")),
                (_, "") => return Err(unexpected(text, &text[end..], "a board of 42 cells")),
                ("fen", fen) => read_fen(fen),
                (_, cells) => cells::read(cells, convention),
            };
            let before = super::offset(text, described);
            let start = start.map_err(|(at, fault)| (before + at, fault));
            (start?, end)
        }
        _ => {
            return Err(unexpected(
                text,
                &text[at..],
                "one of startpos, fen, moves, board",
            ));
        }
    };
    let moves = read_moves(text, rest, convention)?;
    Ok(Setup { start, moves })
}

/// The moves behind the word `moves`, which may be missing.
fn read_moves(text: &str, rest: usize, convention: Convention) -> Result<Vec<MoveToken>, ErrorAt> {
    let words = words(&text[rest..], char::is_whitespace);
    let mut words = words.map(|(at, word)| (rest + at, word));
    match words.next() {
        None | Some((_, "moves")) => {}
        Some((at, _)) => return Err(unexpected(text, &text[at..], "moves")),
    }
    let mut read = Vec::new();
    for (at, word) in words {
        let tokens = moves::tokens(word, at, convention);
        read.extend(tokens.map_err(|(at, wanted)| unexpected(text, &text[at..], wanted))?);
    }
    Ok(read)
}
