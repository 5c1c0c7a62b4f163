//! A position's slot: its number among all boards with the same number of stones.
//!
//! A slot is computed, not looked up, and different boards have different slots: it is a perfect
//! index, without collisions and without a key to compare. A position and its mirror image have the
//! same slot. [`Decoder`] turns slots back into positions. Pure.
//!
//! # Numbering
//!
//! A board consists of the heights of its columns and the colours of its stones. Both are numbered.
//!
//! **Heights** are read in pairs from the outside in: columns 1 and 7, 2 and 6, 3 and 5, and the
//! centre last. The slot is that of the mirror image whose first unequal pair has the lower column
//! on the left. The rank of the heights is their index in the lexicographic order of all heights
//! with the same sum.
//!
//! **Colours** are read as bits, column by column from the left and each column from the ground up.
//! The first stone is bit 0. A set bit is a stone of the side to move, which has `n / 2` of the `n`
//! stones. The combinatorial number system ranks the bits among all choices of `n / 2` bits out of
//! `n`. If the heights are symmetric, each mirror image has a number, and the slot is the lower
//! one.
//!
//! ```text
//! slot = rank of the heights * C(n, n / 2) + rank of the colours
//! ```
//!
//! An example, the board after `445` with the second player to move:
//!
//! ```text
//! . . . O . . .    heights  0 0, 0 0, 0 1, 2: after 0 0, 0 0, 0 0, 3, so rank 1
//! . . . X X . .    colours  X O X = 0b010:    after 0b001, so rank 1 of C(3, 1) = 3
//!                  slot     1 * 3 + 1 = 4
//! ```

use crate::game::Position;
use crate::game::bitboard::{self, HEIGHT, STRIDE, WIDTH};

/// The deepest ply that has slots; it has 259 million slots.
pub const MAX_PLY: u8 = 16;

/// The size of a table with an entry for each number of stones up to [`MAX_PLY`].
const STONES: usize = MAX_PLY as usize + 1;
/// The number of heights that a column can have.
const HEIGHTS: usize = HEIGHT as usize + 1;
/// The number of pairs of columns around the centre.
const PAIRS: usize = WIDTH as usize / 2;
/// The sum of the two column indices of a pair.
const OPPOSITE: usize = WIDTH as usize - 1;

/// The number of stones in each column from left to right.
type Heights = [u8; WIDTH as usize];

/// `BINOMIAL[n][k]`: the number of ways to choose `k` of `n` things.
const BINOMIAL: [[u32; STONES]; STONES] = {
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

/// Numbers about the columns from one pair inwards.
#[derive(Clone, Copy)]
struct Inwards {
    /// The number of heights that these columns can have.
    ways: u16,
    /// For each heights of the pair, `left * HEIGHTS + right`: the number of ways in which the pair
    /// has lower ones.
    ranks: [u16; HEIGHTS * HEIGHTS],
}

/// `INWARDS[pair][stones][asymmetric]`: the numbers for `stones` stones in the columns from `pair`
/// inwards.
///
/// If a pair farther out has unequal heights, `asymmetric` is 1: that pair already decides which
/// mirror image is numbered, so this pair may have any heights. Otherwise this pair must have its
/// lower column on the left.
static INWARDS: [[[Inwards; 2]; STONES]; PAIRS + 1] = {
    let none = Inwards {
        ways: 0,
        ranks: [0; HEIGHTS * HEIGHTS],
    };
    let mut table = [[[none; 2]; STONES]; PAIRS + 1];
    let mut stones = 0;
    while stones < HEIGHTS {
        // All stones are in the centre column.
        table[PAIRS][stones] = [Inwards { ways: 1, ..none }; 2];
        stones += 1;
    }
    let mut at = 0;
    while at < PAIRS * STONES * 2 {
        let pair = PAIRS - 1 - at / 2 / STONES;
        let (stones, asymmetric) = (at / 2 % STONES, at % 2);
        let mut numbers = none;
        let mut heights = 0;
        while heights < HEIGHTS * HEIGHTS {
            numbers.ranks[heights] = numbers.ways;
            let (left, right) = (heights / HEIGHTS, heights % HEIGHTS);
            if left + right <= stones && (asymmetric == 1 || left <= right) {
                let next = if left == right { asymmetric } else { 1 };
                numbers.ways += table[pair + 1][stones - left - right][next].ways;
            }
            heights += 1;
        }
        table[pair][stones][asymmetric] = numbers;
        at += 1;
    }
    table
};

/// Returns the number of ways to colour `stones` stones.
fn colourings(stones: usize) -> u32 {
    BINOMIAL[stones][stones / 2]
}

/// Returns the number of slots of a ply.
pub(crate) fn slots(ply: u8) -> u32 {
    let stones = usize::from(ply);
    u32::from(INWARDS[0][stones][0].ways) * colourings(stones)
}

/// Returns the slot of a position with at most [`MAX_PLY`] stones.
#[inline]
pub(crate) fn of(position: &Position) -> u32 {
    let mut heights = heights(position.mask());
    let mut mover = position.mover();
    // The first unequal pair. (With iterators instead of loops, here and in `heights`, verifying a
    // book takes a fifth longer.)
    let mut unequal = None;
    for pair in 0..PAIRS {
        let (left, right) = (heights[pair], heights[OPPOSITE - pair]);
        if left != right {
            unequal = Some((left, right));
            break;
        }
    }
    if unequal.is_some_and(|(left, right)| left > right) {
        heights.reverse();
        mover = bitboard::mirror(mover);
    }
    let mut colours = colours(mover, heights);
    if unequal.is_none() {
        colours = colours.min(self::colours(bitboard::mirror(mover), heights));
    }
    let stones = usize::from(position.stones());
    rank_of_heights(heights, stones) * colourings(stones) + rank_of_colours(colours)
}

#[inline]
fn heights(mask: u64) -> Heights {
    let mut heights = [0; WIDTH as usize];
    for (column, height) in heights.iter_mut().enumerate() {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "seven columns of at most 6"
        )]
        let stones = (mask & bitboard::column_mask(column as u8)).count_ones() as u8;
        *height = stones;
    }
    heights
}

/// Returns a bit for each stone, set if the stone belongs to the side to move.
#[inline]
fn colours(mover: u64, heights: Heights) -> u32 {
    let mut colours = 0;
    for (column, &height) in heights.iter().enumerate().rev() {
        let stones = mover >> (column * usize::from(STRIDE)) & ((1 << HEIGHT) - 1);
        let stones = stones as u32;
        colours = colours << height | stones;
    }
    colours
}

/// Returns the rank of `colours` among all bit patterns with as many set bits, by the combinatorial
/// number system.
#[inline]
fn rank_of_colours(mut colours: u32) -> u32 {
    let mut rank = 0;
    let mut chosen = 1;
    while colours != 0 {
        rank += BINOMIAL[colours.trailing_zeros() as usize][chosen];
        colours &= colours - 1;
        chosen += 1;
    }
    rank
}

#[inline]
fn rank_of_heights(heights: Heights, mut stones: usize) -> u32 {
    let (mut rank, mut asymmetric) = (0, 0);
    for pair in 0..PAIRS {
        let left = usize::from(heights[pair]);
        let right = usize::from(heights[OPPOSITE - pair]);
        let ranks = &INWARDS[pair][stones][asymmetric].ranks;
        rank += u32::from(ranks[left * HEIGHTS + right]);
        stones -= left + right;
        asymmetric |= usize::from(left != right);
    }
    rank
}

/// A decoder of slots into positions, fast if the slots come in ascending order.
pub(crate) struct Decoder {
    stones: usize,
    /// The heights of the slot decoded last, and their rank.
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

    /// Returns the position of a slot, or `None` if the side to move has four in a row.
    ///
    /// The opponent may have four in a row, the board may be one that play cannot reach, and it may
    /// be the mirror image of a board with a lower slot.
    pub(crate) fn position(&mut self, slot: u32) -> Option<Position> {
        let rank = slot / colourings(self.stones);
        if rank != self.rank {
            self.heights = heights_of_rank(rank, self.stones);
            self.rank = rank;
        }
        let mut colours = colours_of_rank(slot % colourings(self.stones), self.stones);
        let (mut mover, mut mask) = (0, 0);
        for (column, &height) in self.heights.iter().enumerate() {
            let full = (1_u64 << height) - 1;
            mask |= full << (column * usize::from(STRIDE));
            mover |= (u64::from(colours) & full) << (column * usize::from(STRIDE));
            colours >>= height;
        }
        Position::from_bits(mover, mask)
    }
}

fn heights_of_rank(mut rank: u32, mut stones: usize) -> Heights {
    let mut heights = [0; WIDTH as usize];
    let mut asymmetric = 0;
    for pair in 0..PAIRS {
        let ranks = &INWARDS[pair][stones][asymmetric].ranks;
        // The last heights with a rank up to `rank`. Heights that the pair cannot have come before
        // possible ones with the same rank.
        let chosen = ranks.partition_point(|&before| u32::from(before) <= rank) - 1;
        let (left, right) = (chosen / HEIGHTS, chosen % HEIGHTS);
        rank -= u32::from(ranks[chosen]);
        stones -= left + right;
        asymmetric |= usize::from(left != right);
        (heights[pair], heights[OPPOSITE - pair]) = (small(left), small(right));
    }
    heights[PAIRS] = small(stones);
    heights
}

#[expect(clippy::cast_possible_truncation, reason = "a height")]
const fn small(height: usize) -> u8 {
    height as u8
}

fn colours_of_rank(mut rank: u32, stones: usize) -> u32 {
    let mut colours = 0;
    let mut chosen = stones / 2;
    for stone in (0..stones).rev() {
        let before = BINOMIAL[stone][chosen];
        if chosen > 0 && rank >= before {
            rank -= before;
            colours |= 1 << stone;
            chosen -= 1;
        }
    }
    colours
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::replay;

    #[test]
    fn the_drawn_example_has_its_slot() {
        let position = replay("445").expect("a game");
        assert_eq!(of(&position), 4);
        assert_eq!(Decoder::new(3).position(4), Some(position));
    }

    #[test]
    fn a_decoded_position_has_its_slot() {
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
                // A board with symmetric heights has two slots, and the upper one is not used.
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
            let ways = u32::from(INWARDS[0][usize::from(ply)][0].ways);
            for rank in [0, ways - 1] {
                let heights = heights_of_rank(rank, usize::from(ply));
                assert_eq!(heights.iter().sum::<u8>(), ply);
                assert_eq!(rank_of_heights(heights, usize::from(ply)), rank);
            }
        }
        assert_eq!(slots(0), 1);
        assert_eq!(slots(1), 4);
        assert_eq!(slots(12), 7702 * 924);
    }
}
