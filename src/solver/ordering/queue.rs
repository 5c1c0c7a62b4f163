//! The moves of a node that are left to search, best first.

#![expect(clippy::inline_always, reason = "as in `simd`")]

use crate::solver::simd::{Isa, LANES, Portable, Simd, U16x8, U64x8, Vector, lanes_in};

/// The least score that a move may have.
const LEAST_SCORE: i64 = -1 << 12;
/// The rank of a lane that was never open: all its bits are set.
const NO_RANK: u64 = u16::MAX as u64;
/// The number of low bits of a rank, which only break ties.
const TIE_BITS: u8 = 3;

/// The rank of each lane with a score of 0. Of lanes with equal scores, the one nearest to the centre
/// has the least rank. A lane with the least score still has a rank below [`NO_RANK`].
const RANKS_OF_ZERO: U64x8 = {
    let mut ranks = U64x8([0, 1, 2, 3, 4, 5, 6, 7]);
    let mut lane = 0;
    while lane < LANES {
        ranks.0[lane] += NO_RANK - 7 - (LEAST_SCORE.unsigned_abs() << TIE_BITS);
        lane += 1;
    }
    ranks
};

/// Lanes to search, best first.
///
/// They are never sorted, because most nodes that search a child search only one, and a single
/// instruction finds the best of the lanes that are left.
#[derive(Clone)]
pub(crate) struct MoveQueue {
    /// The rank of each lane: the better its score, the less its rank.
    ranks: U16x8,
    /// The lane that is taken first. It has no meaning after that.
    first: usize,
    /// All lanes that were open, one bit per lane.
    all: u8,
    /// Lanes left, one bit per lane.
    queued: u8,
}

impl MoveQueue {
    /// A queue without lanes.
    pub(crate) const EMPTY: MoveQueue = MoveQueue {
        ranks: U16x8([u16::MAX; LANES]),
        first: 0,
        all: 0,
        queued: 0,
    };

    /// Creates a queue of the lanes in `open`, ordered by their scores. `open` contains at least
    /// one lane.
    #[inline(always)]
    pub(crate) fn new<V: Vector>(isa: V::Isa, scores: V, open: V::Mask) -> MoveQueue {
        let ranks = rank(scores, V::load(isa, &RANKS_OF_ZERO));
        let ranks = V::select(open, ranks, V::splat(isa, NO_RANK)).narrow();
        MoveQueue {
            first: isa.least(&ranks, u8::MAX).0,
            ranks,
            all: V::movemask(open),
            queued: V::movemask(open),
        }
    }

    /// Adds a lane with its score, before [`MoveQueue::begin`].
    #[inline(always)]
    pub(crate) fn add(&mut self, lane: usize, score: u64) {
        #[expect(clippy::cast_possible_truncation, reason = "at most 16 bits")]
        let rank = rank(score, RANKS_OF_ZERO.0[lane]) as u16;
        self.ranks.0[lane] = rank;
    }

    /// Begins with those of the added lanes that are in `open`, which has one bit per lane.
    #[inline(always)]
    pub(crate) fn begin(&mut self, open: u8) {
        for lane in lanes_in(!open) {
            self.ranks.0[lane] = u16::MAX;
        }
        self.all = open;
        self.queued = open;
        self.first = Portable.least(&self.ranks, open).0;
    }

    /// Takes the best lane left.
    #[inline(always)]
    pub(crate) fn next<I: Isa>(&mut self, isa: I) -> Option<usize> {
        if !self.is_begun() {
            return Some(self.take(self.first % LANES));
        }
        if self.queued == 0 {
            return None;
        }
        let (lane, _) = isa.least(&self.ranks, self.queued);
        Some(self.take(lane % LANES))
    }

    /// Takes a lane out of the queue.
    #[inline]
    pub(crate) fn take(&mut self, lane: usize) -> usize {
        self.queued ^= 1 << lane;
        lane
    }

    /// Returns the lanes that are no longer in the queue, one bit per lane.
    fn taken(&self) -> u8 {
        self.all ^ self.queued
    }

    /// Whether a lane was taken.
    pub(crate) fn is_begun(&self) -> bool {
        self.taken() != 0
    }

    /// Whether another lane was taken before the one just taken.
    #[inline]
    pub(crate) fn is_past_first(&self) -> bool {
        !self.taken().is_power_of_two()
    }

    /// Raises the score of a lane that is still in the queue.
    pub(crate) fn add_bonus(&mut self, lane: usize, bonus: i64) {
        if self.queued >> lane & 1 == 0 {
            return;
        }
        let bonus = u16::try_from(bonus << TIE_BITS).unwrap_or(u16::MAX);
        let rank = self.ranks.0[lane].saturating_sub(bonus);
        self.ranks.0[lane] = rank;
        if rank < self.ranks.0[self.first] {
            self.first = lane;
        }
    }

    /// Returns the best lane in the queue.
    pub(crate) fn best(&self) -> Option<usize> {
        lanes_in(self.queued).min_by_key(|&lane| self.ranks.0[lane])
    }

    /// Returns the score of a lane.
    #[cfg(any(feature = "training", test))]
    pub(crate) fn score(&self, lane: usize) -> i64 {
        let from_least = (u16::MAX - self.ranks.0[lane]) >> TIE_BITS;
        i64::from(from_least) + LEAST_SCORE
    }

    /// Whether a lane has a better score than another.
    pub(crate) fn is_better(&self, lane: usize, other: usize) -> bool {
        self.ranks.0[lane] < self.ranks.0[other]
    }
}

/// Returns the rank of each lane, given its score and its number of [`RANKS_OF_ZERO`].
#[inline(always)]
fn rank<V: Simd>(scores: V, rank_of_zero: V) -> V {
    // A score beyond the range gives a wrong rank, but the same one with every instruction set.
    rank_of_zero.plus((scores << TIE_BITS).neg()) & NO_RANK
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a queue of the lanes in `open` with these scores.
    fn queue_of(scores: [u64; LANES], open: u8) -> MoveQueue {
        let mut queue = MoveQueue::EMPTY;
        for lane in lanes_in(open) {
            queue.add(lane, scores[lane]);
        }
        queue.begin(open);
        queue
    }

    /// Returns the lanes whose score is 0.
    fn zeros(scores: [u64; LANES]) -> u8 {
        (0..LANES).fold(0, |lanes, lane| lanes | u8::from(scores[lane] == 0) << lane)
    }

    #[test]
    fn lanes_come_by_their_scores_and_equal_ones_from_the_centre() {
        let mut queue = queue_of([3, 99, 9, 3, 99, 4, 99, 99], 0b0010_1101);
        let taken: Vec<_> = std::iter::from_fn(|| queue.next(Portable)).collect();
        assert_eq!(taken, [2, 5, 0, 3]);
    }

    #[test]
    fn the_queue_begins_with_the_lane_of_the_least_rank() {
        // This holds for all scores, even beyond the range.
        for most in [50, 1 << 14, 1 << 20] {
            for best in 0..LANES {
                let mut scores = [50, 0, 40, 30, 0, 20, 10, 0];
                scores[best] = most;
                let mut queue = queue_of(scores, !zeros(scores));
                assert_eq!(queue.best(), queue.next(Portable));
            }
        }
    }

    #[test]
    fn a_lane_with_a_bonus_passes_those_with_lower_scores() {
        let scores = [50, 0, 40, 30, 0, 20, 10, 0];
        let open = !zeros(scores);
        let taken = |bonuses: &[(usize, i64)]| {
            let mut queue = queue_of(scores, open);
            assert_eq!(queue.next(Portable), Some(0));
            for &(lane, bonus) in bonuses {
                queue.add_bonus(lane, bonus);
            }
            std::iter::from_fn(|| queue.next(Portable)).collect::<Vec<_>>()
        };
        let mut queue = queue_of(scores, open);
        queue.add_bonus(5, 31);
        assert_eq!(
            (queue.next(Portable), queue.next(Portable)),
            (Some(5), Some(0))
        );
        assert_eq!(taken(&[]), [2, 3, 5, 6]);
        assert_eq!(taken(&[(5, 15)]), [2, 5, 3, 6]);
        assert_eq!(taken(&[(6, 25), (6, 10)]), [6, 2, 3, 5]);
        // A bonus has no effect on lanes that were taken or have no move.
        assert_eq!(taken(&[(0, 99), (1, 99), (2, 1)]), [2, 3, 5, 6]);
    }
}
