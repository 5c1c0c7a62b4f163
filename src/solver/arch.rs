//! What the machine offers beyond portable Rust: prefetching and zeroed pages
//! that may be huge. The one file with `unsafe`.

#![expect(unsafe_code, reason = "prefetch and page allocation have no safe form")]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ptr::NonNull;
use std::sync::atomic::AtomicU64;

use super::children::{self, Children};
use super::node::Node;

/// Entries in one cache line.
pub(super) const LINE: usize = 8;

/// A cache line of table entries.
#[repr(C, align(64))]
pub(super) struct CacheLine(pub(super) [AtomicU64; LINE]);

/// The size of a huge page on the machines that have them.
const HUGE_PAGE: usize = 2 << 20;

/// Zeroed cache lines, aligned to huge pages where they fill one. The system
/// provides the memory when it is first touched.
pub(super) struct Slab {
    lines: NonNull<CacheLine>,
    count: usize,
}

// SAFETY: a slab owns its lines, which are made of atomics alone.
unsafe impl Send for Slab {}
// SAFETY: as above: shared access goes through atomics.
unsafe impl Sync for Slab {}

impl Slab {
    /// `count` zeroed lines, or `None` when the system has no room for them.
    pub(super) fn new(count: usize) -> Option<Slab> {
        let layout = Slab::layout(count)?;
        // SAFETY: the layout has a size above zero.
        let lines = NonNull::new(unsafe { alloc_zeroed(layout) })?.cast();
        advise_huge_pages(lines.cast(), layout.size());
        Some(Slab { lines, count })
    }

    fn layout(count: usize) -> Option<Layout> {
        let bytes = count.checked_mul(size_of::<CacheLine>())?;
        let align = if bytes < HUGE_PAGE { 64 } else { HUGE_PAGE };
        Layout::from_size_align(bytes, align)
            .ok()
            .filter(|layout| layout.size() > 0)
    }

    pub(super) fn lines(&self) -> &[CacheLine] {
        // SAFETY: `lines` points to `count` initialised lines that live as long
        // as `self`; all-zero bytes are valid atomics.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.count) }
    }
}

impl Drop for Slab {
    fn drop(&mut self) {
        if let Some(layout) = Slab::layout(self.count) {
            // SAFETY: allocated in `new` with this very layout.
            unsafe { dealloc(self.lines.as_ptr().cast(), layout) }
        }
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

/// Asks for a line to be brought into the cache.
#[inline]
pub(super) fn prefetch(line: &CacheLine) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching never faults, whatever the address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(line).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = line;
}

/// The pass over a node's children, in the vectors of this machine.
#[derive(Clone, Copy)]
pub(super) struct Kernel(unsafe fn(&Node) -> Children);

impl Kernel {
    /// The fastest pass that this machine can run; all give the same.
    pub(super) fn detect() -> Kernel {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512vpopcntdq")
            {
                return Kernel(look_avx512);
            }
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("popcnt") {
                return Kernel(look_avx2);
            }
        }
        Kernel::portable()
    }

    /// The pass without any vectors of a certain machine.
    pub(super) fn portable() -> Kernel {
        Kernel(children::look)
    }

    #[inline]
    pub(super) fn look(self, node: &Node) -> Children {
        // SAFETY: `detect` has seen that the machine has what the pass needs.
        unsafe { (self.0)(node) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl,avx512vpopcntdq,bmi1,popcnt")]
fn look_avx512(node: &Node) -> Children {
    children::look(node)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,popcnt")]
fn look_avx2(node: &Node) -> Children {
    children::look(node)
}
