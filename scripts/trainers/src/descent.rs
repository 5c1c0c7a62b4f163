//! Gradient descent with momentum (Adam, by Kingma and Ba).

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_precision_loss,
    reason = "training does not need exact numbers"
)]

/// Adam with a rate that falls to zero over a number of steps.
#[derive(Debug)]
pub struct Descent {
    rate: f32,
    steps: usize,
    done: usize,
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Descent {
    const FORGETTING: [f32; 2] = [0.9, 0.999];

    /// Creates the descent of `weights` weights, with `rate` at first, over `steps` steps.
    #[must_use]
    pub fn new(weights: usize, rate: f32, steps: usize) -> Descent {
        Descent {
            rate,
            steps,
            done: 0,
            mean: vec![0.0; weights],
            square: vec![0.0; weights],
        }
    }

    /// Makes one step down the mean gradient of a batch.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32]) {
        self.done += 1;
        let rate = self.rate * (1.0 - self.done as f32 / self.steps as f32).max(0.01);
        let [first, second] = Descent::FORGETTING;
        let begun = [first, second].map(|kept| 1.0 - kept.powi(self.done as i32));
        let states = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, gradient), (mean, square)) in weights.iter_mut().zip(gradient).zip(states) {
            *mean += (1.0 - first) * (gradient - *mean);
            *square += (1.0 - second) * (gradient * gradient - *square);
            *weight -= rate * (*mean / begun[0]) / ((*square / begun[1]).sqrt() + 1e-8);
        }
    }
}
