//! Move ordering: which move is most likely to cut.
//!
//! What a move threatens comes first; behind it stands a fixed liking for cells,
//! which matters as much: where equal moves always come in the same order, equal
//! positions share their transpositions. How much each counts is a matter of
//! [`Weights`].

#![expect(clippy::inline_always, reason = "see `arch`")]

use super::lanes::{LANES, Lanes, Shorts, lanes};
use super::lineup::Lineup;
use super::vector::{Choice, Packed, Vector};
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
const MOST_RANK: u64 = u16::MAX as u64;
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
    // The weight of row `r` is byte `r + 1`. A shift by one byte for each cell from this one
    // to the top makes it the highest; a lane without a cell is not shifted, and its highest
    // byte is zero.
    let from_cell = columns & !(cells - (columns & V::all(BOTTOM)));
    V::of_columns(&weights.cells, lineup).shl_each(from_cell.count_ones() << BYTE_SHIFT)
        >> HIGHEST_BYTE
}

/// Lanes of children to search, best first.
///
/// They are never sorted: more than half of the nodes that search a child search no other,
/// and the best of those left is found by one instruction.
pub(super) struct Order {
    /// How far the rank of each lane is below the greatest there may be, so that the best lane
    /// has the least: all bits set for a lane that was never open, and, ties being above 0, for
    /// no other.
    lags: Shorts,
    /// The best lane, as long as none is taken.
    first: usize,
    /// All that there were, as bits.
    all: u8,
    /// Those left, as bits.
    queued: u8,
    /// Lanes that come after all others, as bits.
    put_off: u8,
    /// Whether the lane just taken was one of these.
    is_put_off: bool,
}

impl Order {
    /// The lanes in `open`, of which there are some, by their promise.
    #[inline(always)]
    pub(super) fn new<V: Vector>(promise: V, open: V::Mask) -> Order {
        let ranks = (promise << TIE_BITS) + V::load(&TIES);
        // What promises more than it may is misjudged, but by all in the same way.
        let ranks = (ranks & V::all(MOST_RANK)).only(open);
        let lags = (V::all(MOST_RANK) - ranks).packed();
        Order {
            lags: lags.shorts(),
            first: lags.least().0,
            all: V::bits(open),
            queued: V::bits(open),
            put_off: 0,
            is_put_off: false,
        }
    }

    /// The best lane of all, before any other is asked for.
    #[inline]
    pub(super) fn first(&mut self) -> usize {
        self.leave(self.first % LANES)
    }

    /// The best lane left.
    #[inline(always)]
    pub(super) fn next<V: Vector>(&mut self) -> Option<usize> {
        if self.queued != 0 {
            let (lane, _) = V::Packed::load(&self.lags).only(self.queued).least();
            return Some(self.leave(lane % LANES));
        }
        let lane = lanes(self.put_off).next()?;
        self.put_off ^= 1 << lane;
        self.is_put_off = true;
        Some(lane)
    }

    /// A lane leaves the queue.
    #[inline]
    fn leave(&mut self, lane: usize) -> usize {
        self.queued ^= 1 << lane;
        lane
    }

    /// The lanes that left it, as bits.
    fn taken(&self) -> u8 {
        self.all ^ self.queued
    }

    /// Whether a lane was taken.
    pub(super) fn is_begun(&self) -> bool {
        self.taken() != 0
    }

    /// Whether a lane was taken, not only put off, before the last one.
    #[inline]
    pub(super) fn is_past_first(&self) -> bool {
        !(self.taken() & !self.put_off).is_power_of_two()
    }

    /// Lets a lane, if it is still in the queue, pass those that promise less now that
    /// it promises more.
    pub(super) fn prefer(&mut self, lane: usize, by: i64) {
        if self.queued >> lane & 1 == 0 {
            return;
        }
        let by = u16::try_from(by << TIE_BITS).unwrap_or(u16::MAX);
        let lag = self.lags.0[lane].saturating_sub(by);
        self.lags.0[lane] = lag;
        if lag < self.lags.0[self.first] {
            self.first = lane;
        }
    }

    /// The best lane in the queue.
    pub(super) fn likeliest(&self) -> Option<usize> {
        lanes(self.queued).min_by_key(|&lane| self.lags.0[lane])
    }

    /// What a lane promises.
    pub(super) fn promised(&self, lane: usize) -> i64 {
        let rank = u16::MAX - self.lags.0[lane];
        i64::from(rank >> TIE_BITS) + LEAST_PROMISE
    }

    /// Whether a lane promises more than another.
    pub(super) fn promises_more(&self, lane: usize, other: usize) -> bool {
        self.lags.0[lane] < self.lags.0[other]
    }

    /// Whether the lane just taken may be put off: none twice.
    #[inline]
    pub(super) fn may_put_off(&self) -> bool {
        !self.is_put_off
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
        while let Some(lane) = order.next::<Portable>() {
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
                assert_eq!(Some(order().first()), order().next::<Portable>());
                let (mut order, mut other) = (order(), order());
                order.first();
                other.next::<Portable>();
                let rest = std::iter::from_fn(|| order.next::<Portable>());
                assert!(rest.eq(std::iter::from_fn(|| other.next::<Portable>())));
            }
        }
    }

    #[test]
    fn a_lane_preferred_passes_those_that_promise_less() {
        let promise = Portable::load(&Lanes([50, 0, 40, 30, 0, 20, 10, 0]));
        let chosen = !promise.is_zero();
        let taken = |preferred: &[(usize, i64)]| {
            let mut order = Order::new(promise, chosen);
            assert_eq!(order.next::<Portable>(), Some(0));
            for &(lane, by) in preferred {
                order.prefer(lane, by);
            }
            std::iter::from_fn(|| order.next::<Portable>()).collect::<Vec<_>>()
        };
        let mut order = Order::new(promise, chosen);
        order.prefer(5, 31);
        assert_eq!((order.first(), order.next::<Portable>()), (5, Some(0)));
        assert_eq!(taken(&[]), [2, 3, 5, 6]);
        assert_eq!(taken(&[(5, 15)]), [2, 5, 3, 6]);
        assert_eq!(taken(&[(6, 25), (6, 10)]), [6, 2, 3, 5]);
        // Lanes taken, or without a move, are not there to pass others.
        assert_eq!(taken(&[(0, 99), (1, 99), (2, 1)]), [2, 3, 5, 6]);
    }
}
