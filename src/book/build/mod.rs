//! Makes books: finds the positions, solves them, writes the book, verifies it.
//!
//! | File | Contents |
//! |-|-|
//! | `plan` | [`Plan`]: solves the positions of the deepest ply, derives the others |
//! | `reachable`, `solve_order` | the positions that play can reach; the order of their searches |
//! | `deepen` | [`deepen()`]: adds positions past the book whose search takes long |
//! | `work` | [`Work`]: searches positions on several threads |
//! | `findings` | [`Findings`] about a shard, which a later run can complete |
//! | `merge` | combines the findings of several machines |
//! | `verify` | [`check_structure`] and [`solve_again`] verify a book |
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

pub use deepen::{Measured, deepen};
pub use findings::{Findings, Numbered, Run};
pub use merge::MergeError;
pub use plan::Plan;
pub use verify::{Sample, VerifyError, check_structure, solve_again};
pub use work::Work;
