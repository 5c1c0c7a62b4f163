//! The positions that play can reach, ply by ply.

use crate::book::rule;
use crate::book::slot::{self, Decoder, slots};
use crate::game::Position;
use crate::solver::StopFlag;

/// The unfinished positions of one ply that play can reach. A position and its mirror image count
/// as one.
#[derive(Debug)]
pub(super) struct Reachable {
    pub(super) ply: u8,
    /// One bit for each slot of the ply.
    slots: Vec<u64>,
}

impl Reachable {
    /// Returns a ply without positions.
    pub(super) fn none(ply: u8) -> Reachable {
        let slots = vec![0; slots(ply).div_ceil(u64::BITS) as usize];
        Reachable { ply, slots }
    }

    /// Returns ply 0: the empty board.
    pub(super) fn first() -> Reachable {
        let mut first = Reachable::none(0);
        first.insert(0);
        first
    }

    /// Adds a slot; returns whether it is new.
    pub(super) fn insert(&mut self, slot: u32) -> bool {
        let word = &mut self.slots[(slot / u64::BITS) as usize];
        let bit = 1 << (slot % u64::BITS);
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn slots(&self) -> impl Iterator<Item = u32> {
        self.slots.iter().zip(0..).flat_map(|(&word, at)| {
            (0..u64::BITS)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| at * u64::BITS + bit)
        })
    }

    /// Returns the next ply, incomplete if `stop` is set before it is done.
    pub(super) fn next(&self, stop: &StopFlag) -> Reachable {
        let mut next = Reachable::none(self.ply + 1);
        for (_, position) in self.positions().take_while(|_| !stop.is_stopped()) {
            for column in position.legal_columns().iter() {
                let after = position.play(column);
                if !after.is_over() {
                    next.insert(slot::of(&after));
                }
            }
        }
        next
    }

    /// Returns the positions with their slots, which ascend.
    pub(super) fn positions(&self) -> impl Iterator<Item = (u32, Position)> {
        let mut decoder = Decoder::new(self.ply);
        self.slots().map(move |slot| {
            let position = decoder.position(slot);
            (
                slot,
                position.expect("only slots of positions are inserted"),
            )
        })
    }

    /// Returns the positions that a book stores: those whose score no rule decides.
    pub(super) fn stored(&self) -> impl Iterator<Item = (u32, Position)> {
        let undecided = |(_, position): &(u32, Position)| rule::score(position).is_none();
        self.positions().filter(undecided)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of unfinished positions of a ply, including mirror images.
    fn both_ways(reachable: &Reachable) -> u64 {
        let images = reachable
            .positions()
            .map(|(_, position)| if position == position.mirror() { 1 } else { 2 });
        images.sum()
    }

    #[test]
    fn the_number_of_positions_is_the_known_one() {
        // All positions by ply (OEIS A212693), including finished ones and mirror images.
        const ALL: [u64; 13] = [
            1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186, 1_662_623, 4_568_683,
            12_236_101,
        ];
        let mut reachable = Reachable::first();
        for (ply, all) in (0..).zip(ALL) {
            // The earliest possible four is complete with stone 7.
            let unfinished = both_ways(&reachable);
            assert!(
                unfinished <= all && (ply >= 7 || unfinished == all),
                "{ply}"
            );
            let (open, stored) = (reachable.positions().count(), reachable.stored().count());
            match ply {
                8 => assert_eq!(open, 91_295),
                10 => assert_eq!(open, 809_464),
                12 => assert_eq!((open, stored), (5_832_236, 4_116_273)),
                _ => assert!(stored <= open),
            }
            if ply < 12 {
                reachable = reachable.next(&StopFlag::default());
            }
        }
    }
}
