//! The memory of the table's tiers: cache lines, where they are, and how they are brought
//! into the cache.

#![expect(unsafe_code, reason = "none of it has a safe form")]
#![expect(clippy::inline_always, reason = "see `arch`")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::marker::PhantomData;
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU64;

use crate::game::bitboard::WIDTH;
use crate::solver::lanes::Lanes;
use crate::solver::vector::Vector;

/// Entries in one cache line.
pub(in crate::solver) const LINE: usize = 8;

/// Log2 of a cache line's bytes.
const LINE_SHIFT: u8 = 6;

/// A cache line of table entries.
#[repr(C, align(64))]
pub(in crate::solver) struct CacheLine(pub(in crate::solver) [AtomicU64; LINE]);

/// The size of a huge page on the machines that have them.
const HUGE_PAGE: usize = 2 << 20;

/// Zeroed cache lines, aligned to huge pages where they fill one. The system
/// provides the memory when it is first touched.
pub(in crate::solver) struct Slab {
    lines: NonNull<CacheLine>,
    count: usize,
    /// What was allocated: somewhat more, so that the lines can be aligned.
    block: NonNull<u8>,
    layout: Layout,
}

// SAFETY: a slab owns its lines, which are made of atomics alone.
unsafe impl Send for Slab {}
// SAFETY: as above: shared access goes through atomics.
unsafe impl Sync for Slab {}

impl Slab {
    /// `count` zeroed lines, or `None` when the system has no room for them.
    pub(in crate::solver) fn new(count: usize) -> Option<Slab> {
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
        Some(Slab {
            lines: lines.cast(),
            count,
            block,
            layout,
        })
    }

    pub(in crate::solver) fn lines(&self) -> &[CacheLine] {
        // SAFETY: `lines` points to `count` initialised lines that live as long
        // as `self`; all-zero bytes are valid atomics.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.count) }
    }

    /// Of the first `count` lines, so many being a power of two, the one of each hash.
    #[inline(always)]
    pub(in crate::solver) fn addresses<V: Vector>(
        &self,
        hash: V,
        count: usize,
    ) -> Addresses<'_, V> {
        // None of the places is above the last line's.
        let places = hash & V::all(count.clamp(1, self.count) as u64 - 1);
        let first = self.lines.as_ptr().expose_provenance() as u64;
        Addresses {
            addresses: V::all(first) + (places << LINE_SHIFT),
            slabs: PhantomData,
        }
    }
}

/// A line of some slab in each lane.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Addresses<'a, V> {
    addresses: V,
    slabs: PhantomData<&'a Slab>,
}

impl<'a, V: Vector> Addresses<'a, V> {
    /// The lines in `then` for lanes whose number exceeds another, and others elsewhere.
    #[inline(always)]
    pub(in crate::solver) fn where_exceeds(
        number: V,
        other: V,
        then: Self,
        otherwise: Self,
    ) -> Self {
        let mask = number.exceeds(other);
        Addresses {
            addresses: V::select(mask, then.addresses, otherwise.addresses),
            ..then
        }
    }

    /// Asks for the lines to be brought into the cache.
    #[inline(always)]
    pub(in crate::solver) fn prefetch(self) {
        // The lane that no column has asks for none.
        let columns = V::MOVES.min(WIDTH.into());
        for address in self.addresses.lanes().0.into_iter().take(columns) {
            prefetch(address);
        }
    }

    #[inline(always)]
    pub(in crate::solver) fn lines(self) -> Lines<'a> {
        let mut addresses = self.addresses.lanes();
        // Lanes that the vector lacks have some line too.
        let first = addresses.0[0];
        addresses.0[V::MOVES..].fill(first);
        Lines {
            addresses,
            slabs: self.slabs,
        }
    }
}

/// A line of some slab for each lane.
pub(in crate::solver) struct Lines<'a> {
    addresses: Lanes,
    slabs: PhantomData<&'a Slab>,
}

impl<'a> Lines<'a> {
    #[inline(always)]
    pub(in crate::solver) fn line(&self, lane: usize) -> &'a CacheLine {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an address of this machine"
        )]
        let address = self.addresses.0[lane] as usize;
        // SAFETY: that of a line of a slab, which lives as long: `Slab::addresses` has
        // made it for every lane that its vector has, `Addresses` chooses among such, a lane
        // as a whole, and gives one to the lanes that are missing.
        unsafe { &*ptr::with_exposed_provenance(address) }
    }
}

impl Drop for Slab {
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

/// Asks for the line at an address to be brought into the cache.
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
    // SAFETY: as above; the core library's own function for it is unstable.
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
    fn a_large_slab_is_zero_and_aligned() {
        let slab = Slab::new(1 << 16).expect("4 MiB can be had");
        assert_eq!(slab.lines().len(), 1 << 16);
        assert_eq!(slab.lines().as_ptr().addr() % HUGE_PAGE, 0);
        let zero = |line: &CacheLine| line.0.iter().all(|entry| entry.load(Relaxed) == 0);
        assert!(slab.lines().iter().all(zero));
    }
}
