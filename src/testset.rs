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
//! Knows the solver, reads and writes nothing. A seed gives the same sets on every
//! machine, since positions follow from it and scores are exact.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use crate::game::{Column, Position, Score, notation};
use crate::solver::{Mode, Solver, StopFlag};

/// A kind of position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kind {
    /// What its set is called.
    pub name: &'static str,
    /// Stones on the board.
    pub stones: RangeInclusive<u8>,
    /// Plies to the end of the game under best play.
    pub plies: RangeInclusive<u8>,
}

/// How far a game has gone: the stones on the board, and the kinds of positions,
/// the nearest end first.
type Stage = (RangeInclusive<u8>, &'static [&'static str]);

/// The empty board is left out: there is but one.
const STAGES: [Stage; 3] = [
    (29..=41, &["end-easy"]),
    (15..=28, &["middle-easy", "middle-medium"]),
    (1..=14, &["begin-easy", "begin-medium", "begin-hard"]),
];

/// How far the end is away in each level.
const LEVELS: [RangeInclusive<u8>; 3] = [1..=14, 15..=28, 29..=41];

impl Kind {
    /// All six kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        STAGES.iter().flat_map(kinds)
    }

    /// Whether a position with this score is of this kind.
    #[must_use]
    pub fn holds(&self, position: &Position, score: Score) -> bool {
        let stones = position.stones();
        self.stones.contains(&stones) && self.plies.contains(&score.plies(stones))
    }
}

fn kinds((stones, names): &Stage) -> impl Iterator<Item = Kind> {
    names.iter().zip(LEVELS).map(|(&name, plies)| Kind {
        name,
        stones: stones.clone(),
        plies,
    })
}

/// What sets to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    /// Decides everything.
    pub seed: u64,
    /// Positions a set.
    pub count: usize,
}

/// A set of one kind. `Display` writes it as a file that the bench reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeSet {
    /// How it was made.
    pub recipe: Recipe,
    /// What it holds.
    pub kind: Kind,
    /// The columns played and the exact score: all positions are different, none
    /// is over or won with the next stone.
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
        } = &self.kind;
        let Recipe { seed, count } = self.recipe;
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

/// Makes the sets of all kinds; `None` when `stop` was set before the end.
///
/// `watch` hears of each position that is kept. Positions of few stones take
/// long: nearly all the time goes into those of the beginning.
pub fn generate(
    solver: &mut Solver,
    recipe: Recipe,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&MadeSet),
) -> Option<Vec<MadeSet>> {
    let stages = STAGES.iter().zip(1..).map(|(stage, stream)| {
        // Each stage has random numbers of its own.
        let seed = recipe.seed.wrapping_mul(STAGES.len() as u64) + stream;
        fill(solver, recipe, stage, Random(seed), (stop, &mut *watch))
    });
    let stages: Option<Vec<Vec<MadeSet>>> = stages.collect();
    stages.map(|sets| sets.concat())
}

/// Makes the sets of one stage, all of them from one run of positions.
fn fill(
    solver: &mut Solver,
    recipe: Recipe,
    stage: &Stage,
    mut random: Random,
    (stop, watch): (&StopFlag, &mut dyn FnMut(&MadeSet)),
) -> Option<Vec<MadeSet>> {
    let empty = |kind| MadeSet {
        recipe,
        kind,
        positions: Vec::new(),
    };
    let mut sets: Vec<MadeSet> = kinds(stage).map(empty).collect();
    let mut seen = HashSet::new();
    while !sets.iter().all(MadeSet::is_full) {
        let (moves, position) = random.undecided(&stage.0);
        if !seen.insert(position.key()) {
            continue;
        }
        if stop.is_stopped() {
            return None;
        }
        let solution = solver.solve(&position, Mode::Strong, stop);
        let score = solution.bounds.exact()?;
        let mut fitting = sets.iter_mut().filter(|set| !set.is_full());
        if let Some(set) = fitting.find(|set| set.kind.holds(&position, score)) {
            set.positions.push((moves, score));
            watch(set);
        }
    }
    Some(sets)
}

/// Random numbers, the same on every machine (`SplitMix64` by Sebastiano Vigna,
/// in the public domain).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is small.
    #[expect(clippy::cast_possible_truncation, reason = "below the bound")]
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A position that the side to move cannot win at once, with its moves; each
    /// number of stones is as likely as the next.
    fn undecided(&mut self, stones: &RangeInclusive<u8>) -> (Vec<Column>, Position) {
        let stones = stones.start() + self.up_to(stones.end() - stones.start());
        loop {
            if let Some((moves, position)) = self.game(stones)
                && winless(&position).eq(position.legal_columns().iter())
            {
                return (moves, position);
            }
        }
    }

    fn up_to(&mut self, most: u8) -> u8 {
        let number = self.below(usize::from(most) + 1);
        u8::try_from(number).unwrap_or(most)
    }

    /// Random moves that do not win; `None` when there are no more of them.
    fn game(&mut self, stones: u8) -> Option<(Vec<Column>, Position)> {
        let mut moves = Vec::new();
        let mut position = Position::EMPTY;
        for _ in 0..stones {
            let columns: Vec<Column> = winless(&position).collect();
            if columns.is_empty() {
                return None;
            }
            let column = columns[self.below(columns.len())];
            moves.push(column);
            position = position.play(column);
        }
        Some((moves, position))
    }
}

/// The moves that do not win at once.
fn winless(position: &Position) -> impl Iterator<Item = Column> {
    let columns = position.legal_columns();
    columns.iter().filter(|&column| !position.wins(column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::TestSet;

    #[test]
    fn random_positions_have_the_stones_asked_for_and_no_win_at_once() {
        let mut random = Random(1);
        for kind in Kind::all() {
            for _ in 0..200 {
                let (moves, position) = random.undecided(&kind.stones);
                assert!(kind.stones.contains(&position.stones()));
                assert_eq!(moves.len(), usize::from(position.stones()));
                assert!(!position.is_over());
                assert!(Column::ALL.into_iter().all(|column| !position.wins(column)));
            }
        }
    }

    /// The sets of late positions that follow from a seed.
    fn late_sets(seed: u64, stop: &StopFlag) -> Option<Vec<MadeSet>> {
        let mut solver = Solver::new(1).expect("a megabyte");
        let recipe = Recipe { seed, count: 30 };
        fill(
            &mut solver,
            recipe,
            &STAGES[0],
            Random(seed),
            (stop, &mut |_| {}),
        )
    }

    #[test]
    fn a_seed_gives_the_same_positions_all_different_and_of_their_kind() {
        let never = StopFlag::default();
        let sets = late_sets(1, &never).expect("not stopped");
        assert_eq!(late_sets(1, &never), Some(sets.clone()));
        assert_ne!(late_sets(2, &never), Some(sets.clone()));
        let mut keys = HashSet::new();
        for set in &sets {
            for (moves, score) in &set.positions {
                let position = notation::replay(&notation::packed(moves)).expect("a game");
                assert!(set.kind.holds(&position, *score));
                keys.insert(position.key());
            }
        }
        assert_eq!(keys.len(), 30);
        never.stop();
        assert_eq!(late_sets(1, &never), None);
    }

    #[test]
    fn a_set_is_written_as_the_bench_reads_it() {
        let score = Score::new(-2).expect("in range");
        let set = MadeSet {
            recipe: Recipe { seed: 7, count: 1 },
            kind: Kind::all().next().expect("six kinds"),
            positions: vec![(notation::columns("4453").expect("columns"), score)],
        };
        let text = set.to_string();
        assert!(text.contains("--seed 7 --count 1\n4453 -2\n"), "{text}");
        let read = TestSet::parse("made", &text).expect("a set");
        assert_eq!((read.cases.len(), read.cases[0].score), (1, score));
    }
}
