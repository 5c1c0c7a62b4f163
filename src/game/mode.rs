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
