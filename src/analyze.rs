//! The analysis of one position in one call.

use std::sync::Arc;

use crate::DEFAULT_HASH_MIB;
use crate::book::Book;
use crate::game::read;
use crate::game::{Column, Mode, Score, TextError};
use crate::solver::{AnalysisOptions, Bounds, Scores, Solver, StopFlag, TableError};

/// The exact result of [`analyze`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExactAnalysis {
    /// The score of the position, for the side to move.
    pub score: Score,
    /// The score of each column from left to right, for the side to move; `None` for a column that
    /// cannot be played.
    pub scores: [Option<Score>; 7],
    /// The best column, or the most central of several; `None` if the game is over.
    pub best: Option<Column>,
    /// Best play to the end of the game, beginning with `best`.
    pub line: Vec<Column>,
    /// The nodes visited.
    pub nodes: u64,
}

/// The error of [`analyze`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum AnalyzeError {
    #[error(transparent)]
    Position(#[from] TextError),
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Solves a position: finds its score, the score of every column, and best play to the end of the
/// game.
///
/// `position` is a list of the columns played from the empty board, such as `445332`, or any other
/// form that [`game::read`](crate::game::read) accepts. The built-in book answers openings at once;
/// other positions take from microseconds to some hundred milliseconds. Each call creates a new
/// table of 64 MiB, so that equal calls visit equal nodes. To solve many positions, reuse a
/// [`Solver`].
///
/// # Errors
/// Fails if the text is not a position, or if the table cannot be allocated.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), claimeven::AnalyzeError> {
/// let analysis = claimeven::analyze("445332")?;
/// assert_eq!(analysis.score.get(), 2);
/// assert_eq!(analysis.best.map(|column| column.number()), Some(4));
/// assert_eq!(analysis.line.len(), 33);
/// # Ok(())
/// # }
/// ```
#[expect(
    clippy::missing_panics_doc,
    reason = "the flag is never set, and strong mode proves the scores"
)]
pub fn analyze(position: &str) -> Result<ExactAnalysis, AnalyzeError> {
    let position = *read::position(position)?.position();
    let mut solver = Solver::new(DEFAULT_HASH_MIB)?;
    solver.set_book(Some(Arc::new(Book::embedded())));
    let options = AnalysisOptions {
        mode: Mode::Strong,
        scores: Scores::All,
        line: true,
    };
    let analysis = solver.analyse(&position, options, &StopFlag::default());
    let analysis = analysis.expect("the stop flag is never set");
    let exact = |bounds: Bounds| bounds.exact().expect("strong mode proves it");
    Ok(ExactAnalysis {
        score: exact(analysis.bounds),
        scores: analysis.columns.map(|bounds| bounds.map(exact)),
        best: analysis.best,
        line: analysis.line,
        nodes: analysis.nodes,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{fen, notation};

    #[test]
    fn a_position_can_be_columns_or_a_fen() {
        let columns = analyze("14764211577553161274152737").expect("a position");
        let fen = fen::write(&notation::replay("14764211577553161274152737").expect("a position"));
        assert_eq!(analyze(&fen), Ok(columns.clone()));
        let scores = columns.scores.map(|score| score.map(Score::get));
        assert_eq!(
            scores,
            [None, Some(6), Some(-8), Some(-7), Some(-7), Some(-3), None]
        );
        for text in ["448", "7/7"] {
            let refused = analyze(text);
            assert!(matches!(refused, Err(AnalyzeError::Position(_))), "{text}");
        }
    }

    #[test]
    fn a_finished_game_has_a_score_and_no_move() {
        let over = analyze("1212121").expect("a position");
        assert_eq!((over.score.get(), over.best), (-18, None));
        assert_eq!((over.scores, over.line.len()), ([None; 7], 0));
    }
}
