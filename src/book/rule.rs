//! What a look at a position tells of its score, so that no book stores it. Pure.

use crate::game::{Position, Score};

/// The score of a position, not over and not full, whose side to move wins with
/// its next stone or cannot keep the opponent from winning with the one after.
#[inline]
pub(crate) fn told(position: &Position) -> Option<Score> {
    if position.winning_moves() != 0 {
        return Some(Score::win_in(1, position.stones()));
    }
    (position.safe_moves() == 0).then(|| Score::loss_in(1, position.stones()))
}

/// The best that the moves of an unfinished position lead to, when `value` tells
/// the score of what no rule decides; `None` when it does not know one.
pub(crate) fn best_of(
    position: &Position,
    value: impl Fn(&Position) -> Option<Score>,
) -> Option<Score> {
    let mut best = None;
    for column in position.legal_columns().iter() {
        let score = if position.wins(column) {
            Score::win_in(1, position.stones())
        } else {
            let after = position.play(column);
            -told(&after).or_else(|| value(&after))?
        };
        best = best.max(Some(score));
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    #[test]
    fn wins_and_losses_within_two_stones_are_told_and_nothing_else() {
        for (moves, told) in [
            ("", None),
            ("121212", Some(18)), // a fourth stone on three
            ("12121", None),      // one threat, which can be stopped
            ("3344", None),       // two stones need two more
            ("33445", Some(-18)), // open on both sides
            ("334455", Some(18)), // the same, the other to move
        ] {
            let position = notation::replay(moves).expect("a game");
            assert_eq!(super::told(&position).map(Score::get), told, "{moves}");
        }
    }
}
