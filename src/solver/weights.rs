//! What a move is weighed by: numbers found by trial on the nodes that openings and
//! middle games take, on positions other than those of the benchmark.
//!
//! They differ by player, for odd and even rows are not the same to both; by what is
//! asked for, since who has to hold the other up looks at other things than who is to
//! win; and by how far the game is.

use super::lanes::Lanes;
use super::order::CENTRE_FIRST;
use crate::game::bitboard::{HEIGHT, WIDTH};

/// What counts for a side that is to move.
#[derive(Debug)]
pub(super) struct Weights {
    /// For the move that the table remembers.
    pub(super) table_move: i64,
    /// For a move that leaves one reply.
    pub(super) forcing: i64,
    /// For each winning cell that the opponent must fear at once, after one more
    /// stone, or some day.
    pub(super) next: i64,
    pub(super) later: i64,
    pub(super) some_day: i64,
    /// For a move onto a stone of one's own.
    pub(super) on_own_stone: i64,
    /// For each move that is left once the forced ones are played.
    pub(super) replies: i64,
    /// For a move that cut lately: with as many stones on the board, after the same
    /// move, and as the answer to the same two.
    pub(super) killer: i64,
    pub(super) countermove: i64,
    pub(super) follow_up: i64,
    /// For the cell by which the opponent refuted the move before; not below 0.
    pub(super) refutation: i64,
    /// How much cells are liked, all by the same too much: above an empty byte one for
    /// each row of a lane's column, from the ground.
    pub(super) cells: Lanes,
}

const PLAYERS: usize = 2;
/// A loss that is not too early, a draw at least, a win, a win that is not too late.
pub(super) const GOALS: usize = 4;
/// The `alpha` of the first goal, and of the last: those farther from a draw count as
/// these.
const LATE_LOSS: i8 = -2;
const EARLY_WIN: i8 = 1;
/// The stones on the board with which the later phases begin.
const BORDERS: [u8; 2] = [16, 22];
const PHASES: usize = BORDERS.len() + 1;

/// Which goal it is to exceed `alpha`.
#[inline]
pub(super) fn goal(alpha: i8) -> usize {
    usize::from(alpha.clamp(LATE_LOSS, EARLY_WIN).abs_diff(LATE_LOSS))
}

impl Weights {
    /// Those of the side to move with so many stones on the board, of which is asked
    /// whether it exceeds `alpha`.
    #[inline]
    pub(super) fn of(stones: u8, alpha: i8) -> &'static Weights {
        let phase = BORDERS.map(|border| usize::from(stones >= border));
        &WEIGHTS[usize::from(stones % 2)][goal(alpha)][phase[0] + phase[1]]
    }

    const fn new(numbers: &Numbers, liking: &Liking) -> Weights {
        let [
            table_move,
            forcing,
            next,
            later,
            some_day,
            on_own_stone,
            replies,
            killer,
            countermove,
            follow_up,
            refutation,
        ] = *numbers;
        Weights {
            table_move: table_move as i64,
            forcing: forcing as i64,
            next: next as i64,
            later: later as i64,
            some_day: some_day as i64,
            on_own_stone: on_own_stone as i64,
            replies: replies as i64,
            killer: killer as i64,
            countermove: countermove as i64,
            follow_up: follow_up as i64,
            refutation: refutation as i64,
            cells: by_lane(liking),
        }
    }
}

/// By player, goal and phase.
static WEIGHTS: [[[Weights; PHASES]; GOALS]; PLAYERS] = {
    const NONE: Weights = Weights::new(&[0; 11], &[[0; 4]; HEIGHT as usize]);
    let mut weights = [const { [const { [NONE; PHASES] }; GOALS] }; PLAYERS];
    let mut index = 0;
    while index < PLAYERS * GOALS * PHASES {
        let player = index / (GOALS * PHASES);
        let goal = index / PHASES % GOALS;
        let phase = index % PHASES;
        let liking = &LIKINGS[player][goal / 2][phase];
        weights[player][goal][phase] = Weights::new(&NUMBERS[player][goal][phase], liking);
        index += 1;
    }
    weights
};

/// The weights in their order, but for the cells.
type Numbers = [i16; 11];
/// How much cells are liked: rows from the ground, columns from the centre.
type Liking = [[i8; 4]; HEIGHT as usize];
/// Below every liking.
const LEAST_LIKED: i8 = -99;

const fn by_lane(liking: &Liking) -> Lanes {
    let mut lanes = Lanes::ZERO;
    let mut lane = 0;
    while lane < CENTRE_FIRST.len() {
        let from_centre = CENTRE_FIRST[lane].abs_diff(WIDTH / 2);
        let mut row = 0;
        while row < liking.len() {
            let liked = liking[row][from_centre as usize].abs_diff(LEAST_LIKED) as u64;
            row += 1;
            lanes.0[lane] |= liked << (row * 8);
        }
        lane += 1;
    }
    lanes
}

#[rustfmt::skip]
const NUMBERS: [[[Numbers; PHASES]; GOALS]; PLAYERS] = [
    // The first player.
    [
        [[  8, 118, 153,  70,  16,   6,   4,   0,   5,   5,   8], [  8, 112, 124,  67,  10,  -4,  -2,   0,   5,   5,   8], [  8, 112, 124,  67,   0,  -4,  -2,   0,   5,   5,   8]],
        [[  8, 111, 114,  72,  67,   1,   0,   0,   5,   5,   8], [ 15,  97, 129,  67,  35,  -1,   9,   0,   5,   5,   8], [ 15,  97, 129,  67,  35,  -1,   4,   0,   5,   5,   8]],
        [[ 14,  58, 148,  99,  83,  10,   4,   6,  20,  15,   8], [ 13,  74, 154,  99,  65,   8,  -2,   6,  20,  15,   8], [ 13,  74, 154,  99,  65,   3,  -2,   6,  20,  15,   8]],
        [[ 13,  65, 150,  93,  84,  15, -10,   6,  20,  15,   8], [ 25,  80, 177, 116,  57,  14,  -8,   6,  20,  15,   8], [ 25,  80, 167, 116,  57,   9,  -8,   6,  20,  15,   8]],
    ],
    // The second player.
    [
        [[ 48, 104, 169,  59,  90,   2,   4,   0,   5,   5,   8], [  5, 107, 159,  66,  63,  -3,  -1,   0,   5,   5,   8], [ 25, 117, 149,  66,  63,  -3,  -1,   0,   5,   5,   8]],
        [[ 48, 102, 156,  76,  83,   2,  11,   0,   5,   5,   8], [ 41,  84, 157,  76,  65,  -3,   1,   0,   5,   5,   8], [ 51,  94, 157,  76,  65,  -3,   1,   0,   5,   5,   8]],
        [[ 40,  96, 119, 103,  93,  14, -15,   6,  20,  15,   8], [ 17,  70, 136, 107,  69,  19, -14,   6,  20,  15,   8], [ 17,  70, 136, 107,  69,   9, -14,   6,  20,  15,   8]],
        [[ 24,  71, 134,  84,  64,  11, -11,   6,  20,  15,   8], [ 26,  69, 127, 101,  45,  10, -22,   6,  20,  15,   8], [ 26,  69, 127, 101,  45,   0, -22,   6,  20,  15,   8]],
    ],
];

/// By player, by whether a win is asked for, and by phase.
#[rustfmt::skip]
const LIKINGS: [[[Liking; PHASES]; 2]; PLAYERS] = [
    // The first player.
    [
        [
            [[ 11, -11, -11, -14], [ 17,   7,   0,  -7], [ 73,  16,  12,  -4],
             [ 18,  14,   6,  -3], [ 23,   4,   2, -12], [ 16,   9,   9,   1]],
            [[ 10,  -5, -25, -11], [ 20,  -1,  -5,  -9], [ 66,  14,   2,  -8],
             [ 21,  11,   2,  -4], [ 33,   8,  -2, -13], [ 20,  11,   9,   8]],
            [[ 10,  -5, -25, -11], [ 20,  -1,  -5,  -9], [ 66,  14,   2,  -8],
             [ 21,  11,   2,  -4], [ 33,   8,  -2, -13], [ 20,  11,   9,   8]],
        ],
        [
            [[  3,   0, -17, -10], [ 11,  10,  -7,  -9], [ 50,  10,  -7, -15],
             [ 14,   5,   7,  -1], [ 11,   3,   1,  -7], [ 18,   3,  -3,   9]],
            [[ 13,  -5, -21,  -9], [  4,   2, -20, -15], [ 52,   6,  -4, -17],
             [ 16,   8,   4,  -2], [  8,   9,  -2, -14], [ 12,   4,   5,   2]],
            [[ 13,  -5, -21,  -9], [  4,   2, -20, -15], [ 52,   6,  -4, -17],
             [ 16,   8,   4,  -2], [  8,   9,  -2, -14], [ 12,   4,   5,   2]],
        ],
    ],
    // The second player.
    [
        [
            [[  6,   1, -23, -18], [ 25,   8,   1,  -8], [ 13,  11,   3, -17],
             [ 32,  10,  30,  -6], [ 35,  -4, -11,  -2], [  7,   4,   0,  -1]],
            [[  2, -10, -22, -15], [ 15,   6,  -1,  -8], [  8,   9,  -1, -12],
             [ 32,  10,  21,  -5], [ 40,   3,  -1, -13], [ 10,   3,   3,   1]],
            [[  2, -10, -22, -15], [ 15,   6,  -1,  -8], [  8,   9,  -1, -12],
             [ 32,  10,  21,  -5], [ 40,   3,  -1, -13], [ 10,   3,   3,   1]],
        ],
        [
            [[ -1, -10, -22, -11], [ 19,  15, -10, -14], [  8,  11,   0,  -9],
             [ 36,   7,  33,   0], [ 33,  -1,  -5,  -6], [ 11,   1,   3,   7]],
            [[ -2, -11, -23,  -4], [ 12,   9,  -2, -11], [ 10,   3,  -5,  -7],
             [ 28,   9,  27,  -1], [ 20,   1,  -4,  -7], [ 12,   6,   6,   7]],
            [[ -2, -11, -23,  -4], [ 12,   9,  -2, -11], [ 10,   3,  -5,  -7],
             [ 28,   9,  27,  -1], [ 20,   1,  -4,  -7], [ 12,   6,   6,   7]],
        ],
    ],
];

#[cfg(test)]
mod tests {
    use super::super::arch::Portable;
    use super::super::lanes::LANES;
    use super::super::order;
    use super::super::vector::Vector;
    use super::*;
    use crate::game::bitboard::{BOTTOM, column_mask};

    #[test]
    fn every_cell_is_liked_as_its_row_and_column_say() {
        for (stones, alpha, liking) in [
            (8, -5, &LIKINGS[0][0][0]),
            (15, -1, &LIKINGS[1][0][0]),
            (16, 0, &LIKINGS[0][1][1]),
            (21, 0, &LIKINGS[1][1][1]),
            (22, 7, &LIKINGS[0][1][2]),
        ] {
            let weights = Weights::of(stones, alpha);
            for row in 0..HEIGHT {
                let mut cells = Lanes::COLUMNS;
                for lane in 0..LANES {
                    cells.0[lane] &= BOTTOM << row;
                }
                let liked = order::liking(Portable::load(&cells), weights).lanes();
                for (column, liked) in CENTRE_FIRST.into_iter().zip(liked.0) {
                    let expected = liking[usize::from(row)][usize::from(column.abs_diff(3))];
                    let cell = column_mask(column) & BOTTOM << row;
                    assert_eq!(liked, u64::from(expected.abs_diff(LEAST_LIKED)), "{cell:x}");
                }
            }
        }
    }

    #[test]
    fn who_defends_and_who_attacks_weigh_differently_and_far_values_like_near_ones() {
        let far = |alpha| std::ptr::from_ref(Weights::of(20, alpha));
        assert_eq!(far(-2), far(-17));
        assert_eq!(far(1), far(17));
        let all = [-2, -1, 0, 1].map(far);
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "goal {index}");
        }
    }
}
