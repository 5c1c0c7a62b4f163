//! Positions of one ply from random play, hard and easy ones as they come.
//!
//! Knows the solver, reads and writes nothing. A seed gives the same set on every
//! machine.

use std::collections::HashSet;
use std::fmt;

use super::Recipe;
use super::play::{self, is_winless};
use crate::game::{Column, Mode, Score, notation};
use crate::random::Random;
use crate::solver::{Solver, StopFlag};

/// Positions of one ply. `Display` writes them as a file that the bench reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Set {
    /// How it was made.
    pub recipe: Recipe,
    /// Stones on the board.
    pub ply: u8,
    /// The columns played and the exact score.
    pub positions: Vec<(Vec<Column>, Score)>,
}

impl Set {
    /// Whether it holds as many positions as were asked for.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.positions.len() >= self.recipe.count
    }
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { seed, .. } = self.recipe;
        let count = self.recipe.count_told(self.positions.len());
        let ply = self.ply;
        writeln!(
            f,
            "# Positions of {ply} stones from random play, nobody able to win at once. A line\n\
             # a position: the columns played from the empty board, then the exact score.\n\
             # Made by this project: claimeven testset reachable --ply {ply} --seed {seed} \
             --count {count}"
        )?;
        for (moves, score) in &self.positions {
            writeln!(f, "{} {score}", notation::packed(moves))?;
        }
        Ok(())
    }
}

/// Makes a set of positions of which no two are the same or mirror images; there
/// have to be as many. It is not full when `stop` was set before the end. `watch` hears
/// of each position.
pub fn generate(
    solver: &mut Solver,
    recipe: Recipe,
    ply: u8,
    stop: &StopFlag,
    watch: &mut dyn FnMut(),
) -> Set {
    // Each ply has random numbers of its own.
    let mut random = Random(recipe.seed.wrapping_mul(64).wrapping_add(ply.into()));
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    while positions.len() < recipe.count {
        let (moves, position) = play::game(&mut random, &(ply..=ply), is_winless);
        if seen.insert(position.canonical().0.key()) {
            let solution = solver.solve(&position, Mode::Strong, stop);
            let Some(score) = solution.bounds.exact() else {
                break;
            };
            positions.push((moves, score));
            watch();
        }
    }
    Set {
        recipe,
        ply,
        positions,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testset::{Case, TestSet};

    #[test]
    fn a_set_holds_different_positions_of_its_ply_and_is_read_by_the_bench() {
        let mut solver = Solver::new(1).expect("a megabyte");
        let recipe = Recipe { seed: 3, count: 40 };
        let never = StopFlag::default();
        let mut made = |ply| generate(&mut solver, recipe, ply, &never, &mut || ());
        let set = made(24);
        assert!(set.is_full());
        assert_eq!(made(24), set);
        let read = TestSet::parse("made", &set.to_string()).expect("a set");
        let keys: HashSet<u64> = read.cases.iter().map(|case| case.position.key()).collect();
        assert_eq!((read.cases.len(), keys.len()), (40, 40));
        for Case { position, .. } in &read.cases {
            assert_eq!((position.stones(), position.winning_moves()), (24, 0));
        }
        never.stop();
        assert!(!made(10).is_full());
    }
}
