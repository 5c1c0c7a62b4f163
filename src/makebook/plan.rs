//! Builds a book: solves the positions of its deepest ply, derives the others.
//!
//! Only the deepest ply is searched. The value of a position of any other is the
//! best that its moves lead to, and those are in the book already.

use std::ops::Range;

use super::part::Part;
use super::reachable::Census;
use super::solve_order;
use super::work::Work;
use crate::book::header;
use crate::book::rule::best_of;
use crate::book::section::{self, Section};
use crate::book::slot::{self, Boards, MAX_PLY};
use crate::game::{Position, Score};
use crate::solver::{Solver, StopFlag};

/// What a book of some ply consists of.
pub struct Plan {
    /// The positions of each ply from 0 to the deepest.
    plies: Vec<Census>,
    /// The slots of the deepest ply that have to be solved, in their order.
    slots: Vec<u32>,
}

impl Plan {
    /// Finds every position with up to `ply` stones; `None` beyond [`MAX_PLY`].
    #[must_use]
    pub fn new(ply: u8) -> Option<Plan> {
        if ply > MAX_PLY {
            return None;
        }
        let next = |census: &Census| (census.ply() < ply).then(|| census.next());
        let plies: Vec<Census> = std::iter::successors(Some(Census::first()), next).collect();
        let slots = plies.last()?.stored().map(|(slot, _)| slot).collect();
        Some(Plan { plies, slots })
    }

    /// The positions that shard `number` of `of`, counted from one, has to solve.
    #[must_use]
    pub fn shard(&self, number: u32, of: u32) -> Range<usize> {
        let cut = |number: u32| {
            let cut = self.slots.len() as u64 * u64::from(number) / u64::from(of.max(1));
            usize::try_from(cut).unwrap_or(usize::MAX)
        };
        cut(number.saturating_sub(1))..cut(number).min(self.slots.len())
    }

    /// The book that follows from the scores of the deepest ply.
    ///
    /// # Panics
    /// There are not as many scores as positions to solve.
    #[must_use]
    pub fn book(&self, scores: &[Score]) -> Vec<u8> {
        assert_eq!(scores.len(), self.slots.len(), "a score for each position");
        let mut sections: Vec<(usize, Vec<u8>)> = Vec::new();
        for ply in header::plies(self.ply()).rev() {
            let entries: Vec<(u32, Score)> = match sections.last() {
                Some((stored, bytes)) => {
                    let deeper = Section::new(ply + 2, *stored, bytes);
                    derive(&self.plies[usize::from(ply)], &deeper)
                }
                None => self
                    .slots
                    .iter()
                    .copied()
                    .zip(scores.iter().copied())
                    .collect(),
            };
            sections.push((entries.len(), section::write(ply, &entries)));
        }
        sections.reverse();
        header::write(self.ply(), &sections, None)
    }
}

impl Work for Plan {
    type Found = Score;

    fn ply(&self) -> u8 {
        self.plies.last().map_or(0, Census::ply)
    }

    fn count(&self) -> usize {
        self.slots.len()
    }

    fn open(&self, part: &Part<Score>) -> Vec<usize> {
        let mut order = solve_order::order(&self.plies, &self.slots);
        order.retain(|&index| part.lacks(index));
        order
    }

    fn position(&self, index: usize) -> Position {
        Boards::new(self.ply())
            .position(self.slots[index])
            .expect("a census holds positions")
    }

    /// Solves a position over a table that its kin have filled.
    fn find(&self, solver: &mut Solver, position: &Position, stop: &StopFlag) -> Option<Score> {
        solver.solve_related(position, stop).bounds.exact()
    }
}

/// The stored positions of a ply with their scores, from those two plies later.
fn derive(census: &Census, deeper: &Section<'_>) -> Vec<(u32, Score)> {
    let last = |position: &Position| deeper.score(slot::of(position));
    let scored = census.stored().map(|(slot, position)| {
        let best = best_of(&position, |next| best_of(next, last));
        (slot, best.expect("what follows is in the book"))
    });
    scored.collect()
}
