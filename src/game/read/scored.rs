//! Positions with a score behind them: lines of test sets and what solvers print.

use super::{
    Convention, TextError, TextErrorKind, error, is_separator, labelled, offset, unexpected,
};
use crate::game::{Game, Score};

const WANTED: &str = "a score from -18 to 18";

/// A position and the score that somebody says it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scored<'a> {
    /// The game; of a board or a FEN its moves are not known.
    pub game: Game,
    /// The text of the position.
    pub input: &'a str,
    /// The score, for the side to move.
    pub score: Score,
}

/// Reads a position in any form and a score, which is the last field of the text: `4453 -2`. Of
/// four fields such as `4453 -2 1234 56` it is the second, for solvers print nodes and time
/// behind it.
///
/// ```
/// use claimeven::game::read::{self, Convention};
///
/// for text in ["4453 -2", "4453,-2", "d1 d2 e1 c1 -2", "4453\t-2", "4453 -2 1234 56"] {
///     let scored = read::scored(text, Convention::default())?;
///     assert_eq!((scored.game.moves().len(), scored.score.get()), (4, -2));
/// }
/// # Ok::<(), read::TextError>(())
/// ```
///
/// # Errors
/// The place of the first fault.
pub fn scored(text: &str, convention: Convention) -> Result<Scored<'_>, TextError> {
    let Some(word) = score_of(text) else {
        let (end, wanted) = (text.trim_end().len(), WANTED);
        return Err(error(text, (end, TextErrorKind::Unfinished { wanted })));
    };
    let input = text[..offset(text, word)].trim_end_matches(is_separator);
    let read = labelled(input, convention)?;
    if let Some(label) = read.label {
        let wanted = "the score behind the position";
        return Err(error(text, unexpected(text, label, wanted)));
    }
    let Some(score) = word.parse().ok().and_then(Score::new) else {
        return Err(error(text, unexpected(text, word, WANTED)));
    };
    let game = read.game;
    Ok(Scored { game, input, score })
}

/// The field of a text that is its score.
fn score_of(text: &str) -> Option<&str> {
    let fields = || text.split(is_separator).filter(|field| !field.is_empty());
    let is_count = |field: &str| field.parse::<u64>().is_ok();
    let printed: Vec<&str> = fields().take(5).collect();
    if let [position, score, nodes, time] = printed[..]
        && score.parse().is_ok_and(|score| Score::new(score).is_some())
        && is_count(nodes)
        && is_count(time)
        // Four moves of a digit each are no score with nodes and time.
        && position.len() + nodes.len() + time.len() > 3
    {
        return Some(score);
    }
    let score = fields().next_back()?;
    // What stands at the beginning is the position.
    (offset(text, score) > 0).then_some(score)
}
