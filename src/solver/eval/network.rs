//! The evaluation network: guesses the outcome of a position.
//!
//! Its inputs are bits, one for each plane and cell. Therefore the sums of its one hidden layer are
//! sums of rows of weights, one row for each bit that is set. A position and its mirror image go
//! through the same units one after the other and count alike, so both have the same value. All
//! arithmetic is in whole numbers: every machine computes the same value.
//!
//! There are two sets of weights: `opening.bin` for boards of up to [`OPENING_STONES`] stones,
//! whose outcomes are in the book, and `network.bin` for all later boards. Both files contain
//! little-endian `i16`, except for the last number:
//!
//! | Count | Weights |
//! |-|-|
//! | 5 x 49 x [`UNITS`] | for each plane and each bit of the board, one per unit |
//! | [`UNITS`] | of the input "the first player is to move" |
//! | [`UNITS`] | the units' biases |
//! | [`UNITS`] | of each unit, in the sum that gives the value |
//! | 1 `i32` | the bias of the value |
//!
//! The trainer `estimate` made them: it plays games, solves their positions or looks them up, and
//! fits the network to the outcomes. (The weights for later boards were trained on boards of 13
//! stones and more. For random boards of eight stones they name the right winner in 81 of 100
//! cases. For boards of two stones they do no better than chance.)

use super::inputs::EvalInput;
use super::layer::{ONE, Rows, WeightReader, add_row, units};
use crate::solver::simd::dot;

/// Units of the hidden layer.
pub(crate) const UNITS: usize = 32;

type Row = [i16; UNITS];

/// The weights of a network.
pub(crate) struct Network {
    rows: Rows<UNITS>,
    first_to_move: Row,
    biases: Row,
    out: Row,
    bias: i32,
}

/// Boards with at most this many stones use the network for the opening. The number is the ply of
/// the built-in book.
pub(crate) const OPENING_STONES: u8 = 12;

/// The network for the opening.
static OPENING: Network = Network::read(include_bytes!("opening.bin"));
/// The network for all later boards.
pub(super) static LATER: Network = Network::read(include_bytes!("network.bin"));

impl Network {
    /// The number that represents a value of 1.
    pub(crate) const UNIT: i32 = (ONE as i32) * (ONE as i32);

    /// Reads a file of weights.
    pub(crate) const fn read(bytes: &[u8]) -> Network {
        let mut reader = WeightReader(bytes);
        Network {
            rows: reader.rows(),
            first_to_move: reader.row(),
            biases: reader.row(),
            out: reader.row(),
            bias: reader.i32(),
        }
    }

    /// Returns the network for boards of `stones` stones.
    pub(super) fn of(stones: u8) -> &'static Network {
        if stones <= OPENING_STONES {
            &OPENING
        } else {
            &LATER
        }
    }

    /// Returns the value of a position for the first player: half the logarithm of the odds, in
    /// units of [`Network::UNIT`].
    pub(crate) fn value(&self, inputs: &EvalInput) -> i32 {
        self.bias + self.half(inputs) + self.half(&inputs.mirror())
    }

    /// Returns the part of the value that comes from one of the two mirror images.
    fn half(&self, inputs: &EvalInput) -> i32 {
        let mut sums = self.biases;
        if inputs.first_to_move {
            add_row(&mut sums, &self.first_to_move);
        }
        let values = units(sums, &self.rows, inputs.cells);
        dot(&values, &self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::layer::PLACES;
    use super::*;

    /// Returns the greatest sum that a unit can reach. With a `sign` of -1, returns the negative of
    /// the least one.
    fn extreme(network: &Network, unit: usize, sign: i32) -> i32 {
        let part = |row: &Row| (sign * i32::from(row[unit])).max(0);
        let (planes, _) = network.rows.as_chunks::<PLACES>();
        let [first, second, others @ ..] = planes else {
            panic!("there are five planes");
        };
        // A cell has a stone of one player at most; it may be set in all other planes.
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
