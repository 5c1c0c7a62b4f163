//! Move ordering: which move is searched first.
//!
//! | File | What it holds |
//! |-|-|
//! | [`move_score`] | a move's score by its threats and its cell |
//! | [`weights`] | the numbers that a move is scored by |
//! | [`killers`] | killer moves, countermoves and follow-up moves |
//! | [`policy`] | a network that scores moves near the root |
//! | [`queue`] | the moves of a node, best first |
//!
//! Knows `game`, `types`, `simd`, `node`, and `eval` for the arithmetic of networks.

mod killers;
pub(crate) mod move_score;
pub(crate) mod policy;
mod queue;
pub(crate) mod weights;

pub(crate) use killers::{KillerKey, KillerMoves, Killers, MoveHistory};
pub(crate) use queue::MoveQueue;
pub(crate) use weights::{Scales, Weights};
