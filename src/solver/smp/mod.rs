//! Several threads on one search: their shared data, and how they start and end.
//!
//! All threads search the same root and share a table, so that each finds the proofs of the others.
//! At any time, all search the same window of the root ([`RootBounds`]). Near
//! the root, each thread enters the children that it searches in a
//! [`BusyTable`](shared::BusyTable), so that the others turn to different children (ABDADA, see
//! `search::abdada`). Which nodes are searched depends on which thread comes first, so node counts
//! differ from run to run. Values do not.
//!
//! | File | Contents |
//! |-|-|
//! | [`pool`] | the threads of a solver |
//! | [`shared`] | the data shared by the threads of one search |
//!
//! This folder depends on `types` and `tt`.

mod pool;
mod shared;

pub(crate) use pool::ThreadPool;
pub(crate) use shared::{RootBounds, SharedContext};
