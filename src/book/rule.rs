//! Scores that a book does not store: the rules decide them, or they follow from the scores of the
//! next ply.
//!
//! Pure.

use crate::game::{Position, Score};

/// Returns the score if the side to move wins with its next stone or cannot stop the opponent from
/// winning with the stone after it, and `None` for any other position.
///
/// The position must be unfinished.
#[inline]
pub(crate) fn score(position: &Position) -> Option<Score> {
    if position.winning_move_cells() != 0 {
        return Some(Score::win_in(1, position.stones()));
    }
    (position.safe_move_cells() == 0).then(|| Score::loss_in(1, position.stones()))
}

/// Returns the score of an unfinished position: that of its best move.
///
/// `value` returns the scores of the positions for which [`score`] is `None`. If it returns `None`
/// for one of them, so does this function.
pub(crate) fn best_of(
    position: &Position,
    value: impl Fn(&Position) -> Option<Score>,
) -> Option<Score> {
    let mut best = None;
    for column in position.legal_columns().iter() {
        let found = if position.wins(column) {
            Score::win_in(1, position.stones())
        } else {
            let after = position.play(column);
            -score(&after).or_else(|| value(&after))?
        };
        best = best.max(Some(found));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    #[test]
    fn wins_and_losses_within_two_stones_have_a_score_and_nothing_else() {
        for (moves, expected) in [
            ("", None),
            ("121212", Some(18)), // a fourth stone on three
            ("12121", None),      // one threat, which can be stopped
            ("3344", None),       // two stones need two more
            ("33445", Some(-18)), // open on both sides
            ("334455", Some(18)), // the same, with the first player to move
        ] {
            let position = replay(moves).expect("a game");
            assert_eq!(score(&position).map(Score::get), expected, "{moves}");
        }
    }
}
