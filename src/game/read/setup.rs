//! Reads the arguments of `position` in the protocol: the start of a game, and its moves.

use super::{Convention, board};
use crate::game::cursor::words;
use crate::game::error::offset;
use crate::game::error::{ErrorAt, TextError, unexpected};
use crate::game::notation::{self, MoveToken};
use crate::game::{Game, Position, fen};

/// A position, and moves to play from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The position before the moves.
    pub start: Position,
    /// The moves, not yet played.
    pub moves: Vec<MoveToken>,
}

impl Setup {
    /// Plays the moves.
    ///
    /// # Errors
    /// Fails at the first move that cannot be played.
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
    /// Fails if the move cannot be played. The game is then unchanged.
    pub fn play(&self, game: &mut Game) -> Result<(), TextError> {
        let played = game.play_claimed(self.column, self.row);
        played.map_err(|error| TextError::new(1, self.character, error))
    }
}

/// Returns whether the first word of a text is one that begins a [`setup`].
pub(super) fn begins(text: &str) -> bool {
    let first = text.split_whitespace().next();
    first.is_some_and(|first| ["startpos", "fen", "moves", "board"].contains(&first))
}

/// Reads the arguments of `position`, without playing the moves:
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
/// # Ok::<(), claimeven::game::TextError>(())
/// ```
///
/// # Errors
/// Fails at the first word that cannot be read.
pub fn setup(text: &str) -> Result<Setup, TextError> {
    parse(text, Convention::default()).map_err(|error| TextError::locate(text, error))
}

/// Reads the arguments of `position`, and plays the moves.
pub(super) fn game(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
    let setup = parse(text, convention)?;
    setup.play().map_err(|error| {
        let byte = text.char_indices().nth(error.character - 1);
        (byte.map_or(text.len(), |(byte, _)| byte), error.kind)
    })
}

fn parse(text: &str, convention: Convention) -> Result<Setup, ErrorAt> {
    let mut words = words(text, char::is_whitespace);
    let (before, first) = words.next().unwrap_or((text.len(), ""));
    let after = before + first.len();
    let (start, rest) = match first {
        "startpos" => (Position::EMPTY, after),
        "moves" => (Position::EMPTY, before),
        "fen" | "board" => {
            let end = words.find(|&(_, word)| word == "moves");
            let end = end.map_or(text.len(), |(offset, _)| offset);
            let described = text[after..end].trim();
            let start = match (first, described) {
                ("fen", "") => return Err(unexpected(text, &text[end..], "a FEN")),
                (_, "") => return Err(unexpected(text, &text[end..], "a board of 42 cells")),
                ("fen", fen) => fen::read(fen),
                (_, cells) => board::read(cells, convention),
            };
            let in_text = |(inside, kind)| (offset(text, described) + inside, kind);
            (start.map_err(in_text)?, end)
        }
        _ => {
            let wanted = "one of startpos, fen, moves, board";
            return Err(unexpected(text, &text[before..], wanted));
        }
    };
    let moves = read_moves(text, rest, convention)?;
    Ok(Setup { start, moves })
}

/// Reads the word `moves` and the moves after it, from the offset `rest`. The word and the moves
/// may be missing.
fn read_moves(text: &str, rest: usize, convention: Convention) -> Result<Vec<MoveToken>, ErrorAt> {
    let mut words = words(&text[rest..], char::is_whitespace);
    match words.next() {
        None | Some((_, "moves")) => {}
        Some((_, other)) => return Err(unexpected(text, other, "moves")),
    }
    let mut moves = Vec::new();
    // Each count continues from the word before, so that the time is linear in the length of the
    // text.
    let (mut before, mut character) = (0, 1);
    for (_, word) in words {
        let offset = offset(text, word);
        character += text[before..offset].chars().count();
        before = offset;
        let tokens = notation::tokens_from(convention.first_column(), word, character);
        let tokens = tokens
            .map_err(|(inside, wanted)| unexpected(text, &text[offset + inside..], wanted))?;
        moves.extend(tokens);
    }
    Ok(moves)
}
