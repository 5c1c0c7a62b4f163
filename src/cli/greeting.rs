//! What a person at a terminal reads who starts the program without a command.

use std::io::{self, IsTerminal};

use super::stderr;

const GREETING: &str = concat!(
    "claimeven ",
    env!("CARGO_PKG_VERSION"),
    " waits for commands of UCI or UGI. Type for example

    position moves 4453    to set up the position after these moves
    analyze                to see what each column is worth
    help                   to see all commands
    quit                   to leave

In a shell `claimeven analyze 4453` shows the position at once, and
`claimeven help` lists what else there is.
"
);

/// Greets a person on stderr, and no program: only where both stdin and stderr are terminals.
pub fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        stderr::print_line(GREETING);
    }
}
