//! Which children the threads of a search are at, so that others turn to different ones.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::solver::tt::TtKey;

/// Places for each thread: many more than the children that it searches at a time.
const PLACES_PER_THREAD: usize = 512;

/// The keys of the children being searched, each in a place that others may overwrite.
pub(crate) struct BusyTable(Box<[AtomicU64]>);

/// An entry of the table, removed when this is dropped.
pub(crate) struct BusyGuard<'a>(&'a AtomicU64);

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        // Relaxed: as in `BusyTable`.
        self.0.store(0, Ordering::Relaxed);
    }
}

// Relaxed throughout: an entry is advice; missing one costs time only.
impl BusyTable {
    /// A table for so many threads; a single thread needs no places.
    pub(super) fn new(threads: usize) -> BusyTable {
        let places = if threads > 1 {
            PLACES_PER_THREAD * threads
        } else {
            0
        };
        BusyTable((0..places).map(|_| AtomicU64::new(0)).collect())
    }

    /// Enters a child until the guard is dropped, or until another child takes its place.
    pub(crate) fn enter(&self, key: TtKey) -> Option<BusyGuard<'_>> {
        let place = self.place(key)?;
        place.store(key.hash, Ordering::Relaxed);
        Some(BusyGuard(place))
    }

    /// Whether some thread searches this child.
    pub(crate) fn is_busy(&self, key: TtKey) -> bool {
        self.place(key)
            .is_some_and(|place| place.load(Ordering::Relaxed) == key.hash)
    }

    fn place(&self, key: TtKey) -> Option<&AtomicU64> {
        #[expect(clippy::cast_possible_truncation, reason = "reduced to a place")]
        let place = (key.hash as usize).checked_rem(self.0.len())?;
        self.0.get(place)
    }
}
