//! One analysed position as programs read it: a JSON object on one line.
//!
//! Pure. The fields are part of the command line's promise; see `README.md`.

use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::game::{Column, Outcome, Position, Score, notation};
use crate::protocol::ColumnValue;
use crate::solver::{Bounds, Mode, Report};

/// What an analysis found, `null` standing for whatever is not known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The position as it was given.
    pub input: String,
    /// Who is to move.
    pub side: Side,
    /// Stones on the board.
    pub stones: u8,
    /// The exact score for the side to move.
    pub score: Option<i8>,
    /// Who wins under perfect play, for the side to move.
    #[serde(serialize_with = "outcome_word")]
    pub outcome: Option<Outcome>,
    /// Plies to the end of the game under perfect play.
    pub plies: Option<u8>,
    /// Each column's value, columns 1 to 7: a number when exact, else text as on
    /// the protocol's `analysis` line, `null` when no stone can be played there.
    #[serde(serialize_with = "column_values")]
    pub scores: [ColumnValue; 7],
    /// The best column, `1..=7`; none when the game is over.
    pub best: Option<u8>,
    /// Best play as packed columns.
    pub pv: String,
    /// Nodes visited.
    pub nodes: u64,
    /// Time taken, in microseconds.
    pub time_us: u64,
}

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who plays the first stone.
    First,
    /// Who answers.
    Second,
}

impl Record {
    /// The record of a search over all columns of `position`.
    #[must_use]
    pub fn new(
        input: &str,
        position: &Position,
        mode: Mode,
        report: &Report,
        time: Duration,
    ) -> Record {
        let best = report.lines.first();
        let bounds = best.map_or_else(|| finished(position), |line| line.bounds);
        let score = bounds.exact();
        Record {
            input: input.to_owned(),
            side: if position.first_to_move() {
                Side::First
            } else {
                Side::Second
            },
            stones: position.stones(),
            score: score.map(Score::get),
            outcome: bounds.outcome(),
            plies: score.map(|score| score.plies(position.stones())),
            scores: column_scores(&report.columns, mode),
            best: best.map(|line| line.column.number()),
            pv: best.map_or_else(String::new, |line| notation::packed(&line.pv)),
            nodes: report.nodes,
            time_us: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        }
    }
}

/// The value of a game that is over: the last stone won it, or nobody did.
fn finished(position: &Position) -> Bounds {
    let score = if position.is_lost() {
        Score::loss_in(0, position.stones())
    } else {
        Score::DRAW
    };
    Bounds {
        lower: score,
        upper: score,
    }
}

/// What is proven of each column, from left to right.
#[must_use]
pub fn column_scores(columns: &[(Column, Bounds)], mode: Mode) -> [ColumnValue; 7] {
    let mut values = [ColumnValue::Unplayable; 7];
    for &(column, bounds) in columns {
        values[column.index()] = column_value(bounds, mode);
    }
    values
}

/// What is proven of a column, in the unit of the mode.
#[must_use]
pub fn column_value(bounds: Bounds, mode: Mode) -> ColumnValue {
    let Bounds { lower, upper } = bounds;
    match mode {
        Mode::Strong => match bounds.exact() {
            Some(score) => ColumnValue::Score(score),
            None => ColumnValue::Scores(lower, upper),
        },
        Mode::Weak => match bounds.outcome() {
            Some(outcome) => ColumnValue::Outcome(outcome),
            None => ColumnValue::Outcomes(lower.outcome(), upper.outcome()),
        },
    }
}

#[expect(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "serde's form"
)]
fn outcome_word<S: Serializer>(
    outcome: &Option<Outcome>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    outcome
        .map(|outcome| match outcome {
            Outcome::Win => "win",
            Outcome::Draw => "draw",
            Outcome::Loss => "loss",
        })
        .serialize(serializer)
}

fn column_values<S: Serializer>(
    values: &[ColumnValue; 7],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.map(|value| match value {
        ColumnValue::Unplayable => Cell::Nothing,
        ColumnValue::Score(score) => Cell::Number(score.get()),
        proven => Cell::Text(proven.to_string()),
    }))
}

/// A column's value in JSON.
#[derive(Serialize)]
#[serde(untagged)]
enum Cell {
    Nothing,
    Number(i8),
    Text(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::{Silent, Solver, StopFlag, Task};

    fn json(moves: &str, mode: Mode) -> String {
        let position = notation::replay(moves).expect("a game");
        let task = Task::all_columns(position, mode);
        let mut solver = Solver::new(1).expect("a megabyte");
        let mut report = solver.search(&task, &StopFlag::default(), &mut Silent);
        report.nodes = 9;
        let record = Record::new(moves, &position, mode, &report, Duration::from_micros(7));
        serde_json::to_string(&record).expect("plain data")
    }

    #[test]
    fn a_record_holds_every_field_whatever_is_known() {
        let won = r#"{"input":"1212121","side":"second","stones":7,"score":-18,"outcome":"loss","plies":0,"scores":[null,null,null,null,null,null,null],"best":null,"pv":"","nodes":9,"time_us":7}"#;
        assert_eq!(json("1212121", Mode::Strong), won);
    }

    #[test]
    fn scores_are_numbers_and_outcomes_letters() {
        for (mode, scores) in [
            (Mode::Strong, r#""scores":[8,null,11,null,11,3,null]"#),
            (Mode::Weak, r#""scores":["W",null,"W",null,"W","W",null]"#),
        ] {
            let record = json("444444222222777777", mode);
            assert!(record.contains(scores), "{record}");
        }
    }
}
