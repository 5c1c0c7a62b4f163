//! The weights of move scores. They are tuned to reduce the nodes of openings and middle games, on
//! positions other than those of the benchmark.
//!
//! They differ by player, because odd and even rows have different values for the two; by `alpha`,
//! because a defender needs other moves than an attacker; and by the phase of the game.
//!
//! `weights.bin` contains them as little-endian `i16`: for each player, alpha class and phase the
//! weight of the table move, then the fields of [`Weights`] in their order. The cell table is stored as the bonus of each cell, row by
//! row from the ground and each row from the centre outwards. The trainer `weights` tunes them
//! further.

use crate::game::bitboard::{CENTRE_FIRST, HEIGHT, WIDTH};
use crate::solver::eval::layer::WeightReader;
use crate::solver::simd::U64x8;

/// The weights of the terms in a move's score.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Weights {
    /// For a move that leaves the opponent one safe reply.
    pub(crate) forcing: i64,
    /// For each winning cell. The three weights count those directly above a playable cell, those
    /// two cells above a playable cell, and all of them.
    pub(crate) threat_above_playable: i64,
    pub(crate) threat_two_above: i64,
    pub(crate) threat_anywhere: i64,
    /// For a move onto a stone of the same side.
    pub(crate) on_own_stone: i64,
    /// For each safe move of the side to move once the forced ones are played.
    pub(crate) replies: i64,
    /// For each of the [`MoveHints`](super::move_score::MoveHints).
    pub(crate) hints: [i64; 4],
    /// For the cell by which the opponent refuted the move tried before; not below 0.
    pub(crate) refutation: i64,
    /// The bonus of each cell of a lane's column, plus a constant that cancels out when moves are
    /// compared. Byte `r + 1` is for row `r`, counted from zero; byte 0 is 0.
    pub(crate) cell_table: U64x8,
}

const PLAYERS: usize = 2;
/// The number of classes of `alpha`. A class is named after what exceeds its `alpha`: a loss that
/// is not too early, a draw, a win, or an early win.
pub(crate) const ALPHA_CLASSES: usize = 4;
/// The `alpha` of the first class and of the last. An `alpha` outside this range counts as the
/// nearer of the two.
const LATE_LOSS: i8 = -2;
const EARLY_WIN: i8 = 1;
/// The numbers of stones with which the second and later phases begin.
const PHASE_STARTS: [u8; 3] = [16, 22, 27];
const PHASES: usize = PHASE_STARTS.len() + 1;

/// The number of weights of a set, except the cell table.
const FIELDS: usize = 11;
/// The number of different cell bonuses: a cell and its mirror image share one.
const CELL_BONUSES: usize = HEIGHT as usize * HALF;
/// The number of columns from the centre to one edge, both included.
const HALF: usize = WIDTH as usize / 2 + 1;
/// The number of weights for one player, alpha class and phase.
const EACH: usize = FIELDS + CELL_BONUSES;
/// The total number of weights.
pub(crate) const WEIGHTS: usize = PLAYERS * ALPHA_CLASSES * PHASES * EACH;
/// The least bonus of a cell.
const LEAST_BONUS: i16 = -99;
/// The greatest bonus of a cell: a bonus is stored in a byte, as its distance from the least.
const MOST_BONUS: i16 = LEAST_BONUS + u8::MAX as i16;

/// The weights built into the program, as numbers.
pub(crate) static BUILT_IN_WEIGHTS: [i16; WEIGHTS] =
    WeightReader(include_bytes!("weights.bin")).row();

/// The weights of each player, alpha class and phase.
#[derive(Debug, Clone)]
pub(crate) struct WeightSets([[[Weights; PHASES]; ALPHA_CLASSES]; PLAYERS]);

static BUILT_IN: WeightSets = WeightSets::new(&BUILT_IN_WEIGHTS);

/// Returns the class of a node searched with `alpha`.
#[inline]
pub(crate) fn alpha_class(alpha: i8) -> usize {
    usize::from(alpha.clamp(LATE_LOSS, EARLY_WIN).abs_diff(LATE_LOSS))
}

impl WeightSets {
    /// Returns the weights built into the program.
    pub(crate) fn built_in() -> &'static WeightSets {
        &BUILT_IN
    }

    /// Creates weights from their numbers. A number out of range counts as the nearest in range.
    pub(crate) const fn new(numbers: &[i16; WEIGHTS]) -> WeightSets {
        let mut sets = [[[Weights::new(numbers, 0); PHASES]; ALPHA_CLASSES]; PLAYERS];
        let mut index = 0;
        while index < PLAYERS * ALPHA_CLASSES * PHASES {
            let player = index / (ALPHA_CLASSES * PHASES);
            let alpha_class = index / PHASES % ALPHA_CLASSES;
            sets[player][alpha_class][index % PHASES] = Weights::new(numbers, index * EACH);
            index += 1;
        }
        WeightSets(sets)
    }

    /// Returns the weights of a node with `stones` stones, searched with `alpha`.
    #[inline]
    pub(crate) fn of(&self, stones: u8, alpha: i8) -> &Weights {
        let mut phase = 0;
        for start in PHASE_STARTS {
            phase += usize::from(stones >= start);
        }
        &self.0[usize::from(stones % 2)][alpha_class(alpha)][phase]
    }
}

impl Weights {
    /// Reads the weights whose numbers begin at `begin`.
    const fn new(numbers: &[i16; WEIGHTS], begin: usize) -> Weights {
        Weights {
            forcing: numbers[begin + 1] as i64,
            threat_above_playable: numbers[begin + 2] as i64,
            threat_two_above: numbers[begin + 3] as i64,
            threat_anywhere: numbers[begin + 4] as i64,
            on_own_stone: numbers[begin + 5] as i64,
            replies: numbers[begin + 6] as i64,
            hints: [
                numbers[begin] as i64,
                numbers[begin + 7] as i64,
                numbers[begin + 8] as i64,
                numbers[begin + 9] as i64,
            ],
            refutation: within(numbers[begin + 10], 0, i16::MAX) as i64,
            cell_table: cell_table(numbers, begin + FIELDS),
        }
    }
}

/// Returns the cell table of the bonuses that begin at `begin`.
const fn cell_table(numbers: &[i16; WEIGHTS], begin: usize) -> U64x8 {
    let mut table = U64x8::ZERO;
    let mut lane = 0;
    while lane < CENTRE_FIRST.len() {
        let from_centre = CENTRE_FIRST[lane].abs_diff(WIDTH / 2) as usize;
        let mut row = 0;
        while row < HEIGHT as usize {
            let bonus = numbers[begin + row * HALF + from_centre];
            let bonus = within(bonus, LEAST_BONUS, MOST_BONUS).abs_diff(LEAST_BONUS);
            row += 1;
            table.0[lane] |= (bonus as u64) << (row * 8);
        }
        lane += 1;
    }
    table
}

/// Returns the number in `least..=most` that is nearest to `number`.
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
    use super::super::move_score;
    use super::*;
    use crate::game::bitboard::{BOTTOM, column_mask};

    #[test]
    fn every_cell_has_the_bonus_of_its_row_and_column() {
        for (stones, alpha, player, alpha_class, phase) in [
            (8, -5, 0, 0, 0),
            (15, -1, 1, 1, 0),
            (16, 0, 0, 2, 1),
            (21, 0, 1, 2, 1),
            (22, 7, 0, 3, 2),
            (27, -2, 1, 0, 3),
        ] {
            let weights = WeightSets::built_in().of(stones, alpha);
            let begin = ((player * ALPHA_CLASSES + alpha_class) * PHASES + phase) * EACH + FIELDS;
            let bonuses = &BUILT_IN_WEIGHTS[begin..begin + CELL_BONUSES];
            for row in 0..HEIGHT {
                for (lane, column) in CENTRE_FIRST.into_iter().enumerate() {
                    let columns = column_mask(column);
                    let cell = columns & BOTTOM << row;
                    let found = move_score::cell_bonus(cell, columns, weights.cell_table.0[lane]);
                    let expected =
                        bonuses[usize::from(row) * HALF + usize::from(column.abs_diff(3))];
                    assert_eq!(found, u64::from(expected.abs_diff(LEAST_BONUS)), "{cell:x}");
                }
            }
        }
    }

    #[test]
    fn each_alpha_class_has_weights_of_its_own_and_far_values_count_like_near_ones() {
        let far = |alpha| std::ptr::from_ref(WeightSets::built_in().of(20, alpha));
        assert_eq!(far(-2), far(-17));
        assert_eq!(far(1), far(17));
        let all = [-2, -1, 0, 1].map(far);
        for (index, one) in all.iter().enumerate() {
            assert!(!all[..index].contains(one), "alpha class {index}");
        }
    }

    #[test]
    fn a_number_out_of_range_counts_as_the_nearest_in_range() {
        // The last numbers are those of the second player, of an early win, in the last phase.
        let last = |at: usize, number| {
            let mut numbers = BUILT_IN_WEIGHTS;
            numbers[WEIGHTS - at] = number;
            let sets = WeightSets::new(&numbers);
            let weights = sets.of(41, 9);
            (weights.refutation, weights.cell_table.0[5] >> 48)
        };
        let (refutation, cell) = (CELL_BONUSES + 1, 1);
        assert_eq!(last(refutation, 5).0, 5);
        assert_eq!(last(refutation, -5).0, 0);
        for (number, bonus) in [(-99, 0), (-100, 0), (156, 255), (i16::MAX, 255)] {
            assert_eq!(last(cell, number).1, bonus);
        }
    }
}
