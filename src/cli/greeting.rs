//! The greeting for a person who starts the program at a terminal without a command.

use std::io::{self, IsTerminal, Write};

use crate::session::Client;

const GREETING: &str = concat!(
    "claimeven ",
    env!("CARGO_PKG_VERSION"),
    " waits for UCI or UGI commands. For example, type

    4453                   to see the board after these moves, with all scores
    position moves 4453    to set up the same position as programs do
    analyze                to see the score of each column and the best lines
    help                   to see all commands
    exit                   to leave

In a shell, `claimeven play` begins a game, `claimeven analyze 4453` shows
the position at once, and `claimeven help` lists all subcommands.
"
);

/// Returns the kind of client. Greets a person on stderr: the client is one if both stdin and stderr
/// are terminals.
#[must_use]
pub(super) fn greet() -> Client {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Client::Program;
    }
    // Ignore the error: stderr is closed.
    let _ = writeln!(io::stderr(), "{GREETING}");
    Client::Person
}
