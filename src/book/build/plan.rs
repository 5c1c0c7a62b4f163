//! The plan of a book: solves the positions of its deepest ply and derives all others.
//!
//! The plan works from the deepest ply upwards. The score of a position of a shallower ply is that
//! of its best move, and the scores of the moves are known by then.

use std::ops::Range;

use super::reachable::Reachable;
use super::solve_order::walk_games;
use super::work::Work;
use crate::book::rule::best_of;
use crate::book::section::{self, Section};
use crate::book::slot::{self, MAX_PLY};
use crate::book::{Entry, header};
use crate::game::{Mode, Position, Score};
use crate::solver::{Solver, StopFlag, WindowPolicy};

/// The positions of a book to build.
#[derive(Debug)]
pub struct Plan {
    /// Every ply from 0 to the deepest.
    plies: Vec<Reachable>,
    /// The positions of the deepest ply.
    pub work: Work,
}

impl Plan {
    /// Finds every position with up to `ply` stones. Returns `None` if `ply` exceeds [`MAX_PLY`].
    #[must_use]
    pub fn new(ply: u8) -> Option<Plan> {
        if ply > MAX_PLY {
            return None;
        }
        let (plies, slots) = walk_games(ply);
        let work = Work { ply, slots };
        Some(Plan { plies, work })
    }

    /// Returns the numbers of the positions in shard `number` of `of` shards. The first shard is
    /// number 1.
    #[must_use]
    pub fn shard(&self, number: u32, of: u32) -> Range<usize> {
        let cut = |number: u32| {
            let cut = self.work.count() as u64 * u64::from(number) / u64::from(of.max(1));
            usize::try_from(cut).unwrap_or(usize::MAX)
        };
        cut(number.saturating_sub(1))..cut(number).min(self.work.count())
    }

    /// Returns the book that follows from the scores of the deepest ply.
    ///
    /// # Panics
    /// Panics unless `scores` has one score for each position of the work.
    #[must_use]
    pub fn book(&self, scores: &[Score]) -> Vec<u8> {
        let Work { ply, slots } = &self.work;
        assert_eq!(scores.len(), slots.len(), "a score for each position");
        let mut solved: Vec<Entry> = slots.iter().copied().zip(scores.iter().copied()).collect();
        solved.sort_unstable_by_key(|&(slot, _)| slot);
        let mut sections = vec![solved];
        for ply in header::plies(*ply).rev().skip(1) {
            let deeper = &sections[sections.len() - 1];
            let bytes = section::write(ply + 2, deeper);
            let deeper = Section::new(ply + 2, &bytes);
            sections.push(derive(&self.plies[usize::from(ply)], &deeper));
        }
        sections.reverse();
        header::write(*ply, &sections, None)
    }

    /// Solves a position; the table keeps the results of earlier ones.
    pub fn solve(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<Score> {
        solver.set_window_policy(WindowPolicy::Related);
        solver
            .solve_until(position, Mode::Strong, stop)
            .bounds
            .exact()
    }
}

/// Returns the stored slots of a ply with their scores, derived from the section two plies
/// deeper.
fn derive(reachable: &Reachable, deeper: &Section<'_>) -> Vec<Entry> {
    let lookup = |position: &Position| deeper.score(slot::of(position));
    let scored = reachable.stored().map(|(slot, position)| {
        let best = best_of(&position, |next| best_of(next, lookup));
        (slot, best.expect("the positions after it are in the book"))
    });
    scored.collect()
}
