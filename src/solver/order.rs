//! Move ordering: which move is most likely to cut.
//!
//! What a move threatens comes first; behind it stands a fixed liking for cells,
//! which matters as much: where equal moves always come in the same order, equal
//! positions share their transpositions. How much each counts is a matter of
//! [`Weights`].

#![expect(clippy::inline_always, reason = "see `arch`")]

use super::lanes::{LANES, Lanes, lanes};
use super::lineup::Lineup;
use super::vector::{Choice, Vector};
use super::weights::{Scales, Weights};
use crate::game::Position;
use crate::game::bitboard::{BOTTOM, WIDTH, column_mask, playable, upwards, winning_cells};

/// Columns from the centre outwards, counted from zero.
pub(super) const CENTRE_FIRST: [u8; WIDTH as usize] = [3, 2, 4, 1, 5, 0, 6];

/// What makes the ranks of equal promise fall from the centre outwards, and all ranks
/// positive.
const TIES: Lanes = {
    let mut ties = Lanes([7, 6, 5, 4, 3, 2, 1, 0]);
    let mut lane = 0;
    while lane < LANES {
        ties.0[lane] += LEAST_PROMISE.unsigned_abs() << TIE_BITS;
        lane += 1;
    }
    ties
};
/// Below what any move promises.
const LEAST_PROMISE: i64 = -1 << 12;
/// The greatest rank there may be: all bits of one.
const MOST_RANK: u64 = 0xFFFF;
/// Each lane's number.
const NUMBERS: Lanes = Lanes([0, 1, 2, 3, 4, 5, 6, 7]);
/// Bits that the ties take.
const TIE_BITS: u8 = 3;

/// Log2 of the bits in a byte.
const BYTE_SHIFT: u8 = 3;
/// The bits below the highest byte.
const HIGHEST_BYTE: u8 = 56;

/// The moves in `cells`, one bit each, from the centre outwards.
#[inline]
pub(super) fn centre_first(cells: u64) -> impl Iterator<Item = u64> {
    CENTRE_FIRST
        .into_iter()
        .map(move |column| cells & column_mask(column))
        .filter(|&cell| cell != 0)
}

/// What a move gained: the more winning cells it leaves to its side, and the
/// sooner they bind the opponent, the better. `playable` is meant after the move.
#[inline(always)]
pub(super) fn promise<V: Choice>(winning: V, opponents: V, playable: V, weights: &Weights) -> V {
    // Above a winning cell of the opponent's no stone will be played in time.
    let useful = winning & !(upwards(opponents) << 1);
    (useful & playable << 1).count_ones().weighed(weights.next)
        + (useful & playable << 2).count_ones().weighed(weights.later)
        + useful.count_ones().weighed(weights.some_day)
}

/// What the move to one cell of a position gained.
pub(super) fn promise_of(position: &Position, cell: u64) -> u64 {
    let mask = position.mask() | cell;
    let winning = winning_cells(position.mover() | cell, mask);
    let weights = Scales::built_in().of(position.stones(), 0);
    let theirs = position.opponent_winning_cells();
    promise(winning, theirs, playable(mask), weights)
}

/// How much the cell of each lane is liked.
#[inline(always)]
pub(super) fn liking<V: Vector>(cells: V, weights: &Weights, lineup: &Lineup) -> V {
    let columns = V::load(lineup.columns());
    // As many bytes as there are cells from this one up stand above its own; without a
    // cell none does, and the highest byte is zero.
    let from_cell = columns & !(cells - (columns & V::all(BOTTOM)));
    V::of_columns(&weights.cells, lineup).shl_each(from_cell.count_ones() << BYTE_SHIFT)
        >> HIGHEST_BYTE
}

/// Bits of a lane's number in a queue, and all of them.
const LANE_BITS: u32 = 4;
const NIBBLE: u32 = 0xF;

/// Lanes of children to search, best first.
pub(super) struct Order {
    /// The best lane, known before all others are sorted.
    first: usize,
    /// The lanes left, four bits each, the next one lowest.
    queue: u32,
    /// How many there were.
    count: u32,
    /// How many were taken.
    taken: u32,
    /// Those in the queue, as bits.
    queued: u8,
    /// Lanes that come after all others, as bits.
    put_off: u8,
    /// What the lanes are sorted by, each with a rank of its own.
    ranks: Lanes,
}

impl Order {
    /// Sorts the lanes in `open`, of which there are some, by their promise.
    ///
    /// A lane's place is the number of lanes before it: that takes a comparison
    /// of every two, but no branch that a machine would have to foretell.
    #[inline(always)]
    pub(super) fn new<V: Vector>(promise: V, open: V::Mask) -> Order {
        let ranks = (promise << TIE_BITS) + V::load(&TIES);
        // What promises more than it may is misjudged, but by all in the same way.
        let ranks = (ranks & V::all(MOST_RANK)).only(open);
        let (first, _) = (V::all(MOST_RANK) - ranks).least();
        let mut shifts = V::all(0);
        for rank in ranks.lanes().0.into_iter().take(V::MOVES) {
            shifts = shifts + V::all(4).only(V::all(rank).exceeds(ranks));
        }
        let queue = V::load(&NUMBERS).shl_each(shifts).lanes();
        let queue = queue
            .0
            .into_iter()
            .take(V::MOVES)
            .fold(0, |queue, lane| queue | lane);
        #[expect(clippy::cast_possible_truncation, reason = "eight lanes of four bits")]
        let queue = queue as u32;
        Order {
            first,
            queue,
            count: V::bits(open).count_ones(),
            taken: 0,
            queued: V::bits(open),
            put_off: 0,
            ranks: ranks.lanes(),
        }
    }

    /// The best lane of all, before any other is asked for: what is done with it need not
    /// wait for the others to be sorted.
    #[inline]
    pub(super) fn first(&mut self) -> usize {
        let lane = self.first % LANES;
        self.taken += 1;
        self.queue >>= LANE_BITS;
        self.queued ^= 1 << lane;
        lane
    }

    /// The best lane left.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        self.taken += 1;
        if self.taken <= self.count {
            let lane = self.queue as usize % LANES;
            self.queue >>= LANE_BITS;
            self.queued ^= 1 << lane;
            return Some(lane);
        }
        let lane = lanes(self.put_off).next()?;
        self.put_off ^= 1 << lane;
        Some(lane)
    }

    /// Whether a lane was taken.
    pub(super) fn is_begun(&self) -> bool {
        self.taken > 0
    }

    /// Whether a lane was taken before the last one.
    #[inline]
    pub(super) fn is_past_first(&self) -> bool {
        self.taken > 1
    }

    /// Lets a lane, if it is still in the queue, pass those that promise less now that
    /// it promises more.
    pub(super) fn prefer(&mut self, lane: usize, by: i64) {
        let Some(mut place) = self.first_place(1 << lane) else {
            return;
        };
        let rank = self.ranks.0[lane] + (by.cast_unsigned() << TIE_BITS);
        self.ranks.0[lane] = rank;
        while place > 0 && self.ranks.0[self.lane_at(place - 1)] < rank {
            place -= 1;
            self.swap_with_next(place);
        }
        self.first = self.lane_at(0);
    }

    /// The lane at a place in the queue.
    fn lane_at(&self, place: u32) -> usize {
        (self.queue >> (place * LANE_BITS)) as usize % LANES
    }

    /// The first place in the queue of one of some lanes, as bits.
    fn first_place(&self, wanted: u8) -> Option<u32> {
        let is_wanted = |&place: &u32| wanted >> self.lane_at(place) & 1 != 0;
        (0..self.queued.count_ones()).find(is_wanted)
    }

    /// Lets the lane after a place in the queue and the one there change places.
    fn swap_with_next(&mut self, place: u32) {
        let shift = place * LANE_BITS;
        let differing = (self.queue >> shift ^ self.queue >> (shift + LANE_BITS)) & NIBBLE;
        self.queue ^= differing << shift | differing << (shift + LANE_BITS);
    }

    /// Takes the first lane in the queue that is one of `wanted`, as bits.
    pub(super) fn take(&mut self, wanted: u8) -> Option<usize> {
        let place = self.first_place(wanted)?;
        for behind in (0..place).rev() {
            self.swap_with_next(behind);
        }
        self.next()
    }

    /// The lanes in the queue, as bits.
    pub(super) fn queued(&self) -> u8 {
        self.queued
    }

    /// What a lane promises.
    pub(super) fn promised(&self, lane: usize) -> i64 {
        (self.ranks.0[lane] >> TIE_BITS).cast_signed() + LEAST_PROMISE
    }

    /// Whether a lane promises more than another.
    pub(super) fn promises_more(&self, lane: usize, other: usize) -> bool {
        self.ranks.0[lane] > self.ranks.0[other]
    }

    /// Whether the lane just taken may be put off: none twice.
    #[inline]
    pub(super) fn may_put_off(&self) -> bool {
        self.taken <= self.count
    }

    /// Leaves a lane for when all others are done.
    pub(super) fn put_off(&mut self, lane: usize) {
        self.put_off |= 1 << lane;
    }
}

#[cfg(test)]
mod tests {
    use super::super::arch::Portable;
    use super::*;

    #[test]
    fn the_best_lane_comes_first_and_a_lane_put_off_last() {
        let promise = Portable::load(&Lanes([3, 99, 9, 3, 99, 4, 99, 99]));
        let chosen = Portable::load(&Lanes([0, 1, 0, 0, 1, 0, 1, 1])).is_zero();
        let mut order = Order::new(promise, chosen);
        let mut taken = Vec::new();
        while let Some(lane) = order.next() {
            if order.may_put_off() && lane != 0 {
                order.put_off(lane);
            } else {
                taken.push(lane);
            }
        }
        assert_eq!(taken, [0, 2, 3, 5]);
    }

    #[test]
    fn the_first_lane_is_the_one_that_the_queue_begins_with() {
        // Whatever is promised, even more than may be.
        for most in [50, 1 << 14, 1 << 20] {
            for best in 0..LANES {
                let mut promises = Lanes([50, 0, 40, 30, 0, 20, 10, 0]);
                promises.0[best] = most;
                let promise = Portable::load(&promises);
                let order = || Order::new(promise, !promise.is_zero());
                assert_eq!(Some(order().first()), order().next());
                let (mut order, mut other) = (order(), order());
                order.first();
                other.next();
                let rest = std::iter::from_fn(|| order.next());
                assert!(rest.eq(std::iter::from_fn(|| other.next())));
            }
        }
    }

    #[test]
    fn a_lane_is_taken_out_of_its_turn() {
        let promise = Portable::load(&Lanes([50, 0, 40, 30, 0, 20, 10, 0]));
        let mut order = Order::new(promise, !promise.is_zero());
        assert_eq!(order.take(0b0110_1010), Some(3));
        assert_eq!(order.take(0b0001_1000), None);
        assert_eq!(order.queued(), 0b0110_0101);
        let rest: Vec<_> = std::iter::from_fn(|| order.next()).collect();
        assert_eq!(rest, [0, 2, 5, 6]);
    }

    #[test]
    fn a_lane_preferred_passes_those_that_promise_less() {
        let promise = Portable::load(&Lanes([50, 0, 40, 30, 0, 20, 10, 0]));
        let chosen = !promise.is_zero();
        let taken = |preferred: &[(usize, i64)]| {
            let mut order = Order::new(promise, chosen);
            assert_eq!(order.next(), Some(0));
            for &(lane, by) in preferred {
                order.prefer(lane, by);
            }
            std::iter::from_fn(|| order.next()).collect::<Vec<_>>()
        };
        let mut order = Order::new(promise, chosen);
        order.prefer(5, 31);
        assert_eq!((order.first(), order.next()), (5, Some(0)));
        assert_eq!(taken(&[]), [2, 3, 5, 6]);
        assert_eq!(taken(&[(5, 15)]), [2, 5, 3, 6]);
        assert_eq!(taken(&[(6, 25), (6, 10)]), [6, 2, 3, 5]);
        // Lanes taken, or without a move, are not there to pass others.
        assert_eq!(taken(&[(0, 99), (1, 99), (2, 1)]), [2, 3, 5, 6]);
    }
}
