//! What a move is weighed by: numbers found by trial on the nodes that openings and
//! middle games take, on positions other than those of the benchmark.
//!
//! They differ by player, for odd and even rows are not the same to both; by what is
//! asked for, since who has to hold the other up looks at other things than who is to
//! win; and by how far the game is.
//!
//! They stand in `weights.bin`, little-endian `i16`: for each player, goal and phase the
//! fields of [`Weights`] in their order, and for `cells` how much each cell is liked, row
//! by row from the ground, in a row from the centre outwards. The example `weights` takes
//! them further.

use super::lanes::Lanes;
use super::order::CENTRE_FIRST;
use super::rows::numbers;
use crate::game::bitboard::{HEIGHT, WIDTH};

/// What counts for a side that is to move.
#[derive(Debug, Clone, Copy)]
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
    /// How much each cell of a lane's column is liked, all by the same too much: byte
    /// `r + 1` for row `r`, byte 0 empty.
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
const BORDERS: [u8; 3] = [16, 22, 27];
const PHASES: usize = BORDERS.len() + 1;

/// Numbers in the order of the fields of [`Weights`], but for the cells.
const FIELDS: usize = 11;
/// Cells that are liked each in its way: a cell and its mirror image are one.
const LIKED: usize = HEIGHT as usize * HALF;
/// Columns from the centre to one edge.
const HALF: usize = WIDTH as usize / 2 + 1;
/// Numbers of one player, goal and phase.
const EACH: usize = FIELDS + LIKED;
/// How many numbers there are in all.
pub const WEIGHTS: usize = PLAYERS * GOALS * PHASES * EACH;
/// How little a cell may be liked, and how much: the difference is a byte.
const LEAST_LIKED: i16 = -99;
const MOST_LIKED: i16 = LEAST_LIKED + u8::MAX as i16;

/// The numbers that the engine was built with.
pub static BUILT_IN_WEIGHTS: [i16; WEIGHTS] = numbers(include_bytes!("weights.bin"), 0);

/// Which move is weighed by what, by player, goal and phase.
#[derive(Debug, Clone)]
pub(super) struct Scales([[[Weights; PHASES]; GOALS]; PLAYERS]);

static BUILT_IN: Scales = Scales::new(&BUILT_IN_WEIGHTS);

/// Which goal it is to exceed `alpha`.
#[inline]
pub(super) fn goal(alpha: i8) -> usize {
    usize::from(alpha.clamp(LATE_LOSS, EARLY_WIN).abs_diff(LATE_LOSS))
}

impl Scales {
    /// Those that the engine was built with.
    pub(super) fn built_in() -> &'static Scales {
        &BUILT_IN
    }

    /// Those of such numbers; what is too small or too large counts as the nearest that is
    /// not.
    pub(super) const fn new(numbers: &[i16; WEIGHTS]) -> Scales {
        let mut scales = [[[Weights::NONE; PHASES]; GOALS]; PLAYERS];
        let mut index = 0;
        while index < PLAYERS * GOALS * PHASES {
            let player = index / (GOALS * PHASES);
            let goal = index / PHASES % GOALS;
            scales[player][goal][index % PHASES] = Weights::new(numbers, index * EACH);
            index += 1;
        }
        Scales(scales)
    }

    /// The weights of the side to move with so many stones on the board, of which is asked
    /// whether it exceeds `alpha`.
    #[inline]
    pub(super) fn of(&self, stones: u8, alpha: i8) -> &Weights {
        let [first, second, third] = BORDERS.map(|border| usize::from(stones >= border));
        &self.0[usize::from(stones % 2)][goal(alpha)][first + second + third]
    }
}

impl Weights {
    const NONE: Weights = Weights {
        table_move: 0,
        forcing: 0,
        next: 0,
        later: 0,
        some_day: 0,
        on_own_stone: 0,
        replies: 0,
        killer: 0,
        countermove: 0,
        follow_up: 0,
        refutation: 0,
        cells: Lanes::ZERO,
    };

    /// Those whose numbers begin at one of many.
    const fn new(numbers: &[i16; WEIGHTS], begin: usize) -> Weights {
        Weights {
            table_move: numbers[begin] as i64,
            forcing: numbers[begin + 1] as i64,
            next: numbers[begin + 2] as i64,
            later: numbers[begin + 3] as i64,
            some_day: numbers[begin + 4] as i64,
            on_own_stone: numbers[begin + 5] as i64,
            replies: numbers[begin + 6] as i64,
            killer: numbers[begin + 7] as i64,
            countermove: numbers[begin + 8] as i64,
            follow_up: numbers[begin + 9] as i64,
            refutation: within(numbers[begin + 10], 0, i16::MAX) as i64,
            cells: by_lane(numbers, begin + FIELDS),
        }
    }
}

/// How much the cells of each lane's column are liked, by numbers that begin at one of many.
const fn by_lane(numbers: &[i16; WEIGHTS], begin: usize) -> Lanes {
    let mut lanes = Lanes::ZERO;
    let mut lane = 0;
    while lane < CENTRE_FIRST.len() {
        let from_centre = CENTRE_FIRST[lane].abs_diff(WIDTH / 2) as usize;
        let mut row = 0;
        while row < HEIGHT as usize {
            let liked = numbers[begin + row * HALF + from_centre];
            let liked = within(liked, LEAST_LIKED, MOST_LIKED).abs_diff(LEAST_LIKED);
            row += 1;
            lanes.0[lane] |= (liked as u64) << (row * 8);
        }
        lane += 1;
    }
    lanes
}

/// The number, or the nearest that is neither too small nor too large.
const fn within(number: i16, least: i16, most: i16) -> i16 {
    if number < least {
        least
    } else if number > most {
        most
    } else {
        number
    }
}

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
        for (stones, alpha, player, goal, phase) in [
            (8, -5, 0, 0, 0),
            (15, -1, 1, 1, 0),
            (16, 0, 0, 2, 1),
            (21, 0, 1, 2, 1),
            (22, 7, 0, 3, 2),
            (27, -2, 1, 0, 3),
        ] {
            let weights = Scales::built_in().of(stones, alpha);
            let begin = ((player * GOALS + goal) * PHASES + phase) * EACH + FIELDS;
            let liking = &BUILT_IN_WEIGHTS[begin..begin + LIKED];
            for row in 0..HEIGHT {
                let lineup = Lineup::of::<Portable>(BOTTOM);
                let mut cells = *lineup.columns();
                for lane in 0..LANES {
                    cells.0[lane] &= BOTTOM << row;
                }
                let liked = order::liking(Portable::load(&cells), weights, lineup).lanes();
                for (column, liked) in CENTRE_FIRST.into_iter().zip(liked.0) {
                    let expected =
                        liking[usize::from(row) * HALF + usize::from(column.abs_diff(3))];
                    let cell = column_mask(column) & BOTTOM << row;
                    assert_eq!(liked, u64::from(expected.abs_diff(LEAST_LIKED)), "{cell:x}");
                }
            }
        }
    }

    #[test]
    fn who_defends_and_who_attacks_weigh_differently_and_far_values_like_near_ones() {
        let far = |alpha| std::ptr::from_ref(Scales::built_in().of(20, alpha));
        assert_eq!(far(-2), far(-17));
        assert_eq!(far(1), far(17));
        let all = [-2, -1, 0, 1].map(far);
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "goal {index}");
        }
    }

    #[test]
    fn numbers_beyond_their_range_count_as_the_nearest_in_it() {
        // The last numbers of all are those of the second player, late and after a win.
        let last = |at: usize, number| {
            let mut numbers = BUILT_IN_WEIGHTS;
            numbers[WEIGHTS - at] = number;
            let scales = Scales::new(&numbers);
            let weights = scales.of(41, 9);
            (weights.refutation, weights.cells.0[5] >> 48)
        };
        let (refutation, cell) = (LIKED + 1, 1);
        assert_eq!(last(refutation, 5).0, 5);
        assert_eq!(last(refutation, -5).0, 0);
        for (number, liked) in [(-99, 0), (-100, 0), (156, 255), (i16::MAX, 255)] {
            assert_eq!(last(cell, number).1, liked);
        }
    }
}
