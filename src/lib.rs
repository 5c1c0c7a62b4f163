//! Exact Connect Four: rules, solver, protocol and daemon.
//!
//! - [`game`]: board, rules, notations, scores. Pure.
//! - [`solver`]: exact values by search. Synchronous; knows no protocol.

pub mod game;
pub mod solver;
