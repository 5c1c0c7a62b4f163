//! The choice of positions for a test set.

use std::fmt;
use std::ops::RangeInclusive;

use super::PositionKind;
use super::kind::{END, MIDDLE};
use super::play::{is_quiet, is_winless};
use crate::game::random::Random;
use crate::game::{Mode, Outcome, Position, Score, bitboard};
use crate::solver::{Solver, StopFlag};

/// The rule by which a test set takes positions from random games.
///
/// `Display` writes the option of `claimeven testset`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// A random sample of the positions of a kind.
    Kind(PositionKind),
    /// Positions with this many stones, hard and easy ones in random order. Of a position and its
    /// mirror image, only one is taken.
    Ply(u8),
    /// Openings for matches: balanced positions of 4 to 8 stones.
    ///
    /// Neither player can win with the next stone, the position is a draw or exactly one move
    /// wins, and best play lasts at least 21 more plies. Of an opening and its mirror image, only
    /// one is taken. The first opening has four stones, the next one five, and so on to eight and
    /// then from four again, so that every part of the set has all numbers of stones.
    Balanced,
}

/// Numbers of stones of balanced openings.
const OPENING: RangeInclusive<u8> = 4..=8;

/// The least number of plies from a balanced opening to the end of the game: half of the board.
const OPENING_PLIES: u8 = 21;

/// The denominator of the probability `count / POOL` with which a new position of a kind is taken.
///
/// If every position were taken, a set would contain all positions with few stones, and sets of
/// different seeds would contain the same ones. With this number, Begin-Hard has the same mix of
/// stones as in the tutorial.
const POOL: usize = 5000;

impl Filter {
    /// Returns the greatest number of positions that a set may have. The filter accepts at least
    /// this many different positions, so that a set of this size can be made.
    #[must_use]
    pub fn most(&self) -> u32 {
        match self {
            Filter::Kind(_) => 1_000_000,
            // With eight stones, not many more positions exist.
            Filter::Ply(_) => 65_535,
            // A fifth of them have four stones, and hardly more than 100 such openings exist.
            Filter::Balanced => 500,
        }
    }

    /// Creates the random number generator for a seed. Kinds with the same range of stones get the
    /// same random numbers; each ply gets its own.
    pub(super) fn random(&self, seed: u64) -> Random {
        Random(match self {
            Filter::Kind(kind) if kind.stones == END => seed.wrapping_mul(3).wrapping_add(1),
            Filter::Kind(kind) if kind.stones == MIDDLE => seed.wrapping_mul(3).wrapping_add(2),
            Filter::Kind(_) => seed.wrapping_mul(3).wrapping_add(3),
            Filter::Ply(ply) => seed.wrapping_mul(64).wrapping_add((*ply).into()),
            Filter::Balanced => seed,
        })
    }

    /// Returns the numbers of stones that position number `index` of the set, counted from 0, may
    /// have.
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

    /// Returns the condition that a position must meet to be considered.
    pub(super) fn fits(&self) -> fn(&Position) -> bool {
        match self {
            Filter::Kind(_) => is_quiet,
            Filter::Ply(_) | Filter::Balanced => is_winless,
        }
    }

    /// Returns a key. A set takes only one of the positions with the same key.
    pub(super) fn key(&self, position: &Position) -> u64 {
        match self {
            Filter::Kind(_) => position.key(),
            Filter::Ply(_) | Filter::Balanced => position.canonical().0.key(),
        }
    }

    /// Decides at random whether a set of `count` positions leaves a position out.
    pub(super) fn skips(&self, random: &mut Random, count: usize) -> bool {
        matches!(self, Filter::Kind(_)) && random.below(POOL) >= count
    }

    /// Returns the exact score of a position that is taken, `Some(None)` for other positions, and
    /// `None` if `stop` was set.
    pub fn score(
        &self,
        solver: &mut Solver,
        position: &Position,
        stop: &StopFlag,
    ) -> Option<Option<Score>> {
        if *self == Filter::Balanced && !is_even(solver, position, stop)? {
            return Some(None);
        }
        let solution = solver.solve_until(position, Mode::Strong, stop);
        let score = solution.bounds.exact()?;
        let taken = match self {
            Filter::Kind(kind) => kind.contains(position, score),
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

/// Returns whether a position is a draw or has exactly one winning move, and neither player can win
/// with the next stone. Returns `None` if `stop` was set.
///
/// It runs before the score is computed, because outcomes are found much faster and rule out most
/// positions.
fn is_even(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<bool> {
    let wins = position.winning_cells() | position.opponent_winning_cells();
    if position.is_over() || wins & bitboard::playable(position.mask()) != 0 {
        return Some(false);
    }
    let mut outcome = |position: &Position| {
        let solution = solver.solve_until(position, Mode::Weak, stop);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    #[test]
    fn positions_that_are_not_balanced_are_not_taken() {
        let mut solver = Solver::without_book(8).expect("8 MiB can be had");
        for (moves, why) in [
            ("1212121", "it is over"),
            ("121212", "the side to move wins at once"),
            ("12121", "the opponent threatens to win"),
            ("3566345662356", "it is lost"),
            ("32737157", "several moves win"),
            ("115236157562677353557676372444424", "it ends soon"),
        ] {
            let position = replay(moves).expect("a game");
            let found = Filter::Balanced.score(&mut solver, &position, &StopFlag::default());
            assert_eq!(found, Some(None), "{moves}: {why}");
        }
    }
}
