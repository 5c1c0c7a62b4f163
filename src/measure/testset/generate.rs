//! Makes a test set from random games.

use std::collections::HashSet;
use std::fmt;

use super::{Filter, play};
use crate::game::{Column, Position, Score, fen, notation};
use crate::solver::{Solver, StopFlag};

/// A description of the set to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// The rule by which the set takes positions.
    pub filter: Filter,
    /// The seed of the random games.
    pub seed: u64,
    /// The number of positions, at most [`Filter::most`].
    pub count: usize,
}

/// A set, or the part of it that was made before a stop. `Display` writes it as a file that the
/// bench reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MadeSet {
    /// The description of the set.
    pub recipe: Recipe,
    /// The columns played from the empty board and the exact score of each position. All
    /// positions are different.
    pub positions: Vec<(Vec<Column>, Score)>,
}

impl MadeSet {
    /// Returns whether the set has as many positions as its recipe.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.positions.len() >= self.recipe.count
    }

    /// Formats the positions as EPD for match managers: four fields per line and no operations,
    /// because some managers read the whole line as a FEN.
    #[must_use]
    pub fn epd(&self) -> String {
        let lines = self.positions.iter().map(|(moves, _)| {
            let position = moves
                .iter()
                .fold(Position::EMPTY, |at, &column| at.play(column));
            let fen = fen::write(&position);
            let fields: Vec<&str> = fen.split(' ').take(4).collect();
            fields.join(" ") + "\n"
        });
        lines.collect()
    }
}

impl fmt::Display for MadeSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe {
            filter,
            seed,
            count,
        } = &self.recipe;
        write!(
            f,
            "# Made by claimeven testset {filter} --seed {seed} --count {count}"
        )?;
        if !self.is_full() {
            write!(f, ", stopped after {}", self.positions.len())?;
        }
        writeln!(
            f,
            "\n# Each line is a position: the columns played from the empty board, then the exact score."
        )?;
        for (moves, score) in &self.positions {
            writeln!(f, "{} {score}", notation::packed(moves))?;
        }
        Ok(())
    }
}

/// Makes a set. It is not full if `stop` was set before the end.
///
/// Calls `on_taken` after each position that is taken. Positions with few stones take longest.
pub fn generate(
    solver: &mut Solver,
    recipe: Recipe,
    stop: &StopFlag,
    on_taken: &mut dyn FnMut(),
) -> MadeSet {
    let Recipe { filter, count, .. } = &recipe;
    let mut random = filter.random(recipe.seed);
    let mut seen = HashSet::new();
    let mut positions = Vec::new();
    while positions.len() < *count && !stop.is_stopped() {
        let stones = filter.stones(positions.len());
        let (moves, position) = play::game(&mut random, &stones, filter.fits());
        if !seen.insert(filter.key(&position)) || filter.skips(&mut random, *count) {
            continue;
        }
        let Some(found) = filter.score(solver, &position, stop) else {
            break;
        };
        if let Some(score) = found {
            positions.push((moves, score));
            on_taken();
        }
    }
    MadeSet { recipe, positions }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;
    use crate::measure::testset::{PositionKind, TestSet};

    fn make(filter: Filter, seed: u64, stop: &StopFlag) -> MadeSet {
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let recipe = Recipe {
            filter,
            seed,
            count: 30,
        };
        generate(&mut solver, recipe, stop, &mut || ())
    }

    #[test]
    fn another_seed_gives_other_positions_and_a_stop_none() {
        for filter in [Filter::Kind(PositionKind::ALL[0].clone()), Filter::Ply(24)] {
            let stop = StopFlag::default();
            let set = make(filter.clone(), 1, &stop);
            assert!(set.is_full());
            assert_ne!(make(filter.clone(), 2, &stop).positions, set.positions);
            let read = TestSet::parse("made", &set.to_string()).expect("a set");
            let keys: HashSet<u64> = read.cases.iter().map(|case| case.position.key()).collect();
            assert_eq!((read.cases.len(), keys.len()), (30, 30));
            stop.stop();
            assert_eq!(make(filter, 1, &stop).positions, []);
        }
    }

    #[test]
    fn a_set_is_written_for_the_bench_and_for_match_managers() {
        let score = Score::new(-2).expect("in range");
        let mut set = MadeSet {
            recipe: Recipe {
                filter: Filter::Balanced,
                seed: 7,
                count: 1,
            },
            positions: vec![(notation::columns("4453").expect("columns"), score)],
        };
        let text = set.to_string();
        assert!(
            text.contains("testset --balanced --seed 7 --count 1\n# "),
            "{text}"
        );
        assert!(text.ends_with(".\n4453 -2\n"), "{text}");
        let read = TestSet::parse("made", &text).expect("a set");
        let position = replay("4453").expect("a game");
        assert_eq!(read.cases.len(), 1);
        assert_eq!(
            (read.cases[0].position, read.cases[0].score),
            (position, score.get())
        );
        let epd = "7/7/7/7/3p3/2pPP2[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - -\n";
        assert_eq!(set.epd(), epd);
        assert_eq!(fen::parse(epd.trim_end()), Ok(position));
        set.recipe.count = 9;
        let text = set.to_string();
        assert!(text.contains("--count 9, stopped after 1\n"), "{text}");
    }
}
