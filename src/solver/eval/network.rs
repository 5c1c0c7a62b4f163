//! The evaluation network: guesses the outcome of a position.
//!
//! Its inputs are bits, one for each plane and cell. So the sums of its one hidden layer
//! are sums of rows of weights, one for each bit that is set. A position and its mirror image go
//! through the same units one after the other and count alike, so both have the same value. All
//! arithmetic is in whole numbers: every machine finds the same value.
//!
//! There are two sets of weights: `opening.bin` for boards of up to [`OPENING_STONES`] stones,
//! whose outcomes the book tells, and `network.bin` for all later ones. In both files
//! the weights are little-endian `i16` but for the last:
//!
//! | Count | What |
//! |-|-|
//! | 5 x 49 x [`UNITS`] | for each plane, each bit of the board, each unit its weight |
//! | [`UNITS`] | weights of the input "the first player is to move" |
//! | [`UNITS`] | the units' biases |
//! | [`UNITS`] | weights of the units in the value |
//! | 1 `i32` | the bias of the value |
//!
//! The trainer `estimate` made them: it plays games, solves positions of them or looks them up and
//! fits the network to the outcomes. (The weights for later boards were trained on boards of
//! 13 stones and more. They name the winner of random boards of two stones no better than chance, of
//! eight stones in 81 of 100 cases.)

use super::inputs::{Inputs, PLANES};
use super::rows::{add_row, add_rows, read_i16s};
use crate::game::bitboard::{STRIDE, WIDTH};

/// Units of the hidden layer.
pub(crate) const UNITS: usize = 32;
/// Bits of a board.
const PLACES: usize = STRIDE as usize * WIDTH as usize;
/// A unit's greatest value, a weight of one; the least is 0.
const ONE: i16 = 256;

type Row = [i16; UNITS];

/// The weights.
pub(super) struct Network {
    rows: [[Row; PLACES]; PLANES],
    first_to_move: Row,
    biases: Row,
    out: Row,
    bias: i32,
}

/// Boards of so many stones or fewer are the opening: those in the book of the program.
pub(crate) const OPENING_STONES: u8 = 12;

/// The network for the opening.
static OPENING: Network = read(include_bytes!("opening.bin"));
/// The network for what follows.
pub(super) static LATER: Network = read(include_bytes!("network.bin"));

const ROW_BYTES: usize = 2 * UNITS;
const BYTES: usize = ROW_BYTES * (PLANES * PLACES + 3) + 4;

const fn read(bytes: &[u8; BYTES]) -> Network {
    let mut rows = [[[0; UNITS]; PLACES]; PLANES];
    let mut at = 0;
    while at < PLANES * PLACES {
        rows[at / PLACES][at % PLACES] = read_i16s(bytes, at * ROW_BYTES);
        at += 1;
    }
    let end = at * ROW_BYTES + 3 * ROW_BYTES;
    let last = [bytes[end], bytes[end + 1], bytes[end + 2], bytes[end + 3]];
    Network {
        rows,
        first_to_move: read_i16s(bytes, at * ROW_BYTES),
        biases: read_i16s(bytes, (at + 1) * ROW_BYTES),
        out: read_i16s(bytes, (at + 2) * ROW_BYTES),
        bias: i32::from_le_bytes(last),
    }
}

impl Network {
    /// The network for boards of so many stones.
    pub(super) fn of(stones: u8) -> &'static Network {
        if stones <= OPENING_STONES {
            &OPENING
        } else {
            &LATER
        }
    }

    /// The value of a position for the first player: half the logarithm of the odds, in units of
    /// [`Network::UNIT`].
    pub(super) fn value(&self, inputs: &Inputs) -> i32 {
        self.bias + self.half(inputs) + self.half(&inputs.mirror())
    }

    /// The unit of values.
    pub(super) const UNIT: i32 = (ONE as i32) * (ONE as i32);

    /// What the units say of the position as it stands.
    fn half(&self, inputs: &Inputs) -> i32 {
        let mut sums = self.biases;
        if inputs.first_to_move {
            add_row(&mut sums, &self.first_to_move);
        }
        for (&cells, rows) in inputs.cells.iter().zip(&self.rows) {
            add_rows(&mut sums, rows, cells);
        }
        let values = sums.iter().map(|sum| i32::from((*sum).clamp(0, ONE)));
        let weighed = values
            .zip(&self.out)
            .map(|(value, &out)| value * i32::from(out));
        weighed.sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The greatest sum of a unit, or with a `sign` of -1 the least, negated.
    fn extreme(network: &Network, unit: usize, sign: i32) -> i32 {
        let part = |row: &Row| (sign * i32::from(row[unit])).max(0);
        let [first, second, others @ ..] = &network.rows;
        // Of two kinds of stones a cell holds one, of the other kinds it may hold all.
        let stones = first.iter().zip(second);
        let stones = stones.map(|(first, second)| part(first).max(part(second)));
        let others = others.iter().flatten().map(part);
        let always = [&network.biases, &network.first_to_move].map(part);
        stones.chain(others).chain(always).sum()
    }

    #[test]
    fn no_sum_of_a_unit_overflows() {
        for network in [&OPENING, &LATER] {
            for (unit, sign) in (0..UNITS).flat_map(|unit| [(unit, 1), (unit, -1)]) {
                let most = extreme(network, unit, sign);
                assert!(most <= i32::from(i16::MAX), "{unit}: {most}");
            }
        }
    }
}
