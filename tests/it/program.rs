//! The program, run once for what it prints.

use std::process::{Command, Output, Stdio};

/// The program with these arguments and nothing to read.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_claimeven"));
    command.args(arguments).stdin(Stdio::null());
    command
}

/// What comes of running it.
pub(crate) fn claimeven(arguments: &[&str]) -> Output {
    command(arguments).output().expect("the binary was built")
}

/// What it printed.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the engine writes UTF-8")
}
