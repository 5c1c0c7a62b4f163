//! The order in which a plan's positions are solved: runs of a walk through all games.
//!
//! Positions with common ancestors a few stones earlier lead to the same positions a few stones
//! later. If they are solved one after the other, they reuse each other's proofs while those are
//! still in the table. (In this order, a position costs half as much after four thousand related
//! positions as after four hundred. In the order of the slots, the cost does not fall within the
//! first thousands of positions.)
//!
//! Some regions of the walk cost ten times as much as others. The runs are therefore spread over
//! the whole walk: the first of them cost as much as the average, so that the time left is known
//! after minutes. A run gains little from the table that the run before it has filled. (With 14
//! stones, a position takes 3,600 nodes on average in runs that begin with an empty table.)

use super::reachable::Reachable;
use crate::book::{rule, slot};
use crate::game::Position;

/// Positions in a run.
const RUN: usize = 1 << 15;

/// Returns every ply from 0 to `ply`, and the slots of `ply` that a book stores in the order in
/// which to solve them: in runs of a depth-first walk through all games that plays central columns
/// first.
pub(super) fn walk_games(ply: u8) -> (Vec<Reachable>, Vec<u32>) {
    let mut walk = Walk {
        seen: (0..=ply).map(Reachable::none).collect(),
        slots: Vec::new(),
    };
    walk.visit(&Position::EMPTY);
    let mut runs: Vec<(usize, &[u32])> = walk.slots.chunks(RUN).enumerate().collect();
    // The reversed bits of ascending numbers jump back and forth over the whole range.
    runs.sort_by_key(|(number, _)| number.reverse_bits());
    let runs: Vec<&[u32]> = runs.into_iter().map(|(_, run)| run).collect();
    let order = runs.concat();
    (walk.seen, order)
}

struct Walk {
    /// The positions visited so far, ply by ply.
    seen: Vec<Reachable>,
    /// The slots of the deepest ply that a book stores, in the order of the walk.
    slots: Vec<u32>,
}

impl Walk {
    fn visit(&mut self, position: &Position) {
        let (ply, slot) = (usize::from(position.stones()), slot::of(position));
        if position.is_over() || !self.seen[ply].insert(slot) {
            return;
        }
        if ply + 1 == self.seen.len() {
            if rule::score(position).is_none() {
                self.slots.push(slot);
            }
            return;
        }
        for column in position.legal_columns().centre_first() {
            self.visit(&position.play(column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_comes_once() {
        let (plies, mut slots) = walk_games(8);
        assert!(!slots.is_sorted());
        slots.sort_unstable();
        assert!(
            slots
                .into_iter()
                .eq(plies[8].stored().map(|(slot, _)| slot))
        );
    }
}
