//! What a person at a terminal types and the protocol lacks: a position alone, `exit` and `?`. Pure.

use crate::session::protocol::{self, Command, CommandError, CommandErrorKind, Picture};

/// The kind of client that sends the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Client {
    /// A program. It gets an error for each line that is not in the protocol.
    #[default]
    Program,
    /// A person at a terminal.
    Person,
}

impl Client {
    /// Returns the commands that a person means by a line with an error. They are empty for a
    /// program, and if the meaning is not known.
    pub(super) fn meant(self, line: &str, error: &CommandError) -> Vec<Command> {
        if self == Client::Program {
            return Vec::new();
        }
        match (line.trim(), &error.kind) {
            ("exit", _) => vec![Command::Quit],
            ("?", _) => vec![Command::Help],
            (_, CommandErrorKind::BarePosition { command }) => {
                let position = protocol::parse(command).ok().flatten();
                let scores = Command::Display(Picture::Scores);
                position.into_iter().chain([scores]).collect()
            }
            _ => Vec::new(),
        }
    }
}
