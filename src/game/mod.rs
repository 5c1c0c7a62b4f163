//! The game: board, rules, notations and the meaning of a score.
//!
//! Pure: no I/O, no clock, no search.

pub mod bitboard;
mod cursor;
pub mod diagram;
pub(crate) mod error;
pub mod fen;
mod mode;
pub mod notation;
pub mod pgn;
mod played;
mod position;
mod printable;
pub(crate) mod random;
pub mod read;
#[cfg(test)]
pub(crate) mod sample;
mod score;
#[cfg(feature = "serde")]
pub(crate) mod serial;
mod side;
mod stones;
#[cfg(test)]
pub(crate) mod tests;
mod text;

pub use diagram::Diagram;
pub use error::{Expected, MovesError, StonesError, TextError, TextErrorKind, excerpt};
pub use mode::Mode;
pub use notation::{Move, MoveToken, Notation};
pub use played::{Game, replay};
pub use position::{Column, Columns, ColumnsIter, Position};
#[cfg(feature = "session")]
pub(crate) use printable::printable;
pub use score::{Outcome, Score};
pub use side::{GameResult, Side};
