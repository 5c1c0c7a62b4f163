//! The six kinds of positions, each with a sample.
//!
//! The kinds are those of the tutorial's sets. They depend on `n`, the stones on the board, and
//! `r`, the plies to the end of the game under best play:
//!
//! | | `r` up to 14 | `r` from 15 to 28 | `r` from 29 on |
//! |-|-|-|-|
//! | `n` above 28 | end-easy | | |
//! | `n` from 15 to 28 | middle-easy | middle-medium | |
//! | `n` up to 14 | begin-easy | begin-medium | begin-hard |
//!
//! As in those sets, neither player can win within two plies. Fewer than three plies are left only
//! if the last cells are filled without a win.

use std::ops::RangeInclusive;

use super::TestSet;
use crate::game::{Position, Score};

/// One of the six kinds of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionKind {
    /// The name, such as `end-easy`.
    pub name: &'static str,
    /// Stones on the board.
    pub stones: RangeInclusive<u8>,
    /// Plies to the end of the game under best play.
    pub plies: RangeInclusive<u8>,
    /// The text of [`PositionKind::sample`].
    sample: &'static str,
}

// Ranges of stones on the board. The empty board is left out, because it is a single position.
const BEGIN: RangeInclusive<u8> = 1..=14;
pub(super) const MIDDLE: RangeInclusive<u8> = 15..=28;
pub(super) const END: RangeInclusive<u8> = 29..=41;

// Ranges of plies to the end.
const EASY: RangeInclusive<u8> = 1..=14;
const MEDIUM: RangeInclusive<u8> = 15..=28;
const HARD: RangeInclusive<u8> = 29..=41;

/// Creates a kind from its name, its range of stones and its range of plies.
macro_rules! kind {
    ($name:literal, $stones:expr, $plies:expr) => {
        PositionKind {
            name: $name,
            stones: $stones,
            plies: $plies,
            sample: include_str!(concat!("samples/", $name, ".txt")),
        }
    };
}

impl PositionKind {
    /// All six kinds, in the order of the tutorial.
    pub const ALL: [PositionKind; 6] = [
        kind!("end-easy", END, EASY),
        kind!("middle-easy", MIDDLE, EASY),
        kind!("middle-medium", MIDDLE, MEDIUM),
        kind!("begin-easy", BEGIN, EASY),
        kind!("begin-medium", BEGIN, MEDIUM),
        kind!("begin-hard", BEGIN, HARD),
    ];

    /// Returns whether a position with this score is of this kind.
    #[must_use]
    pub fn contains(&self, position: &Position, score: Score) -> bool {
        let stones = position.stones();
        self.stones.contains(&stones) && self.plies.contains(&score.plies(stones))
    }

    /// Returns the built-in set of a hundred positions of this kind.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "the samples are valid")]
    pub fn sample(&self) -> TestSet {
        TestSet::parse(self.name, self.sample).expect("a test reads the samples")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn samples_are_different_quiet_positions_of_their_kinds() {
        for kind in PositionKind::ALL {
            let cases = kind.sample().cases;
            assert_eq!(cases.len(), 100);
            let keys: HashSet<u64> = cases.iter().map(|case| case.position.key()).collect();
            assert_eq!(keys.len(), 100);
            for case in cases {
                let score = Score::new(case.score).expect("a score");
                assert!(kind.contains(&case.position, score), "{kind:?}: {case:?}");
                let plies = score.plies(case.position.stones());
                assert!(plies >= 3 || score == Score::DRAW, "{case:?}");
            }
        }
    }
}
