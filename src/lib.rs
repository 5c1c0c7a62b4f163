//! Exact Connect Four: rules, solver, protocol and daemon.
//!
//! - [`mod@bench`]: positions with known scores, solved against the clock.
//! - [`game`]: board, rules, notations, scores. Pure.
//! - [`protocol`]: what is said on the wire, as data and as lines. Pure.
//! - [`solver`]: exact values by search. Synchronous; knows no protocol.

pub mod bench;
pub mod game;
pub mod protocol;
pub mod solver;
