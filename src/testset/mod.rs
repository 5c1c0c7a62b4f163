//! Test sets made from random play: six kinds, by how far a game has gone and
//! how far away its end is.
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
//! As in those, nobody wins within two plies: fewer than three are left only when
//! the last cells are filled without a win.
//!
//! Knows the solver, reads and writes nothing. A seed gives the same sets on every
//! machine, since positions follow from it and scores are exact.

pub mod openings;
mod play;
pub mod reachable;
mod text;

pub use text::{Case, ReadError, TestSet, TestSetError, TestSetFault};

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use crate::game::{Column, Mode, Position, Score, notation};
use crate::random::Random;
use crate::solver::{Solver, StopFlag};

/// A kind of position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// What its set is called.
    pub name: &'static str,
    /// Stones on the board.
    pub stones: RangeInclusive<u8>,
    /// Plies to the end of the game under best play.
    pub plies: RangeInclusive<u8>,
    /// A small set of the kind, as text.
    sample: &'static str,
}

/// How far a game has gone, in stones. The empty board is left out: there is but
/// one.
const BEGIN: RangeInclusive<u8> = 1..=14;
const MIDDLE: RangeInclusive<u8> = 15..=28;
const END: RangeInclusive<u8> = 29..=41;

/// How far the end is away, in plies.
const EASY: RangeInclusive<u8> = 1..=14;
const MEDIUM: RangeInclusive<u8> = 15..=28;
const HARD: RangeInclusive<u8> = 29..=41;

impl Kind {
    /// All six kinds, the easy ones first.
    pub const ALL: [Kind; 6] = [
        Kind {
            name: "end-easy",
            stones: END,
            plies: EASY,
            sample: include_str!("samples/end-easy.txt"),
        },
        Kind {
            name: "middle-easy",
            stones: MIDDLE,
            plies: EASY,
            sample: include_str!("samples/middle-easy.txt"),
        },
        Kind {
            name: "middle-medium",
            stones: MIDDLE,
            plies: MEDIUM,
            sample: include_str!("samples/middle-medium.txt"),
        },
        Kind {
            name: "begin-easy",
            stones: BEGIN,
            plies: EASY,
            sample: include_str!("samples/begin-easy.txt"),
        },
        Kind {
            name: "begin-medium",
            stones: BEGIN,
            plies: MEDIUM,
            sample: include_str!("samples/begin-medium.txt"),
        },
        Kind {
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

    /// A set of a hundred positions that the engine brings with it.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "a test reads the constants")]
    pub fn sample(&self) -> TestSet {
        TestSet::parse(self.name, self.sample).expect("a test reads the constants")
    }
}

/// What sets to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// Decides everything.
    pub seed: u64,
    /// Positions a set.
    pub count: usize,
}

impl Recipe {
    /// The number asked for, as the head of a set tells it, and how many were made if
    /// that was not all.
    fn count_told(self, made: usize) -> String {
        if made < self.count {
            format!("{}, stopped after {made}", self.count)
        } else {
            self.count.to_string()
        }
    }
}

/// A set of one kind. `Display` writes it as a file that the bench reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeSet {
    /// How it was made.
    pub recipe: Recipe,
    /// What it holds.
    pub kind: Kind,
    /// The columns played and the exact score; all positions are different.
    pub positions: Vec<(Vec<Column>, Score)>,
}

impl MadeSet {
    /// Whether it holds as many positions as were asked for.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.positions.len() >= self.recipe.count
    }
}

impl fmt::Display for MadeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Kind {
            name,
            stones,
            plies,
            ..
        } = &self.kind;
        let Recipe { seed, .. } = self.recipe;
        let count = self.recipe.count_told(self.positions.len());
        writeln!(
            f,
            "# {name}: {} to {} stones, the game over in {} to {} plies. A line a\n\
             # position: the columns played from the empty board, then the exact score.\n\
             # Made by this project: claimeven testset generate --seed {seed} --count {count}",
            stones.start(),
            stones.end(),
            plies.start(),
            plies.end()
        )?;
        for (moves, score) in &self.positions {
            writeln!(f, "{} {score}", notation::packed(moves))?;
        }
        Ok(())
    }
}

/// A new position is taken with a chance of `count` in so many.
///
/// Were every one taken, a set would hold all there are of few stones, and sets of
/// different seeds the same ones. The number gives Begin-Hard the mix of stones that it
/// has in the tutorial.
const POOL: usize = 5000;

/// Makes the sets of all kinds; not all are full when `stop` was set before the end.
///
/// `watch` hears of each position that is kept. Positions of few stones take
/// long: nearly all the time goes into those of the beginning.
pub fn generate(
    solver: &mut Solver,
    recipe: Recipe,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&MadeSet),
) -> Vec<MadeSet> {
    let stages = [END, MIDDLE, BEGIN].into_iter().zip(1..);
    let stages = stages.flat_map(|(stones, stream)| {
        // Each stage has random numbers of its own.
        let random = Random(recipe.seed.wrapping_mul(3).wrapping_add(stream));
        fill(solver, recipe, &stones, random, (stop, &mut *watch))
    });
    stages.collect()
}

/// Makes the sets of one stage, all of them from one run of positions.
fn fill(
    solver: &mut Solver,
    recipe: Recipe,
    stones: &RangeInclusive<u8>,
    mut random: Random,
    (stop, watch): (&StopFlag, &mut dyn FnMut(&MadeSet)),
) -> Vec<MadeSet> {
    let kinds = Kind::ALL.into_iter().filter(|kind| kind.stones == *stones);
    let empty = |kind| MadeSet {
        recipe,
        kind,
        positions: Vec::new(),
    };
    let mut sets: Vec<MadeSet> = kinds.map(empty).collect();
    let mut seen = HashSet::new();
    while !sets.iter().all(MadeSet::is_full) && !stop.is_stopped() {
        let (moves, position) = play::game(&mut random, stones, play::is_quiet);
        if !seen.insert(position.key()) || random.below(POOL) >= recipe.count {
            continue;
        }
        let solution = solver.solve(&position, Mode::Strong, stop);
        let Some(score) = solution.bounds.exact() else {
            break;
        };
        let mut fitting = sets.iter_mut().filter(|set| !set.is_full());
        if let Some(set) = fitting.find(|set| set.kind.holds(&position, score)) {
            set.positions.push((moves, score));
            watch(set);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sets of late positions that follow from a seed.
    fn late_sets(seed: u64, stop: &StopFlag) -> Vec<MadeSet> {
        let mut solver = Solver::new(1).expect("a megabyte");
        let recipe = Recipe { seed, count: 30 };
        let random = Random(seed);
        fill(&mut solver, recipe, &END, random, (stop, &mut |_| {}))
    }

    #[test]
    fn a_seed_gives_the_same_positions_all_different_and_of_their_kind() {
        let never = StopFlag::default();
        let sets = late_sets(1, &never);
        assert_eq!(late_sets(1, &never), sets);
        assert_ne!(late_sets(2, &never), sets);
        let mut keys = HashSet::new();
        for set in &sets {
            for (moves, score) in &set.positions {
                let position = notation::replay(&notation::packed(moves)).expect("a game");
                assert!(set.kind.holds(&position, *score));
                keys.insert(position.key());
            }
        }
        assert_eq!(keys.len(), 30);
        assert!(sets.iter().all(MadeSet::is_full));
        never.stop();
        assert_eq!(late_sets(1, &never)[0].positions, []);
    }

    /// All but those of the beginning, which take a minute.
    #[test]
    fn the_samples_follow_from_their_seed() {
        let mut solver = Solver::new(16).expect("16 MiB can be had");
        let recipe = Recipe {
            seed: 1,
            count: 100,
        };
        let stop = StopFlag::default();
        let sets = generate(&mut solver, recipe, &stop, &mut |set| {
            if set.kind.stones == BEGIN {
                stop.stop();
            }
        });
        let made = sets.iter().filter(|set| set.kind.stones != BEGIN);
        let mut count = 0;
        for set in made {
            assert!(set.to_string().lines().eq(set.kind.sample.lines()));
            count += 1;
        }
        assert_eq!(count, 3);
    }

    #[test]
    fn a_set_is_written_as_the_bench_reads_it() {
        let [kind, ..] = Kind::ALL;
        let score = Score::new(-2).expect("in range");
        let set = MadeSet {
            recipe: Recipe { seed: 7, count: 1 },
            kind,
            positions: vec![(notation::columns("4453").expect("columns"), score)],
        };
        let text = set.to_string();
        assert!(text.contains("--seed 7 --count 1\n4453 -2\n"), "{text}");
        let read = TestSet::parse("made", &text).expect("a set");
        assert_eq!((read.cases.len(), read.cases[0].score), (1, score));
        let recipe = Recipe { seed: 7, count: 9 };
        let text = MadeSet { recipe, ..set }.to_string();
        assert!(text.contains("--count 9, stopped after 1\n"), "{text}");
    }

    #[test]
    fn the_samples_hold_different_quiet_positions_of_their_kinds() {
        for kind in Kind::ALL {
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
}
