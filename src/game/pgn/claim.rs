//! Compares what the tags and the result in a text claim about a game with the game.

use super::PgnGame;
use crate::game::{Expected, TextError};

/// The tags that contain claims.
pub(super) const TAGS: [&str; 3] = ["Result", "PlyCount", "SetUp"];

/// The value of a tag, or a result, as it was written.
#[derive(Debug)]
pub(super) struct Claim {
    /// The name of the tag; `None` for the result after the moves.
    pub(super) tag: Option<&'static str>,
    pub(super) found: String,
    /// Its line and the character of that line.
    pub(super) place: (usize, usize),
}

/// Replaces false results and numbers of moves in a game by the true ones, and adds a warning for
/// each.
///
/// # Errors
/// Fails if the position in which the game begins is missing.
pub(super) fn checked(mut game: PgnGame, claims: Vec<Claim>) -> Result<PgnGame, TextError> {
    let result = game.outcome();
    for Claim { tag, found, place } in claims {
        let error = |kind: Expected| TextError::new(place.0, place.1, kind);
        let (truth, name) = match tag {
            Some("SetUp") if found == "1" && game.tag("FEN").is_none() => {
                let kind = Expected::named("a tag FEN with the tag SetUp", "none");
                return Err(error(kind));
            }
            Some("SetUp") => continue,
            Some("PlyCount") => (game.notes.len().to_string(), "the number of moves"),
            _ => (result.to_string(), "the result of the game"),
        };
        // Texts such as `*` and `?` claim nothing.
        if found == truth || !found.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        let kind = Expected::new(format!("{truth}, {name}"), &found);
        game.warnings.push(error(kind));
        match tag {
            Some(tag) => game.set_tag(tag, &truth),
            None => game.marker = Some(result),
        }
    }
    Ok(game)
}
