//! The two modes of a solver.

/// The mode of a solver: the part of a value that it must prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// Win, draw or loss, and the distance to the end of the game.
    #[default]
    Strong,
    /// Only win, draw or loss.
    Weak,
}

impl Mode {
    /// Returns the word for the mode in options and records.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Mode::Strong => "strong",
            Mode::Weak => "weak",
        }
    }
}
