//! Files that commands write: one run at a time, whole or not at all, and resumable.
//!
//! - [`target`]: the output of a command, locked while the command runs.
//! - [`inputs`]: the files that a run reads and must not write to.
//! - [`journal`]: the file next to an output from which a later run resumes.
//! - [`lock`]: keeps other processes away from an output.
//! - [`atomic`]: replaces a file in one step.
//! - [`writer`]: writes an output piece by piece.

mod atomic;
pub(super) mod inputs;
pub(super) mod journal;
mod lock;
pub(super) mod target;
pub(super) mod writer;
