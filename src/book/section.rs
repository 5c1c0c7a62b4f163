//! One ply of a book: which of its slots are stored, and their scores.
//!
//! A line of 64 bytes tells of 480 slots: first how many slots of the ply are
//! stored before these, then a bit for each, set where it is stored. The scores
//! follow, packed, in the order of the slots. So a lookup counts the bits before
//! its own in one cache line and reads its score in another.
//!
//! ```text
//! line    u32 stored before, 480 bits (15 u32); all numbers little-endian
//! scores  score - least score of the ply, in the bits that the ply's span needs
//! ```

use std::ops::RangeInclusive;

use super::slot;
use crate::game::Score;

const LINE_BYTES: usize = 64;
const WORD_BYTES: usize = 4;
const WORD_BITS: u32 = 32;
/// Slots that a line tells of.
const LINE_SLOTS: u32 = 480;

/// The scores of a position with `ply` stones whose side to move can neither win
/// with its next stone nor lose to the one after it.
pub(crate) fn span(ply: u8) -> RangeInclusive<i8> {
    let least = Score::loss_in(2, ply).get().max(Score::MIN.get());
    let most = Score::win_in(2, ply).get().min(Score::MAX.get());
    least..=most
}

/// Bits that a score of the ply takes.
fn width(ply: u8) -> usize {
    let span = span(ply);
    let codes = span.end().abs_diff(*span.start()) + 1;
    codes.next_power_of_two().ilog2() as usize
}

/// Bytes of the lines, and of the scores when so many slots are stored.
fn sizes(ply: u8, stored: usize) -> (usize, usize) {
    let lines = slot::slots(ply).div_ceil(LINE_SLOTS) as usize;
    // One byte more: two are read for any score.
    let scores = (stored * width(ply)).div_ceil(8) + 1;
    (lines * LINE_BYTES, scores)
}

/// Bytes of a ply of which so many slots are stored.
pub(crate) fn size(ply: u8, stored: usize) -> usize {
    let (lines, scores) = sizes(ply, stored);
    lines + scores
}

/// A ply as it stands in a book.
#[derive(Clone, Copy)]
pub(crate) struct Section<'a> {
    ply: u8,
    lines: &'a [u8],
    scores: &'a [u8],
}

impl<'a> Section<'a> {
    /// The section of a ply with so many slots stored; `bytes` are [`size`] long.
    pub(crate) fn new(ply: u8, stored: usize, bytes: &'a [u8]) -> Section<'a> {
        let (lines, scores) = bytes.split_at(sizes(ply, stored).0);
        Section { ply, lines, scores }
    }

    /// The score of a slot, if it is stored.
    #[inline]
    pub(crate) fn score(&self, slot: u32) -> Option<Score> {
        self.score_at(self.index(slot)?)
    }

    /// How many stored slots come before this one, if it is stored.
    #[inline]
    fn index(&self, slot: u32) -> Option<usize> {
        let line = (slot / LINE_SLOTS) as usize * LINE_BYTES;
        let line = self.lines.get(line..line + LINE_BYTES)?;
        let bit = slot % LINE_SLOTS;
        let mut words = line.chunks_exact(WORD_BYTES).map(word);
        let mut index = words.next()?;
        for _ in 0..bit / WORD_BITS {
            index += words.next()?.count_ones();
        }
        let (last, bit) = (words.next()?, 1 << (bit % WORD_BITS));
        let before = last & (bit - 1);
        (last & bit != 0).then_some((index + before.count_ones()) as usize)
    }

    #[inline]
    fn score_at(&self, index: usize) -> Option<Score> {
        let width = width(self.ply);
        let place = index * width;
        let bytes = self.scores.get(place / 8..place / 8 + 2)?;
        let bits = u16::from_le_bytes([bytes[0], bytes[1]]) >> (place % 8);
        let code = i8::try_from(bits & ((1 << width) - 1)).ok()?;
        Score::new(code + span(self.ply).start())
    }

    /// The stored slots in their order.
    pub(crate) fn slots(&self) -> impl Iterator<Item = u32> + use<'a> {
        let words = self.lines.chunks_exact(LINE_BYTES).flat_map(|line| {
            let words = line.chunks_exact(WORD_BYTES).skip(1);
            words.map(word)
        });
        words.zip(0..).flat_map(|(word, at)| {
            (0..WORD_BITS)
                .filter(move |bit| word >> bit & 1 != 0)
                .map(move |bit| at * WORD_BITS + bit)
        })
    }

    /// Whether each line counts what is stored before it.
    pub(crate) fn counts_fit(&self) -> bool {
        let mut before = 0;
        self.lines.chunks_exact(LINE_BYTES).all(|line| {
            let mut words = line.chunks_exact(WORD_BYTES).map(word);
            let fits = words.next() == Some(before);
            before += words.map(u32::count_ones).sum::<u32>();
            fits
        })
    }
}

#[inline]
fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes(bytes.try_into().expect("lines are cut into words"))
}

/// Writes a ply: its stored slots, ascending, each with its score.
pub(crate) fn write(ply: u8, stored: &[(u32, Score)]) -> Vec<u8> {
    let (line_bytes, score_bytes) = sizes(ply, stored.len());
    let mut lines = vec![0; line_bytes];
    let mut scores = vec![0; score_bytes];
    for (index, &(slot, score)) in stored.iter().enumerate() {
        let bit = slot % LINE_SLOTS;
        let line = (slot / LINE_SLOTS) as usize * LINE_BYTES;
        lines[line + WORD_BYTES + bit as usize / 8] |= 1 << (bit % 8);
        let code = u16::from(score.get().abs_diff(*span(ply).start()));
        let place = index * width(ply);
        let [low, high] = (code << (place % 8)).to_le_bytes();
        scores[place / 8] |= low;
        scores[place / 8 + 1] |= high;
    }
    let mut before = 0;
    for line in lines.chunks_exact_mut(LINE_BYTES) {
        let (count, bits) = line.split_at_mut(WORD_BYTES);
        count.copy_from_slice(&u32::to_le_bytes(before));
        before += bits.iter().map(|byte| byte.count_ones()).sum::<u32>();
    }
    lines.extend(scores);
    lines
}
