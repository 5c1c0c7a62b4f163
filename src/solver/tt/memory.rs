//! The memory of the table's tiers: zeroed cache lines in huge pages, their addresses as
//! vectors, and prefetching.

#![expect(unsafe_code, reason = "none of it has a safe form")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::marker::PhantomData;
use std::ptr::{self, NonNull};

use crate::game::bitboard::WIDTH;
use crate::solver::simd::{CacheLine, U64x8, Vector};

/// Log2 of a cache line's bytes.
const LINE_SHIFT: u8 = 6;

/// The size of a huge page on the machines that have them.
const HUGE_PAGE: usize = 2 << 20;

/// Zeroed cache lines, aligned to huge pages where they fill one. The system provides the
/// memory when it is first touched.
pub(crate) struct Memory {
    lines: NonNull<CacheLine>,
    count: usize,
    /// What was allocated: somewhat more, so that the lines can be aligned.
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: it owns its lines, which are made of atomics alone.
unsafe impl Send for Memory {}
// SAFETY: shared access goes through atomics.
unsafe impl Sync for Memory {}

impl Memory {
    /// `count` zeroed lines, or `None` when the system has no room for them.
    pub(crate) fn new(count: usize) -> Option<Memory> {
        let bytes = count.checked_mul(size_of::<CacheLine>())?;
        let align = if bytes < HUGE_PAGE { 64 } else { HUGE_PAGE };
        // Asking the allocator for the alignment would make it write the zeros.
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
            block,
            layout,
        })
    }

    pub(crate) fn lines(&self) -> &[CacheLine] {
        // SAFETY: `lines` points to `count` initialised lines that live as long
        // as `self`; all-zero bytes are valid atomics.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.count) }
    }

    /// The address of each hash's line among the first `count` lines; `count` is a power of two.
    #[inline(always)]
    pub(crate) fn addresses<V: Vector>(&self, hash: V, count: usize) -> Addresses<'_, V> {
        // No place lies beyond the last line.
        let places = hash & (count.clamp(1, self.count) as u64 - 1);
        let first = self.lines.as_ptr().expose_provenance() as u64;
        Addresses {
            addresses: (places << LINE_SHIFT) + first,
            memory: PhantomData,
        }
    }
}

/// The address of a line in each lane.
#[derive(Clone, Copy)]
pub(crate) struct Addresses<'a, V> {
    addresses: V,
    memory: PhantomData<&'a Memory>,
}

impl<'a, V: Vector> Addresses<'a, V> {
    /// The addresses in `then` where `mask` holds, and those in `otherwise` elsewhere.
    #[inline(always)]
    pub(super) fn select(mask: V::Mask, then: Self, otherwise: Self) -> Self {
        Addresses {
            addresses: V::select(mask, then.addresses, otherwise.addresses),
            ..then
        }
    }

    /// Brings the lines into the cache.
    #[inline(always)]
    pub(crate) fn prefetch(self) {
        // The idle lane has no line to bring.
        let columns = V::LANES.min(WIDTH.into());
        for address in self.addresses.to_array().0.into_iter().take(columns) {
            prefetch(address);
        }
    }

    #[inline(always)]
    pub(crate) fn buckets(self) -> Buckets<'a> {
        let mut addresses = self.addresses.to_array();
        // Lanes that the vector lacks get the first lane's line.
        let first = addresses.0[0];
        addresses.0[V::LANES..].fill(first);
        Buckets {
            addresses,
            memory: self.memory,
        }
    }
}

/// The bucket of each lane: a cache line.
pub(crate) struct Buckets<'a> {
    addresses: U64x8,
    memory: PhantomData<&'a Memory>,
}

impl<'a> Buckets<'a> {
    #[inline(always)]
    pub(crate) fn bucket(&self, lane: usize) -> &'a CacheLine {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an address of this machine"
        )]
        let address = self.addresses.0[lane] as usize;
        // SAFETY: every lane holds the address of a line of a `Memory` that lives for `'a`:
        // `Memory::addresses` makes such addresses only, `Addresses::select` takes whole lanes,
        // and `Addresses::buckets` fills the lanes that the vector lacks with the first.
        unsafe { &*ptr::with_exposed_provenance(address) }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in `new` with this very layout.
        unsafe { dealloc(self.block.as_ptr(), self.layout) }
    }
}

#[cfg(target_os = "linux")]
fn advise_huge_pages(start: NonNull<u8>, bytes: usize) {
    if bytes >= HUGE_PAGE {
        // SAFETY: the range was allocated by the caller; the advice changes no
        // contents, and a refusal is harmless.
        unsafe { libc::madvise(start.as_ptr().cast(), bytes, libc::MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_huge_pages(_: NonNull<u8>, _: usize) {}

/// Brings the line at an address into the cache.
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
    // SAFETY: prefetching never faults. (The core library's own function for it is unstable.)
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
