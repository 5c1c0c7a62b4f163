//! The ways of reading positions, on the usual board and on boards of another size.

use crate::game::read::{self, Convention, Labelled};
use crate::game::{Game, Position, Size, TextError};
use crate::sizes;

/// A way of reading positions: on the usual board under a convention, or on a board of another size.
pub(in crate::cli) trait Reader: Copy + Default + Send + 'static {
    /// A position, and the moves to it.
    type Game: From<Game>;
    /// A position.
    type Position;

    /// Returns the size of the boards.
    fn size(self) -> Size;
    /// Returns the position of a game.
    fn position(game: &Self::Game) -> Self::Position;
    /// Reads a position with its label.
    fn labelled(self, text: &str) -> Result<Labelled<'_, Self::Game>, TextError>;
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

    fn labelled(self, text: &str) -> Result<Labelled<'_, Game>, TextError> {
        read::labelled(text, self)
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

    fn labelled(self, text: &str) -> Result<Labelled<'_, sizes::Game>, TextError> {
        sizes::labelled(text, self.size, self.convention)
    }
}
