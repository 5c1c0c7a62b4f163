//! The game itself: board, rules, notations and the meaning of a score.
//!
//! Pure: no I/O, no clock, no search.

pub mod bitboard;
pub mod position;
pub mod score;

pub use position::{Column, Columns, Position};
pub use score::{Outcome, Score};
