//! Openings for matches: positions of few stones that neither player has spoilt.
//!
//! Knows the solver, reads and writes nothing. A seed gives the same suite on every
//! machine, since positions follow from it and outcomes are exact.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use super::Recipe;
use super::play::{self, is_winless};
use crate::game::{Column, Mode, Outcome, Position, Score, fen, notation};
use crate::random::Random;
use crate::solver::{Solver, StopFlag};

/// Stones on the board of an opening.
pub const STONES: RangeInclusive<u8> = 4..=8;

/// The most openings of one suite: of four stones there are hardly more.
pub const MOST: u16 = 500;

/// Plies that the game goes on at least, under best play: half of all.
pub const PLIES: u8 = 21;

/// One opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// The columns played from the empty board.
    pub moves: Vec<Column>,
    /// The position that they lead to.
    pub position: Position,
    /// Its exact score.
    pub score: Score,
}

/// A suite of openings, no two of them the same or mirror images.
///
/// The first opening has four stones, the next five, and so on to eight and from
/// four again, so that every part of the suite has all of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suite {
    /// How it was made.
    pub recipe: Recipe,
    /// The openings.
    pub openings: Vec<Opening>,
}

impl Suite {
    /// Whether it holds as many openings as were asked for.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.openings.len() >= self.recipe.count
    }

    /// The suite as EPD that managers read: four fields a line and no operations,
    /// since some take the whole line for a FEN.
    #[must_use]
    pub fn epd(&self) -> String {
        let mut text = String::new();
        for opening in &self.openings {
            let fen = fen::write(&opening.position);
            let fields: Vec<&str> = fen.split(' ').take(4).collect();
            text += &fields.join(" ");
            text.push('\n');
        }
        text
    }
}

/// The suite as lines of columns and score, which the bench reads.
impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Recipe { seed, .. } = self.recipe;
        let count = self.recipe.count_told(self.openings.len());
        writeln!(
            f,
            "# Openings of {} to {} stones: drawn, or won by one move only; nobody can win\n\
             # at once, and best play goes on for at least {PLIES} plies. A line an opening:\n\
             # the columns played from the empty board, then the exact score.\n\
             # Made by this project: claimeven testset openings --seed {seed} --count {count}",
            STONES.start(),
            STONES.end(),
        )?;
        for Opening { moves, score, .. } in &self.openings {
            writeln!(f, "{} {score}", notation::packed(moves))?;
        }
        Ok(())
    }
}

/// Makes a suite of at most [`MOST`] openings; it is not full when `stop` was set before
/// the end. `watch` hears of each opening.
pub fn generate(
    solver: &mut Solver,
    recipe: Recipe,
    stop: &StopFlag,
    watch: &mut dyn FnMut(),
) -> Suite {
    debug_assert!(recipe.count <= MOST.into());
    let openings = gather(solver, recipe, STONES, (stop, watch));
    Suite { recipe, openings }
}

fn gather(
    solver: &mut Solver,
    recipe: Recipe,
    stones: RangeInclusive<u8>,
    (stop, watch): (&StopFlag, &mut dyn FnMut()),
) -> Vec<Opening> {
    let mut random = Random(recipe.seed);
    let mut seen = HashSet::new();
    let mut next = |stones: u8| loop {
        let (moves, position) = play::game(&mut random, &(stones..=stones), is_winless);
        // A position and its mirror image are one.
        if seen.insert(position.canonical().0.key())
            && let Some(score) = balance(solver, &position, stop)?
        {
            return Some(Opening {
                moves,
                position,
                score,
            });
        }
    };
    let openings = stones.cycle().take(recipe.count);
    openings
        .map_while(|stones| {
            let opening = next(stones)?;
            watch();
            Some(opening)
        })
        .collect()
}

/// The score of a position that may open a match: nobody can win with the next
/// stone, it is a draw or only one move wins, and the end is at least 21
/// plies away. `Some(None)` when it is not one, `None` when `stop` was set.
pub fn balance(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<Option<Score>> {
    if position.is_over() || threatened(position) {
        return Some(None);
    }
    // The outcome is found much faster than the score, and most positions fail by it.
    let fair = match outcome(solver, position, stop)? {
        Outcome::Loss => false,
        Outcome::Draw => true,
        Outcome::Win => winning_moves(solver, position, stop)? == 1,
    };
    if !fair {
        return Some(None);
    }
    let score = solver.solve(position, Mode::Strong, stop).bounds.exact()?;
    Some((score.plies(position.stones()) >= PLIES).then_some(score))
}

/// Whether either player would win with the next stone.
fn threatened(position: &Position) -> bool {
    let threats = position.winning_cells() | position.opponent_winning_cells();
    let columns = position.legal_columns();
    columns
        .iter()
        .any(|column| position.landing_cell(column) & threats != 0)
}

/// How many moves win.
fn winning_moves(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<usize> {
    let mut moves = 0;
    for column in position.legal_columns().iter() {
        let reply = outcome(solver, &position.play(column), stop)?;
        moves += usize::from(reply == Outcome::Loss);
    }
    Some(moves)
}

fn outcome(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<Outcome> {
    let solution = solver.solve(position, Mode::Weak, stop);
    solution.bounds.outcome()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testset::TestSet;

    /// Openings of more stones than a match begins with, which are solved at once.
    fn late(seed: u64, stop: &StopFlag) -> Vec<Opening> {
        let mut solver = Solver::new(8).expect("8 MiB can be had");
        let recipe = Recipe { seed, count: 12 };
        gather(&mut solver, recipe, 13..=15, (stop, &mut || {}))
    }

    #[test]
    fn a_seed_gives_the_same_openings_all_different_and_balanced() {
        let never = StopFlag::default();
        let openings = late(1, &never);
        assert_eq!(late(1, &never), openings);
        assert_ne!(late(2, &never), openings);
        let mut solver = Solver::new(8).expect("8 MiB can be had");
        let (mut keys, mut draws) = (HashSet::new(), 0);
        for (opening, stones) in openings.iter().zip((13..=15).cycle()) {
            let Opening {
                moves,
                position,
                score,
            } = opening;
            assert_eq!(notation::replay(&notation::packed(moves)), Ok(*position));
            assert_eq!(position.stones(), stones);
            assert_eq!(balance(&mut solver, position, &never), Some(Some(*score)));
            draws += usize::from(*score == Score::DRAW);
            keys.extend([position.key(), position.mirror().key()]);
        }
        assert_eq!(keys.len(), 24);
        assert!((1..12).contains(&draws), "{draws} draws among 12");
        never.stop();
        assert!(late(1, &never).len() < openings.len());
    }

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
            let found = balance(&mut solver, &position, &StopFlag::default());
            assert_eq!(found, Some(None), "{moves}: {why}");
        }
    }

    #[test]
    fn a_suite_is_written_for_managers_and_for_the_bench() {
        let moves = notation::columns("4453").expect("columns");
        let position = notation::replay("4453").expect("a game");
        let score = Score::new(-2).expect("in range");
        let opening = Opening {
            moves,
            position,
            score,
        };
        let recipe = Recipe { seed: 7, count: 1 };
        let suite = Suite {
            recipe,
            openings: vec![opening],
        };
        let epd = "7/7/7/7/3p3/2pPP2[PPPPPPPPPPPPPPPPPPPppppppppppppppppppp] w - -\n";
        assert_eq!(suite.epd(), epd);
        assert_eq!(fen::parse(suite.epd().trim_end()), Ok(position));
        let text = suite.to_string();
        assert!(text.contains("--seed 7 --count 1\n4453 -2\n"), "{text}");
        let read = TestSet::parse("made", &text).expect("a set");
        assert_eq!((read.cases.len(), read.cases[0].score), (1, score));
    }
}
