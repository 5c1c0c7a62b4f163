//! Games as PGN, the text in which chess managers keep them.
//!
//! Pure, and the memory for a game is bounded. Source of the format: Portable Game Notation
//! Specification and Implementation Guide, 1994, by Steven J. Edwards. Games look as Cute Chess
//! writes them for its variant `cfour`: White is the first player, and a move is `P@d1`.
//!
//! [`Reader`] takes lines and gives games; a [`PgnGame`] prints itself.

mod cursor;
#[cfg(test)]
mod fuzz;
mod reader;
mod tag;
#[cfg(test)]
mod tests;
mod word;
mod write;

use super::fen::FenFault;
use super::notation::MovesError;
use super::played::Game;
use super::side::{GameResult, Side};
pub use reader::{Reader, games};

/// Whether a text is PGN, told from its first line that is not empty: a tag pair, a comment, or a
/// line that PGN leaves to other programs (`%`).
#[must_use]
pub fn is_first_line(line: &str) -> bool {
    line.starts_with(['%', ';', '{']) || tag::name(line).is_some()
}

/// A game with its tags and with what is noted beside its moves.
///
/// Its `Display` is PGN, beginning with the seven tags that PGN demands and ending with an empty
/// line. Moves are `P@d1`; lines have at most 80 characters, unless one word has more.
///
/// ```
/// use claimeven::game::{Game, pgn::PgnGame};
///
/// let mut game = PgnGame::from(Game::default().with_moves("1212")?);
/// game.set_tag("White", "Ann");
/// game.notes_mut()[3].nags.push(2);
/// let text = game.to_string();
/// assert!(text.contains("[White \"Ann\"]\n[Black \"?\"]\n[Result \"*\"]\n[Variant \"cfour\"]\n"));
/// assert!(text.ends_with("\n\n1. P@a1 P@b1 2. P@a2 P@b2 $2 *\n\n"));
/// # Ok::<(), claimeven::game::MovesError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PgnGame {
    tags: Vec<(String, String)>,
    game: Game,
    notes: Vec<Note>,
    /// What is said before the first move.
    pub intro: String,
    /// The result at the end of the moves, if there is one.
    pub marker: Option<Marker>,
}

/// What is noted beside a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Note {
    /// Numeric annotation glyphs, such as 2 for `?`, in the order of the text. None comes twice.
    pub nags: Vec<u8>,
    /// What is said behind the move, on one line. Several comments are joined by a space.
    pub comment: String,
}

/// The result with which the text of a game ends. The board may say otherwise: a game also ends
/// when time is up or a player gives in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    /// `1-0`, `0-1` or `1/2-1/2`.
    Over(GameResult),
    /// `*`: the game goes on, or its end is not known.
    Open,
}

impl Marker {
    const ALL: [Marker; 4] = [
        Marker::Over(GameResult::Won(Side::First)),
        Marker::Over(GameResult::Won(Side::Second)),
        Marker::Over(GameResult::Draw),
        Marker::Open,
    ];

    /// The marker as PGN has it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Marker::Over(GameResult::Won(Side::First)) => "1-0",
            Marker::Over(GameResult::Won(Side::Second)) => "0-1",
            Marker::Over(GameResult::Draw) => "1/2-1/2",
            Marker::Open => "*",
        }
    }

    fn of_text(text: &str) -> Option<Marker> {
        let mut all = Marker::ALL.into_iter();
        all.find(|marker| marker.text() == text)
    }
}

impl PgnGame {
    /// The tags in the order of the text. No name comes twice: the last value counts.
    #[must_use]
    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| &**value)
    }

    /// Sets a tag, or adds it behind the others. A name consists of letters, digits and
    /// underscores; other characters are left out.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let name: String = name.chars().filter(|&sign| tag::is_of_name(sign)).collect();
        match self.tags.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => value.clone_into(known),
            None => self.tags.push((name, value.to_owned())),
        }
    }

    /// The game itself.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The notes beside the moves, one for each.
    #[must_use]
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The notes beside the moves, to be changed.
    pub fn notes_mut(&mut self) -> &mut [Note] {
        &mut self.notes
    }

    /// The result of the game: that at the end of the moves, else that of the tag `Result`, else
    /// what the board says.
    #[must_use]
    pub fn outcome(&self) -> Marker {
        let tagged = || self.tag("Result").and_then(Marker::of_text);
        let on_board = || {
            let result = self.game.position().result();
            result.map_or(Marker::Open, Marker::Over)
        };
        self.marker.or_else(tagged).unwrap_or_else(on_board)
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

/// Why a game of a text is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, char {at}: {fault}")]
pub struct PgnError {
    /// The line of the fault, counted from 1.
    pub line: u64,
    /// The place of the fault in the line: a character, counted from 1.
    pub at: usize,
    /// What is wrong at this place.
    pub fault: PgnFault,
}

/// What is wrong with a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum PgnFault {
    #[error("expected {wanted}; found {found:?}")]
    Unexpected { wanted: &'static str, found: String },
    #[error("expected {wanted}; the text ends here")]
    Unfinished { wanted: &'static str },
    #[error("expected tags and comments of at most {most} bytes in a game; found more")]
    TooMuch { most: usize },
    #[error("expected a line of at most {most} bytes; found a longer one")]
    LongLine { most: usize },
    #[error(transparent)]
    Fen(#[from] FenFault),
    #[error(transparent)]
    Moves(#[from] MovesError),
}
