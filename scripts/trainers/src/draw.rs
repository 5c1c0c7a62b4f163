//! Random draws for training.

#![expect(
    clippy::cast_precision_loss,
    reason = "training does not need exact numbers"
)]

use crate::random::Random;

/// Returns a random number between `-most` and `most`.
pub fn within(dice: &mut Random, most: f32) -> f32 {
    let part = (dice.next_u64() >> 40) as f32 / (1_u64 << 24) as f32;
    (2.0 * part - 1.0) * most
}

/// Shuffles some samples.
pub fn shuffle<T>(dice: &mut Random, samples: &mut [T]) {
    for last in (1..samples.len()).rev() {
        samples.swap(last, dice.below(last + 1));
    }
}
