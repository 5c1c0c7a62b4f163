//! Random numbers, the same on every machine (`SplitMix64` by Sebastiano Vigna, in the public
//! domain), and random moves. The trainers keep this generator, because the files that they made
//! depend on its numbers.

use std::ops::RangeInclusive;

use claimeven::game::{Column, Columns, Position};

/// A stream of random numbers that follows from its seed.
#[derive(Debug, Clone)]
pub struct Random(pub u64);

impl Random {
    /// Returns the next number.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number that is at least 0 and below 1.
    #[expect(clippy::cast_precision_loss, reason = "24 bits")]
    pub fn fraction(&mut self) -> f32 {
        (self.next_u64() >> 40) as f32 / (1_u64 << 24) as f32
    }

    /// Returns a number between `-most` and `most`.
    pub fn within(&mut self, most: f32) -> f32 {
        (2.0 * self.fraction() - 1.0) * most
    }

    /// Returns a number below `bound`, which must be small.
    ///
    /// # Panics
    /// Panics if `bound` is zero.
    #[expect(clippy::cast_possible_truncation, reason = "below the bound")]
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }

    /// Returns a number in a small range.
    pub fn between(&mut self, range: &RangeInclusive<usize>) -> usize {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// Shuffles some samples.
    pub fn shuffle<T>(&mut self, samples: &mut [T]) {
        for last in (1..samples.len()).rev() {
            samples.swap(last, self.below(last + 1));
        }
    }

    /// Chooses one of some columns.
    ///
    /// # Panics
    /// Panics if there are no columns.
    pub fn choose(&mut self, columns: Columns) -> Column {
        let column = columns.iter().nth(self.below(columns.len()));
        column.expect("the number is below that of the columns")
    }

    /// Plays `length` random moves. Returns `None` if one of them ends the game.
    pub fn opening(&mut self, length: usize) -> Option<Position> {
        (0..length).try_fold(Position::EMPTY, |position, _| {
            let column = self.choose(position.legal_columns());
            (!position.wins(column)).then(|| position.play(column))
        })
    }
}
