//! The two players, and what comes of their game. Pure.

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    feature = "cli",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
pub enum Side {
    /// Who plays the first stone.
    First,
    /// Who answers.
    Second,
}

impl Side {
    /// Both, in turn.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// `first` or `second`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Side::First => "first",
            Side::Second => "second",
        }
    }

    /// The letter of the player's stones where people read it.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Side::First => 'X',
            Side::Second => 'O',
        }
    }

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// How a game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// This side has four.
    Won(Side),
    /// The board is full, and nobody has four.
    Draw,
}
