//! Random draws for training.

use crate::random::Random;

/// Returns a random number between `-most` and `most`.
pub fn within(dice: &mut Random, most: f32) -> f32 {
    (2.0 * dice.fraction() - 1.0) * most
}

/// Shuffles some samples.
pub fn shuffle<T>(dice: &mut Random, samples: &mut [T]) {
    for last in (1..samples.len()).rev() {
        samples.swap(last, dice.below(last + 1));
    }
}
