//! Test sets: positions with their exact scores, made from random play or read from files.
//!
//! [`generate()`] plays random games, and a [`Filter`] tells which of their positions are
//! taken: those of one of the six kinds ([`PositionKind`]), those of one ply, or balanced
//! openings for matches. A seed gives the same set on every machine, because positions
//! follow from it and scores are exact.
//!
//! Knows the solver; reads and writes no files.

mod filter;
mod generate;
mod kind;
mod play;
mod text;

pub use filter::Filter;
pub use generate::{MadeSet, Recipe, generate};
pub use kind::PositionKind;
pub use text::{Case, ReadError, TestSet, TestSetError, TestSetFault};
