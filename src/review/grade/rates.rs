//! How often the levels blunder.

use crate::play::levels::Level;

/// The part of its moves at risk that each level blunders, from level 0 on.
///
/// Source: `claimeven grade` on the games of levels against their neighbours, played by
/// `scripts/arena/pool.py`: 1,600 games of levels 0 and 19, and 3,200 of each of the others.
const RATES: [f64; Level::COUNT as usize] = [
    0.5380, 0.4939, 0.4531, 0.4150, 0.3826, 0.3421, 0.3043, 0.2522, 0.2281, 0.1989, 0.1775, 0.1521,
    0.1380, 0.1293, 0.1151, 0.1062, 0.0970, 0.0902, 0.0797, 0.0576,
];

/// Returns the Elo and the rate of each level, the weakest first.
pub(super) fn scale() -> Vec<(i32, f64)> {
    let levels = (0..).map_while(Level::numbered);
    let elo = levels.map(|level| i32::from(level.elo()));
    elo.zip(RATES).collect()
}
