//! The ways of reading positions: as texts and in JSON objects, on boards of each size.

use super::ReadText;
use crate::game::read::{self, Convention, Labelled};
use crate::game::{Game, Position, Size, TextError};
use crate::sizes;
use crate::solver::many::Repeatable;

/// A way of reading positions: on the usual board under a convention, or on a board of another size.
pub(in crate::cli) trait Reader: Copy + Default + Send + 'static {
    /// A position, and the moves to it.
    type Game;
    /// A position.
    type Position: Repeatable;

    /// Returns the size of the boards.
    fn size(self) -> Size;
    /// Returns the position of a game.
    fn position(game: &Self::Game) -> Self::Position;
    /// Returns whether a game has moves.
    fn has_moves(game: &Self::Game) -> bool;
    /// Reads a position with its label.
    fn labelled(self, text: &str) -> Result<Labelled<'_, Self::Game>, TextError>;
    /// Reads a position and the score after it.
    fn scored(self, text: &str) -> Result<(Labelled<'_, Self::Game>, i8), TextError>;
    /// Reads the position in a JSON object.
    fn json(self, text: &str) -> ReadText<Self::Game>;
}

impl Reader for Convention {
    type Game = Game;
    type Position = Position;

    fn size(self) -> Size {
        Size::USUAL
    }

    fn position(game: &Game) -> Position {
        *game.position()
    }

    fn has_moves(game: &Game) -> bool {
        !game.moves().is_empty()
    }

    fn labelled(self, text: &str) -> Result<Labelled<'_, Game>, TextError> {
        read::labelled(text, self)
    }

    fn scored(self, text: &str) -> Result<(Labelled<'_, Game>, i8), TextError> {
        read::scored(text, self).map(|(read, score)| (read, score.get()))
    }

    fn json(self, text: &str) -> ReadText {
        super::position(text, self)
    }
}

/// Reads positions on boards of a size.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::cli) struct OfSize {
    pub(in crate::cli) size: Size,
    pub(in crate::cli) convention: Convention,
}

impl Reader for OfSize {
    type Game = sizes::Game;
    type Position = sizes::Position;

    fn size(self) -> Size {
        self.size
    }

    fn position(game: &sizes::Game) -> sizes::Position {
        *game.position()
    }

    fn has_moves(game: &sizes::Game) -> bool {
        !game.moves().is_empty()
    }

    fn labelled(self, text: &str) -> Result<Labelled<'_, sizes::Game>, TextError> {
        sizes::labelled(text, self.size, self.convention)
    }

    fn scored(self, text: &str) -> Result<(Labelled<'_, sizes::Game>, i8), TextError> {
        sizes::scored(text, self.size, self.convention)
    }

    fn json(self, text: &str) -> ReadText<sizes::Game> {
        super::position_of_size(text, self)
    }
}
