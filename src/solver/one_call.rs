//! The analysis of one position in one call.

use crate::DEFAULT_HASH_MIB;
use crate::game::{TextError, read};
use crate::solver::{Analysis, AnalysisOptions, Solver, TableError};

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
/// [`Solver`], or pass all of them to [`Solver::analyze_all`].
///
/// # Errors
/// Fails if the text is not a position, or if the table cannot be allocated.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), claimeven::AnalyzeError> {
/// let analysis = claimeven::analyze("445332")?;
/// assert_eq!(analysis.score().map(|score| score.get()), Some(2));
/// assert_eq!(analysis.best.map(|column| column.number()), Some(4));
/// assert_eq!(analysis.line.len(), 33);
/// # Ok(())
/// # }
/// ```
pub fn analyze(position: &str) -> Result<Analysis, AnalyzeError> {
    let position = *read::game(position)?.position();
    let options = AnalysisOptions {
        line: true,
        ..AnalysisOptions::default()
    };
    Ok(Solver::new(DEFAULT_HASH_MIB)?.analyze(&position, options))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Score, fen, replay};

    #[test]
    fn a_position_can_be_columns_or_a_fen() {
        let columns = analyze("14764211577553161274152737").expect("a position");
        let fen = fen::write(&replay("14764211577553161274152737").expect("a position"));
        assert_eq!(analyze(&fen), Ok(columns.clone()));
        let scores = columns.scores().map(|score| score.map(Score::get));
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
        assert_eq!((over.score(), over.best), (Some(Score::MIN), None));
        assert_eq!((over.scores(), over.line.len()), ([None; 7], 0));
    }
}
