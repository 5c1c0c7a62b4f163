//! Gradient descent with momentum (Adam, by Kingma and Ba).

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "training does not need exact numbers"
)]

use crate::random::Random;

/// A way to descend.
#[derive(Debug, Clone, Copy)]
pub struct Descent {
    /// The number of passes over all samples.
    pub epochs: usize,
    /// The number of samples of a step.
    pub batch: usize,
    /// The rate at first. It falls to zero over all steps.
    pub rate: f32,
    /// The part of a weight that is added to its slope.
    pub decay: f32,
    /// The part of the steps, the last ones, over which the mean of the weights is taken.
    pub averaged: f32,
}

impl Descent {
    const FORGETTING: [f32; 2] = [0.9, 0.999];

    /// Fits weights to samples. `learn` adds the part of a sample to the gradient. Calls `watch`
    /// with the weights, or their mean, after every epoch. Returns the last of these.
    pub fn fit<S>(
        &self,
        dice: &mut Random,
        samples: &mut [S],
        mut weights: Vec<f32>,
        learn: impl Fn(&mut Random, &[f32], &S, &mut [f32]),
        watch: impl Fn(usize, &[f32]),
    ) -> Vec<f32> {
        let batches = samples.len() / self.batch;
        let steps = batches * self.epochs;
        let mut moments = vec![[0.0; 2]; weights.len()];
        let (mut mean, mut averaged) = (vec![0.0; weights.len()], 0.0);
        for epoch in 1..=self.epochs {
            dice.shuffle(samples);
            for (at, batch) in samples.chunks_exact(self.batch).enumerate() {
                let mut gradient = vec![0.0; weights.len()];
                for sample in batch {
                    learn(dice, &weights, sample, &mut gradient);
                }
                for (slope, weight) in gradient.iter_mut().zip(&weights) {
                    *slope = *slope / self.batch as f32 + self.decay * weight;
                }
                let done = (epoch - 1) * batches + at;
                let rate = self.rate * (1.0 - (done + 1) as f32 / steps as f32).max(0.01);
                step(&mut weights, &gradient, &mut moments, rate, done + 1);
                if done as f32 >= (1.0 - self.averaged) * steps as f32 {
                    averaged += 1.0;
                    for (mean, weight) in mean.iter_mut().zip(&weights) {
                        *mean += (weight - *mean) / averaged;
                    }
                }
            }
            watch(epoch, if averaged > 0.0 { &mean } else { &weights });
        }
        if averaged > 0.0 { mean } else { weights }
    }
}

/// Makes step number `number`, counted from 1, down a gradient. `moments` are the recent means of
/// each slope and of its square.
fn step(weights: &mut [f32], gradient: &[f32], moments: &mut [[f32; 2]], rate: f32, number: usize) {
    let [first, second] = Descent::FORGETTING;
    let begun = [first, second].map(|kept| 1.0 - kept.powi(number as i32));
    for ((weight, gradient), [mean, square]) in weights.iter_mut().zip(gradient).zip(moments) {
        *mean += (1.0 - first) * (gradient - *mean);
        *square += (1.0 - second) * (gradient * gradient - *square);
        *weight -= rate * (*mean / begun[0]) / ((*square / begun[1]).sqrt() + 1e-8);
    }
}
