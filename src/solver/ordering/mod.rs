//! Move ordering: which move is searched first.
//!
//! | File | Contents |
//! |-|-|
//! | [`move_score`] | the score of a move: all its terms |
//! | [`weights`] | how much each term of the score counts |
//! | [`killers`] | killer moves, countermoves and continuations |
//! | [`policy`] | a network that scores the moves of early nodes |
//! | [`queue`] | the moves of a node, best first |
//!
//! This folder depends on `game`, `simd`, `node`, and `eval`, whose functions read and add rows of
//! weights.

mod killers;
pub(crate) mod move_score;
pub(crate) mod policy;
mod queue;
pub(crate) mod weights;

pub(crate) use killers::{KillerKey, Killers, LastMoves};
pub(crate) use queue::MoveQueue;
pub(crate) use weights::{WeightSets, Weights};
