//! Scores that follow from the rules or from the next ply, so that no book stores them.
//!
//! Pure.

use crate::game::{Position, Score};

/// The score of a position whose side to move wins with its next stone or cannot stop
/// the opponent from winning with the one after; `None` for any other.
///
/// The position is neither over nor full.
#[inline]
pub(crate) fn score(position: &Position) -> Option<Score> {
    if position.winning_moves() != 0 {
        return Some(Score::win_in(1, position.stones()));
    }
    (position.safe_moves() == 0).then(|| Score::loss_in(1, position.stones()))
}

/// The score of an unfinished position as the best of its moves.
///
/// `value` gives the scores of the positions that [`score`] leaves open. `None` when it
/// does not know one that is needed.
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
    use crate::game::notation;

    #[test]
    fn wins_and_losses_within_two_stones_have_a_score_and_nothing_else() {
        for (moves, expected) in [
            ("", None),
            ("121212", Some(18)), // a fourth stone on three
            ("12121", None),      // one threat, which can be stopped
            ("3344", None),       // two stones need two more
            ("33445", Some(-18)), // open on both sides
            ("334455", Some(18)), // the same, the other to move
        ] {
            let position = notation::replay(moves).expect("a game");
            assert_eq!(score(&position).map(Score::get), expected, "{moves}");
        }
    }
}
