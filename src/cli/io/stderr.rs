//! Standard error as every command writes to it.

use std::fmt::Display;
use std::io::{self, Write};

use crate::game::printable;

/// Prints a line on stderr. Ignores errors: a command does its work even if stderr is closed.
pub(in crate::cli) fn print_line(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", printable(&line.to_string()));
}

/// Prints the error that ends the process.
pub(in crate::cli) fn report(error: impl Display) {
    print_line(format_args!("error: {error}"));
}
