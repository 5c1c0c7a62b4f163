//! Test sets: positions with their exact scores, made from random play or read from files.
//!
//! [`generate()`] plays random games, and a [`Filter`] selects positions from them: those of one
//! of the six kinds ([`PositionKind`]), those with a number of stones, or balanced openings for
//! matches. A seed gives the same set on every machine, because it determines the games and
//! because scores are exact.
//!
//! | File | Contents |
//! |-|-|
//! | `kind` | the six kinds, with a sample of each |
//! | `filter` | positions that a set takes |
//! | `play` | random games |
//! | `generate` | the maker of sets |
//! | `text` | reading of sets |

mod filter;
mod generate;
mod kind;
mod play;
mod text;

pub use filter::Filter;
pub use generate::{MadeSet, Recipe, generate};
pub use kind::PositionKind;
pub use text::{Case, TestSet, TestSetError, read_case};
