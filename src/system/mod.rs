//! Helpers between the engine and the operating system.
//!
//! - `lines`: lines of bounded length from any source of bytes.
//! - `memory`: the memory that is left for a table.
//! - `retry`: files that may not be ready.
//! - `signals`: signals that ask the process to end.

pub(crate) mod lines;
pub(crate) mod memory;
#[cfg(feature = "cli")]
pub(crate) mod retry;
#[cfg(feature = "cli")]
pub(crate) mod signals;
