//! The evaluation of a player: the value of a network, plus noise.
//!
//! The network is a frozen copy of the one in `solver::eval`, which describes it and the format of
//! its weights. It sees only the winning cells that the player is aware of.

use crate::game::bitboard::{self, STRIDE, WIDTH};
use crate::game::random::Random;
use crate::game::{Position, Side};

/// The largest evaluation. Wins and losses that a player sees lie beyond.
pub(super) const LARGEST: i32 = 950;

const UNITS: usize = 32;
const PLANES: usize = 5;
const BITS: usize = STRIDE as usize * WIDTH as usize;
/// The largest value of a unit. It also represents a weight of 1.
const ONE: i16 = 256;
/// The evaluation for a network value of 1.
const SCALE: i32 = 200;
/// Boards with at most this many stones have their own network.
const OPENING_STONES: u8 = 12;

type Row = [i16; UNITS];

struct Network {
    rows: [[Row; BITS]; PLANES],
    first_to_move: Row,
    biases: Row,
    out: Row,
    bias: i32,
}

static OPENING: Network = read(include_bytes!("opening.bin"));
static LATER: Network = read(include_bytes!("later.bin"));

const fn read(file: &[u8]) -> Network {
    let (weights, bias) = file.as_chunks::<{ 2 * UNITS }>();
    let mut rows = [[[0; UNITS]; BITS]; PLANES];
    let mut at = 0;
    while at < PLANES * BITS {
        rows[at / BITS][at % BITS] = row(&weights[at]);
        at += 1;
    }
    let Some(bias) = bias.first_chunk() else {
        panic!("expected the bias of the value");
    };
    Network {
        rows,
        first_to_move: row(&weights[at]),
        biases: row(&weights[at + 1]),
        out: row(&weights[at + 2]),
        bias: i32::from_le_bytes(*bias),
    }
}

const fn row(bytes: &[u8; 2 * UNITS]) -> Row {
    let mut row = [0; UNITS];
    let mut unit = 0;
    while unit < UNITS {
        row[unit] = i16::from_le_bytes([bytes[2 * unit], bytes[2 * unit + 1]]);
        unit += 1;
    }
    row
}

impl Network {
    /// Returns the value for the first player: half the logarithm of the odds of winning, in units
    /// of `ONE * ONE`.
    fn value(&self, planes: [u64; PLANES], first_to_move: bool) -> i32 {
        let mirrored = planes.map(bitboard::mirror);
        self.bias + self.half(planes, first_to_move) + self.half(mirrored, first_to_move)
    }

    fn half(&self, planes: [u64; PLANES], first_to_move: bool) -> i32 {
        let mut sums = self.biases;
        if first_to_move {
            add(&mut sums, &self.first_to_move);
        }
        for (plane, rows) in self.rows.iter().enumerate() {
            let mut cells = planes[plane];
            while cells != 0 {
                add(&mut sums, &rows[cells.trailing_zeros() as usize]);
                cells &= cells - 1;
            }
        }
        let weighed = sums.iter().zip(&self.out);
        weighed
            .map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight))
            .sum()
    }
}

#[inline]
fn add(sums: &mut Row, row: &Row) {
    // The compiler calls functions of iterators here, which takes a third of the search.
    for unit in 0..UNITS {
        sums[unit] += row[unit];
    }
}

/// Returns the evaluation for the side to move: a hundred times the logarithm of the odds of
/// winning, within [`LARGEST`]. `wins` are the winning cells of the side to move and of the opponent
/// that the player is aware of. `noise` is the standard deviation of the noise.
pub(super) fn evaluate(position: &Position, wins: [u64; 2], noise: i32, seed: u64) -> i32 {
    let network = if position.stones() <= OPENING_STONES {
        &OPENING
    } else {
        &LATER
    };
    let first_to_move = position.side_to_move() == Side::First;
    let [own, others] = if first_to_move { [0, 1] } else { [1, 0] };
    let stones = [position.mover(), position.opponent()];
    let playable = bitboard::playable(position.mask());
    let planes = [
        stones[own],
        stones[others],
        wins[own],
        wins[others],
        playable,
    ];
    let value = network.value(planes, first_to_move) * SCALE / (i32::from(ONE) * i32::from(ONE));
    let value = value + noise_of(position, seed) * noise / 256;
    let value = value.clamp(-LARGEST, LARGEST);
    if first_to_move { value } else { -value }
}

/// Returns a number of a triangular distribution for a position and a seed, with mean 0 and standard
/// deviation 256.
fn noise_of(position: &Position, seed: u64) -> i32 {
    let mut random = Random(seed ^ position.key().rotate_left(32));
    // The sum of two uniform numbers has a variance of (2 * 627^2 - 1) / 12.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "below 627"
    )]
    let mut uniform = || random.below(627) as i32;
    uniform() + uniform() - 626
}
