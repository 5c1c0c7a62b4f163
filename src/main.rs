//! The `claimeven` binary.

use std::env;
use std::process::ExitCode;

use claimeven::cli;

/// Runs before the runtime, which opens `/dev/null` in place of a closed stdout.
#[cfg(unix)]
#[ctor::ctor]
fn before_the_runtime() {
    cli::note_closed_stdout();
}

fn main() -> ExitCode {
    cli::main(env::args_os().collect())
}
