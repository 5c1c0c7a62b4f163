//! Records for programs, each on one line: an analyzed position as a JSON object or a row of CSV,
//! an annotated game as a JSON object, a player's grade as either.
//!
//! Pure. The page on formats documents the fields.
//
// | File | Contents |
// |-|-|
// | `game` | the record of an annotated game |
// | `grade` | the record of a player's grade |
// | `sized` | the record of a position on a board of another size |

mod game;
mod grade;
#[cfg(feature = "cli")]
mod sized;

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::{Column, Mode, Outcome, Position, Score, Side, notation};
use crate::review::why::Why;
use crate::solver::{Analysis, AnalysisOptions, ColumnValue, Scores};
pub(crate) use game::{GameRecord, GivenGame, Tags};
pub(crate) use grade::PlayerRecord;
#[cfg(feature = "cli")]
pub(crate) use sized::SizedRecord;

/// The record of an analyzed position. Values that are not known are `null`.
///
/// Its JSON is a line of `claimeven analyze --format json`, in both directions:
///
/// ```
/// # #[cfg(feature = "cli")] { // for serde_json
/// use std::time::Duration;
/// use claimeven::review::record::Record;
/// use claimeven::solver::{AnalysisOptions, Solver};
///
/// let (position, options) = ("445332".parse()?, AnalysisOptions::default());
/// let analysis = Solver::new(64)?.analyze(&position, options);
/// let mut record = Record::new(&position, options, &analysis, Duration::ZERO);
/// record.input = Some("445332".into());
/// let line = serde_json::to_string(&record)?;
/// assert!(line.starts_with(r#"{"input":"445332","label":null,"side":"first","stones":6,"score":2"#));
/// assert_eq!(serde_json::from_str::<Record>(&line)?, record);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Record<'a> {
    /// The text of the position, if it has one.
    pub input: Option<Cow<'a, str>>,
    /// The label after the text.
    pub label: Option<Cow<'a, str>>,
    /// The side to move.
    pub side: Side,
    /// The number of stones on the board.
    pub stones: u8,
    /// The exact score for the side to move; `None` in weak mode.
    pub score: Option<Score>,
    /// The outcome under perfect play, for the side to move.
    pub outcome: Option<Outcome>,
    /// The number of plies to the end of the game under perfect play; `None` in weak mode.
    pub plies: Option<u8>,
    /// The value of each column, 1 to 7: a number if it is exact, `null` if the column cannot be
    /// played, otherwise the text of the protocol's `analysis` line. `None` if the caller asked
    /// only for the best column.
    pub scores: Option<[ColumnValue; 7]>,
    /// The best column; `None` if the game is over.
    pub best: Option<Column>,
    /// The best line as packed columns, if the caller asked for it.
    pub pv: Option<String>,
    /// Why the winner wins, if the caller asked for it and there is a winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The time taken, in microseconds.
    pub time_us: u64,
}

/// The text of a position or a game in the input. A game in PGN has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Given<'a> {
    /// The text.
    pub(crate) input: Option<&'a str>,
    /// The label after the text.
    pub(crate) label: Option<&'a str>,
}

impl Record<'_> {
    /// The fields in a table. Those of a text that is not a position come last.
    pub(crate) const FIELDS: &'static str = "\
        input,label,side,stones,score,outcome,plies,score1,score2,score3,score4,score5,score6,\
        score7,best,pv,why,nodes,time_us,line,char,error";

    /// Creates the record of an analysis with these options, without `input` and `label`.
    #[must_use]
    pub fn new(
        position: &Position,
        options: AnalysisOptions,
        analysis: &Analysis,
        time: Duration,
    ) -> Record<'static> {
        let mode = options.mode;
        let value = |bounds| ColumnValue { bounds, mode };
        let every = options.scores == Scores::All;
        // In weak mode, a score may be exact by chance; it is never reported.
        let score = analysis.score().filter(|_| options.mode == Mode::Strong);
        Record {
            input: None,
            label: None,
            side: position.side_to_move(),
            stones: position.stones(),
            score,
            outcome: analysis.bounds.outcome(),
            plies: score.map(|score| score.plies(position.stones())),
            scores: every.then(|| analysis.columns.map(value)),
            best: analysis.best,
            pv: options.line.then(|| notation::packed(&analysis.line)),
            why: None,
            nodes: analysis.nodes,
            time_us: microseconds(time),
        }
    }

    /// Creates the record of the analysis of a text.
    pub(crate) fn analyzed<'a>(
        given: Given<'a>,
        position: &Position,
        options: AnalysisOptions,
        analysis: &Analysis,
        time: Duration,
    ) -> Record<'a> {
        Record {
            input: given.input.map(Cow::from),
            label: given.label.map(Cow::from),
            ..Record::new(position, options, analysis, time)
        }
    }
}

/// The record of a text that is not a position or a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct BadText<'a> {
    /// The text that should be a position or a game.
    #[serde(flatten)]
    pub(crate) given: Given<'a>,
    /// The number of the game in the input, counted from 1; `None` if the text should be a
    /// position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) game: Option<usize>,
    /// The number of the line in its file, counted from 1.
    pub(crate) line: u64,
    /// The character of the line at which the error is, counted from 1.
    pub(crate) char: usize,
    /// The error message.
    pub(crate) error: String,
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;
    use crate::solver::Solver;

    fn json(moves: &str, mode: Mode) -> String {
        let position = replay(moves).expect("a game");
        let options = AnalysisOptions {
            mode,
            scores: Scores::All,
            line: true,
        };
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let mut analysis = solver.analyze(&position, options);
        analysis.nodes = 9;
        let given = Given {
            input: Some(moves),
            label: None,
        };
        let time = Duration::from_micros(7);
        let record = Record::analyzed(given, &position, options, &analysis, time);
        serde_json::to_string(&record).expect("plain data")
    }

    #[test]
    fn a_record_has_every_field_even_if_its_value_is_unknown() {
        let won = r#"{"input":"1212121","label":null,"side":"second","stones":7,"score":-18,"outcome":"loss","plies":0,"scores":[null,null,null,null,null,null,null],"best":null,"pv":"","nodes":9,"time_us":7}"#;
        assert_eq!(json("1212121", Mode::Strong), won);
    }

    #[test]
    fn scores_are_numbers_and_outcomes_are_letters() {
        for (mode, scores) in [
            (Mode::Strong, r#""scores":[8,null,11,null,11,3,null]"#),
            (Mode::Weak, r#""scores":["W",null,"W",null,"W","W",null]"#),
        ] {
            let record = json("444444222222777777", mode);
            assert!(record.contains(scores), "{record}");
        }
    }
}
