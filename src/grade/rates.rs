//! The share of their moves at risk that the levels blunder.

/// The Elo and the rate of blunders of each level, from level 0 on. The rates fall.
///
/// Source: `claimeven grade` on the games of `scripts/levels/ladder.py`.
pub(super) const RATES: &[(i32, f64)] = &[];
