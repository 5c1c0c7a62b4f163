//! What a person at a terminal types and the protocol lacks: a position alone, `exit` and `?`. Pure.

use crate::session::protocol::{self, Command};

/// The kind of client that sends the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// A program. It gets an error for each line that is not in the protocol.
    Program,
    /// A person at a terminal.
    Person,
}

impl Client {
    /// Returns the commands that a person means by a line that is not a command. They are empty for
    /// a program, and if the meaning is not known.
    pub(super) fn meant(self, line: &str) -> Vec<Command> {
        match (self, line.trim()) {
            (Client::Program, _) => Vec::new(),
            (Client::Person, "exit") => vec![Command::Quit],
            (Client::Person, "?") => vec![Command::Help],
            (Client::Person, text) => {
                let text = text.strip_prefix("position ").unwrap_or(text);
                let command = protocol::position_command(text);
                let position = command.and_then(|command| protocol::parse(&command).ok()?);
                position.map_or_else(Vec::new, |position| vec![position, Command::DisplayScores])
            }
        }
    }
}
