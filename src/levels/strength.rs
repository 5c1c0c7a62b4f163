//! The levels, their ratings, and what a player of each can do.

use std::fmt;

/// A playing strength: one of the levels 0 to 19, or a point between two of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level {
    /// Hundredths of a level.
    hundredths: u16,
}

/// What a player can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strength {
    /// Plies to search, in hundredths: 325 searches four plies in a quarter of all moves.
    pub(super) depth: i32,
    /// Plies ahead of which the player sees the easiest lines, in 16ths.
    pub(super) sight: i32,
    /// How much the player overlooks at random, in 16ths.
    pub(super) slips: i32,
    /// The typical error of an opinion, in hundredths.
    pub(super) error: i32,
    /// Plies from which a line with three stones is always seen.
    pub(super) always_seen: u8,
}

/// The strengths of the levels 0 to 19. They are chosen so that neighbours differ by about the same
/// Elo, as measured by `scripts/levels`.
const STRENGTHS: [Strength; 20] = {
    const fn of(depth: i32, sight: i32, slips: i32, error: i32, always_seen: u8) -> Strength {
        Strength {
            depth,
            sight,
            slips,
            error,
            always_seen,
        }
    }
    [
        of(100, 24, 48, 1000, 0),
        of(100, 42, 39, 570, 0),
        of(100, 52, 34, 450, 0),
        of(100, 60, 30, 367, 0),
        of(100, 68, 26, 312, 0),
        of(109, 75, 23, 269, 0),
        of(130, 82, 22, 244, 0),
        of(152, 89, 20, 219, 0),
        of(172, 95, 18, 202, 0),
        of(194, 102, 16, 185, 0),
        of(235, 110, 15, 169, 2),
        of(278, 116, 13, 157, 2),
        of(314, 123, 11, 144, 2),
        of(346, 131, 10, 131, 2),
        of(380, 139, 9, 118, 2),
        of(418, 150, 8, 105, 2),
        of(472, 167, 7, 88, 2),
        of(562, 206, 5, 68, 2),
        of(696, 260, 3, 50, 2),
        of(1000, 512, 0, 20, 2),
    ]
};

/// The Elo of a player of random moves, which is the zero point of the scale.
pub const RANDOM_ELO: u16 = 400;

/// The Elo of the levels 0 to 19, measured by `scripts/levels`.
const ELO: [u16; 20] = [
    460, 534, 608, 682, 756, 830, 904, 978, 1052, 1126, 1200, 1274, 1348, 1422, 1496, 1570, 1644,
    1718, 1792, 1860,
];

/// Prints the number of the level, with a fraction between two levels: `7` or `7.25`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.hundredths) / 100.0)
    }
}

impl Level {
    /// The weakest level, 0.
    pub const WEAKEST: Level = Level { hundredths: 0 };
    /// The strongest level, 19.
    pub const STRONGEST: Level = Level { hundredths: 1900 };

    /// Returns the level with this number, or `None` if it is not in `0..=19`.
    #[must_use]
    pub const fn of_skill(skill: u8) -> Option<Level> {
        let hundredths = skill as u16 * 100;
        if hundredths > Level::STRONGEST.hundredths {
            return None;
        }
        Some(Level { hundredths })
    }

    /// Returns the level with this Elo. A level below or above the scale becomes level 0 or 19.
    /// Between two levels, it is interpolated.
    #[must_use]
    pub fn of_elo(elo: u16) -> Level {
        let above = ELO.partition_point(|&level| level <= elo);
        let (Some(below), Some(&high)) = (above.checked_sub(1), ELO.get(above)) else {
            return if above == 0 {
                Level::WEAKEST
            } else {
                Level::STRONGEST
            };
        };
        let (below, low) = (below as u16, ELO[below]);
        let part = (elo - low) * 100 / (high - low);
        Level {
            hundredths: below * 100 + part,
        }
    }

    /// Returns the Elo of the level.
    #[must_use]
    pub fn elo(self) -> u16 {
        let (below, part) = (usize::from(self.hundredths / 100), self.hundredths % 100);
        let low = ELO[below];
        let high = ELO.get(below + 1).copied().unwrap_or(low);
        low + (high - low) * part / 100
    }

    /// Returns what a player of this level can do. Between two levels, everything lies between.
    pub(super) fn strength(self) -> Strength {
        let (below, part) = (self.hundredths / 100, i32::from(self.hundredths % 100));
        let low = STRENGTHS[usize::from(below)];
        let high = STRENGTHS[usize::from(below + 1).min(STRENGTHS.len() - 1)];
        let between = |low: i32, high: i32| low + (high - low) * part / 100;
        Strength {
            depth: between(low.depth, high.depth),
            sight: between(low.sight, high.sight),
            slips: between(low.slips, high.slips),
            error: between(low.error, high.error),
            always_seen: low.always_seen,
        }
    }
}
