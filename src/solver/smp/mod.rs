//! Several threads on one search: what they share, and how they are started and ended.
//!
//! All of them work on the same root over the same table, so that each finds there what another
//! has proven. They work on one window of the root at a time ([`RootBounds`]). Near the root each
//! enters the children that it searches in a [`BusyTable`](busy::BusyTable), so that others turn to
//! different ones (ABDADA, see `search::abdada`). Which thread is first decides what is searched,
//! so node counts differ from run to run; values do not.
//!
//! | File | What it holds |
//! |-|-|
//! | [`pool`] | the threads of a solver |
//! | [`shared`] | what the threads of one search share |
//! | [`busy`] | the children that threads search at present |
//! | [`root_bounds`] | what is proven of the root, and the window that threads work on |
//! | [`shared_stack`] | the shared nodes above the one that a thread searches |
//! | [`observers`] | the pulse of each thread: starts the helpers, yields the core |
//! | [`backoff`] | how often a thread yields its core |
//!
//! Knows `types`, `tt` and `node`.

mod backoff;
mod busy;
mod observers;
mod pool;
mod root_bounds;
mod shared;
mod shared_stack;

pub(crate) use pool::{ThreadEnv, ThreadPool};
pub(crate) use root_bounds::{ActiveWindow, RootBounds};
pub(crate) use shared::SharedContext;
pub(crate) use shared_stack::SharedStack;
