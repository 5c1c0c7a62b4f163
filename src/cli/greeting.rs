//! The greeting for a person who starts the program at a terminal without a command.

use std::io::{self, IsTerminal};

use super::stderr;

const GREETING: &str = concat!(
    "claimeven ",
    env!("CARGO_PKG_VERSION"),
    " waits for UCI or UGI commands. For example, type

    position moves 4453    to set up the position after these moves
    analyze                to see the score of each column
    help                   to see all commands
    quit                   to leave

In a shell, `claimeven analyze 4453` shows the position at once, and
`claimeven help` lists all subcommands.
"
);

/// Prints a greeting on stderr if both stdin and stderr are terminals, so that programs do not
/// receive it.
pub fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        stderr::print_line(GREETING);
    }
}
