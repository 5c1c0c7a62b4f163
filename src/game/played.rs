//! A game: where it began, what was played, where that led. Pure.

use arrayvec::ArrayVec;

use super::bitboard::CELLS;
use super::notation::{self, MovesError};
use super::position::{Column, Position};

/// A position with the moves that led to it.
///
/// ```
/// use claimeven::game::{Column, Game};
///
/// let mut game = Game::default().with_moves("445")?;
/// game.play(Column::ALL[2], None)?;
/// assert_eq!(game.moves().len(), 4);
/// assert_eq!(game.position().stones(), 4);
/// # Ok::<(), claimeven::game::MovesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    start: Position,
    moves: ArrayVec<Column, { CELLS as usize }>,
    position: Position,
}

impl Game {
    /// Where it began.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// What was played since.
    #[must_use]
    pub fn moves(&self) -> &[Column] {
        &self.moves
    }

    /// Where the moves lead.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Plays the next move, with the row its writer expects the stone to land on,
    /// if told.
    ///
    /// # Errors
    /// The game is over, the column is full, or the stone lands elsewhere; the game
    /// stays as it was.
    pub fn play(&mut self, column: Column, claimed: Option<u8>) -> Result<(), MovesError> {
        let ply = self.moves.len() + 1;
        self.position = notation::advance(&self.position, ply, column, claimed)?;
        self.moves.push(column);
        Ok(())
    }

    /// The game that goes on with a packed line such as `"4453"`.
    ///
    /// # Errors
    /// The first character that is not a column or cannot be played.
    pub fn with_moves(mut self, packed: &str) -> Result<Game, MovesError> {
        for (ply, found) in (1..).zip(packed.chars()) {
            let column = notation::column_of_digit(found);
            self.play(column.ok_or(MovesError::NotAColumn { ply, found })?, None)?;
        }
        Ok(self)
    }
}

/// A game that begins in a position.
impl From<Position> for Game {
    fn from(start: Position) -> Game {
        Game {
            start,
            moves: ArrayVec::new(),
            position: start,
        }
    }
}

/// A game that begins on the empty board.
impl Default for Game {
    fn default() -> Game {
        Game::from(Position::EMPTY)
    }
}
