//! The replies of the engine, as lines. Pure.
//!
//! A reply is one line, unless documented otherwise, and has no line end.

use std::fmt;

use super::options::{Files, OPTIONS};
use crate::game::{Position, fen, printable};

/// An answer or a line about a running search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `info string ...`: for people.
    Note(String),
    /// `info string error ...`: an error, for people.
    Error(String),
    /// Any other text, of one or more lines.
    Text(String),
}

impl Reply {
    /// The answer to `isready`.
    pub(crate) fn ready() -> Reply {
        Reply::Text("readyok".to_owned())
    }

    /// Returns the answer to the handshake `uci` or `ugi`. It declares the options that the client
    /// may set.
    pub(crate) fn introduction(files: Files, handshake: &str) -> Reply {
        let version = env!("CARGO_PKG_VERSION");
        let mut lines = vec![
            format!("id name claimeven {version}"),
            "id author the claimeven authors".to_owned(),
        ];
        let allowed = OPTIONS.iter().filter(|option| option.may_be_set(files));
        lines.extend(allowed.map(|option| format!("option {option}")));
        lines.push(format!("{handshake}ok"));
        Reply::Text(lines.join("\n"))
    }

    /// Returns the board, for managers that set `UCI_Variant`.
    pub(crate) fn variant() -> Reply {
        let start = fen::write(&Position::EMPTY);
        Reply::Note(format!(
            "variant cfour files 7 ranks 6 pocket 1 template fairy startpos {start}"
        ))
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Note(text) => write!(f, "info string {}", printable(text)),
            Reply::Error(text) => write!(f, "info string error {}", printable(text)),
            Reply::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_remains_one_line() {
        assert_eq!(
            Reply::Error("bad\nbestmove 1\r".to_owned()).to_string(),
            "info string error bad\u{fffd}bestmove 1\u{fffd}"
        );
    }
}
