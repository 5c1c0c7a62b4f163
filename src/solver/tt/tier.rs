//! A tier: the part of the table for one range of plies.
//!
//! A tier begins in a small part of its memory, so that short searches stay in the cache, and
//! doubles as it fills. It moves a slice of its entries at a time: whoever stops a search does
//! not wait until a large tier has moved.

use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::bucket::REMAINDER_SHIFT;
use super::memory::{Addresses, Memory};
use crate::solver::simd::{CacheLine, Vector};

/// Low bits of the mixed key that every tier uses for the place of the bucket.
pub(super) const PLACE_BITS: u8 = 9;

/// A tier doubles when each of its buckets has evicted so many entries, on average.
///
/// Evicted entries are the cheapest of eight: to find them anew costs less than cache misses in
/// a larger tier. (With one for four buckets Begin-Medium takes 2 %
/// fewer nodes in as much time, but on the empty board `Hash` 1024 grows a table that is 3 %
/// slower than that of `Hash` 16.)
const EVICTIONS_PER_BUCKET: usize = 4;
/// Buckets that are moved at a time, 2 MiB. The search waits meanwhile and hears of no stop.
const BUCKETS_MOVED: usize = 1 << 15;

/// Entries for one range of plies.
pub(super) struct Tier {
    memory: Memory,
    /// Log2 of the buckets in use.
    bits: AtomicU8,
    /// Log2 of the buckets that it begins with.
    first_bits: u8,
    /// Live entries evicted since the last doubling, as far as threads have reported them.
    evictions: AtomicUsize,
    /// Buckets whose entries have moved for the next doubling.
    moved: Mutex<usize>,
}

impl Tier {
    /// A tier of at most `1 << max_bits` buckets that begins with `1 << first_bits`; `None` when
    /// the system has no memory for them.
    pub(super) fn new(max_bits: u8, first_bits: u8) -> Option<Tier> {
        Some(Tier {
            memory: Memory::new(1 << max_bits)?,
            bits: AtomicU8::new(first_bits),
            first_bits,
            evictions: AtomicUsize::new(0),
            moved: Mutex::new(0),
        })
    }

    /// All buckets that there are.
    pub(super) fn buckets(&self) -> usize {
        self.memory.lines().len()
    }

    /// The buckets in use.
    #[inline]
    fn used(&self) -> usize {
        // Relaxed: with an outdated size an outdated line is probed, never a false hit.
        1 << self.bits.load(Ordering::Relaxed)
    }

    /// The bucket of a mixed key.
    #[inline]
    pub(super) fn line(&self, hash: u64) -> &CacheLine {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low bits are asked for"
        )]
        let place = hash as usize & (self.used() - 1);
        &self.memory.lines()[place]
    }

    /// The address of each mixed key's bucket.
    #[inline(always)]
    pub(super) fn addresses<V: Vector>(&self, hash: V) -> Addresses<'_, V> {
        self.memory.addresses(hash, self.used())
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        // First, so that no doubling begun before ends after.
        let mut moved = self.moved.lock().unwrap_or_else(PoisonError::into_inner);
        // What lies beyond is overwritten when the tier grows. Relaxed throughout: what another
        // thread stores meanwhile is true all the same.
        for line in &self.memory.lines()[..1 << self.first_bits] {
            for entry in &line.0 {
                entry.store(0, Ordering::Relaxed);
            }
        }
        self.bits.store(self.first_bits, Ordering::Relaxed);
        self.evictions.store(0, Ordering::Relaxed);
        *moved = 0;
    }

    /// Counts entries that a thread has evicted, and grows the tier when there are many.
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

    /// Moves the entries of some more buckets, and doubles the part in use when all have moved.
    ///
    /// An entry moves up if the next bit of its key is set. It is not found there before all
    /// have moved, and an entry that another thread writes meanwhile may be lost: both cost only
    /// time.
    #[cold]
    fn grow(&self) {
        // Another thread is at it: one is enough.
        let Ok(mut moved) = self.moved.try_lock() else {
            return;
        };
        // That thread may have finished just now.
        if !self.is_crowded() {
            return;
        }
        // Relaxed: only the holder of the lock changes it.
        let bits = self.bits.load(Ordering::Relaxed);
        let shift = REMAINDER_SHIFT + bits - PLACE_BITS;
        let (low, high) = self.memory.lines()[..2 << bits].split_at(1 << bits);
        let end = low.len().min(*moved + BUCKETS_MOVED);
        for (from, to) in low[*moved..end].iter().zip(&high[*moved..end]) {
            for (source, target) in from.0.iter().zip(&to.0) {
                // Relaxed: entries are whole words, valid anywhere. No branch: every other entry
                // moves, which the processor cannot guess.
                let entry = source.load(Ordering::Relaxed);
                let up = (entry >> shift & 1).wrapping_neg();
                target.store(entry & up, Ordering::Relaxed);
                source.store(entry & !up, Ordering::Relaxed);
            }
        }
        *moved = end;
        if end == low.len() {
            *moved = 0;
            // Relaxed: see `used`.
            self.bits.store(bits + 1, Ordering::Relaxed);
            self.evictions.store(0, Ordering::Relaxed);
        }
    }

    /// The used share of a sample, in thousandths.
    pub(super) fn full(&self) -> u64 {
        // Buckets of eight entries: a thousand in all.
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
    use super::super::bucket;
    use super::*;
    use crate::solver::simd::Portable;

    /// Hashes of 49 bits, spread over all of a tier.
    fn hashes(count: u64) -> impl Iterator<Item = u64> {
        (1..=count).map(|number| number.wrapping_mul(0x1_3C6E_F372_FE95) & ((1 << 49) - 1))
    }

    fn entry(hash: u64) -> u64 {
        (hash >> PLACE_BITS) << REMAINDER_SHIFT | 1
    }

    fn holds(tier: &Tier, hash: u64) -> bool {
        let (line, remainder) = (tier.line(hash), hash >> PLACE_BITS);
        let matches = bucket::matching_entries(Portable, line, &remainder);
        bucket::find(line, matches, remainder) == Some(entry(hash))
    }

    #[test]
    fn what_is_remembered_moves_as_the_tier_doubles_a_slice_at_a_time() {
        let (first, most) = (PLACE_BITS, 18);
        let tier = Tier::new(most, first).expect("16 MiB can be had");
        for hash in hashes(1500) {
            bucket::put(Portable, tier.line(hash), entry(hash));
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
    fn a_tier_forgets_even_what_it_has_moved_halfway() {
        let tier = Tier::new(17, 16).expect("8 MiB can be had");
        for hash in hashes(5000) {
            bucket::put(Portable, tier.line(hash), entry(hash));
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
    fn a_tier_is_as_full_as_all_of_its_memory() {
        let tier = Tier::new(18, PLACE_BITS).expect("16 MiB can be had");
        for hash in hashes(5000) {
            bucket::put(Portable, tier.line(hash), entry(hash));
        }
        assert!((1..=2).contains(&tier.full()), "{}", tier.full());
    }
}
