//! In which order positions are solved: kin after kin.
//!
//! Positions that come from the same game a few stones earlier lead to the same
//! positions a few stones later. Solved one after the other they find each
//! other's proofs while the table still holds them. (In the order of their slots
//! the first thousands cost the same throughout; in this order a position costs
//! half as much after four thousand of its kin as after four hundred.)

use super::reachable::{Census, SlotSet};
use crate::book::slot;
use crate::game::Position;

/// The numbers of a ply's stored slots in the order in which a walk through all
/// games first meets them, from the centre outwards.
pub(super) fn order(plies: &[Census], slots: &[u32]) -> Vec<usize> {
    let mut walk = Walk {
        seen: plies
            .iter()
            .map(|census| SlotSet::new(census.ply()))
            .collect(),
        slots,
        order: Vec::with_capacity(slots.len()),
    };
    walk.visit(&Position::EMPTY);
    walk.order
}

struct Walk<'a> {
    /// The positions met so far, ply by ply.
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
    fn every_position_has_its_turn_once() {
        let next = |census: &Census| Some(census.next());
        let plies: Vec<Census> = std::iter::successors(Some(Census::first()), next)
            .take(9)
            .collect();
        let slots: Vec<u32> = plies[8].stored().map(|(slot, _)| slot).collect();
        let mut order = order(&plies, &slots);
        assert!(!order.is_sorted());
        order.sort_unstable();
        assert!(order.into_iter().eq(0..slots.len()));
    }
}
