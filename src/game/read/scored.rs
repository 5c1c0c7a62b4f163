//! Positions with a score after them: lines of test sets and output of solvers.

use super::{Labelled, is_separator};
use crate::game::Size;
use crate::game::error::{Expected, TextError, offset, unexpected};

/// Reads a position with `read`, and a score of a board of this size after it.
///
/// The score is the last field of the text, as in `4453 -2`. If there are four fields, as in
/// `4453 -2 1234 56`, it is the second, because solvers print nodes and time after it.
///
/// # Errors
/// Fails if the position or the score cannot be read, or if there is something between them.
pub(crate) fn scored<'a, G>(
    text: &'a str,
    size: Size,
    read: impl FnOnce(&'a str) -> Result<Labelled<'a, G>, TextError>,
) -> Result<(Labelled<'a, G>, i8), TextError> {
    let most = size.highest_score();
    let wanted = || format!("a score from -{most} to {most}");
    let Some(field) = score_field(text, size) else {
        let end = &text[text.trim_end().len()..];
        return Err(Expected::new(wanted(), "").at(end).in_text(text));
    };
    let input = text[..offset(text, field)].trim_end_matches(is_separator);
    let read = read(input)?;
    if let Some(label) = read.label {
        return Err(unexpected(label, "the score after the position").in_text(text));
    }
    match size.score(field) {
        Some(score) => Ok((read, score)),
        None => Err(unexpected(field, wanted()).in_text(text)),
    }
}

/// Returns the field of a text that is its score.
fn score_field(text: &str, size: Size) -> Option<&str> {
    let fields = || text.split(is_separator).filter(|field| !field.is_empty());
    let is_count = |field: &str| field.parse::<u64>().is_ok();
    let printed: Vec<&str> = fields().take(5).collect();
    if let [position, score, nodes, time] = printed[..]
        && size.score(score).is_some()
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
