//! Reads the arguments of `position` in the protocol: the start of a game, and its moves.

use super::{Convention, board};
use crate::game::cursor::words;
use crate::game::error::offset;
use crate::game::error::{ErrorAt, TextError, unexpected};
use crate::game::{Game, Position, fen, notation};

/// Returns whether the first word of a text is one that begins a [`setup`].
pub(super) fn begins(text: &str) -> bool {
    let first = text.split_whitespace().next();
    first.is_some_and(|first| ["startpos", "fen", "moves", "board"].contains(&first))
}

/// Reads the arguments of `position`, and plays the moves:
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
/// let game = read::setup("startpos moves d1 d2 e1")?;
/// assert_eq!(game.position().stones(), 3);
/// # Ok::<(), claimeven::game::TextError>(())
/// ```
///
/// # Errors
/// Fails at the first word that cannot be read, or at the first move that cannot be played.
pub fn setup(text: &str) -> Result<Game, TextError> {
    game(text, Convention::default()).map_err(|error| TextError::locate(text, error))
}

/// Reads the arguments like [`setup`], but under `convention`, and returns errors with offsets in
/// bytes.
pub(super) fn game(text: &str, convention: Convention) -> Result<Game, ErrorAt> {
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
    let mut game = Game::from(start);
    play_moves(&mut game, text, rest, convention)?;
    Ok(game)
}

/// Reads the word `moves` and the moves after it, from the offset `rest`, and plays them. The word
/// and the moves may be missing.
fn play_moves(
    game: &mut Game,
    text: &str,
    rest: usize,
    convention: Convention,
) -> Result<(), ErrorAt> {
    let mut words = words(&text[rest..], char::is_whitespace);
    match words.next() {
        None | Some((_, "moves")) => {}
        Some((_, other)) => return Err(unexpected(text, other, "moves")),
    }
    for (_, word) in words {
        let tokens = notation::tokens_from(convention.first_column(), word);
        let tokens =
            tokens.map_err(|(inside, wanted)| unexpected(text, &word[inside..], wanted))?;
        // Only columns, which have one byte each, are written in one word.
        for (at, token) in (offset(text, word)..).zip(tokens) {
            let played = game.play_claimed(token.column, token.row);
            played.map_err(|error| (at, error.into()))?;
        }
    }
    Ok(())
}
