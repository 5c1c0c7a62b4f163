//! Makes books: finds the positions, solves them, writes the book, verifies it.
//!
//! - [`Plan`] finds every position that play can reach up to the book's ply, solves those
//!   of the deepest ply and derives the scores of the others.
//! - [`Deepening`] adds extra positions to a book: positions two stones beyond it whose search
//!   takes long.
//! - Both have a [`Work`]: positions to search on several threads. The [`Findings`] about a shard
//!   can be saved to a file and completed later; [`merge()`] combines the shards of several
//!   machines.
//! - [`check_structure`] and [`solve_again`] verify a book.
//!
//! [`crate::book`] documents the format of the result.

mod deepen;
mod findings;
mod merge;
mod plan;
mod reachable;
mod solve_order;
#[cfg(test)]
mod tests;
mod verify;
mod work;

pub use deepen::{Deepening, Measured};
pub use findings::{Findings, Numbered, Run};
pub use merge::{MergeError, merge};
pub use plan::Plan;
pub use verify::{Sample, VerifyError, check_structure, solve_again};
pub use work::Work;
