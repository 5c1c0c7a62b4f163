//! Fits the network by gradient descent with momentum (Adam, by Kingma and Ba) on the squared error
//! of the outcome. The expected outcome is `tanh` of the value.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "training does not need exact numbers"
)]

use claimeven::solver::training::{EVAL_UNITS as UNITS, EvalInput, PLANES};
use trainers::descent::Descent;
use trainers::random::Random;
use trainers::units::{self, PLACES};

use crate::games::Sample;

/// The number of rows of weights into the units: the cells of each kind, the side to move, and the
/// biases.
const ROWS: usize = PLANES * PLACES + 2;
const FIRST_TO_MOVE: usize = PLANES * PLACES;
const BEGIN: usize = FIRST_TO_MOVE + 1;
/// The weights of the units in the value come after these rows, and the bias of the value comes
/// last.
const OUT: usize = ROWS * UNITS;
const MIDDLE: usize = OUT + UNITS;
const WEIGHTS: usize = MIDDLE + 1;

const DESCENT: Descent = Descent {
    epochs: 20,
    batch: 256,
    rate: 0.003,
    decay: 0.0,
    averaged: 0.0,
};
/// The whole number that stands for a weight of one.
const ONE: f32 = 256.0;

/// Fits the weights of a network to samples, and calls `watch` with them after every epoch.
pub(crate) fn fit(mut samples: Vec<Sample>, watch: impl Fn(usize, &[f32])) -> Vec<f32> {
    let mut dice = Random(0);
    let mut weights: Vec<f32> = (0..WEIGHTS).map(|_| dice.within(0.15)).collect();
    weights[BEGIN * UNITS..OUT].fill(0.0);
    weights[OUT..MIDDLE].fill_with(|| dice.within(0.25));
    weights[MIDDLE] = 0.0;
    let learn = |_: &mut Random, weights: &[f32], sample: &Sample, gradient: &mut [f32]| {
        learn(weights, sample, gradient);
    };
    DESCENT.fit(&mut dice, &mut samples, weights, learn, watch)
}

/// Returns the rows whose sum is that of the units.
fn rows(inputs: &EvalInput) -> Vec<usize> {
    let first_to_move = inputs.first_to_move.then_some(FIRST_TO_MOVE);
    let cells = units::rows_of(inputs.cells);
    [BEGIN]
        .into_iter()
        .chain(cells)
        .chain(first_to_move)
        .collect()
}

fn value(weights: &[f32], inputs: &EvalInput) -> f32 {
    let both = [*inputs, inputs.mirror()].map(|inputs| {
        let units: [f32; UNITS] = units::sums(weights, &rows(&inputs));
        units::weighted(&units, &weights[OUT..MIDDLE])
    });
    weights[MIDDLE] + both[0] + both[1]
}

/// Adds the part of a sample to the gradient.
fn learn(weights: &[f32], sample: &Sample, gradient: &mut [f32]) {
    let expected = value(weights, &sample.inputs).tanh();
    let slope = 2.0 * (expected - sample.outcome) * (1.0 - expected * expected);
    gradient[MIDDLE] += slope;
    for inputs in [sample.inputs, sample.inputs.mirror()] {
        let rows = rows(&inputs);
        let units: [f32; UNITS] = units::sums(weights, &rows);
        let mut inner = [0.0; UNITS];
        units::learn(
            &units,
            &weights[OUT..],
            slope,
            &mut gradient[OUT..],
            &mut inner,
        );
        units::add(gradient, &rows, &inner);
    }
}

/// Returns the part of the decided samples whose winner the value predicts.
pub(crate) fn predicted(weights: &[f32], samples: &[Sample]) -> f32 {
    let decided = samples.iter().filter(|sample| sample.outcome != 0.0);
    let right = |sample: &Sample| (value(weights, &sample.inputs) > 0.0) == (sample.outcome > 0.0);
    let right: Vec<bool> = decided.map(right).collect();
    right.iter().filter(|&&right| right).count() as f32 / right.len() as f32
}

/// Returns the weights in the format that `network.rs` of the engine reads.
pub(crate) fn bytes(weights: &[f32]) -> Vec<u8> {
    let (weights, middle) = weights.split_at(MIDDLE);
    let whole = weights.iter().map(|weight| (weight * ONE).round() as i16);
    let mut bytes: Vec<u8> = whole.flat_map(i16::to_le_bytes).collect();
    let middle = (middle[0] * ONE * ONE).round() as i32;
    bytes.extend(middle.to_le_bytes());
    bytes
}
