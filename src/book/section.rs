//! A section: the slots of one ply that a book stores, and their scores.
//!
//! A bitmap has one bit for each slot of the ply, set if the slot is stored. The scores of the
//! stored slots follow in the order of the slots, each packed into as few bits as the scores of the
//! ply need. The index of a slot's score is therefore the slot's rank: the number of set bits
//! before its own.
//!
//! The bitmap is divided into blocks of one cache line. A block begins with the number of set bits
//! in all blocks before it, so that a rank needs only one block. A lookup reads two cache lines:
//! the block and the score.
//!
//! ```text
//! block   u32 slots stored before the block, 480 bits (15 u32)       64 bytes
//! scores  score - least score of the ply, in as many bits as its span needs
//! ```
//!
//! All numbers are little-endian; bit 0 comes first.

use std::ops::RangeInclusive;

use super::{Entry, slot};
use crate::game::Score;

const BLOCK_BYTES: usize = 64;
const WORD_BYTES: usize = 4;
const WORD_BITS: u32 = 32;
/// Slots of a block.
const BLOCK_SLOTS: u32 = 480;

/// Returns the scores that a stored position with `ply` stones can have.
///
/// Its side to move neither wins with its next stone nor loses to the stone after it.
pub(crate) fn span(ply: u8) -> RangeInclusive<i8> {
    let least = Score::loss_in(2, ply).get().max(Score::MIN.get());
    let most = Score::win_in(2, ply).get().min(Score::MAX.get());
    least..=most
}

/// Packs a score as its distance from the lowest score that a position of `ply` can have.
pub(super) fn pack(ply: u8, score: Score) -> u16 {
    score.get().abs_diff(*span(ply).start()).into()
}

/// Unpacks a score. `code` must have no more bits than a packed score of the ply.
#[inline]
pub(super) fn unpack(ply: u8, code: u16) -> Option<Score> {
    Score::new(i8::try_from(code).ok()? + span(ply).start())
}

/// Returns the number of bits of a packed score.
fn width(ply: u8) -> usize {
    let span = span(ply);
    let codes = span.end().abs_diff(*span.start()) + 1;
    codes.next_power_of_two().ilog2() as usize
}

fn bitmap_bytes(ply: u8) -> usize {
    slot::slots(ply).div_ceil(BLOCK_SLOTS) as usize * BLOCK_BYTES
}

/// Returns the number of bytes of a section with `stored` slots stored.
pub(super) fn size(ply: u8, stored: usize) -> usize {
    // This is one byte more than needed, because a score is read as two bytes.
    bitmap_bytes(ply) + (stored * width(ply)).div_ceil(8) + 1
}

/// A section, as a part of a book.
#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    ply: u8,
    bitmap: &'a [u8],
    scores: &'a [u8],
}

impl<'a> Section<'a> {
    /// Creates the section of a ply; `bytes` has the length [`size`].
    pub(crate) fn new(ply: u8, bytes: &'a [u8]) -> Section<'a> {
        let (bitmap, scores) = bytes.split_at(bitmap_bytes(ply));
        Section {
            ply,
            bitmap,
            scores,
        }
    }

    /// Returns the score of a slot if it is stored.
    #[inline]
    pub(crate) fn score(&self, slot: u32) -> Option<Score> {
        self.score_at(self.rank(slot)?)
    }

    /// Returns the number of stored slots before this one, if this one is stored.
    #[inline]
    fn rank(&self, slot: u32) -> Option<usize> {
        let begin = (slot / BLOCK_SLOTS) as usize * BLOCK_BYTES;
        let block = self.bitmap.get(begin..begin + BLOCK_BYTES)?;
        let bit = slot % BLOCK_SLOTS;
        let mut words = block.chunks_exact(WORD_BYTES).map(word);
        let mut rank = words.next()?;
        for _ in 0..bit / WORD_BITS {
            rank += words.next()?.count_ones();
        }
        let (last, bit) = (words.next()?, 1 << (bit % WORD_BITS));
        let before = last & (bit - 1);
        (last & bit != 0).then_some((rank + before.count_ones()) as usize)
    }

    #[inline]
    fn score_at(&self, rank: usize) -> Option<Score> {
        let width = width(self.ply);
        let bit = rank * width;
        let bytes = self.scores.get(bit / 8..bit / 8 + 2)?;
        let bits = u16::from_le_bytes([bytes[0], bytes[1]]) >> (bit % 8);
        unpack(self.ply, bits & ((1 << width) - 1))
    }

    /// Returns the stored slots in ascending order, with their scores.
    pub(super) fn entries(self) -> impl Iterator<Item = Entry> + use<'a> {
        let words = self.bitmap.chunks_exact(BLOCK_BYTES).flat_map(|block| {
            let words = block.chunks_exact(WORD_BYTES).skip(1);
            words.map(word)
        });
        let slots = words.zip(0..).flat_map(|(word, at)| {
            (0..WORD_BITS)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| at * WORD_BITS + bit)
        });
        slots.filter_map(move |slot| Some((slot, self.score(slot)?)))
    }
}

#[inline]
fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("blocks are cut into words"))
}

/// Writes a section from the entries of a ply, in ascending order.
pub(crate) fn write(ply: u8, stored: &[Entry]) -> Vec<u8> {
    let mut section = vec![0; size(ply, stored.len())];
    let (bitmap, scores) = section.split_at_mut(bitmap_bytes(ply));
    for (rank, &(slot, score)) in stored.iter().enumerate() {
        let bit = slot % BLOCK_SLOTS;
        let block = (slot / BLOCK_SLOTS) as usize * BLOCK_BYTES;
        bitmap[block + WORD_BYTES + bit as usize / 8] |= 1 << (bit % 8);
        let bit = rank * width(ply);
        let [low, high] = (pack(ply, score) << (bit % 8)).to_le_bytes();
        scores[bit / 8] |= low;
        scores[bit / 8 + 1] |= high;
    }
    let mut before = 0;
    for block in bitmap.chunks_exact_mut(BLOCK_BYTES) {
        let (count, bits) = block.split_at_mut(WORD_BYTES);
        count.copy_from_slice(&u32::to_le_bytes(before));
        before += bits.iter().map(|byte| byte.count_ones()).sum::<u32>();
    }
    section
}
