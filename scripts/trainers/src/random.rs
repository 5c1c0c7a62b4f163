//! Random numbers, the same on every machine (`SplitMix64` by Sebastiano Vigna, in the public
//! domain). The trainers keep this generator, because the files that they made depend on its
//! numbers.

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

    /// Returns a number below `bound`, which must be small.
    ///
    /// # Panics
    /// Panics if `bound` is zero.
    #[expect(clippy::cast_possible_truncation, reason = "below the bound")]
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next_u64() % bound as u64) as usize
    }
}
