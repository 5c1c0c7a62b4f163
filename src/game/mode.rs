//! How much of a value is to be proven.

/// How much of a value is to be proven: what a solver is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// Win, draw or loss, and the distance to the end of the game.
    #[default]
    Strong,
    /// Win, draw or loss.
    Weak,
}

impl Mode {
    /// The mode as options and records have it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Mode::Strong => "strong",
            Mode::Weak => "weak",
        }
    }
}
