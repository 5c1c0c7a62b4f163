//! Which positions there are: every board that play can lead to, ply by ply.

use crate::book::rule;
use crate::book::slot::{self, Boards, slots};
use crate::game::Position;
use crate::solver::StopFlag;

/// A set of slots of one ply.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct SlotSet(Vec<u64>);

impl SlotSet {
    pub(super) fn new(ply: u8) -> SlotSet {
        SlotSet(vec![0; slots(ply).div_ceil(u64::BITS) as usize])
    }

    /// Adds a slot: whether it was not there yet.
    pub(super) fn insert(&mut self, slot: u32) -> bool {
        let (word, bit) = (
            &mut self.0[(slot / u64::BITS) as usize],
            1 << (slot % u64::BITS),
        );
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().zip(0..).flat_map(|(&word, at)| {
            (0..u64::BITS)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| at * u64::BITS + bit)
        })
    }
}

/// The unfinished positions of one ply that play can lead to, of each and its
/// mirror image one.
pub(super) struct Census {
    ply: u8,
    live: SlotSet,
}

impl Census {
    /// The empty board.
    pub(super) fn first() -> Census {
        let mut live = SlotSet::new(0);
        live.insert(0);
        Census { ply: 0, live }
    }

    pub(super) fn ply(&self) -> u8 {
        self.ply
    }

    /// The positions one ply later.
    pub(super) fn next(&self) -> Census {
        self.next_until(&StopFlag::default())
    }

    /// The same, or some of them once `stop` is set.
    pub(super) fn next_until(&self, stop: &StopFlag) -> Census {
        let ply = self.ply + 1;
        let mut live = SlotSet::new(ply);
        for (_, position) in self.positions().take_while(|_| !stop.is_stopped()) {
            for column in position.legal_columns().iter() {
                let after = position.play(column);
                if !after.is_over() {
                    live.insert(slot::of(&after));
                }
            }
        }
        Census { ply, live }
    }

    /// All of them, in the order of their slots.
    pub(super) fn positions(&self) -> impl Iterator<Item = (u32, Position)> {
        let mut boards = Boards::new(self.ply);
        self.live.iter().map(move |slot| {
            let position = boards.position(slot);
            (slot, position.expect("only slots of positions are in"))
        })
    }

    /// Those that a book stores: no rule tells their score.
    pub(super) fn stored(&self) -> impl Iterator<Item = (u32, Position)> {
        let open = |(_, position): &(u32, Position)| rule::told(position).is_none();
        self.positions().filter(open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The unfinished positions of a ply, mirror images counted.
    fn both_ways(census: &Census) -> u64 {
        let images = census
            .positions()
            .map(|(_, position)| if position == position.mirror() { 1 } else { 2 });
        images.sum()
    }

    #[test]
    fn as_many_positions_are_found_as_are_known() {
        // All positions by ply (OEIS A212693), finished ones and mirror images counted.
        const ALL: [u64; 13] = [
            1, 7, 49, 238, 1120, 4263, 16422, 54859, 184_275, 558_186, 1_662_623, 4_568_683,
            12_236_101,
        ];
        let mut census = Census::first();
        for (ply, all) in (0..).zip(ALL) {
            // The first four that can be finished is on the board with stone 7.
            let unfinished = both_ways(&census);
            assert!(
                unfinished <= all && (ply >= 7 || unfinished == all),
                "{ply}"
            );
            let (live, stored) = (census.positions().count(), census.stored().count());
            match ply {
                8 => assert_eq!(live, 91_295),
                10 => assert_eq!(live, 809_464),
                12 => assert_eq!((live, stored), (5_832_236, 4_116_273)),
                _ => assert!(stored <= live),
            }
            if ply < 12 {
                census = census.next();
            }
        }
    }
}
