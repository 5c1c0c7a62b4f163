//! The values of the options that affect searches. Pure.

use std::time::Duration;

use crate::DEFAULT_HASH_MIB;
use crate::game::{Mode, Notation};
use crate::play::levels::Level;
use crate::session::protocol::options::{DEFAULT_MOVE_OVERHEAD_MS, ELO, FULL_SKILL, Resistance};

/// The dialect of the client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Dialect {
    /// Moves are printed as drops, `bestmove` with a move to ponder on.
    Uci,
    /// Moves are printed as columns, `bestmove` in two tokens. Also used without a handshake.
    #[default]
    Ugi,
}

/// The present values of the options. A running search keeps the values with which it began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) dialect: Dialect,
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    pub(super) overhead: Duration,
    pub(super) own_book: bool,
    pub(super) show_wdl: bool,
    /// `None` for the notation of the dialect.
    pub(super) notation: Option<Notation>,
    pub(super) mode: Mode,
    pub(super) analyse_mode: bool,
    pub(super) resistance: Resistance,
    pub(super) skill: Skill,
}

/// The options that choose a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Skill {
    pub(super) level: u8,
    /// Whether `elo` counts instead of `level`.
    pub(super) limit_strength: bool,
    pub(super) elo: u16,
    /// 0 for a new seed in each game.
    pub(super) seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            dialect: Dialect::default(),
            hash_mib: DEFAULT_HASH_MIB,
            threads: 1,
            multi_pv: 1,
            overhead: Duration::from_millis(DEFAULT_MOVE_OVERHEAD_MS),
            own_book: true,
            show_wdl: false,
            notation: None,
            mode: Mode::default(),
            analyse_mode: false,
            resistance: Resistance::default(),
            skill: Skill {
                level: FULL_SKILL,
                limit_strength: false,
                elo: ELO[1],
                seed: 0,
            },
        }
    }
}

impl Settings {
    /// Returns the level at which `go` plays; `None` for full strength.
    pub(super) fn level(&self) -> Option<Level> {
        if self.analyse_mode {
            None
        } else if self.skill.limit_strength {
            Some(Level::of_elo(self.skill.elo))
        } else {
            Level::of_skill(self.skill.level)
        }
    }

    /// Returns the notation of printed moves.
    pub(super) fn notation(&self) -> Notation {
        self.notation.unwrap_or(match self.dialect {
            Dialect::Uci => Notation::Drop,
            Dialect::Ugi => Notation::Column,
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
        settings.dialect = Dialect::Uci;
        assert_eq!(settings.notation(), Notation::Drop);
        settings.notation = Some(Notation::Column);
        assert_eq!(settings.notation(), Notation::Column);
        settings.dialect = Dialect::Ugi;
        settings.notation = Some(Notation::Drop);
        assert_eq!(settings.notation(), Notation::Drop);
    }
}
