//! Scores, moves and endings in words, the same in all output for people.

use crate::game::{Columns, GameResult, Mode, Outcome, Position};
use crate::review::annotate::{Annotation, Mark};
use crate::session::protocol::ColumnValue;

/// Describes the end of a game. Returns `None` if the game is not over.
pub(crate) fn ending(position: &Position) -> Option<String> {
    position.result().map(|result| match result {
        GameResult::Won(side) => format!("{} has won", side.letter()),
        GameResult::Draw => "drawn: the board is full".to_owned(),
    })
}

/// Returns the verb of an outcome.
pub(crate) const fn verb(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "wins",
        Outcome::Draw => "draws",
        Outcome::Loss => "loses",
    }
}

/// Describes a proven value, such as `wins in 5`: with the fifth stone of the winner from now.
/// `stones` is the number of stones on the board. A value that is not known has no words.
pub(super) fn value(value: ColumnValue, stones: u8) -> String {
    let Some(bounds) = value.bounds.filter(|bounds| bounds.is_solved(value.mode)) else {
        return String::new();
    };
    let outcome = bounds.lower.outcome();
    let moves = match value.mode {
        Mode::Strong => bounds.lower.mate_in(stones),
        Mode::Weak => None,
    };
    let end = moves.map_or(String::new(), |moves| format!(" in {}", moves.abs()));
    verb(outcome).to_owned() + &end
}

/// Describes the value of a move for its player, and what the move gave away.
pub(super) fn judgement(played: &Annotation, mode: Mode) -> String {
    let after = ColumnValue::new(played.after, mode);
    let loss = played.mark.map(|mark| format!(" ({})", loss(played, mark)));
    value(after, played.position.stones()) + &loss.unwrap_or_default()
}

/// Describes a move, such as `6. O 2??: loses in 19 (win to loss), best 3 4`.
pub(super) fn describe(played: &Annotation, mode: Mode) -> String {
    let (stone, words) = (
        played.position.side_to_move().letter(),
        judgement(played, mode),
    );
    let best = |mark| (mark, format!(", best {}", numbers(played.best)));
    let (mark, best) = played
        .mark
        .map(|mark| best(mark.sign()))
        .unwrap_or_default();
    let Annotation { ply, column, .. } = played;
    format!("{ply}. {stone} {column}{mark}: {words}{best}")
}

/// Formats the numbers of columns with blanks between them.
pub(crate) fn numbers(columns: Columns) -> String {
    let numbers = columns.iter().map(|column| column.to_string());
    numbers.collect::<Vec<_>>().join(" ")
}

/// Describes what a bad move gave away.
pub(crate) fn loss(played: &Annotation, mark: Mark) -> String {
    let [before, after] = [played.before, played.after].map(|bounds| bounds.lower);
    let [best, actual] = [before, after].map(|score| score.plies(played.position.stones()));
    match (mark, before.outcome()) {
        (Mark::Inaccuracy, Outcome::Win) => format!("wins {} plies later", actual - best),
        (Mark::Inaccuracy, _) => format!("loses {} plies sooner", best - actual),
        (_, had) => format!("{had} to {}", after.outcome()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Score;
    use crate::solver::Bounds;

    #[test]
    fn a_proven_value_has_words_and_bounds_have_none() {
        let score = |score| ColumnValue::new(Bounds::exactly(Score::proven(score)), Mode::Strong);
        let lost = Bounds {
            lower: Score::MIN,
            upper: Score::proven(-1),
        };
        for (given, stones, words) in [
            (score(18), 6, "wins in 1"),
            (score(2), 6, "wins in 17"),
            (score(-4), 6, "loses in 15"),
            (score(0), 6, "draws"),
            (ColumnValue::new(lost, Mode::Weak), 6, "loses"),
            (ColumnValue::UNPLAYABLE, 6, ""),
            (ColumnValue::new(Bounds::UNKNOWN, Mode::Strong), 6, ""),
        ] {
            assert_eq!(value(given, stones), words, "{given:?}");
        }
    }
}
