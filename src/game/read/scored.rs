//! Positions with a score after them: lines of test sets and output of solvers.

use super::{Convention, Labelled, is_separator, labelled};
use crate::game::Score;
use crate::game::error::{Expected, TextError, offset, unexpected};
use crate::game::score::SCORE;

/// Reads a position in any form and a score.
///
/// The score is the last field of the text, as in `4453 -2`. If there are four fields, as in
/// `4453 -2 1234 56`, it is the second, because solvers print nodes and time after it.
///
/// # Errors
/// Fails if the position or the score cannot be read, or if there is something between them.
pub(crate) fn scored(
    text: &str,
    convention: Convention,
) -> Result<(Labelled<'_>, Score), TextError> {
    let Some(field) = score_field(text) else {
        let end = &text[text.trim_end().len()..];
        return Err(Expected::new(SCORE, "").at(end).in_text(text));
    };
    let input = text[..offset(text, field)].trim_end_matches(is_separator);
    let read = labelled(input, convention)?;
    let expected = |rest, wanted| Err(unexpected(rest, wanted).in_text(text));
    if let Some(label) = read.label {
        return expected(label, "the score after the position");
    }
    match field.parse() {
        Ok(score) => Ok((read, score)),
        Err(_) => expected(field, SCORE),
    }
}

/// Returns the field of a text that is its score.
fn score_field(text: &str) -> Option<&str> {
    let fields = || text.split(is_separator).filter(|field| !field.is_empty());
    let is_count = |field: &str| field.parse::<u64>().is_ok();
    let printed: Vec<&str> = fields().take(5).collect();
    if let [position, score, nodes, time] = printed[..]
        && score.parse::<Score>().is_ok()
        && is_count(nodes)
        && is_count(time)
        // Four fields of one digit each are moves.
        && position.len() + nodes.len() + time.len() > 3
    {
        return Some(score);
    }
    let score = fields().next_back()?;
    // A single field is the position.
    (offset(text, score) > 0).then_some(score)
}
