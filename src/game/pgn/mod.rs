//! Games as PGN, the format in which chess managers store them.
//!
//! Pure. The format is described in the Portable Game Notation
//! Specification and Implementation Guide by Steven J. Edwards, 1994. Games have the form in which
//! Cute Chess writes them for its variant `cfour`: White is the first player, and a move is
//! `P@d1`.
//
// | File | Contents |
// |-|-|
// | `reader` | games from lines; an error costs one game |
// | `tag`, `word` | tag pairs; the words of the moves |
// | `numbering`, `claim` | compare move numbers, tags and result with the game |
// | `write` | `Display` of `PgnGame`: a game as PGN |

mod claim;
pub(super) mod numbering;
mod reader;
mod tag;
#[cfg(test)]
mod tests;
pub(super) mod word;
mod write;

use super::error::TextError;
use super::played::Game;
use super::side::GameResult;
pub(crate) use reader::Reader;
pub use reader::games;

/// Returns whether a text is PGN. `line` is the first line of the text that is not empty. The first
/// line of PGN is a tag pair, a comment, or a line that begins with `%`, which PGN reserves for
/// other programs.
pub(crate) fn is_first_line(line: &str) -> bool {
    line.starts_with(['%', ';', '{']) || begins_with_tag(line)
}

/// Returns the games of a text, or `None` if the text is not PGN.
#[must_use]
pub fn games_in(text: &str) -> Option<impl Iterator<Item = Result<PgnGame, TextError>>> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    is_first_line(first.trim_start_matches('\u{feff}')).then(|| games(text.lines()))
}

/// Returns whether a text begins with a tag pair, such as `[Event "Cup"]`.
pub(super) fn begins_with_tag(text: &str) -> bool {
    tag::name(text).is_some()
}

/// A game with its tags and with the notes on its moves.
///
/// Its `Display` writes PGN, which begins with the seven tags that PGN requires and ends with an
/// empty line. Moves are written as `P@d1`. Lines have at most 80 characters, unless a single word
/// is longer.
///
/// ```
/// use claimeven::game::{Game, pgn::PgnGame};
///
/// let mut game = PgnGame::from(Game::default().with_moves("1212")?);
/// game.set_tag("White", "Ann");
/// game.notes[3].nags.push(2);
/// let text = game.to_string();
/// assert!(text.contains("[White \"Ann\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"cfour\"]\n"));
/// assert!(text.ends_with("\n\n1. P@a1 P@b1 2. P@a2 P@b2 $2 *\n\n"));
/// # Ok::<(), claimeven::game::MovesError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PgnGame {
    /// The tags in the order of the text. Each name occurs once, with its last value.
    pub tags: Vec<(String, String)>,
    /// The game without tags and notes.
    pub game: Game,
    /// The notes, one for each move.
    pub notes: Vec<Note>,
    /// What is false in the text from which the game was read, and where: a result, or a number of
    /// moves in the tag `PlyCount`. The game has the true values instead.
    pub warnings: Vec<TextError>,
    /// The comment before the first move.
    pub intro: String,
    /// The result after the last move, if the text has one.
    pub marker: Option<Marker>,
}

/// The glyphs and the comment of a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Note {
    /// Numeric annotation glyphs, such as 2 for `?`, in the order of the text, without
    /// duplicates.
    pub nags: Vec<u8>,
    /// The comment after the move, on one line. Several comments are joined by a space.
    pub comment: String,
}

/// The result at the end of a game's text. The position may not show it: a game also ends if a
/// player runs out of time or resigns. Markers are printed and read as PGN writes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// `1-0`, `0-1` or `1/2-1/2`.
    Over(GameResult),
    /// `*`: the game is not over, or its result is not known.
    Open,
}

impl PgnGame {
    /// Returns the value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| &**value)
    }

    /// Sets the value of a tag; a new tag is added after the others. A name consists of letters,
    /// digits and underscores; other characters are removed from it.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|&c| tag::is_in_name(c)).collect();
        match self.tags.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.tags.push((name, value.to_owned())),
        }
    }

    /// Returns the result of the game: the one on the board, otherwise the marker after the last
    /// move, otherwise the tag `Result`.
    #[must_use]
    pub fn outcome(&self) -> Marker {
        let on_board = self.game.position().result().map(Marker::Over);
        let tagged = || self.tag("Result")?.parse().ok();
        on_board
            .or(self.marker)
            .or_else(tagged)
            .unwrap_or(Marker::Open)
    }
}

/// A game without tags and notes.
impl From<Game> for PgnGame {
    fn from(game: Game) -> PgnGame {
        PgnGame {
            notes: vec![Note::default(); game.moves().len()],
            game,
            ..PgnGame::default()
        }
    }
}
