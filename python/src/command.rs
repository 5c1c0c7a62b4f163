//! The command `claimeven` of the package.
//!
//! The extension exports the program, because a wheel with the program as a file of its own would
//! have the engine and its book twice.

use std::ffi::OsString;
use std::process::{self, ExitCode};

use claimeven::cli;
use pyo3::prelude::*;

/// Runs the program with the words of a command line, and ends the process with its exit code.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "Python hands an object over")]
pub(crate) fn main(py: Python<'_>, words: Vec<OsString>) {
    py.detach(|| process::exit(number(cli::main(&words))));
}

/// Returns the number of an exit code, which only comparison reveals.
fn number(code: ExitCode) -> i32 {
    let found = (0..=u8::MAX).find(|&number| ExitCode::from(number) == code);
    i32::from(found.unwrap_or(1))
}
