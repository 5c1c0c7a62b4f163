//! The plan of a book: solves the positions of its deepest ply and derives all others.
//!
//! The plan works from the deepest ply upwards. The score of a position of a shallower ply is that
//! of its best move, and the scores of the moves are known by then.

use std::ops::Range;

use super::findings::Findings;
use super::reachable::Reachable;
use super::solve_order::walk_games;
use super::work::Work;
use crate::book::header;
use crate::book::rule::best_of;
use crate::book::section::{self, Section, SectionBytes};
use crate::book::slot::{self, MAX_PLY};
use crate::game::{Mode, Position, Score};
use crate::solver::{Solver, StopFlag, WindowPolicy};

/// The positions of a book to build.
#[derive(Debug)]
pub struct Plan {
    /// Every ply from 0 to the deepest.
    plies: Vec<Reachable>,
    /// The slots of the deepest ply, in the order in which to solve them.
    slots: Vec<u32>,
}

impl Plan {
    /// Finds every position with up to `ply` stones. Returns `None` if `ply` exceeds [`MAX_PLY`].
    #[must_use]
    pub fn new(ply: u8) -> Option<Plan> {
        if ply > MAX_PLY {
            return None;
        }
        let (plies, slots) = walk_games(ply);
        Some(Plan { plies, slots })
    }

    /// Returns the numbers of the positions in shard `number` of `of` shards. The first shard is
    /// number 1.
    #[must_use]
    pub fn shard(&self, number: u32, of: u32) -> Range<usize> {
        let cut = |number: u32| {
            let cut = self.slots.len() as u64 * u64::from(number) / u64::from(of.max(1));
            usize::try_from(cut).unwrap_or(usize::MAX)
        };
        cut(number.saturating_sub(1))..cut(number).min(self.slots.len())
    }

    /// Returns the book that follows from the scores of the deepest ply.
    ///
    /// # Panics
    /// Panics unless `scores` has one score for each of [`Work::count`] positions.
    #[must_use]
    pub fn book(&self, scores: &[Score]) -> Vec<u8> {
        assert_eq!(scores.len(), self.slots.len(), "a score for each position");
        let slots = self.slots.iter().copied();
        let mut solved: Vec<(u32, Score)> = slots.zip(scores.iter().copied()).collect();
        solved.sort_unstable_by_key(|&(slot, _)| slot);
        let mut sections: Vec<SectionBytes> = Vec::new();
        for ply in header::plies(self.ply()).rev() {
            let section = match sections.last() {
                Some(deeper) => {
                    let deeper = Section::new(ply + 2, deeper.stored, &deeper.bytes);
                    section::write(ply, &derive(&self.plies[usize::from(ply)], &deeper))
                }
                None => section::write(ply, &solved),
            };
            sections.push(section);
        }
        sections.reverse();
        header::write(self.ply(), &sections, None)
    }
}

impl Work for Plan {
    type Found = Score;

    fn ply(&self) -> u8 {
        self.plies.last().map_or(0, Reachable::ply)
    }

    fn count(&self) -> usize {
        self.slots.len()
    }

    fn remaining(&self, findings: &Findings<Score>) -> Vec<usize> {
        let shard = findings.range();
        shard.filter(|&index| findings.lacks(index)).collect()
    }

    fn slot(&self, index: usize) -> u32 {
        self.slots[index]
    }

    /// Solves a position; the table keeps the results of earlier ones.
    fn find(solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<Score> {
        solver.set_window_policy(WindowPolicy::Related);
        solver
            .solve_until(position, Mode::Strong, stop)
            .bounds
            .exact()
    }
}

/// Returns the stored slots of a ply with their scores, derived from the section two plies
/// deeper.
fn derive(reachable: &Reachable, deeper: &Section<'_>) -> Vec<(u32, Score)> {
    let lookup = |position: &Position| deeper.score(slot::of(position));
    let scored = reachable.stored().map(|(slot, position)| {
        let best = best_of(&position, |next| best_of(next, lookup));
        (slot, best.expect("the positions after it are in the book"))
    });
    scored.collect()
}
