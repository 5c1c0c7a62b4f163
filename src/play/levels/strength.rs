//! The levels, their ratings, and what a player of each can do.

use std::{array, fmt};

use crate::solver::Limits;

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
    /// The standard deviation of the noise in evaluations, in hundredths.
    pub(super) noise: i32,
    /// Plies ahead of which the player always sees a line with three stones.
    pub(super) always_seen: i32,
}

/// The strengths of the levels 0 to 19, in the order of the fields of [`Strength`]. They are chosen
/// so that neighbours differ by about the same Elo, as measured by `scripts/arena`.
const STRENGTHS: [[i32; 5]; Level::COUNT as usize] = [
    [100, 24, 48, 1000, 0],
    [100, 40, 40, 612, 0],
    [100, 51, 35, 465, 0],
    [100, 59, 31, 379, 0],
    [100, 66, 27, 323, 0],
    [106, 73, 24, 281, 0],
    [125, 80, 22, 251, 0],
    [149, 88, 20, 222, 0],
    [170, 94, 18, 204, 0],
    [188, 100, 16, 189, 0],
    [206, 104, 15, 180, 2],
    [257, 114, 13, 164, 2],
    [309, 122, 12, 146, 2],
    [344, 131, 10, 132, 2],
    [389, 142, 9, 115, 2],
    [455, 163, 7, 94, 2],
    [520, 187, 6, 78, 2],
    [602, 222, 4, 63, 2],
    [745, 301, 3, 45, 2],
    [1000, 512, 0, 20, 2],
];

/// The Elo of a player of random moves, which is the anchor of the scale.
pub(crate) const RANDOM_ELO: u16 = 400;

/// The Elo of the levels 0 to 19, measured by `scripts/arena`.
const ELO: [u16; Level::COUNT as usize] = [
    522, 585, 656, 731, 819, 896, 977, 1084, 1154, 1216, 1295, 1368, 1432, 1497, 1569, 1646, 1724,
    1803, 1886, 1975,
];

/// The nodes that the median move of each level takes, in 200 positions of `scripts/arena`.
const NODES: [u64; Level::COUNT as usize] = [
    1, 1, 1, 1, 1, 1, 1, 1, 7, 7, 8, 25, 46, 59, 118, 187, 390, 803, 2293, 18106,
];

/// Prints the number of the level, with a fraction between two levels: `7` or `7.25`.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.hundredths) / 100.0)
    }
}

impl Level {
    /// The number of levels.
    pub const COUNT: u8 = 20;
    /// The weakest level, 0.
    pub const WEAKEST: Level = Level { hundredths: 0 };
    /// The strongest level, 19.
    pub const STRONGEST: Level = Level {
        hundredths: (Level::COUNT as u16 - 1) * 100,
    };

    /// Returns the level with this number, or `None` if it is not in `0..=19`.
    #[must_use]
    pub const fn numbered(number: u8) -> Option<Level> {
        if number >= Level::COUNT {
            return None;
        }
        let hundredths = number as u16 * 100;
        Some(Level { hundredths })
    }

    /// Returns the level with this Elo. A level below or above the scale becomes level 0 or 19.
    /// Between two levels, it is interpolated.
    #[must_use]
    pub fn of_elo(elo: u16) -> Level {
        let elo = elo.clamp(Level::WEAKEST.elo(), Level::STRONGEST.elo());
        let steps = (0..).step_by(100).zip(ELO.windows(2));
        let step = steps.filter(|(_, step)| elo > step[0]).last();
        let hundredths = step.map_or(0, |(below, step)| {
            let (above, size) = (elo - step[0], step[1] - step[0]);
            below + (above * 100 + size / 2) / size
        });
        Level { hundredths }
    }

    /// Returns the Elo of the level.
    #[must_use]
    pub const fn elo(self) -> u16 {
        let (below, part) = ((self.hundredths / 100) as usize, self.hundredths % 100);
        if part == 0 {
            return ELO[below];
        }
        ELO[below] + ((ELO[below + 1] - ELO[below]) * part + 50) / 100
    }

    /// Returns the name of the limit that costs the level more than 50 Elo, if there is one: less
    /// than half the nodes of the median move, or a depth that lacks a quarter of the mean one and
    /// half a ply.
    pub(crate) fn costly_limit(self, limits: &Limits) -> Option<String> {
        let median = NODES[usize::from(self.hundredths / 100)];
        let nodes = limits.nodes.filter(|&nodes| nodes < median.div_ceil(2));
        let nodes = nodes.map(|nodes| format!("nodes {nodes}"));
        let mean = self.strength().depth;
        let least = mean - (mean / 4).max(50);
        let depth = limits.depth.filter(|&depth| i32::from(depth) * 100 < least);
        nodes.or_else(|| depth.map(|depth| format!("depth {depth}")))
    }

    /// Returns what a player of this level can do. Between two levels, everything lies between.
    pub(super) fn strength(self) -> Strength {
        let (below, part) = (self.hundredths / 100, i32::from(self.hundredths % 100));
        let low = STRENGTHS[usize::from(below)];
        let high = STRENGTHS[usize::from(below + 1).min(STRENGTHS.len() - 1)];
        let [depth, sight, slips, noise, _] =
            array::from_fn(|field| low[field] + (high[field] - low[field]) * part / 100);
        Strength {
            depth,
            sight,
            slips,
            noise,
            always_seen: low[4],
        }
    }
}
