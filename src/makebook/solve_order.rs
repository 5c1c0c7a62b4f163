//! The order in which a plan's positions are solved: that of a walk through all games.
//!
//! Positions with common ancestors a few stones earlier lead to the same positions a few stones
//! later. If they are solved one after the other, they reuse each other's proofs while those are
//! still in the table. (In this order, a position costs half as much after four thousand related
//! positions as after four hundred. In the order of the slots, the cost does not fall within the
//! first thousands of positions.)

use super::reachable::{Reachable, SlotSet};
use crate::book::slot;
use crate::game::Position;

/// Returns the indices of `slots` in the order of a depth-first walk through all games that plays
/// central columns first. `slots` are the stored slots of the last ply in `plies`, ascending.
pub(super) fn solve_order(plies: &[Reachable], slots: &[u32]) -> Vec<usize> {
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
    order: Vec<usize>,
}

impl Walk<'_> {
    fn visit(&mut self, position: &Position) {
        let (ply, slot) = (usize::from(position.stones()), slot::of(position));
        if position.is_over() || !self.seen[ply].insert(slot) {
            return;
        }
        if ply + 1 == self.seen.len() {
            self.order.extend(self.slots.binary_search(&slot));
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
