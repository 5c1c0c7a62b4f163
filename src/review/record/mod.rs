//! Records for programs, each on one line: an analyzed position as a JSON object or a row of CSV,
//! an annotated game as a JSON object, a player's grade as either.
//!
//! Pure. The page on formats documents the fields.
//
// | File | Contents |
// |-|-|
// | `game` | the record of an annotated game |
// | `grade` | the record of a player's grade |

mod game;
mod grade;

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::game::{Mode, Outcome, Side, Size};
use crate::review::why::Why;
use crate::sizes::{self, Analysis, Bounds, Position};
use crate::solver::{AnalysisOptions, Scores};
pub(crate) use game::{GameRecord, GivenGame, Tags};
pub(crate) use grade::PlayerRecord;

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
/// let mut record = Record::new(position, options, analysis, Duration::ZERO);
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
    /// The fields that a record of the usual board does not have.
    #[serde(flatten)]
    pub other_size: Option<OtherSize>,
    /// The side to move.
    pub side: Side,
    /// The number of stones on the board.
    pub stones: u8,
    /// The exact score for the side to move; `None` in weak mode.
    pub score: Option<i8>,
    /// The outcome under perfect play, for the side to move.
    pub outcome: Option<Outcome>,
    /// The number of plies to the end of the game under perfect play; `None` in weak mode.
    pub plies: Option<u8>,
    /// The value of each column, `None` if it cannot be played. `None` if the caller asked only for
    /// the best column.
    pub scores: Option<Vec<Option<Value>>>,
    /// The best column, counted from 1; `None` if the game is over.
    pub best: Option<u8>,
    /// The best line as packed columns, or with blanks between columns of boards with ten and more,
    /// if the caller asked for it.
    pub pv: Option<String>,
    /// Why the winner wins, if the caller asked for it and there is a winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
    /// The number of nodes visited.
    pub nodes: u64,
    /// The time taken, in microseconds.
    pub time_us: u64,
}

/// The fields that only records of boards of other sizes have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct OtherSize {
    /// The size of the board.
    pub size: Size,
    /// The bounds of the value, such as `-4..2`, if it is not proven.
    pub bounds: Option<String>,
}

/// The value of a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected a score, or a word such as -4..2, W or L..D"
)]
pub enum Value {
    /// The exact score.
    Score(i8),
    /// Bounds of the score such as `-4..2`, or in weak mode an outcome such as `W` or `L..D`.
    Word(String),
}

/// Prints the score or the word.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Score(score) => score.fmt(f),
            Value::Word(word) => f.pad(word),
        }
    }
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
    /// The fields in a table of the usual board. Those of a text that is not a position come last.
    pub(crate) const FIELDS: &'static str = "\
        input,label,side,stones,score,outcome,plies,score1,score2,score3,score4,score5,score6,\
        score7,best,pv,why,nodes,time_us,line,char,error";

    /// Returns the fields in a table of a size.
    #[cfg(feature = "cli")]
    pub(crate) fn fields(size: Size) -> &'static str {
        if size == Size::USUAL {
            return Record::FIELDS;
        }
        let scores = (1..=size.width()).map(|column| format!("score{column},"));
        let scores: String = scores.collect();
        // A run prints one table.
        String::leak(format!(
            "input,label,size,side,stones,score,bounds,outcome,plies,{scores}best,pv,nodes,time_us,\
             line,char,error"
        ))
    }

    /// Creates the record of an analysis with these options, without `input` and `label`. The
    /// position and the analysis are those of the usual board or of another.
    #[must_use]
    pub fn new(
        position: impl Into<Position>,
        options: AnalysisOptions,
        analysis: impl Into<Analysis>,
        time: Duration,
    ) -> Record<'static> {
        let (position, analysis, mode) = (position.into(), analysis.into(), options.mode);
        let (bounds, size) = (analysis.bounds, position.size());
        // In weak mode, a score may be exact by chance; it is never reported.
        let exact = |bounds: Bounds| bounds.exact().filter(|_| mode == Mode::Strong);
        let word = |bounds: Bounds| Value::Word(bounds.word(mode));
        let value = |bounds| exact(bounds).map_or_else(|| word(bounds), Value::Score);
        let values = analysis.columns.iter().map(|bounds| bounds.map(value));
        Record {
            input: None,
            label: None,
            other_size: (size != Size::USUAL).then(|| OtherSize {
                size,
                bounds: (!bounds.is_solved(mode)).then(|| bounds.word(mode)),
            }),
            side: position.side_to_move(),
            stones: position.stones(),
            score: exact(bounds),
            outcome: bounds.outcome(),
            plies: exact(bounds).map(|score| position.plies(score)),
            scores: (options.scores == Scores::All).then(|| values.collect()),
            best: analysis.best,
            pv: options.line.then(|| sizes::line(&analysis.line, size)),
            why: None,
            nodes: analysis.nodes,
            time_us: microseconds(time),
        }
    }

    /// Returns the record of the analysis of a text.
    pub(crate) fn of_text(self, given: Given<'_>) -> Record<'_> {
        Record {
            input: given.input.map(Cow::from),
            label: given.label.map(Cow::from),
            ..self
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
        let record = Record::new(position, options, analysis, time).of_text(given);
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
