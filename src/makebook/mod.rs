//! Makes books: finds the positions, solves them, packs and checks the result.

mod deepen;
mod part;
mod plan;
mod reachable;
mod solve_order;
#[cfg(test)]
mod tests;
mod verify;
mod work;

pub use deepen::{Deepening, Measured};
pub use part::{Finding, HEAD as PART_HEAD, MergeError, Numbered, Part, PartError, merge};
pub use plan::Plan;
pub use verify::{Fault, Sample, solve_again, structure};
pub use work::{Work, search};
