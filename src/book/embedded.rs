//! The bytes of the built-in book.
//!
//! `scripts/rebuild-book.sh` rebuilds the file and compares it byte by byte.

/// Bytes aligned to a cache line, so that each block of a section is in one line.
#[repr(align(64))]
struct Aligned<T: ?Sized>(T);

static OPENINGS: &Aligned<[u8]> = &Aligned(*include_bytes!("openings.book"));

/// A complete book; a test checks every byte of it.
pub(super) const BYTES: &[u8] = &OPENINGS.0;
