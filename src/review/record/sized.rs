//! The record of an analyzed position on a board of another size.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::{Given, microseconds};
use crate::game::{Mode, Outcome, Side, Size};
use crate::sizes::{self, Analysis, Bounds, Position};
use crate::solver::{AnalysisOptions, Scores};

/// The record of an analyzed position on a board of any size, with the fields of
/// [`Record`](super::Record).
#[derive(Debug, Clone, Serialize)]
pub(crate) struct SizedRecord<'a> {
    #[serde(flatten)]
    pub(crate) given: Given<'a>,
    size: String,
    side: Side,
    stones: u8,
    pub(crate) score: Option<i8>,
    /// The bounds of the value, if it is not proven.
    pub(crate) bounds: Option<String>,
    pub(crate) outcome: Option<Outcome>,
    pub(crate) plies: Option<u8>,
    /// The value of each column: a number if it is an exact score, otherwise a word.
    scores: Option<Vec<Option<Value>>>,
    pub(crate) best: Option<u8>,
    pub(crate) pv: Option<String>,
    pub(crate) nodes: u64,
    time_us: u64,
}

impl SizedRecord<'_> {
    /// Returns the fields in a table. Those of a text that is not a position come last.
    pub(crate) fn fields(size: Size) -> &'static str {
        let scores = (1..=size.width()).map(|column| format!("score{column},"));
        let scores: String = scores.collect();
        // A run prints one table.
        String::leak(format!(
            "input,label,size,side,stones,score,bounds,outcome,plies,{scores}best,pv,nodes,time_us,\
             line,char,error"
        ))
    }

    /// Creates the record of the analysis of a text.
    pub(crate) fn new<'a>(
        given: Given<'a>,
        position: &Position,
        options: AnalysisOptions,
        analysis: &Analysis,
        time: Duration,
    ) -> SizedRecord<'a> {
        let (mode, bounds) = (options.mode, analysis.bounds);
        let value = |bounds: Bounds| match (mode, bounds.exact()) {
            (Mode::Strong, Some(score)) => Value::from(score),
            _ => Value::from(bounds.word(mode)),
        };
        let score = bounds.exact().filter(|_| mode == Mode::Strong);
        let values = analysis.columns.iter().map(|bounds| bounds.map(value));
        SizedRecord {
            given,
            size: position.size().to_string(),
            side: position.side_to_move(),
            stones: position.stones(),
            score,
            bounds: (!bounds.is_solved(mode)).then(|| bounds.word(mode)),
            outcome: bounds.outcome(),
            plies: score.map(|score| position.plies(score)),
            scores: (options.scores == Scores::All).then(|| values.collect()),
            best: analysis.best,
            pv: options
                .line
                .then(|| sizes::line(&analysis.line, position.size())),
            nodes: analysis.nodes,
            time_us: microseconds(time),
        }
    }
}
