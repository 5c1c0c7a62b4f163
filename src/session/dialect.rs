//! The dialect of the client.

use crate::game::Notation;

/// The dialect of the client, which it selects with `uci` or `ugi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Dialect {
    /// Moves are printed as drops, `bestmove` with a move to ponder on.
    Uci,
    /// Moves are printed as columns, `bestmove` in two tokens. Also used without a handshake.
    #[default]
    Ugi,
}

impl Dialect {
    /// Returns the notation of printed moves, unless the option `Notation` is set.
    pub(super) fn notation(self) -> Notation {
        match self {
            Dialect::Uci => Notation::Drop,
            Dialect::Ugi => Notation::Column,
        }
    }
}
