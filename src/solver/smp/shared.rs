//! The data shared by the threads of one search, apart from the table.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicI8, AtomicU8, AtomicU64, Ordering};

use crate::solver::tt::TtKey;
use crate::solver::types::{Bounds, StopFlag};

/// Returns the limit below which threads share nodes, in stones, for a root with `stones`.
///
/// On the empty board, two threads are fastest if they share nodes within 12 plies of the root.
/// Later in the game, a node 12 plies below the root takes less work than sharing it costs, so
/// threads share only nodes of fewer than 18 stones, or within four plies. (Without the limit of 18
/// stones, two threads take 3 to 13 % longer for Begin-Medium, and 7 to 16 % longer for the
/// positions of 16 to 19 stones that take most nodes.) Many threads need smaller parts of work. (On
/// the empty board, sixteen take 1.14 times as long with 12 plies as with 14.)
pub(super) fn share_below(threads: usize, stones: u8) -> u8 {
    if threads < 8 {
        (stones + 12).min(18.max(stones + 4))
    } else {
        stones + 14
    }
}

/// Entries of the busy table per thread: many more than the children that a thread searches at a
/// time.
const ENTRIES_PER_THREAD: usize = 512;

/// The root's bounds, the busy children, the counters, and the flag that stops the helpers.
pub(crate) struct SharedContext {
    pub(crate) root_bounds: RootBounds,
    pub(crate) busy: BusyTable,
    /// The most nodes that all threads together may visit.
    pub(crate) node_limit: Option<u64>,
    counters: Counters,
    /// Threads share nodes with fewer stones than this; 0 while there is only one thread.
    share_below: AtomicU8,
    /// The value of `share_below` while there are helpers.
    share_below_with_helpers: u8,
    /// The flag that stops the helpers. It is created only if there are helpers: creating it for
    /// each search would take 7 % of End-Easy's time.
    helpers_stop: OnceLock<StopFlag>,
}

/// Numbers that every thread writes, in cache lines of their own: the other fields are read in
/// every node.
#[derive(Default)]
#[repr(align(128))]
struct Counters {
    /// The nodes that the threads have added so far.
    nodes: AtomicU64,
    /// The positions found in the book so far.
    book_hits: AtomicU64,
}

// Relaxed throughout: the values are hints or counts, and publish no other data.
impl SharedContext {
    /// Creates the context for a search with `threads` threads from a root with `stones` stones.
    #[inline]
    pub(crate) fn new(threads: usize, stones: u8, node_limit: Option<u64>) -> SharedContext {
        SharedContext {
            root_bounds: RootBounds::new(stones),
            busy: BusyTable::new(threads),
            node_limit,
            counters: Counters::default(),
            share_below: AtomicU8::new(0),
            share_below_with_helpers: share_below(threads, stones),
            helpers_stop: OnceLock::new(),
        }
    }

    /// Whether threads share the children of a node with `stones` stones.
    #[inline]
    pub(crate) fn shares(&self, stones: u8) -> bool {
        stones < self.share_below.load(Ordering::Relaxed)
    }

    /// Adds nodes of one thread to those of all threads.
    pub(crate) fn add_nodes(&self, nodes: u64) {
        self.counters.nodes.fetch_add(nodes, Ordering::Relaxed);
    }

    /// Returns the nodes added so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.counters.nodes.load(Ordering::Relaxed)
    }

    /// Counts a position found in the book.
    pub(crate) fn add_book_hit(&self) {
        self.counters.book_hits.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of positions found in the book so far.
    pub(crate) fn book_hits(&self) -> u64 {
        self.counters.book_hits.load(Ordering::Relaxed)
    }

    /// Returns the flag that stops the helpers.
    pub(super) fn helpers_stop(&self) -> &StopFlag {
        self.helpers_stop.get_or_init(StopFlag::default)
    }

    /// Lets threads share nodes from now on. A thread may see this later than another.
    pub(super) fn begin_sharing(&self) {
        self.share_below
            .store(self.share_below_with_helpers, Ordering::Relaxed);
    }

    /// Stops the helpers. The main thread continues alone.
    pub(crate) fn stop_helpers(&self) {
        if let Some(stop) = self.helpers_stop.get() {
            stop.stop();
        }
        self.share_below.store(0, Ordering::Relaxed);
    }
}

/// The bounds proven on the root of one search.
///
/// Each thread chooses its window from these bounds by the same rule, so all of them search the same
/// one. Once one of them answers it, the others leave it. (Only while the step of the windows
/// changes, at a certain number of nodes, may two threads search different windows.)
pub(crate) struct RootBounds {
    lower: AtomicI8,
    upper: AtomicI8,
}

// Relaxed throughout: each bound is true by itself.
impl RootBounds {
    /// Creates the bounds that hold for every root with `stones` stones, because nothing else is
    /// proven yet.
    #[inline]
    fn new(stones: u8) -> RootBounds {
        let (lower, upper) = Bounds::of_unfinished(stones).get();
        RootBounds {
            lower: AtomicI8::new(lower),
            upper: AtomicI8::new(upper),
        }
    }

    /// Returns the bounds proven so far. If they contradict each other, because a book has wrong
    /// scores, the upper bound counts.
    #[inline]
    pub(crate) fn get(&self) -> Bounds {
        let upper = self.upper.load(Ordering::Relaxed);
        Bounds::proven(self.lower.load(Ordering::Relaxed).min(upper), upper)
    }

    /// Narrows the bounds by those that a thread has proven.
    pub(crate) fn narrow(&self, proven: Bounds) {
        let (lower, upper) = proven.get();
        self.lower.fetch_max(lower, Ordering::Relaxed);
        self.upper.fetch_min(upper, Ordering::Relaxed);
    }

    /// Whether the bounds decide if the value exceeds `alpha`.
    pub(crate) fn answer(&self, alpha: i8) -> bool {
        let (lower, upper) = self.get().get();
        alpha < lower || upper <= alpha
    }
}

/// The keys of the children that threads are searching. A later entry may overwrite an earlier one.
pub(crate) struct BusyTable(Box<[AtomicU64]>);

/// An entry of the busy table. Dropping the guard removes the entry.
pub(crate) struct BusyGuard<'a>(&'a AtomicU64);

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        // Relaxed: as in `BusyTable`.
        self.0.store(0, Ordering::Relaxed);
    }
}

// Relaxed throughout: an entry is a hint; missing one costs time only.
impl BusyTable {
    /// Creates a table for `threads` threads. For a single thread it has no entries.
    #[inline]
    fn new(threads: usize) -> BusyTable {
        let entries = if threads > 1 {
            ENTRIES_PER_THREAD * threads
        } else {
            0
        };
        BusyTable((0..entries).map(|_| AtomicU64::new(0)).collect())
    }

    /// Enters a child until the guard is dropped or another child overwrites the entry.
    pub(crate) fn enter(&self, key: TtKey) -> Option<BusyGuard<'_>> {
        let entry = self.entry(key)?;
        entry.store(key.hash, Ordering::Relaxed);
        Some(BusyGuard(entry))
    }

    /// Whether a thread is searching this child.
    pub(crate) fn is_busy(&self, key: TtKey) -> bool {
        self.entry(key)
            .is_some_and(|entry| entry.load(Ordering::Relaxed) == key.hash)
    }

    fn entry(&self, key: TtKey) -> Option<&AtomicU64> {
        #[expect(clippy::cast_possible_truncation, reason = "reduced to an index")]
        let index = (key.hash as usize).checked_rem(self.0.len())?;
        self.0.get(index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_answered_once_the_bounds_decide_it() {
        let root = RootBounds::new(0);
        let answered = |alphas: [i8; 5]| alphas.map(|alpha| root.answer(alpha));
        let alphas = [-4, -3, 0, 7, 8];
        for (lower, upper, answers) in [
            (-3, 8, [true, false, false, false, true]),
            (1, 9, [true, true, true, false, true]),
            (-18, 1, [true; 5]),
        ] {
            root.narrow(Bounds::proven(lower, upper));
            assert_eq!(answered(alphas), answers);
        }
        assert_eq!(root.get(), Bounds::proven(1, 1));
        root.narrow(Bounds::proven(3, 18));
        assert_eq!(root.get(), Bounds::proven(1, 1), "a contradiction");
    }
}
