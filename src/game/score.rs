//! The value of a position, and its distance to the end of the game.

/// What a reader expects of the text of a score.
pub(super) const SCORE: &str = "a score from -18 to 18";

/// The value of a position under perfect play, for the side to move.
///
/// The unit is a stone of the winner: with `+1` the side to move wins with its last stone, with
/// `+2` with its last but one. `0` is a draw; negative values are wins of the opponent. The range
/// is `-18..=18`, because no side wins before its fourth stone. The convention is that of Pons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "i8", try_from = "i8")
)]
pub struct Score(i8);

/// The outcome under perfect play, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// The opponent wins.
    Loss,
    /// Nobody wins.
    Draw,
    /// The side to move wins.
    Win,
}

impl Outcome {
    /// Returns whether a score is a win, a draw or a loss.
    pub(crate) const fn of(score: i8) -> Outcome {
        match score {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// Returns the letter of the outcome.
    pub(crate) const fn letter(self) -> &'static str {
        match self {
            Outcome::Win => "W",
            Outcome::Draw => "D",
            Outcome::Loss => "L",
        }
    }
}

impl Score {
    /// A loss to the opponent's fourth stone.
    pub const MIN: Score = Score(-18);
    /// A win with the fourth stone.
    pub const MAX: Score = Score(18);
    /// A draw.
    pub const DRAW: Score = Score(0);

    /// Returns the score with this number, or `None` if the number is out of range.
    #[must_use]
    pub const fn new(value: i8) -> Option<Score> {
        if value >= Score::MIN.0 && value <= Score::MAX.0 {
            Some(Score(value))
        } else {
            None
        }
    }

    /// Returns the score with a number from the search, which must be in range.
    pub(crate) const fn proven(value: i8) -> Score {
        debug_assert!(value >= Score::MIN.0 && value <= Score::MAX.0);
        Score(value)
    }

    /// Returns the number of the score.
    #[must_use]
    pub const fn get(self) -> i8 {
        self.0
    }

    /// Returns the score if the side to move wins with its `moves`-th stone from now (1 is the next
    /// one). `stones` is the number of stones on the board.
    #[must_use]
    pub const fn win_in(moves: u8, stones: u8) -> Score {
        Score(((43 - stones) / 2 + 1 - moves).cast_signed())
    }

    /// Returns the score if the side to move loses to the opponent's `moves`-th stone from now.
    /// `stones` is the number of stones on the board.
    #[must_use]
    pub const fn loss_in(moves: u8, stones: u8) -> Score {
        Score(-((42 - stones) / 2 + 1 - moves).cast_signed())
    }

    /// Returns whether the score is a win, a draw or a loss.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        Outcome::of(self.0)
    }

    /// Returns the number of stones that the winner still plays, including the winning one. The
    /// number is positive if the side to move wins and negative if it loses; for a draw it is
    /// `None`. `stones` is the number of stones on the board.
    #[must_use]
    pub const fn mate_in(self, stones: u8) -> Option<i8> {
        match self.0 {
            0 => None,
            win @ 1.. => Some(((43 - stones) / 2 + 1).cast_signed() - win),
            loss => Some(-((42 - stones) / 2 + 1).cast_signed() - loss),
        }
    }

    /// Returns the number of plies to the end of the game under perfect play. `stones` is the
    /// number of stones on the board.
    #[must_use]
    pub const fn plies(self, stones: u8) -> u8 {
        match self.mate_in(stones) {
            None => 42 - stones,
            Some(win @ 1..) => 2 * win.cast_unsigned() - 1,
            Some(loss) => 2 * loss.unsigned_abs(),
        }
    }
}

impl std::ops::Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_board_is_won_with_the_forty_first_stone() {
        let empty = Score::new(1).expect("in range");
        assert_eq!(empty.mate_in(0), Some(21));
        assert_eq!(empty.plies(0), 41);
        assert_eq!((-empty).mate_in(1), Some(-20));
        assert_eq!((-empty).plies(1), 40);
    }

    #[test]
    fn distances_and_scores_convert_into_each_other() {
        for stones in 0..42 {
            for moves in 4..=(43 - stones) / 2 {
                let win = Score::win_in(moves, stones);
                assert_eq!(win.mate_in(stones), Some(moves.cast_signed()));
                assert_eq!(win.outcome(), Outcome::Win);
            }
            for moves in 4..=(42 - stones) / 2 {
                let loss = Score::loss_in(moves, stones);
                assert_eq!(loss.mate_in(stones), Some(-moves.cast_signed()));
                assert_eq!(loss.outcome(), Outcome::Loss);
            }
        }
        assert_eq!(Score::DRAW.plies(30), 12);
        assert_eq!(Score::new(19), None);
    }
}
