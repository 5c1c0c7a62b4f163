//! A game: its start, its moves and the position they lead to. Pure.

use arrayvec::ArrayVec;

use super::bitboard::CELLS;
use super::error::MovesError;
use super::notation::{self, Move};
use super::position::{Column, Position};

/// A position with the moves that led to it.
///
/// ```
/// use claimeven::game::{Column, Game};
///
/// let mut game = Game::default().with_moves("445")?;
/// game.play(Column::ALL[2])?;
/// assert_eq!(game.moves().len(), 4);
/// assert_eq!(game.position().stones(), 4);
/// assert_eq!(game.take_back(), Some(Column::ALL[2]));
/// assert_eq!(game, Game::default().with_moves("445")?);
/// # Ok::<(), claimeven::game::MovesError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Game {
    start: Position,
    moves: ArrayVec<Column, { CELLS as usize }>,
    position: Position,
}

impl Game {
    /// Returns the position in which the game began.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves played since the start.
    #[must_use]
    pub fn moves(&self) -> &[Column] {
        &self.moves
    }

    /// Returns the position after the moves.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves with the rows on which their stones landed.
    pub(crate) fn stones(&self) -> Vec<Move> {
        Move::line(&self.start, &self.moves)
    }

    /// Returns the positions of the game: before the first move and after each.
    #[must_use]
    pub fn positions(&self) -> Vec<Position> {
        let mut positions = vec![self.start];
        for (played, &column) in self.moves.iter().enumerate() {
            positions.push(positions[played].play(column));
        }
        positions
    }

    /// Plays the next move.
    ///
    /// # Errors
    /// Fails if the game is over or the column is full. The game is then unchanged.
    pub fn play(&mut self, column: Column) -> Result<(), MovesError> {
        self.play_claimed(column, None)
    }

    /// Plays the next move like [`play`](Self::play). `claimed` is the row on which the stone lands
    /// according to the text of the move, if the text names a row.
    ///
    /// # Errors
    /// Fails also if the stone lands on another row.
    pub fn play_claimed(&mut self, column: Column, claimed: Option<u8>) -> Result<(), MovesError> {
        let ply = self.moves.len() + 1;
        if self.position.is_over() {
            return Err(MovesError::GameOver { ply });
        }
        let Some(Move { row: landing, .. }) = Move::landing(&self.position, column) else {
            let column = column.number();
            return Err(MovesError::ColumnFull { ply, column });
        };
        if let Some(claimed) = claimed.filter(|&row| row != landing) {
            return Err(MovesError::WrongRow {
                ply,
                column: column.number(),
                landing,
                claimed,
            });
        }
        self.position = self.position.play(column);
        self.moves.push(column);
        Ok(())
    }

    /// Takes back the last move and returns it, or returns `None` if no move was played.
    pub fn take_back(&mut self) -> Option<Column> {
        let last = self.moves.pop()?;
        let moves = self.moves.iter();
        self.position = moves.fold(self.start, |position, &column| position.play(column));
        Some(last)
    }

    /// Continues the game with packed columns such as `"4453"`.
    ///
    /// # Errors
    /// Fails if a character is not a column, the column is full, or the game is over.
    pub fn with_moves(self, packed: &str) -> Result<Game, MovesError> {
        self.with_line(&notation::columns(packed)?)
    }

    /// Continues the game with a line of moves.
    pub(crate) fn with_line(mut self, line: &[Column]) -> Result<Game, MovesError> {
        line.iter().try_for_each(|&column| self.play(column))?;
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

/// Returns the position after packed columns such as `"4453"`, from the empty board.
///
/// ```
/// use claimeven::game::{MovesError, replay};
///
/// assert_eq!(replay("4453")?.stones(), 4);
/// assert_eq!(
///     replay("4444444"),
///     Err(MovesError::ColumnFull { ply: 7, column: 4 })
/// );
/// # Ok::<(), MovesError>(())
/// ```
///
/// # Errors
/// Fails if a character is not a column, the column is full, or the game is over.
pub fn replay(packed: &str) -> Result<Position, MovesError> {
    Ok(*Game::default().with_moves(packed)?.position())
}
