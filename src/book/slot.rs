//! A number for every board of a ply, computed, not looked up: its slot.
//!
//! Of a board and its mirror image one is meant, the same for both. The columns'
//! heights come first: read in pairs from the outside in, `1 7`, `2 6`, `3 5`,
//! and the centre last, the first uneven pair has its lower column on the left.
//! All such sets of heights are counted through in the order of their pairs. The
//! stones come second: read column by column from the ground they are a row of
//! bits, half of them the side to move's, and all such rows are counted through
//! in the order of the numbers they write. Where the heights are symmetric both
//! images have a slot, and the lower one is the board's.
//!
//! ```text
//! slot = rank of the heights * rows of so many stones + rank of the row
//! ```
//!
//! Different boards have different slots, so a slot is a key without bits to
//! spare; [`Decoder`] are the way back. Pure.

use crate::game::Position;
use crate::game::bitboard::{self, HEIGHT, STRIDE, WIDTH};

/// The deepest ply that has slots: 46 million of them.
pub const MAX_PLY: u8 = 14;

/// Stones a ply can have, as the size of a table.
const STONES: usize = MAX_PLY as usize + 1;
/// Heights a column can have.
const HEIGHTS: usize = HEIGHT as usize + 1;
/// Pairs of columns around the centre.
const PAIRS: usize = WIDTH as usize / 2;
/// The numbers of a pair's columns, counted from zero, add up to this.
const OPPOSITE: usize = WIDTH as usize - 1;

/// The stones in each column from left to right.
type Heights = [u8; WIDTH as usize];

/// `CHOICES[n][k]`: the ways to choose `k` of `n` things.
const CHOICES: [[u32; STONES]; STONES] = {
    let mut table = [[0; STONES]; STONES];
    let mut n = 0;
    while n < STONES {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// Ways to fill the columns from one pair inwards.
#[derive(Clone, Copy)]
struct Ways {
    /// Every pair outside was even: the next uneven one has its lower column on
    /// the left.
    even: [[u32; STONES]; PAIRS + 1],
    /// Anything goes.
    any: [[u32; STONES]; PAIRS + 1],
}

/// `WAYS.any[pair][stones]`: so many sets of heights are left from this pair on.
const WAYS: Ways = {
    let mut ways = Ways {
        even: [[0; STONES]; PAIRS + 1],
        any: [[0; STONES]; PAIRS + 1],
    };
    let mut stones = 0;
    while stones < HEIGHTS {
        ways.even[PAIRS][stones] = 1;
        ways.any[PAIRS][stones] = 1;
        stones += 1;
    }
    let mut pair = PAIRS;
    while pair > 0 {
        pair -= 1;
        let mut stones = 0;
        while stones < STONES {
            ways.even[pair][stones] = before(&ways, true, pair, stones, (HEIGHTS, 0));
            ways.any[pair][stones] = before(&ways, false, pair, stones, (HEIGHTS, 0));
            stones += 1;
        }
    }
    ways
};

/// The ways to fill the columns from `pair` inwards with `stones` stones whose
/// outermost pair comes before `end`.
const fn before(ways: &Ways, even: bool, pair: usize, stones: usize, end: (usize, usize)) -> u32 {
    let mut sum = 0;
    let mut left = 0;
    while left < HEIGHTS && left <= end.0 {
        let mut right = if even { left } else { 0 };
        while right < HEIGHTS && !(left == end.0 && right >= end.1) && left + right <= stones {
            sum += after(ways, even, pair, stones, (left, right));
            right += 1;
        }
        left += 1;
    }
    sum
}

/// The ways to fill the columns from `pair` inwards when that pair is `heights`.
const fn after(
    ways: &Ways,
    even: bool,
    pair: usize,
    stones: usize,
    heights: (usize, usize),
) -> u32 {
    let rest = stones - heights.0 - heights.1;
    if even && heights.0 == heights.1 {
        ways.even[pair + 1][rest]
    } else {
        ways.any[pair + 1][rest]
    }
}

/// For a pair, the stones from it inwards and its two heights: the sets of
/// heights that come before.
type Rank = [[[[u16; HEIGHTS]; HEIGHTS]; STONES]; PAIRS];

static RANK_WHILE_EVEN: Rank = ranks(true);
static RANK: Rank = ranks(false);

const fn ranks(even: bool) -> Rank {
    let mut table = [[[[0; HEIGHTS]; HEIGHTS]; STONES]; PAIRS];
    let mut at = 0;
    while at < PAIRS * STONES * HEIGHTS * HEIGHTS {
        let (right, left) = (at % HEIGHTS, at / HEIGHTS % HEIGHTS);
        let (stones, pair) = (
            at / HEIGHTS / HEIGHTS % STONES,
            at / HEIGHTS / HEIGHTS / STONES,
        );
        #[expect(clippy::cast_possible_truncation, reason = "at most 13,455 at ply 14")]
        let rank = before(&WAYS, even, pair, stones, (left, right)) as u16;
        table[pair][stones][left][right] = rank;
        at += 1;
    }
    table
}

/// The rows of stones that a ply can have.
const fn rows(ply: usize) -> u32 {
    CHOICES[ply][ply / 2]
}

/// The slots of a ply.
pub(crate) const fn slots(ply: u8) -> u32 {
    WAYS.even[0][ply as usize] * rows(ply as usize)
}

/// The slot of a position with at most [`MAX_PLY`] stones.
#[inline]
pub(crate) fn of(position: &Position) -> u32 {
    let mut heights = heights(position.mask());
    let mut mover = position.mover();
    let uneven = (0..PAIRS)
        .map(|pair| (heights[pair], heights[OPPOSITE - pair]))
        .find(|(left, right)| left != right);
    if uneven.is_some_and(|(left, right)| left > right) {
        heights.reverse();
        mover = bitboard::mirror(mover);
    }
    let mut row = row(mover, heights);
    if uneven.is_none() {
        row = row.min(self::row(bitboard::mirror(mover), heights));
    }
    let stones = usize::from(position.stones());
    rank_of_heights(heights, stones) * rows(stones) + rank_of_row(row)
}

fn heights(mask: u64) -> Heights {
    let mut column = 0;
    [(); WIDTH as usize].map(|()| {
        let stones = mask & bitboard::column_mask(column);
        column += 1;
        #[expect(clippy::cast_possible_truncation, reason = "at most 6")]
        let height = stones.count_ones() as u8;
        height
    })
}

/// The side to move's stones among all stones, column by column from the ground.
#[inline]
fn row(mover: u64, heights: Heights) -> u32 {
    let mut row = 0;
    for (column, &height) in heights.iter().enumerate().rev() {
        let stones = mover >> (column * usize::from(STRIDE)) & ((1 << HEIGHT) - 1);
        let stones = stones as u32;
        row = row << height | stones;
    }
    row
}

#[inline]
fn rank_of_row(mut row: u32) -> u32 {
    let mut rank = 0;
    let mut chosen = 1;
    while row != 0 {
        rank += CHOICES[row.trailing_zeros() as usize][chosen];
        row &= row - 1;
        chosen += 1;
    }
    rank
}

#[inline]
fn rank_of_heights(heights: Heights, mut stones: usize) -> u32 {
    let mut rank = 0;
    let mut even = true;
    for pair in 0..PAIRS {
        let (left, right) = (heights[pair], heights[OPPOSITE - pair]);
        let table = if even { &RANK_WHILE_EVEN } else { &RANK };
        rank += u32::from(table[pair][stones][usize::from(left)][usize::from(right)]);
        stones -= usize::from(left + right);
        even &= left == right;
    }
    rank
}

/// The way back from slots to positions, fast when they come in their order.
pub(crate) struct Decoder {
    stones: usize,
    /// The heights of the last slot, and their rank.
    heights: Heights,
    rank: u32,
}

impl Decoder {
    pub(crate) fn new(ply: u8) -> Decoder {
        let stones = usize::from(ply);
        Decoder {
            stones,
            heights: heights_of_rank(0, stones),
            rank: 0,
        }
    }

    /// The position of a slot; `None` where its stones hold a four of the side to
    /// move.
    ///
    /// The board may also hold a four of the other side, may be beyond the reach
    /// of any game, or may be the mirror image of a board with a lower slot.
    pub(crate) fn position(&mut self, slot: u32) -> Option<Position> {
        let rank = slot / rows(self.stones);
        if rank != self.rank {
            self.heights = heights_of_rank(rank, self.stones);
            self.rank = rank;
        }
        let mut row = row_of_rank(slot % rows(self.stones), self.stones);
        let (mut mover, mut mask) = (0, 0);
        for (column, &height) in self.heights.iter().enumerate() {
            let full = (1_u64 << height) - 1;
            mask |= full << (column * usize::from(STRIDE));
            mover |= (u64::from(row) & full) << (column * usize::from(STRIDE));
            row >>= height;
        }
        Position::from_bits(mover, mask)
    }
}

fn heights_of_rank(mut rank: u32, mut stones: usize) -> Heights {
    let mut heights = [0; WIDTH as usize];
    let mut even = true;
    for pair in 0..PAIRS {
        let table = if even { &RANK_WHILE_EVEN } else { &RANK };
        let table = &table[pair][stones];
        // The last pair of heights that has anything after it and is not beyond.
        let (left, right) = pairs(even, stones)
            .filter(|&chosen| after(&WAYS, even, pair, stones, chosen) > 0)
            .take_while(|&(left, right)| u32::from(table[left][right]) <= rank)
            .last()
            .expect("the first pair has rank 0");
        rank -= u32::from(table[left][right]);
        stones -= left + right;
        even &= left == right;
        (heights[pair], heights[OPPOSITE - pair]) = (small(left), small(right));
    }
    heights[PAIRS] = small(stones);
    heights
}

/// The heights that a pair of columns can have, in their order.
fn pairs(even: bool, stones: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..HEIGHTS)
        .flat_map(move |left| {
            (if even { left } else { 0 }..HEIGHTS).map(move |right| (left, right))
        })
        .filter(move |(left, right)| left + right <= stones)
}

#[expect(clippy::cast_possible_truncation, reason = "a height")]
const fn small(height: usize) -> u8 {
    height as u8
}

fn row_of_rank(mut rank: u32, stones: usize) -> u32 {
    let mut row = 0;
    let mut chosen = stones / 2;
    for place in (0..stones).rev() {
        let before = CHOICES[place][chosen];
        if chosen > 0 && rank >= before {
            rank -= before;
            row |= 1 << place;
            chosen -= 1;
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slot_leads_to_its_position_and_back() {
        for ply in 0..=MAX_PLY {
            let step = slots(ply) / 50_000 + 1;
            let mut decoder = Decoder::new(ply);
            let mut found = 0;
            for slot in (0..slots(ply)).step_by(step as usize) {
                let Some(position) = decoder.position(slot) else {
                    continue;
                };
                assert_eq!(position.stones(), ply);
                assert_eq!(of(&position), of(&position.mirror()));
                let own = of(&position);
                assert!(own <= slot, "{ply} {slot}");
                // The upper slot of a board with symmetric heights is not used.
                let heights = heights(position.mask());
                let mut mirrored = heights;
                mirrored.reverse();
                assert!(own == slot || heights == mirrored, "{ply} {slot}");
                found += 1;
            }
            assert!(found > 0, "{ply}");
        }
    }

    #[test]
    fn the_first_and_the_last_slot_of_each_ply_are_boards_of_that_ply() {
        for ply in 0..=MAX_PLY {
            for rank in [0, WAYS.even[0][usize::from(ply)] - 1] {
                let heights = heights_of_rank(rank, usize::from(ply));
                assert_eq!(heights.iter().sum::<u8>(), ply);
                assert_eq!(rank_of_heights(heights, usize::from(ply)), rank);
            }
        }
        assert_eq!(slots(0), 1);
        assert_eq!(slots(1), 4);
        assert_eq!(slots(12), 7702 * 924);
        assert!(u16::try_from(WAYS.even[0][usize::from(MAX_PLY)]).is_ok());
    }
}
