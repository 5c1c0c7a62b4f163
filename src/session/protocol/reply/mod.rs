//! The replies of the engine, as data and as lines. Pure.
//!
//! A reply is one line, unless documented otherwise, and has no line end.

mod info;

use std::fmt;

pub use info::{Info, PROVEN_CP, ScoreText};

use super::options::{Files, OPTIONS, OptionSpec};
use crate::game::{GameResult, Mode, Move, Notation, Outcome, Position, Side, fen, printable};
use crate::solver::Bounds;

/// An answer or a line about a running search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reply {
    /// `id name` and `id author`: two lines.
    Id,
    /// `option name ...`
    Option(&'static OptionSpec),
    /// `uciok`
    UciOk,
    /// `ugiok`
    UgiOk,
    /// `readyok`
    ReadyOk,
    /// `info ...`
    Info(Info),
    /// `info string ...`: for people.
    Note(String),
    /// `info string error ...`: an error, for people.
    Error(String),
    /// `info string variant ...`: the board, for managers that set `UCI_Variant`.
    Variant,
    /// `bestmove ...`
    BestMove {
        /// The move; `None` if the game is over or there is no position.
        best: Option<Move>,
        /// The opponent's expected reply.
        ponder: Option<Move>,
        /// The notation of both moves.
        notation: Notation,
    },
    /// `analysis ...`: the value of each column for the side to move, from left to right.
    Analysis([ColumnValue; 7]),
    /// `response ...`
    Response(Response),
    /// Text for people, of one or more lines.
    Text(String),
}

impl Reply {
    /// Returns the answer to a handshake, without its last line `uciok` or `ugiok`. It declares the
    /// options that the client may set.
    pub fn introduction(files: Files) -> impl Iterator<Item = Reply> {
        let allowed = OPTIONS
            .iter()
            .filter(move |option| option.may_be_set(files));
        std::iter::once(Reply::Id).chain(allowed.map(Reply::Option))
    }
}

/// The proven value of a column, or bounds of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ColumnValue {
    /// The bounds; `None` if no stone can be played there.
    pub bounds: Option<Bounds>,
    /// Whether the value is a score or, in weak mode, an outcome.
    pub mode: Mode,
}

impl ColumnValue {
    /// The value of a full column, `-`.
    pub const UNPLAYABLE: ColumnValue = ColumnValue {
        bounds: None,
        mode: Mode::Strong,
    };
}

/// The answer to a `query`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Response {
    /// `true` or `false`
    Truth(bool),
    /// `p1win`, `p2win`, `draw` or `none`
    Result(Option<GameResult>),
    /// The FEN of the position, or `none`.
    Fen(Option<Position>),
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reply::Id => write!(
                f,
                "id name claimeven {}\nid author the claimeven authors",
                env!("CARGO_PKG_VERSION")
            ),
            Reply::Option(option) => write!(f, "option {option}"),
            Reply::UciOk => f.write_str("uciok"),
            Reply::UgiOk => f.write_str("ugiok"),
            Reply::ReadyOk => f.write_str("readyok"),
            Reply::Info(info) => info.fmt(f),
            Reply::Note(text) => write!(f, "info string {}", printable(text)),
            Reply::Error(text) => write!(f, "info string error {}", printable(text)),
            Reply::Variant => write!(
                f,
                "info string variant cfour files 7 ranks 6 pocket 1 template fairy startpos {}",
                fen::write(&Position::EMPTY)
            ),
            Reply::BestMove {
                best,
                ponder,
                notation,
            } => {
                let show = |played: Option<Move>| played.map(|played| notation.show(played));
                let best = show(*best).unwrap_or_else(|| "(none)".to_owned());
                let ponder = show(*ponder).map(|ponder| format!(" ponder {ponder}"));
                write!(f, "bestmove {best}{}", ponder.unwrap_or_default())
            }
            Reply::Analysis(values) => {
                let mut values = (1..).zip(values);
                f.write_str("analysis")?;
                values.try_for_each(|(column, value)| write!(f, " {column}:{value}"))
            }
            Reply::Response(answer) => write!(f, "response {answer}"),
            Reply::Text(text) => f.write_str(text),
        }
    }
}

/// Writes a score such as `-2`, an outcome such as `W`, bounds such as `-4..2` and `L..D`, or `-`.
impl fmt::Display for ColumnValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(bounds) = self.bounds else {
            return f.write_str("-");
        };
        let [lower, upper] = [bounds.lower, bounds.upper].map(|score| letter(score.outcome()));
        match self.mode {
            Mode::Strong => bounds.fmt(f),
            Mode::Weak if lower == upper => f.write_str(lower),
            Mode::Weak => write!(f, "{lower}..{upper}"),
        }
    }
}

const fn letter(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "W",
        Outcome::Draw => "D",
        Outcome::Loss => "L",
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Response::Truth(truth) => truth.fmt(f),
            Response::Result(result) => f.write_str(match result {
                Some(GameResult::Won(Side::First)) => "p1win",
                Some(GameResult::Won(Side::Second)) => "p2win",
                Some(GameResult::Draw) => "draw",
                None => "none",
            }),
            Response::Fen(Some(position)) => f.write_str(&fen::write(position)),
            Response::Fen(None) => f.write_str("none"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::game::{Column, Score};

    fn line(columns: &[usize]) -> Vec<Move> {
        let columns: Vec<Column> = columns.iter().map(|&index| Column::ALL[index]).collect();
        Move::line(&Position::EMPTY, &columns)
    }

    fn score(value: i8) -> Score {
        Score::new(value).expect("in range")
    }

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
            pv: line(&[3, 3]),
            notation: Notation::Drop,
            ..Info::default()
        };
        assert_eq!(
            Reply::Info(info.clone()).to_string(),
            "info depth 10 seldepth 15 multipv 1 score cp 23 nodes 5576 nps 506909 \
             hashfull 3 tbhits 0 time 11 pv P@d1 P@d2"
        );
        let proven = Info {
            score: Some(ScoreText::Loss),
            wdl: Some([0, 0, 1000]),
            notation: Notation::Column,
            ..Info::default()
        };
        assert_eq!(
            Reply::Info(proven).to_string(),
            "info score cp -10000 upperbound wdl 0 0 1000"
        );
    }

    #[test]
    fn a_best_move_has_two_words_unless_there_is_a_ponder_move() {
        let played = line(&[3, 3]);
        for (best, ponder, notation, wanted) in [
            (None, None, Notation::Drop, "bestmove (none)"),
            (Some(played[0]), None, Notation::Column, "bestmove 4"),
            (
                Some(played[0]),
                Some(played[1]),
                Notation::Drop,
                "bestmove P@d1 ponder P@d2",
            ),
        ] {
            let reply = Reply::BestMove {
                best,
                ponder,
                notation,
            };
            assert_eq!(reply.to_string(), wanted);
        }
    }

    #[test]
    fn an_analysis_has_a_value_for_every_column() {
        let value = |mode, lower, upper| ColumnValue {
            bounds: Some(Bounds {
                lower: score(lower),
                upper: score(upper),
            }),
            mode,
        };
        let analysis = Reply::Analysis([
            value(Mode::Strong, -2, -2),
            ColumnValue::UNPLAYABLE,
            value(Mode::Strong, -4, 2),
            value(Mode::Weak, 1, 18),
            value(Mode::Weak, 0, 0),
            value(Mode::Weak, -18, 18),
            value(Mode::Weak, 0, 18),
        ]);
        assert_eq!(
            analysis.to_string(),
            "analysis 1:-2 2:- 3:-4..2 4:W 5:D 6:L..W 7:D..W"
        );
    }

    #[test]
    fn text_remains_one_line() {
        assert_eq!(
            Reply::Error("bad\nbestmove 1\r".to_owned()).to_string(),
            "info string error bad\u{fffd}bestmove 1\u{fffd}"
        );
    }

    #[test]
    fn every_option_is_introduced() {
        let lines: Vec<String> = Reply::introduction(Files::Allowed)
            .map(|line| line.to_string())
            .collect();
        assert!(lines[0].starts_with("id name claimeven "), "{}", lines[0]);
        assert_eq!(lines.len(), 1 + OPTIONS.len());
    }
}
