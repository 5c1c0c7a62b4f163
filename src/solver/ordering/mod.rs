//! Move ordering: which move is searched first.
//!
//! | File | What it holds |
//! |-|-|
//! | [`move_score`] | the parts of a move's score: threats and cell (`search::expand` adds them up) |
//! | [`weights`] | the numbers that a move is scored by |
//! | [`killers`] | killer moves, countermoves and follow-up moves |
//! | [`policy`] | a network that scores the moves of early nodes |
//! | [`queue`] | the moves of a node, best first |
//!
//! Knows `game`, `simd`, `node`, and `eval` for reading weights and adding rows of them.

mod killers;
pub(crate) mod move_score;
pub(crate) mod policy;
mod queue;
pub(crate) mod weights;

#[cfg(test)]
pub(crate) use killers::KillerMoves;
pub(crate) use killers::{KillerKey, Killers, LastMoves};
pub(crate) use queue::MoveQueue;
pub(crate) use weights::{WeightSets, Weights};
