//! The bytes of the book that is part of the program.
//!
//! `scripts/book/rebuild.sh` makes the file again, byte for byte.

/// What begins where a cache line does, so that a line of a section is one.
#[repr(align(64))]
struct Aligned<T: ?Sized>(T);

static OPENINGS: &Aligned<[u8]> = &Aligned(*include_bytes!("openings.book"));

/// A whole book; a test checks every byte of it.
pub(super) const BYTES: &[u8] = &OPENINGS.0;
