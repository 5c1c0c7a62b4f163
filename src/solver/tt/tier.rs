//! A tier: the part of the table for one range of plies.
//!
//! A tier begins with a small part of its memory, so that short searches stay in the cache, and
//! doubles this part as it fills. It moves one slice of its entries at a time, so that a stop need
//! not wait until all entries of a large tier have moved.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::entry::REMAINDER_SHIFT;
use super::memory::Memory;

/// The number of low bits of the mixed key that are part of the bucket's index in every tier.
pub(super) const PLACE_BITS: u8 = 9;

/// The number of entries per bucket that a tier evicts before it doubles.
///
/// Evicted entries are the cheapest of eight: proving their bounds again costs less than the cache
/// misses of a larger tier. (With one eviction for every four buckets, the empty board takes 3 %
/// longer with `Hash` 1024 than with `Hash` 16.)
const EVICTIONS_PER_BUCKET: usize = 4;
/// The number of buckets that move at a time: 2 MiB. Until they have moved, the search waits and
/// cannot notice a stop.
const BUCKETS_MOVED: usize = 1 << 15;

/// The entries for one range of plies.
pub(super) struct Tier {
    pub(super) memory: Memory,
    /// Log2 of the number of buckets in use at first.
    first_bits: u8,
    /// The number of live entries evicted since the last doubling, as far as threads have reported
    /// them.
    evictions: AtomicUsize,
    /// The number of buckets whose entries have moved for the next doubling.
    moved: Mutex<usize>,
}

impl Tier {
    /// Creates a tier of at most `1 << max_bits` buckets. It uses `1 << first_bits` of them at
    /// first. Returns `None` if the system lacks the memory.
    pub(super) fn new(max_bits: u8, first_bits: u8) -> Option<Tier> {
        let memory = Memory::new(1 << max_bits)?;
        memory.set_used_bits(first_bits);
        Some(Tier {
            memory,
            first_bits,
            evictions: AtomicUsize::new(0),
            moved: Mutex::new(0),
        })
    }

    /// Returns the greatest number of buckets.
    pub(super) fn buckets(&self) -> usize {
        self.memory.lines().len()
    }

    /// Returns the number of buckets in use.
    fn used(&self) -> usize {
        1 << self.memory.used_bits()
    }

    /// Removes all entries.
    pub(super) fn clear(&self) {
        // Lock first, so that a doubling that is under way cannot end after the tier is cleared.
        let mut moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        // The other lines are overwritten when the tier grows. Relaxed throughout: an entry that
        // another thread stores at the same time is valid too.
        for line in &self.memory.lines()[..1 << self.first_bits] {
            for entry in &line.0 {
                entry.store(0, Ordering::Relaxed);
            }
        }
        self.memory.set_used_bits(self.first_bits);
        self.evictions.store(0, Ordering::Relaxed);
        *moved = 0;
    }

    /// Replaces the contents with those of a tier of the same size.
    #[cfg(any(feature = "training", test))]
    pub(super) fn copy_from(&self, other: &Tier) {
        let moved = *other.moved.lock().unwrap_or_else(PoisonError::into_inner);
        // While a tier grows, entries that have moved up are past the buckets in use.
        let filled = other.used() << u8::from(moved > 0);
        let lines = other.memory.lines()[..filled].iter();
        for (line, other) in self.memory.lines().iter().zip(lines) {
            for at in 0..line.0.len() {
                // Relaxed: see `clear`.
                line.0[at].store(other.0[at].load(Ordering::Relaxed), Ordering::Relaxed);
            }
        }
        self.memory.set_used_bits(other.memory.used_bits());
        // Relaxed: see `count_evictions`.
        self.evictions
            .store(other.evictions.load(Ordering::Relaxed), Ordering::Relaxed);
        *self.moved.lock().unwrap_or_else(PoisonError::into_inner) = moved;
    }

    /// Counts entries that a thread has evicted, and grows the tier if there are many.
    pub(super) fn count_evictions(&self, count: usize) {
        if self.used() < self.buckets() {
            // Relaxed: a count, which publishes nothing.
            self.evictions.fetch_add(count, Ordering::Relaxed);
            if self.is_crowded() {
                self.grow();
            }
        }
    }

    /// Whether the tier has evicted enough entries to grow.
    fn is_crowded(&self) -> bool {
        // Relaxed: a count, which publishes nothing.
        self.evictions.load(Ordering::Relaxed) >= self.used() * EVICTIONS_PER_BUCKET
    }

    /// Moves the entries of the next slice of buckets, and doubles the part in use if all have
    /// moved.
    ///
    /// An entry moves up if the next bit of its key is set. Until all have moved, no probe finds it
    /// there, and an entry that another thread stores during the move may be lost. Both only cost
    /// time.
    #[cold]
    fn grow(&self) {
        // Another thread is already growing the tier.
        let Ok(mut moved) = self.moved.try_lock() else {
            return;
        };
        // Another thread may just have finished doubling the tier.
        if !self.is_crowded() {
            return;
        }
        // Only the holder of the lock changes it.
        let bits = self.memory.used_bits();
        let shift = REMAINDER_SHIFT + bits - PLACE_BITS;
        let (low, high) = self.memory.lines()[..2 << bits].split_at(1 << bits);
        let end = low.len().min(*moved + BUCKETS_MOVED);
        for (from, to) in low[*moved..end].iter().zip(&high[*moved..end]) {
            for (source, target) in from.0.iter().zip(&to.0) {
                // Relaxed: each entry is a single word, which is valid in any bucket. No branch:
                // half of the entries move, and the processor cannot predict which.
                let entry = source.load(Ordering::Relaxed);
                let up = (entry >> shift & 1).wrapping_neg();
                target.store(entry & up, Ordering::Relaxed);
                source.store(entry & !up, Ordering::Relaxed);
            }
        }
        *moved = end;
        if end == low.len() {
            *moved = 0;
            self.memory.set_used_bits(bits + 1);
            self.evictions.store(0, Ordering::Relaxed);
        }
    }

    /// Returns the used part in thousandths, from a sample.
    pub(super) fn full(&self) -> u64 {
        // A thousand entries, in buckets of eight.
        const SAMPLE: usize = 125;
        let full = self.memory.lines()[..SAMPLE]
            .iter()
            .flat_map(|line| &line.0)
            // Relaxed: a statistic.
            .filter(|entry| entry.load(Ordering::Relaxed) != 0)
            .count();
        full as u64 * self.used() as u64 / self.buckets() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::super::bucket::{self, BucketIsa};
    use super::*;
    use crate::solver::simd::Portable;

    /// Returns hashes of 49 bits that are spread over a whole tier.
    fn hashes(count: u64) -> impl Iterator<Item = u64> {
        (1..=count).map(|number| number.wrapping_mul(0x1_3C6E_F372_FE95) & ((1 << 49) - 1))
    }

    fn entry(hash: u64) -> u64 {
        (hash >> PLACE_BITS) << REMAINDER_SHIFT | 1
    }

    fn holds(tier: &Tier, hash: u64) -> bool {
        let (line, remainder) = (tier.memory.line(hash), hash >> PLACE_BITS);
        let matches = Portable.matching_entries(line, &remainder);
        bucket::find(line, matches, remainder) == Some(entry(hash))
    }

    #[test]
    fn entries_move_one_slice_at_a_time_as_the_tier_doubles() {
        let (first, most) = (PLACE_BITS, 18);
        let tier = Tier::new(most, first).expect("16 MiB can be had");
        for hash in hashes(1500) {
            bucket::put(Portable, tier.memory.line(hash), entry(hash));
        }
        let kept: Vec<u64> = hashes(1500).filter(|&hash| holds(&tier, hash)).collect();
        assert!(kept.len() > 1400, "{} kept", kept.len());
        for bits in first..most {
            let used = tier.used();
            assert_eq!(used, 1 << bits);
            tier.count_evictions(used * EVICTIONS_PER_BUCKET - 1);
            for _ in 0..used.div_ceil(BUCKETS_MOVED) {
                assert_eq!(tier.used(), used);
                tier.count_evictions(1);
            }
            assert_eq!(tier.used(), 2 * used);
            assert!(kept.iter().all(|&hash| holds(&tier, hash)), "{bits}");
        }
        tier.count_evictions(usize::MAX / 2);
        assert_eq!(tier.used(), 1 << most);
    }

    #[test]
    fn clearing_a_tier_ends_a_move_halfway() {
        let tier = Tier::new(17, 16).expect("8 MiB can be had");
        for hash in hashes(5000) {
            bucket::put(Portable, tier.memory.line(hash), entry(hash));
        }
        tier.count_evictions(tier.used() * EVICTIONS_PER_BUCKET);
        assert_eq!(tier.used(), 1 << 16);
        assert!(hashes(5000).any(|hash| holds(&tier, hash)));
        tier.clear();
        for _ in 0..2 {
            assert!(!hashes(5000).any(|hash| holds(&tier, hash)));
            tier.count_evictions(tier.used() * EVICTIONS_PER_BUCKET);
        }
        assert_eq!(tier.used(), 1 << 17);
        assert!(!hashes(5000).any(|hash| holds(&tier, hash)));
    }

    #[test]
    fn the_used_part_is_that_of_all_memory() {
        let tier = Tier::new(18, PLACE_BITS).expect("16 MiB can be had");
        for hash in hashes(5000) {
            bucket::put(Portable, tier.memory.line(hash), entry(hash));
        }
        assert!((1..=2).contains(&tier.full()), "{}", tier.full());
    }
}
