//! The replies of the engine, as lines. Pure.
//!
//! A reply is one line, unless documented otherwise, and has no line end.

use std::fmt::Display;

use super::options::{Files, OPTIONS};
use crate::game::{Position, fen, printable};

/// Returns `info string ...`: a text for people.
#[must_use]
pub fn note(text: impl Display) -> String {
    format!("info string {}", printable(&text.to_string()))
}

/// Returns `info string error ...`: an error, for people.
#[must_use]
pub fn error(error: impl Display) -> String {
    note(format_args!("error {error}"))
}

/// Returns the answer to `isready`.
pub(crate) fn ready() -> String {
    "readyok".to_owned()
}

/// Returns the answer to the handshake `uci` or `ugi`. It declares the options that the client may
/// set.
pub(crate) fn introduction(files: Files, handshake: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut lines = vec![
        format!("id name claimeven {version}"),
        "id author the claimeven authors".to_owned(),
    ];
    let allowed = OPTIONS.iter().filter(|option| option.may_be_set(files));
    lines.extend(allowed.map(|option| format!("option {option}")));
    lines.push(format!("{handshake}ok"));
    lines.join("\n")
}

/// Returns the board, for managers that set `UCI_Variant`.
pub(crate) fn variant() -> String {
    let start = fen::write(&Position::EMPTY);
    note(format_args!(
        "variant cfour files 7 ranks 6 pocket 1 template fairy startpos {start}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_remains_one_line() {
        assert_eq!(
            error("bad\nbestmove 1\r"),
            "info string error bad\u{fffd}bestmove 1\u{fffd}"
        );
    }
}
