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
//! after minutes. A run needs no table of the run before it. (With 14 stones a position takes 3,600
//! nodes in such runs.)

use super::part::as_u32;
use super::reachable::{Reachable, SlotSet};
use crate::book::slot;
use crate::game::Position;

/// Positions in a run.
const RUN: usize = 1 << 15;

/// Returns the indices of `slots` in runs of a depth-first walk through all games that plays
/// central columns first. `slots` are the stored slots of the last ply in `plies`, ascending.
pub(super) fn solve_order(plies: &[Reachable], slots: &[u32]) -> Vec<usize> {
    let walk = walk(plies, slots);
    let mut runs: Vec<(usize, &[u32])> = walk.chunks(RUN).enumerate().collect();
    // The reversed bits of ascending numbers jump back and forth over the whole range.
    runs.sort_by_key(|(number, _)| number.reverse_bits());
    let mut order = Vec::with_capacity(slots.len());
    for (_, run) in runs {
        order.extend(run.iter().map(|&index| index as usize));
    }
    order
}

/// Returns the indices of `slots` in the order of the walk.
fn walk(plies: &[Reachable], slots: &[u32]) -> Vec<u32> {
    let mut walk = Walk {
        seen: plies
            .iter()
            .map(|reachable| SlotSet::new(reachable.ply()))
            .collect(),
        slots,
        order: Vec::with_capacity(slots.len()),
    };
    walk.visit(&Position::EMPTY);
    walk.order
}

struct Walk<'a> {
    /// The positions visited so far, ply by ply.
    seen: Vec<SlotSet>,
    slots: &'a [u32],
    order: Vec<u32>,
}

impl Walk<'_> {
    fn visit(&mut self, position: &Position) {
        let (ply, slot) = (usize::from(position.stones()), slot::of(position));
        if position.is_over() || !self.seen[ply].insert(slot) {
            return;
        }
        if ply + 1 == self.seen.len() {
            self.order
                .extend(self.slots.binary_search(&slot).map(as_u32));
            return;
        }
        let mut columns: Vec<_> = position.legal_columns().iter().collect();
        columns.sort_by_key(|column| column.number().abs_diff(4));
        for column in columns {
            self.visit(&position.play(column));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_position_comes_once() {
        let plies = Reachable::up_to(8);
        let slots: Vec<u32> = plies[8].stored().map(|(slot, _)| slot).collect();
        let mut order = solve_order(&plies, &slots);
        assert!(!order.is_sorted());
        order.sort_unstable();
        assert!(order.into_iter().eq(0..slots.len()));
    }
}
