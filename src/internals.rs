//! What only our own programs use: the browser, Python, the trainers, the man pages and the tests.
//! No version promises it.

/// The bit layout of a board, and functions on it.
pub mod bitboard {
    pub use crate::game::bitboard::*;
}

/// Making and checking books.
pub mod build {
    pub use crate::book::build::*;
}

/// The models that estimate the Elo of a player.
pub mod estimate {
    pub use crate::review::grade::choice::{Choice, TRAITS};
    pub use crate::review::grade::estimate::{Evidence, MODELS, Model, TERMS, strength};
}

/// Many positions on several threads, answered as they are solved.
pub mod many {
    pub use crate::solver::many::*;
}

/// The bench, test sets, and a solver for each step of the tutorial.
pub mod measure {
    pub use crate::measure::*;
}

/// Moves as text.
pub mod notation {
    pub use crate::game::notation::*;
}

/// The conversation with a client, without input, output, threads or a clock of its own.
pub mod session {
    pub use crate::session::*;
}

#[cfg(feature = "cli")]
pub use crate::cli::command;
