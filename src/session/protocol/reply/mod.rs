//! The replies of the engine, as data and as lines. Pure.
//!
//! A reply is one line, unless documented otherwise, and has no line end.
//!
//! | File | Contents |
//! |-|-|
//! | `info` | the `info` line, with its scores and chances |
//! | `column_value` | the values of columns |

mod column_value;
mod info;

use std::fmt;

pub use column_value::ColumnValue;
pub use info::{Info, PROVEN_CP, ScoreText};

use super::options::{Files, OPTIONS};
use crate::game::{Position, fen, printable};

/// An answer or a line about a running search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `info ...`
    Info(Info),
    /// `info string ...`: for people.
    Note(String),
    /// `info string error ...`: an error, for people.
    Error(String),
    /// `bestmove ...`
    BestMove {
        /// The move; `None` if the game is over or there is no position.
        best: Option<String>,
        /// The opponent's expected reply.
        ponder: Option<String>,
    },
    /// `analysis ...`: the value of each column for the side to move, from left to right.
    Analysis([ColumnValue; 7]),
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
            Reply::Info(info) => info.fmt(f),
            Reply::Note(text) => write!(f, "info string {}", printable(text)),
            Reply::Error(text) => write!(f, "info string error {}", printable(text)),
            Reply::BestMove { best, ponder } => {
                write!(f, "bestmove {}", best.as_deref().unwrap_or("(none)"))?;
                info::field(f, "ponder", ponder.as_ref())
            }
            Reply::Analysis(values) => {
                let mut values = (1..).zip(values);
                f.write_str("analysis")?;
                values.try_for_each(|(column, value)| write!(f, " {column}:{value}"))
            }
            Reply::Text(text) => f.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn an_info_line_has_the_known_fields_in_the_usual_order() {
        let info = Info {
            depth: Some(10),
            seldepth: Some(15),
            multipv: Some(1),
            score: Some(ScoreText::Cp(23)),
            nodes: Some(5576),
            nps: Some(506_909),
            hashfull: Some(3),
            tbhits: Some(0),
            time: Some(Duration::from_micros(11_900)),
            pv: Some("P@d1 P@d2".to_owned()),
            ..Info::default()
        };
        assert_eq!(
            Reply::Info(info).to_string(),
            "info depth 10 seldepth 15 multipv 1 score cp 23 nodes 5576 nps 506909 \
             hashfull 3 tbhits 0 time 11 pv P@d1 P@d2"
        );
        let proven = Info {
            score: Some(ScoreText::Loss),
            wdl: Some([0, 0, 1000]),
            ..Info::default()
        };
        assert_eq!(
            Reply::Info(proven).to_string(),
            "info score cp -10000 upperbound wdl 0 0 1000"
        );
    }

    #[test]
    fn text_remains_one_line() {
        assert_eq!(
            Reply::Error("bad\nbestmove 1\r".to_owned()).to_string(),
            "info string error bad\u{fffd}bestmove 1\u{fffd}"
        );
    }
}
