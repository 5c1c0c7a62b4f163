//! Exact Connect Four: rules, solver, protocol and daemon.
//!
//! - [`mod@annotate`]: what every move of a game was worth.
//! - [`batch`]: a stream of positions to a stream of answers, on all cores.
//! - [`mod@bench`]: positions with known scores, solved against the clock.
//! - [`book`]: exact scores of all openings: file format and lookup.
//! - [`cli`]: the command line.
//! - [`daemon`]: the process that managers talk to; ties all else together.
//! - [`game`]: board, rules, notations, scores. Pure.
//! - [`ladder`]: the steps from plain min-max to today's engine, each a solver.
//! - [`lines`]: lines of text from anywhere, with a cap.
//! - [`makebook`]: builds, deepens, merges and verifies books.
//! - [`memory`]: how much the machine has left.
//! - [`protocol`]: what is said on the wire, as data and as lines. Pure.
//! - [`record`]: one analysis as JSON or CSV, one annotated game as JSON.
//! - [`solver`]: exact values by search. Synchronous; knows no protocol.
//! - [`testset`]: positions with known scores from random play.

pub mod annotate;
pub mod batch;
pub mod bench;
pub mod book;
pub mod cli;
pub mod daemon;
pub mod game;
pub mod ladder;
pub mod lines;
pub mod makebook;
pub mod memory;
mod patient;
pub mod protocol;
mod random;
pub mod record;
#[cfg(test)]
mod sample;
mod signals;
pub mod solver;
pub mod testset;
