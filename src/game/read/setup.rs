//! Reads the arguments of `position` in the protocol: the start of a game, and its moves.

use super::{Convention, board};
use crate::game::cursor::words;
use crate::game::error::{ErrorAt, rest, unexpected};
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
/// # Errors
/// Fails at the first word that cannot be read, or at the first move that cannot be played.
pub(crate) fn setup(text: &str, convention: Convention) -> Result<Game, ErrorAt<'_>> {
    let mut words = words(text, char::is_whitespace);
    let end = &text[text.len()..];
    let first = words.next().unwrap_or(end);
    let after = &rest(text, first)[first.len()..];
    let (start, rest) = match first {
        "startpos" => (Position::EMPTY, after),
        "moves" => (Position::EMPTY, rest(text, first)),
        "fen" | "board" => {
            let moves = words.find(|&word| word == "moves");
            let moves = moves.map_or(end, |moves| rest(text, moves));
            let start = match (first, after[..after.len() - moves.len()].trim()) {
                ("fen", "") => return Err(unexpected(moves, "a FEN")),
                (_, "") => return Err(unexpected(moves, "a board of 42 cells")),
                ("fen", fen) => fen::read(fen)?,
                (_, cells) => board::read(cells, convention)?,
            };
            (start, moves)
        }
        _ => {
            let wanted = "one of startpos, fen, moves, board";
            return Err(unexpected(rest(text, first), wanted));
        }
    };
    let mut game = Game::from(start);
    play_moves(&mut game, rest, convention)?;
    Ok(game)
}

/// Reads the word `moves` and the moves after it, and plays them. The word and the moves may be
/// missing.
fn play_moves<'a>(
    game: &mut Game,
    text: &'a str,
    convention: Convention,
) -> Result<(), ErrorAt<'a>> {
    let mut words = words(text, char::is_whitespace);
    match words.next() {
        None | Some("moves") => {}
        Some(other) => return Err(unexpected(other, "moves")),
    }
    for word in words {
        let tokens = notation::tokens_from(convention.first_column(), word);
        let tokens = tokens.map_err(|(wrong, wanted)| unexpected(rest(text, wrong), wanted))?;
        // Only columns, which have one byte each, are written in one word.
        for (index, token) in tokens.into_iter().enumerate() {
            let played = game.play_claimed(token.column, token.row);
            played.map_err(|error| ErrorAt::new(&word[index..], error))?;
        }
    }
    Ok(())
}
