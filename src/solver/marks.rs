//! Which children the threads of a search are at, so that others help or keep away.

use std::sync::atomic::{AtomicU64, Ordering};

use super::table::Slot;

/// Places for the marks of each thread: many more than it has marks at a time.
const PLACES_PER_THREAD: usize = 512;

/// Keys of the children being searched, each in a place that others may share.
pub(super) struct Marks(Box<[AtomicU64]>);

/// Marks a child as long as it lives, or until another mark in the same place ends.
pub(super) struct Mark<'a>(&'a AtomicU64);

impl Drop for Mark<'_> {
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

// Relaxed throughout: a mark is advice; missing one costs time only.
impl Marks {
    /// Room for the marks of so many threads; a single one has nobody to tell.
    pub(super) fn of(threads: usize) -> Marks {
        let places = if threads > 1 {
            PLACES_PER_THREAD * threads
        } else {
            0
        };
        Marks((0..places).map(|_| AtomicU64::new(0)).collect())
    }

    /// Marks a child as being searched for as long as the mark lives.
    pub(super) fn mark(&self, slot: Slot) -> Option<Mark<'_>> {
        let place = self.place(slot)?;
        place.store(slot.key(), Ordering::Relaxed);
        Some(Mark(place))
    }

    /// Whether some thread searches this child.
    pub(super) fn is_marked(&self, slot: Slot) -> bool {
        self.place(slot)
            .is_some_and(|place| place.load(Ordering::Relaxed) == slot.key())
    }

    fn place(&self, slot: Slot) -> Option<&AtomicU64> {
        #[expect(clippy::cast_possible_truncation, reason = "reduced to a place")]
        let place = (slot.key() as usize).checked_rem(self.0.len())?;
        self.0.get(place)
    }
}
