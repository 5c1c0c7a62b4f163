//! Scores, moves and endings in words, the same in all output for people.

use crate::game::{Column, Columns, GameResult, Mode, Outcome, Position, bitboard};
use crate::review::annotate::{Annotation, Mark};
use crate::solver::ColumnValue;

/// Describes a mistake that the next stone shows, unless all moves leave a four to the opponent: what a
/// beginner needs to see first.
fn slip(position: &Position, column: Column) -> Option<&'static str> {
    let cell = position.landing_cell(column);
    let (wins, safe) = (position.winning_moves(), position.safe_moves());
    if !wins.is_empty() {
        return (!wins.contains(column)).then_some("missed a win in one");
    }
    if safe.is_empty() || safe.contains(column) {
        return None;
    }
    let theirs = position.opponent_winning_cells() & bitboard::playable(position.mask());
    let is_open = theirs & !cell != 0;
    Some(["gave a win in one", "did not block"][usize::from(is_open)])
}

/// Describes the end of a game. Returns `None` if the game is not over.
pub(crate) fn ending(position: &Position) -> Option<String> {
    position.result().map(result)
}

/// Describes the result of a game.
pub(crate) fn result(result: GameResult) -> String {
    match result {
        GameResult::Won(side) => format!("{} has won", side.letter()),
        GameResult::Draw => "drawn: the board is full".to_owned(),
    }
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

/// Describes what a bad move gave away, such as `did not block, draw to loss`.
pub(crate) fn loss(played: &Annotation, mark: Mark) -> String {
    let (slip, change) = (slip(&played.position, played.column), change(played, mark));
    slip.map_or(change.clone(), |slip| format!("{slip}, {change}"))
}

/// Describes how a bad move changed the value.
fn change(played: &Annotation, mark: Mark) -> String {
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
    use crate::game::{Game, Score, replay};
    use crate::review::annotate::annotate;
    use crate::solver::{Bounds, Solver};

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

    #[test]
    fn a_slip_is_a_missed_win_or_a_four_left_to_the_opponent_that_another_move_prevents() {
        for (before, column, wanted) in [
            ("112233", "7", Some("missed a win in one")),
            ("112233", "4", None),
            ("11223", "7", Some("did not block")),
            ("11223", "4", None),
            // Below the fourth stone of a row on the second level.
            ("2113372", "4", Some("gave a win in one")),
            ("", "4", None),
            // Both ends are open: no move prevents a four.
            ("44355", "1", None),
        ] {
            let position = replay(before).expect("a game");
            let column = column.parse().expect("a column");
            assert_eq!(slip(&position, column), wanted, "{before} {column}");
        }
        // Each slip has a mark, also in a lost position.
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let replayed = Game::default().with_moves("1122377").expect("a game");
        let annotated = annotate(&mut solver, &replayed, Mode::Strong);
        let slips = annotated.annotations.iter().filter(|played| {
            let slip = slip(&played.position, played.column);
            assert!(slip.is_none() || played.mark.is_some(), "{played:?}");
            slip.is_some()
        });
        assert_eq!(slips.count(), 2);
    }
}
