//! The record of a player's grade.

use serde::Serialize;

use crate::review::grade::{Grade, both};

/// The record of a player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(crate) struct PlayerRecord<'a> {
    /// The name of the player.
    player: &'a str,
    /// The grade of all moves.
    #[serde(flatten)]
    all: GradeRecord,
    /// The grade of the moves as the first player.
    first: GradeRecord,
    /// The grade of the moves as the second player.
    second: GradeRecord,
}

/// The fields of a grade.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct GradeRecord {
    games: u64,
    moves: u64,
    perfect: u64,
    /// The mean loss of a move in score; `None` without moves.
    mean_loss: Option<f64>,
    at_risk: u64,
    kept: u64,
    blunders: u64,
    early_blunders: u64,
    middle_blunders: u64,
    late_blunders: u64,
    /// The estimated Elo on the scale of the levels; `None` if too few moves
    /// say something about it.
    estimate: Option<i32>,
    /// The error of the estimate, at 95 %; `None` below ten games.
    estimate_error: Option<i32>,
    /// `<=` or `>=` if the estimate is an end of the scale and the player is weaker or stronger.
    estimate_bound: Option<&'static str>,
}

impl PlayerRecord<'_> {
    /// The fields in a table.
    pub(crate) const FIELDS: &'static str = "\
        player,games,moves,perfect,mean_loss,at_risk,kept,blunders,early_blunders,\
        middle_blunders,late_blunders,estimate,estimate_error,estimate_bound,first.games,\
        first.moves,first.perfect,first.mean_loss,first.at_risk,first.kept,first.blunders,\
        first.early_blunders,first.middle_blunders,first.late_blunders,first.estimate,\
        first.estimate_error,first.estimate_bound,second.games,second.moves,\
        second.perfect,second.mean_loss,second.at_risk,second.kept,second.blunders,\
        second.early_blunders,second.middle_blunders,second.late_blunders,second.estimate,\
        second.estimate_error,second.estimate_bound";

    /// Creates the record of a player from the grades as the first and as the second player.
    #[must_use]
    pub(crate) fn new<'a>(player: &'a str, grades: &[Grade; 2]) -> PlayerRecord<'a> {
        PlayerRecord {
            player,
            all: (&both(grades)).into(),
            first: (&grades[0]).into(),
            second: (&grades[1]).into(),
        }
    }
}

impl From<&Grade> for GradeRecord {
    fn from(grade: &Grade) -> GradeRecord {
        let estimate = grade.estimate();
        let [early_blunders, middle_blunders, late_blunders] = grade.blunders;
        GradeRecord {
            games: grade.games,
            moves: grade.moves,
            perfect: grade.perfect,
            mean_loss: grade.mean_loss().map(|loss| (loss * 1e3).round() / 1e3),
            at_risk: grade.at_risk,
            kept: grade.kept(),
            blunders: grade.blunders.iter().sum(),
            early_blunders,
            middle_blunders,
            late_blunders,
            estimate: estimate.map(|found| found.elo),
            estimate_error: estimate.and_then(|found| found.error),
            estimate_bound: estimate.and_then(|found| found.bound),
        }
    }
}
