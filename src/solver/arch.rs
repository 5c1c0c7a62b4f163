//! What the machine offers beyond portable Rust: prefetching, zeroed pages that
//! may be huge, and vectors. With its parts the one place with `unsafe`.

#![expect(unsafe_code, reason = "none of it has a safe form")]
#![expect(clippy::inline_always, reason = "see `Kernel`")]

mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::marker::PhantomData;
#[cfg(test)]
use std::ops::ControlFlow;
use std::ptr::{self, NonNull};
use std::sync::atomic::AtomicU64;

use super::children::Best;
#[cfg(test)]
use super::children::{self, Children};
#[cfg(test)]
use super::killers::Suspects;
use super::lanes::Lanes;
use super::limits::Stopped;
use super::node::Node;
use super::search::{self, Search};
#[cfg(test)]
use super::table::Table;
use super::table::{Known, Slot};
use super::vector::Vector;
#[cfg(test)]
use super::weights::Weights;
pub(super) use portable::Portable;
#[cfg(target_arch = "x86_64")]
use x86::{Avx2, Avx512, CountingAvx512};

/// Entries in one cache line.
pub(super) const LINE: usize = 8;

/// Log2 of a cache line's bytes.
const LINE_SHIFT: u8 = 6;

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
    pub(super) fn new(count: usize) -> Option<Slab> {
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

    pub(super) fn lines(&self) -> &[CacheLine] {
        // SAFETY: `lines` points to `count` initialised lines that live as long
        // as `self`; all-zero bytes are valid atomics.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr(), self.count) }
    }

    /// Of the first `count` lines, so many being a power of two, the one of each hash.
    #[inline(always)]
    pub(super) fn addresses<V: Vector>(&self, hash: V, count: usize) -> Addresses<'_, V> {
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
pub(super) struct Addresses<'a, V> {
    addresses: V,
    slabs: PhantomData<&'a Slab>,
}

impl<'a, V: Vector> Addresses<'a, V> {
    /// As [`select`](super::vector::Choice::select); `mask` comes from comparisons.
    #[inline(always)]
    pub(super) fn select(mask: V::Mask, then: Self, otherwise: Self) -> Self {
        Addresses {
            addresses: V::select(mask, then.addresses, otherwise.addresses),
            ..then
        }
    }

    /// Asks for the lines to be brought into the cache.
    #[inline(always)]
    pub(super) fn prefetch(self) {
        for address in self.addresses.lanes().0 {
            prefetch(address);
        }
    }

    #[inline(always)]
    pub(super) fn lines(self) -> Lines<'a> {
        Lines {
            addresses: self.addresses.lanes(),
            slabs: self.slabs,
        }
    }
}

/// A line of some slab for each lane.
pub(super) struct Lines<'a> {
    addresses: Lanes,
    slabs: PhantomData<&'a Slab>,
}

impl<'a> Lines<'a> {
    #[inline(always)]
    pub(super) fn line(&self, lane: usize) -> &'a CacheLine {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an address of this machine"
        )]
        let address = self.addresses.0[lane] as usize;
        // SAFETY: that of a line of a slab, which lives as long: `Slab::addresses` has
        // made it, and `Addresses` chooses among such, a lane as a whole.
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

/// The search in the vectors of this machine.
///
/// It is written once, for any [`Vector`]; all that
/// [`search::negamax`] calls is inlined into functions that say what the machine has.
/// (What handles vectors in there are loops: a closure that is not inlined is compiled
/// for any machine, and takes twice the time.)
#[derive(Clone, Copy)]
pub(super) struct Kernel {
    /// The pass over a node's children, which tests compare alone.
    #[cfg(test)]
    look: for<'a> unsafe fn(&Node, i8, u8, &'a Table) -> ControlFlow<Best, Children<'a>>,
    negamax: unsafe fn(&mut Search, &Node, Slot, Known, i8) -> Result<Best, Stopped>,
}

/// The kernel of one kind of vectors, and of the machines that have these features.
macro_rules! kernel {
    ($vector:ty $(, $features:literal)?) => {{
        $(#[target_feature(enable = $features)])?
        #[cfg(test)]
        fn look<'a>(
            node: &Node,
            alpha: i8,
            favourite: u8,
            table: &'a Table,
        ) -> ControlFlow<Best, Children<'a>> {
            let weights = Weights::of(node.stones, alpha);
            let suspects = Suspects {
                killer: node.move_in(3),
                countermove: node.move_in(4),
                follow_up: node.move_in(5),
            };
            let looked = children::look::<$vector>(node, alpha, weights, table);
            looked.map_continue(|undecided| undecided.children(node, favourite, &suspects))
        }

        $(#[target_feature(enable = $features)])?
        fn negamax(
            search: &mut Search,
            node: &Node,
            slot: Slot,
            known: Known,
            alpha: i8,
        ) -> Result<Best, Stopped> {
            search::negamax::<$vector>(search, node, slot, known, alpha)
        }

        Kernel {
            #[cfg(test)]
            look,
            negamax,
        }
    }};
}

impl Kernel {
    /// The fastest kernel that this machine can run; all give the same.
    pub(super) fn detect() -> Kernel {
        Kernel::all()
            .next()
            .expect("the portable kernel runs anywhere")
    }

    /// Every kernel that this machine can run, the fastest first.
    fn all() -> impl Iterator<Item = Kernel> {
        #[cfg(target_arch = "x86_64")]
        let vectors = {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            // The first machines with these vectors cannot count bits in them.
            let avx512 = avx2
                && is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512bw");
            let counting = avx512 && is_x86_feature_detected!("avx512vpopcntdq");
            [
                (
                    kernel!(
                        CountingAvx512,
                        "avx512f,avx512dq,avx512vl,avx512bw,avx512vpopcntdq,bmi1,bmi2,popcnt,lzcnt"
                    ),
                    counting,
                ),
                (
                    kernel!(
                        Avx512,
                        "avx512f,avx512dq,avx512vl,avx512bw,bmi1,bmi2,popcnt,lzcnt"
                    ),
                    avx512,
                ),
                (kernel!(Avx2, "avx2,bmi1,bmi2,popcnt,lzcnt"), avx2),
            ]
        };
        #[cfg(not(target_arch = "x86_64"))]
        let vectors = [];
        vectors
            .into_iter()
            .chain([(kernel!(Portable), true)])
            .filter_map(|(kernel, runs)| runs.then_some(kernel))
    }

    /// See [`search::negamax`].
    #[inline]
    pub(super) fn negamax(
        self,
        search: &mut Search,
        node: &Node,
        slot: Slot,
        known: Known,
        alpha: i8,
    ) -> Result<Best, Stopped> {
        // SAFETY: `all` has seen that the machine has what the search needs.
        unsafe { (self.negamax)(search, node, slot, known, alpha) }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::solver::{Mode, Solver, StopFlag, sample};

    #[test]
    fn all_passes_see_the_same() {
        let table = Table::new(1).expect("1 MiB can be had");
        let mut open = 0;
        for node in sample::nodes(20_000) {
            for alpha in [-4, 0, 3] {
                let favourite = node.stones % 8;
                let portable = kernel!(Portable);
                let seen = |kernel: Kernel| {
                    // SAFETY: `all` has seen that the machine has what the pass needs.
                    let seen = unsafe { (kernel.look)(&node, alpha, favourite, &table) };
                    seen.map_continue(Children::summary)
                };
                let expected = seen(portable);
                if let ControlFlow::Continue((_, lanes)) = &expected {
                    open += lanes.len();
                }
                for kernel in Kernel::all() {
                    assert_eq!(seen(kernel), expected, "{node:?}");
                }
            }
        }
        assert!(open > 100_000, "only {open} open lanes");
    }

    #[test]
    fn all_kernels_visit_the_same_nodes() {
        let positions = || sample::positions().filter(|position| position.stones() > 16);
        let stop = StopFlag::default();
        let mut nodes = Vec::new();
        for kernel in Kernel::all() {
            let mut solver = Solver::new(1).expect("1 MiB can be had");
            solver.kernel = kernel;
            let solve = |position| {
                let solution = solver.solve(&position, Mode::Strong, &stop);
                (solution.bounds, solution.nodes)
            };
            nodes.push(positions().take(400).map(solve).collect::<Vec<_>>());
        }
        assert!(nodes[0].iter().map(|(_, nodes)| nodes).sum::<u64>() > 100_000);
        for other in &nodes[1..] {
            assert_eq!(*other, nodes[0]);
        }
    }

    #[test]
    fn a_large_slab_is_zero_and_aligned() {
        let slab = Slab::new(1 << 16).expect("4 MiB can be had");
        assert_eq!(slab.lines().len(), 1 << 16);
        assert_eq!(slab.lines().as_ptr().addr() % HUGE_PAGE, 0);
        let zero = |line: &CacheLine| line.0.iter().all(|entry| entry.load(Relaxed) == 0);
        assert!(slab.lines().iter().all(zero));
    }
}
