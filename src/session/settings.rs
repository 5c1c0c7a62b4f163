//! The values of the options that a search depends on. Pure.

use std::time::Duration;

use crate::game::{Mode, Notation};
use crate::protocol::options::{DEFAULT_HASH_MIB, DEFAULT_MOVE_OVERHEAD};
use crate::protocol::{NotationChoice, Setting};

/// The dialect that the peer speaks, known after its handshake.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// Moves are printed as drops, `bestmove` with a move to ponder on.
    Uci,
    /// Moves are printed as columns, `bestmove` in two tokens.
    Ugi,
}

/// The options as they are set. A running search keeps the values that it began with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) dialect: Option<Dialect>,
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    pub(super) overhead: Duration,
    pub(super) own_book: bool,
    pub(super) show_wdl: bool,
    notation: NotationChoice,
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
            notation: NotationChoice::default(),
            mode: Mode::default(),
        }
    }
}

impl Settings {
    /// Sets one option. The session deals with settings that are no value.
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

    /// How moves are printed: as the option says, or else as the dialect does.
    pub(super) fn notation(&self) -> Notation {
        match (self.notation, self.dialect) {
            (NotationChoice::Drop, _) | (NotationChoice::Auto, Some(Dialect::Uci)) => {
                Notation::Drop
            }
            (NotationChoice::Column | NotationChoice::Auto, _) => Notation::Column,
        }
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
        settings.set(&Setting::Notation(NotationChoice::Column));
        assert_eq!(settings.notation(), Notation::Column);
        settings.dialect = Some(Dialect::Ugi);
        settings.set(&Setting::Notation(NotationChoice::Drop));
        assert_eq!(settings.notation(), Notation::Drop);
    }
}
