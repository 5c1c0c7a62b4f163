//! Which positions of random games become part of a test set.

use std::fmt;
use std::ops::RangeInclusive;

use super::PositionKind;
use super::kind::{END, MIDDLE};
use super::play::{is_quiet, is_winless};
use crate::game::random::Random;
use crate::game::{Mode, Outcome, Position, Score};
use crate::solver::{Solver, StopFlag};

/// Which positions of random games become part of a test set.
///
/// `Display` writes it as the option of `claimeven testset generate`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// A random sample of a kind's positions.
    Kind(PositionKind),
    /// Positions with so many stones, hard and easy ones as they come. Of a position and
    /// its mirror image only one is taken.
    Ply(u8),
    /// Openings for matches: positions of 4 to 8 stones that neither player has spoilt.
    ///
    /// Nobody can win with the next stone, the position is a draw or exactly one move
    /// wins, and best play goes on for at least 21 plies. Of an opening and its mirror
    /// image only one is taken. The first opening has four stones, the next five, and so
    /// on to eight and from four again, so that every part of the set has all of them.
    Balanced,
}

/// Stones of a balanced opening.
const OPENING: RangeInclusive<u8> = 4..=8;

/// How many plies a game from a balanced opening goes on at least: half of all.
const OPENING_PLIES: u8 = 21;

/// A new position of a kind is taken with a chance of `count` in so many.
///
/// Were every one taken, a set would hold all there are of few stones, and sets of
/// different seeds the same ones. The number gives Begin-Hard the mix of stones that it
/// has in the tutorial.
const POOL: usize = 5000;

impl Filter {
    /// The most positions that a set may have: there have to be as many.
    #[must_use]
    pub fn most(&self) -> u32 {
        match self {
            Filter::Kind(_) => 1_000_000,
            // Of eight stones there are not many more.
            Filter::Ply(_) => 65_535,
            // Of four stones there are hardly more than a fifth of it.
            Filter::Balanced => 500,
        }
    }

    /// The random numbers that follow from a seed. The kinds with the same numbers of
    /// stones share theirs, and each ply has its own.
    pub(super) fn random(&self, seed: u64) -> Random {
        Random(match self {
            Filter::Kind(kind) if kind.stones == END => seed.wrapping_mul(3).wrapping_add(1),
            Filter::Kind(kind) if kind.stones == MIDDLE => seed.wrapping_mul(3).wrapping_add(2),
            Filter::Kind(_) => seed.wrapping_mul(3).wrapping_add(3),
            Filter::Ply(ply) => seed.wrapping_mul(64).wrapping_add((*ply).into()),
            Filter::Balanced => seed,
        })
    }

    /// How many stones the position may have that becomes number `index` of the set,
    /// counted from 0.
    pub(super) fn stones(&self, index: usize) -> RangeInclusive<u8> {
        match self {
            Filter::Kind(kind) => kind.stones.clone(),
            Filter::Ply(ply) => *ply..=*ply,
            Filter::Balanced => {
                let stones = OPENING.cycle().nth(index).expect("it has no end");
                stones..=stones
            }
        }
    }

    /// What a position must be to be looked at.
    pub(super) fn fits(&self) -> fn(&Position) -> bool {
        match self {
            Filter::Kind(_) => is_quiet,
            Filter::Ply(_) | Filter::Balanced => is_winless,
        }
    }

    /// A number that positions share if a set may have only one of them.
    pub(super) fn key(&self, position: &Position) -> u64 {
        match self {
            Filter::Kind(_) => position.key(),
            Filter::Ply(_) | Filter::Balanced => position.canonical().0.key(),
        }
    }

    /// Whether chance leaves a position out of a set of `count`.
    pub(super) fn skips(&self, random: &mut Random, count: usize) -> bool {
        matches!(self, Filter::Kind(_)) && random.below(POOL) >= count
    }

    /// The exact score of a position that is taken, `Some(None)` for any other, and `None`
    /// when `stop` was set.
    pub fn score(
        &self,
        solver: &mut Solver,
        position: &Position,
        stop: &StopFlag,
    ) -> Option<Option<Score>> {
        if *self == Filter::Balanced && !is_even(solver, position, stop)? {
            return Some(None);
        }
        let score = solver.solve(position, Mode::Strong, stop).bounds.exact()?;
        let taken = match self {
            Filter::Kind(kind) => kind.holds(position, score),
            Filter::Ply(ply) => position.stones() == *ply,
            Filter::Balanced => score.plies(position.stones()) >= OPENING_PLIES,
        };
        Some(taken.then_some(score))
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Filter::Kind(kind) => write!(f, "--kind {}", kind.name),
            Filter::Ply(ply) => write!(f, "--ply {ply}"),
            Filter::Balanced => f.write_str("--balanced"),
        }
    }
}

/// Whether a position is a draw or exactly one move wins, and nobody can win with the next
/// stone; `None` when `stop` was set.
///
/// Asked before the score, because the outcome is found much faster and most positions
/// fail by it.
fn is_even(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<bool> {
    if position.is_over() || is_threatened(position) {
        return Some(false);
    }
    let mut outcome = |position: &Position| {
        let solution = solver.solve(position, Mode::Weak, stop);
        solution.bounds.outcome()
    };
    Some(match outcome(position)? {
        Outcome::Loss => false,
        Outcome::Draw => true,
        Outcome::Win => {
            let mut winning = 0;
            for column in position.legal_columns().iter() {
                let reply = outcome(&position.play(column))?;
                winning += usize::from(reply == Outcome::Loss);
            }
            winning == 1
        }
    })
}

/// Whether either player would win with the next stone.
fn is_threatened(position: &Position) -> bool {
    let wins = position.winning_cells() | position.opponent_winning_cells();
    let columns = position.legal_columns();
    columns
        .iter()
        .any(|column| position.landing_cell(column) & wins != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    #[test]
    fn what_is_not_balanced_is_turned_down() {
        let mut solver = Solver::new(8).expect("8 MiB can be had");
        for (moves, why) in [
            ("1212121", "it is over"),
            ("121212", "the side to move wins at once"),
            ("12121", "the opponent threatens to win"),
            ("3566345662356", "it is lost"),
            ("32737157", "several moves win"),
            ("115236157562677353557676372444424", "it ends soon"),
        ] {
            let position = notation::replay(moves).expect("a game");
            let found = Filter::Balanced.score(&mut solver, &position, &StopFlag::default());
            assert_eq!(found, Some(None), "{moves}: {why}");
        }
    }
}
