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
        [
            [  9, 119, 156,  69,  21,   6,   4,   4,   6,   0,  12],
            [  8, 114, 126,  56,  16,   0,  -2,   4,   5,   5,  12],
            [  6, 114, 121,  64,   6,  -4,  -4,   2,   6,   3,  17],
        ],
        [
            [  8, 110, 112,  76,  70,   4,   0,   0,   4,   2,  10],
            [ 13, 102, 132,  66,  30,   4,  10,   2,   6,   6,   8],
            [ 10, 103, 131,  62,  33,  -2,  -1,   0,   6,   6,  10],
        ],
        [
            [ 17,  57, 142,  90,  86,  16,   3,   4,  22,  14,  11],
            [ 17,  76, 155,  94,  59,  12,   0,   2,  18,  16,  12],
            [ 12,  74, 156, 106,  60,   2,  -1,   7,  16,   9,   8],
        ],
        [
            [ 13,  68, 147,  97,  78,  18,  -6,   8,  20,  10,  10],
            [ 24,  82, 174, 112,  54,  14, -10,   8,  23,  15,   8],
            [ 24,  80, 170, 122,  52,  10, -10,   9,  20,  14,   7],
        ],
    ],
    // The second player.
    [
        [
            [ 48, 110, 165,  60,  92,   3,   2,   0,   1,   6,   8],
            [  5, 106, 156,  70,  64,  -2,  -4,   2,   5,   4,   6],
            [ 27, 116, 148,  62,  58,  -5,  -8,   0,   6,   6,  10],
        ],
        [
            [ 48, 103, 151,  78,  92,   3,  13,   2,   4,   3,  10],
            [ 38,  82, 142,  77,  67,  -2,   0,   0,   3,   6,   8],
            [ 50,  91, 164,  84,  71,  -3,  -1,   0,   6,   7,  10],
        ],
        [
            [ 38,  96, 119, 112,  92,  16, -16,  13,  18,  12,   8],
            [ 16,  72, 136, 110,  70,  19, -14,   8,  23,  16,  12],
            [ 20,  64, 136, 102,  61,   9, -14,  10,  22,  19,   8],
        ],
        [
            [ 26,  65, 132,  85,  68,  13,  -8,  10,  20,  10,   8],
            [ 19,  67, 122, 100,  44,  10, -22,  12,  22,  16,   8],
            [ 22,  64, 122,  99,  49,   2, -18,  15,  20,  14,  10],
        ],
    ],
];

/// By player, by whether a win is asked for, and by phase.
#[rustfmt::skip]
const LIKINGS: [[[Liking; PHASES]; 2]; PLAYERS] = [
    // The first player.
    [
        [
            [[ 10, -10, -12, -14], [ 18,   8,   0,  -7], [ 74,  16,  12,  -3],
             [ 18,  14,   6,  -4], [ 23,   4,   2, -12], [ 16,   8,   8,   0]],
            [[ 10,  -5, -27, -12], [ 20,  -2,  -5,  -9], [ 67,  15,   0,  -8],
             [ 20,  10,   0,  -5], [ 32,   6,  -2, -14], [ 19,  12,   8,   8]],
            [[  8,  -2, -26, -10], [ 19,  -2,  -6,  -8], [ 64,  14,   2,  -8],
             [ 22,  13,   1,  -4], [ 33,   6,  -2, -14], [ 20,  12,   9,   8]],
        ],
        [
            [[  2,  -1, -18,  -8], [ 12,  10,  -8, -12], [ 50,  10,  -7, -15],
             [ 14,   9,   8,   0], [ 12,   2,   0,  -6], [ 18,   6,  -2,  10]],
            [[ 14,  -5, -20,  -8], [  5,   3, -20, -16], [ 52,   5,  -4, -16],
             [ 18,   8,   4,  -2], [  9,   8,  -1, -15], [ 12,   4,   4,   0]],
            [[ 14,  -4, -21, -10], [  2,   4, -21, -14], [ 54,   4,  -6, -18],
             [ 16,  11,   5,  -2], [ 10,   8,  -2, -14], [ 12,   4,   4,   2]],
        ],
    ],
    // The second player.
    [
        [
            [[  7,   0, -22, -18], [ 26,   9,   2,  -8], [ 14,  12,   2, -17],
             [ 32,  11,  32,  -5], [ 34,  -4, -10,  -3], [  5,   4,   0,  -2]],
            [[  2, -10, -22, -14], [ 16,   8,  -1,  -8], [ 10,   8,  -2, -10],
             [ 33,  12,  24,  -4], [ 40,   3,  -2, -13], [ 10,   2,   2,   0]],
            [[  2, -10, -20, -12], [ 14,   6,  -1, -11], [  6,   8,  -2, -13],
             [ 32,  10,  17,  -4], [ 40,   3,  -4, -14], [ 13,   4,   3,   0]],
        ],
        [
            [[  0, -10, -22,  -8], [ 19,  16, -10, -14], [  8,  11,   0, -10],
             [ 39,   9,  33,   1], [ 33,  -1,  -4,  -4], [ 12,   0,   3,   8]],
            [[ -2, -10, -26,  -4], [ 13,   8,   0, -10], [ 10,   4,  -6,  -7],
             [ 28,   9,  28,   0], [ 20,   1,  -4,  -8], [ 14,   6,   8,   6]],
            [[ -1, -12, -24,  -6], [ 12,  10,  -2, -14], [  7,   4,  -6,  -8],
             [ 28,   9,  28,   0], [ 19,   2,  -4,  -7], [ 11,   6,   8,   6]],
        ],
    ],
];

#[cfg(test)]
mod tests {
    use super::super::arch::Portable;
    use super::super::lanes::LANES;
    use super::super::lineup::Lineup;
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
                let lineup = Lineup::of::<Portable>(BOTTOM);
                let mut cells = *lineup.columns();
                for lane in 0..LANES {
                    cells.0[lane] &= BOTTOM << row;
                }
                let liked = order::liking(Portable::load(&cells), weights, lineup).lanes();
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
