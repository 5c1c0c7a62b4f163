//! The values of the options that affect searches. Pure.

use std::time::Duration;

use crate::DEFAULT_HASH_MIB;
use crate::game::{Mode, Notation};
use crate::protocol::Setting;
use crate::protocol::options::DEFAULT_MOVE_OVERHEAD;

/// The dialect of the client, known after its handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Moves are printed as drops, `bestmove` with a move to ponder on.
    Uci,
    /// Moves are printed as columns, `bestmove` in two tokens.
    Ugi,
}

/// The present values of the options. A running search keeps the values with which it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) dialect: Option<Dialect>,
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    pub(super) overhead: Duration,
    pub(super) own_book: bool,
    pub(super) show_wdl: bool,
    /// `None` for the notation of the dialect.
    notation: Option<Notation>,
    pub(super) mode: Mode,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dialect: None,
            hash_mib: DEFAULT_HASH_MIB,
            threads: 1,
            multi_pv: 1,
            overhead: DEFAULT_MOVE_OVERHEAD,
            own_book: true,
            show_wdl: false,
            notation: None,
            mode: Mode::default(),
        }
    }
}

impl Settings {
    /// Sets one option. Ignores settings that the session handles itself.
    pub(super) fn set(&mut self, setting: &Setting) {
        match setting {
            Setting::HashMib(mib) => self.hash_mib = *mib,
            Setting::Threads(threads) => self.threads = *threads,
            Setting::MultiPv(lines) => self.multi_pv = *lines,
            Setting::MoveOverhead(time) => self.overhead = *time,
            Setting::OwnBook(on) => self.own_book = *on,
            Setting::ShowWdl(on) => self.show_wdl = *on,
            Setting::Notation(choice) => self.notation = *choice,
            Setting::Solve(mode) => self.mode = *mode,
            _ => {}
        }
    }

    /// Returns the notation of printed moves.
    pub(super) fn notation(&self) -> Notation {
        self.notation.unwrap_or(match self.dialect {
            Some(Dialect::Uci) => Notation::Drop,
            _ => Notation::Column,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_decides_the_notation_before_the_dialect_does() {
        let mut settings = Settings::default();
        assert_eq!(settings.notation(), Notation::Column);
        settings.dialect = Some(Dialect::Uci);
        assert_eq!(settings.notation(), Notation::Drop);
        settings.set(&Setting::Notation(Some(Notation::Column)));
        assert_eq!(settings.notation(), Notation::Column);
        settings.dialect = Some(Dialect::Ugi);
        settings.set(&Setting::Notation(Some(Notation::Drop)));
        assert_eq!(settings.notation(), Notation::Drop);
    }
}
