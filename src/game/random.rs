//! Random numbers, the same on every machine (`SplitMix64` by Sebastiano Vigna,
//! in the public domain).

/// A stream of random numbers, determined by its seed.
#[derive(Debug, Clone)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns the next number of 64 random bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`. All numbers are about equally likely if `bound` is small.
    #[expect(clippy::cast_possible_truncation, reason = "below the bound")]
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Returns the number of random cases for a test: `usual`, multiplied by the environment variable
/// `CLAIMEVEN_TEST_CASES` if it is set.
#[cfg(test)]
pub(crate) fn cases(usual: usize) -> usize {
    let factor = std::env::var("CLAIMEVEN_TEST_CASES").map(|text| text.parse::<usize>());
    usual
        * factor.map_or(1, |factor| {
            factor.expect("CLAIMEVEN_TEST_CASES is a whole number")
        })
}
