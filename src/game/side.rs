//! The two players and the result of a game. Pure.

/// One of the two players. The order is that in which they move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The player of the first stone.
    First,
    /// The player of the second stone.
    Second,
}

impl Side {
    /// Both players, in the order in which they move.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// Returns the letter of the player's stones in diagrams and texts for people.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::First => 'X',
            Side::Second => 'O',
        }
    }

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// The side whose stones have the first of the two marks on a board. The other side's stones have
/// the second mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MarkOwner {
    /// The player who began.
    #[default]
    FirstPlayer,
    /// The other player.
    SecondPlayer,
    /// The side to move, as on the boards of many programs that learn. If there are equal numbers
    /// of both marks, the first mark is the first player's; if there is one more of the second
    /// mark, it is the second player's.
    SideToMove,
}

/// The result of a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// This side has four in a row.
    Won(Side),
    /// The board is full, and no side has four in a row.
    Draw,
}
