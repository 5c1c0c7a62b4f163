//! The memory of the table's tiers: zeroed cache lines in huge pages, vectors of their addresses,
//! and prefetching.

#![expect(
    unsafe_code,
    reason = "allocation, addresses and prefetching have no safe form"
)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::bitboard::WIDTH;
use crate::solver::simd::{CacheLine, LANES, U64x8, Vector};

/// Log2 of a cache line's bytes.
const LINE_SHIFT: u8 = 6;

/// The size of a huge page on the machines that have them.
const HUGE_PAGE: usize = 2 << 20;

/// Zeroed cache lines, aligned to huge pages if they fill at least one. The system provides the
/// memory when the program first touches it.
pub(crate) struct Memory {
    lines: NonNull<CacheLine>,
    count: usize,
    /// The bits of a hash that are the offset of its line, in bytes: a hash is shifted left by
    /// [`LINE_SHIFT`] first. No offset is past the last line.
    offset_mask: AtomicU64,
    /// The allocation, which is larger than the lines so that they can be aligned.
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its lines, which consist of atomics only.
unsafe impl Send for Memory {}
// SAFETY: all shared access is through atomics.
unsafe impl Sync for Memory {}

impl Memory {
    /// Allocates `count` zeroed lines. Returns `None` if the system lacks the memory.
    pub(crate) fn new(count: usize) -> Option<Memory> {
        let bytes = count.checked_mul(size_of::<CacheLine>())?;
        let align = if bytes < HUGE_PAGE { 64 } else { HUGE_PAGE };
        // With a larger alignment here, the allocator would write the zeros itself.
        let layout = Layout::from_size_align(bytes.checked_add(align)?, 16).ok()?;
        // SAFETY: the layout has a size above zero.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let gap = block.align_offset(align);
        // SAFETY: the block is `align` bytes larger than the lines.
        let lines = unsafe { block.add(gap) };
        advise_huge_pages(lines, bytes);
        Some(Memory {
            lines: lines.cast(),
            count,
            offset_mask: AtomicU64::new(0),
            block,
            layout,
        })
    }

    /// Returns log2 of the number of lines in use.
    #[inline]
    pub(super) fn used_bits(&self) -> u8 {
        // Relaxed: an outdated size leads to an outdated line, never to a false hit.
        let mask = self.offset_mask.load(Ordering::Relaxed);
        #[expect(clippy::cast_possible_truncation, reason = "at most 64")]
        let bits = (mask >> LINE_SHIFT).count_ones() as u8;
        bits
    }

    /// Sets log2 of the number of lines in use. They are the first ones.
    pub(super) fn set_used_bits(&self, bits: u8) {
        assert!(
            1 << bits <= self.count,
            "expected at most {} lines",
            self.count
        );
        let offset_mask = ((1 << bits) - 1) << LINE_SHIFT;
        // Relaxed: see `used_bits`.
        self.offset_mask.store(offset_mask, Ordering::Relaxed);
    }

    /// Returns the line of a hash.
    #[inline]
    pub(super) fn line(&self, hash: u64) -> &CacheLine {
        let index = hash & self.offset_mask.load(Ordering::Relaxed) >> LINE_SHIFT;
        &self.lines()[index as usize]
    }

    /// Returns the lines.
    pub(crate) fn lines(&self) -> &[CacheLine] {
        // SAFETY: `lines` points to `count` initialised lines that live as long
        // as `self`; all-zero bytes are valid atomics.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.count) }
    }

    /// Prefetches a line into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&self, line: usize) {
        prefetch(address(&self.lines()[line]));
    }

    /// Returns the address of each hash's line. `shifted` is the hash, shifted left by
    /// [`LINE_SHIFT`].
    #[inline(always)]
    fn addresses<V: Vector>(&self, shifted: V) -> V {
        let offsets = shifted & self.offset_mask.load(Ordering::Relaxed);
        offsets + self.lines.as_ptr().expose_provenance() as u64
    }
}

/// The bucket of each lane, by its address.
pub(crate) struct Buckets<'a> {
    addresses: U64x8,
    memory: PhantomData<&'a Memory>,
}

impl<'a> Buckets<'a> {
    /// Returns the line of each hash, in `then` where `mask` is true and in `otherwise` elsewhere.
    /// Prefetches the lines into the cache.
    #[inline(always)]
    pub(super) fn select<V: Vector>(
        hash: V,
        mask: V::Mask,
        then: &'a Memory,
        otherwise: &'a Memory,
    ) -> Buckets<'a> {
        let shifted = hash << LINE_SHIFT;
        let addresses = V::select(mask, then.addresses(shifted), otherwise.addresses(shifted));
        let mut addresses = addresses.to_array();
        // Lanes that the vector lacks get the address of the first lane.
        let first = addresses.0[0];
        addresses.0[V::LANES..].fill(first);
        // An idle lane needs no line.
        for &address in &addresses.0[..V::LANES.min(WIDTH.into())] {
            prefetch(address);
        }
        Buckets {
            addresses,
            memory: PhantomData,
        }
    }

    /// Creates buckets that are all the same one.
    #[inline(always)]
    pub(crate) fn all(bucket: &'a CacheLine) -> Buckets<'a> {
        Buckets {
            addresses: U64x8([address(bucket); LANES]),
            memory: PhantomData,
        }
    }

    /// Sets the bucket of a lane, and prefetches it into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(&mut self, lane: usize, bucket: &'a CacheLine) {
        self.addresses.0[lane] = address(bucket);
        prefetch(address(bucket));
    }

    /// Returns the bucket of a lane.
    #[inline(always)]
    pub(crate) fn bucket(&self, lane: usize) -> &'a CacheLine {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an address of this machine"
        )]
        let address = self.addresses.0[lane] as usize;
        // SAFETY: every lane has the address of a line that lives for `'a`: `all` and `prefetch` take
        // such lines, and `select` takes each lane from `Memory::addresses`, which makes only such
        // addresses, or copies the first one.
        unsafe { &*ptr::with_exposed_provenance(address) }
    }
}

/// Returns the address of a line.
#[inline]
fn address(line: &CacheLine) -> u64 {
    ptr::from_ref(line).expose_provenance() as u64
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: `new` allocated it with this layout.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

/// Advises the system to use huge pages for a range.
#[cfg(target_os = "linux")]
fn advise_huge_pages(start: NonNull<u8>, bytes: usize) {
    if bytes >= HUGE_PAGE {
        // SAFETY: the caller allocated the range. The advice changes no contents; a refusal is
        // harmless.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_: NonNull<u8>, _: usize) {}

/// Prefetches the line at an address into the cache.
#[inline]
fn prefetch(address: u64) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching never faults, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an address of this machine"
        )]
        _mm_prefetch::<_MM_HINT_T0>(ptr::without_provenance(address as usize));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: prefetching never faults. (The function of the core library is unstable.)
    unsafe {
        std::arch::asm!(
            "prfm pldl1keep, [{address}]",
            address = in(reg) address,
            options(nostack, preserves_flags, readonly),
        );
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = address;
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn a_large_memory_is_zero_and_aligned() {
        let memory = Memory::new(1 << 16).expect("4 MiB can be had");
        assert_eq!(memory.lines().len(), 1 << 16);
        assert_eq!(memory.lines().as_ptr().addr() % HUGE_PAGE, 0);
        let zero = |line: &CacheLine| line.0.iter().all(|entry| entry.load(Relaxed) == 0);
        assert!(memory.lines().iter().all(zero));
    }
}
