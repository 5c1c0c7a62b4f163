//! Fits the network by gradient descent with momentum (Adam, by Kingma and Ba) on the squared error
//! of the outcome. The expected outcome is `tanh` of the value.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "training does not need exact numbers"
)]

use claimeven::solver::training::{EVAL_UNITS as UNITS, EvalInput, PLANES};
use trainers::descent::Descent;
use trainers::draw::{shuffle, within};
use trainers::random::Random;

use crate::games::Sample;

const PLACES: usize = 49;
const KINDS: usize = PLANES;
/// The number of rows of weights into the units: the cells of each kind, the side to move, and the
/// biases.
const ROWS: usize = KINDS * PLACES + 2;
const FIRST_TO_MOVE: usize = KINDS * PLACES;
const BEGIN: usize = FIRST_TO_MOVE + 1;
/// The weights of the units in the value come after these rows, and the bias of the value comes
/// last.
const OUT: usize = ROWS * UNITS;
const MIDDLE: usize = OUT + UNITS;
const WEIGHTS: usize = MIDDLE + 1;

const EPOCHS: usize = 20;
const BATCH: usize = 256;
const RATE: f32 = 0.003;
/// The whole number that stands for a weight of one.
const ONE: f32 = 256.0;

pub(crate) struct Network(Vec<f32>);

/// Fits a network to samples, and calls `watch` with it after every epoch.
pub(crate) fn fit(mut samples: Vec<Sample>, watch: impl Fn(usize, &Network)) -> Network {
    let mut dice = Random(0);
    let mut network = Network::random(&mut dice);
    let mut descent = Descent::new(WEIGHTS, RATE, samples.len() / BATCH * EPOCHS);
    for epoch in 1..=EPOCHS {
        shuffle(&mut dice, &mut samples);
        for batch in samples.chunks_exact(BATCH) {
            let mut gradient = vec![0.0; WEIGHTS];
            for sample in batch {
                network.learn(sample, &mut gradient);
            }
            for slope in &mut gradient {
                *slope /= BATCH as f32;
            }
            descent.step(&mut network.0, &gradient);
        }
        watch(epoch, &network);
    }
    network
}

impl Network {
    fn random(dice: &mut Random) -> Network {
        let mut within = |most| within(dice, most);
        let mut weights: Vec<f32> = (0..WEIGHTS).map(|_| within(0.15)).collect();
        weights[BEGIN * UNITS..OUT].fill(0.0);
        weights[OUT..MIDDLE].fill_with(|| within(0.25));
        weights[MIDDLE] = 0.0;
        Network(weights)
    }

    /// Returns the rows whose sum is that of the units.
    fn rows(inputs: &EvalInput) -> Vec<usize> {
        let mut rows = vec![BEGIN];
        for (kind, &cells) in inputs.cells.iter().enumerate() {
            let places = (0..PLACES).filter(|place| cells >> place & 1 != 0);
            rows.extend(places.map(|place| kind * PLACES + place));
        }
        if inputs.first_to_move {
            rows.push(FIRST_TO_MOVE);
        }
        rows
    }

    fn units(&self, rows: &[usize]) -> [f32; UNITS] {
        let mut units = [0.0; UNITS];
        for row in rows {
            let weights = &self.0[row * UNITS..(row + 1) * UNITS];
            for (unit, weight) in units.iter_mut().zip(weights) {
                *unit += weight;
            }
        }
        units
    }

    fn out(&self, units: &[f32; UNITS]) -> f32 {
        let open = units.iter().map(|unit| unit.clamp(0.0, 1.0));
        open.zip(&self.0[OUT..MIDDLE])
            .map(|(open, weight)| open * weight)
            .sum()
    }

    fn value(&self, inputs: &EvalInput) -> f32 {
        let seen = |inputs: &EvalInput| self.out(&self.units(&Network::rows(inputs)));
        self.0[MIDDLE] + seen(inputs) + seen(&inputs.mirror())
    }

    /// Adds the part of a sample to the gradient.
    fn learn(&self, sample: &Sample, gradient: &mut [f32]) {
        let both = [sample.inputs, sample.inputs.mirror()].map(|inputs| {
            let rows = Network::rows(&inputs);
            let units = self.units(&rows);
            (rows, units)
        });
        let value = self.0[MIDDLE] + both.iter().map(|(_, units)| self.out(units)).sum::<f32>();
        let expected = value.tanh();
        let slope = 2.0 * (expected - sample.outcome) * (1.0 - expected * expected);
        gradient[MIDDLE] += slope;
        for (rows, units) in &both {
            let mut inner = [0.0; UNITS];
            for (unit, &sum) in units.iter().enumerate() {
                gradient[OUT + unit] += slope * sum.clamp(0.0, 1.0);
                if sum > 0.0 && sum < 1.0 {
                    inner[unit] = slope * self.0[OUT + unit];
                }
            }
            for row in rows {
                let weights = &mut gradient[row * UNITS..(row + 1) * UNITS];
                for (weight, inner) in weights.iter_mut().zip(&inner) {
                    *weight += inner;
                }
            }
        }
    }

    /// Returns the part of the decided samples whose winner the value predicts.
    pub(crate) fn predicted(&self, samples: &[Sample]) -> f32 {
        let decided = samples.iter().filter(|sample| sample.outcome != 0.0);
        let right = |sample: &Sample| (self.value(&sample.inputs) > 0.0) == (sample.outcome > 0.0);
        let right: Vec<bool> = decided.map(right).collect();
        right.iter().filter(|&&right| right).count() as f32 / right.len() as f32
    }

    /// Returns the weights in the format that `network.rs` of the engine reads.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (weights, middle) = self.0.split_at(MIDDLE);
        let whole = weights.iter().map(|weight| (weight * ONE).round() as i16);
        let mut bytes: Vec<u8> = whole.flat_map(i16::to_le_bytes).collect();
        let middle = (middle[0] * ONE * ONE).round() as i32;
        bytes.extend(middle.to_le_bytes());
        bytes
    }
}
