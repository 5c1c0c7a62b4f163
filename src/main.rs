//! The `claimeven` binary.

use std::env;
use std::process::ExitCode;

use claimeven::cli;

fn main() -> ExitCode {
    cli::main(&env::args_os().collect::<Vec<_>>())
}
