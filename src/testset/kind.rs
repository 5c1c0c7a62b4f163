//! The six kinds of positions, each with a sample.
//!
//! The kinds are those of the tutorial's sets. With `n` stones on the board and
//! `r` plies to the end under best play:
//!
//! | | `r` up to 14 | `r` from 15 to 28 | `r` from 29 on |
//! |-|-|-|-|
//! | `n` above 28 | end-easy | | |
//! | `n` from 15 to 28 | middle-easy | middle-medium | |
//! | `n` up to 14 | begin-easy | begin-medium | begin-hard |
//!
//! As in those sets, nobody can win within two plies: fewer than three plies are left
//! only when the last cells are filled without a win.

use std::ops::RangeInclusive;

use super::TestSet;
use crate::game::{Position, Score};

/// One of the six kinds of positions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionKind {
    /// Its name, such as `end-easy`.
    pub name: &'static str,
    /// Stones on the board.
    pub stones: RangeInclusive<u8>,
    /// Plies to the end of the game under best play.
    pub plies: RangeInclusive<u8>,
    /// The text of [`PositionKind::sample`].
    sample: &'static str,
}

// How far a game has gone, in stones. The empty board is left out: there is but one.
const BEGIN: RangeInclusive<u8> = 1..=14;
pub(super) const MIDDLE: RangeInclusive<u8> = 15..=28;
pub(super) const END: RangeInclusive<u8> = 29..=41;

// How far away the end is, in plies.
const EASY: RangeInclusive<u8> = 1..=14;
const MEDIUM: RangeInclusive<u8> = 15..=28;
const HARD: RangeInclusive<u8> = 29..=41;

impl PositionKind {
    /// All six kinds, the easy ones first.
    pub const ALL: [PositionKind; 6] = [
        PositionKind {
            name: "end-easy",
            stones: END,
            plies: EASY,
            sample: include_str!("samples/end-easy.txt"),
        },
        PositionKind {
            name: "middle-easy",
            stones: MIDDLE,
            plies: EASY,
            sample: include_str!("samples/middle-easy.txt"),
        },
        PositionKind {
            name: "middle-medium",
            stones: MIDDLE,
            plies: MEDIUM,
            sample: include_str!("samples/middle-medium.txt"),
        },
        PositionKind {
            name: "begin-easy",
            stones: BEGIN,
            plies: EASY,
            sample: include_str!("samples/begin-easy.txt"),
        },
        PositionKind {
            name: "begin-medium",
            stones: BEGIN,
            plies: MEDIUM,
            sample: include_str!("samples/begin-medium.txt"),
        },
        PositionKind {
            name: "begin-hard",
            stones: BEGIN,
            plies: HARD,
            sample: include_str!("samples/begin-hard.txt"),
        },
    ];

    /// Whether a position with this score is of this kind.
    #[must_use]
    pub fn holds(&self, position: &Position, score: Score) -> bool {
        let stones = position.stones();
        self.stones.contains(&stones) && self.plies.contains(&score.plies(stones))
    }

    /// The kind of all positions of a set, if they are of one.
    #[must_use]
    pub fn of(set: &TestSet) -> Option<PositionKind> {
        PositionKind::ALL.into_iter().find(|kind| {
            let mut cases = set.cases.iter();
            cases.all(|case| kind.holds(&case.position, case.score))
        })
    }

    /// A set of a hundred positions of this kind, which is part of the program.
    #[must_use]
    pub fn sample(&self) -> TestSet {
        TestSet::parse(self.name, self.sample).expect("a test reads the constants")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_samples_hold_different_quiet_positions_of_their_kinds() {
        for kind in PositionKind::ALL {
            let cases = kind.sample().cases;
            assert_eq!(cases.len(), 100);
            let keys: HashSet<u64> = cases.iter().map(|case| case.position.key()).collect();
            assert_eq!(keys.len(), 100);
            for case in cases {
                assert!(kind.holds(&case.position, case.score), "{kind:?}: {case:?}");
                let plies = case.score.plies(case.position.stones());
                assert!(plies >= 3 || case.score == Score::DRAW, "{case:?}");
            }
        }
    }

    #[test]
    fn a_set_is_of_the_kind_that_all_its_positions_are_of() {
        for kind in PositionKind::ALL {
            assert_eq!(PositionKind::of(&kind.sample()), Some(kind));
        }
        let mut mixed = PositionKind::ALL[0].sample();
        mixed.cases.extend(PositionKind::ALL[1].sample().cases);
        assert_eq!(PositionKind::of(&mixed), None);
    }
}
