//! Every option: its name, type, range and default, and how it is set. Pure.

use std::borrow::Cow;
use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::game::{Expected, Mode, excerpt};

/// An option as it is declared to a manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name. `setoption` ignores its case.
    pub name: &'static str,
    /// Its type, range and default.
    pub option_type: OptionType,
    /// Tells the options apart when a value is read.
    id: OptionId,
}

/// The type of an option, with its range and default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the protocol's own words")]
pub enum OptionType {
    Spin {
        default: u64,
        min: u64,
        max: u64,
    },
    Check {
        default: bool,
    },
    Button,
    Text {
        default: &'static str,
    },
    /// The name of a file, or empty.
    File,
    Combo {
        choices: &'static [&'static str],
    },
}

/// Whether the peer may set options that name files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Files {
    /// Every option is declared and can be set.
    #[default]
    Allowed,
    /// Options that name files are not declared, and setting one is an error.
    Refused,
}

/// The table's size in MiB unless a manager asks for another.
pub const DEFAULT_HASH_MIB: usize = 64;
/// The most threads that may work on a search.
pub const MAX_THREADS: u16 = 512;
/// The time kept back from every time limit unless `Move Overhead` says otherwise.
pub const DEFAULT_MOVE_OVERHEAD: Duration = Duration::from_millis(10);
/// What `UCI_EngineAbout` says.
pub const ABOUT: &str = "claimeven, an exact Connect Four engine by the claimeven authors";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OptionId {
    Hash,
    Threads,
    ClearHash,
    MultiPv,
    Ponder,
    MoveOverhead,
    OwnBook,
    BookFile,
    DebugLogFile,
    Variant,
    VariantPath,
    ShowWdl,
    AnalyseMode,
    EngineAbout,
    Notation,
    Solve,
}

/// Every option, in the order in which it is declared. The first choice of a combo is its
/// default.
pub const OPTIONS: [OptionSpec; 16] = {
    const fn spec(name: &'static str, option_type: OptionType, id: OptionId) -> OptionSpec {
        OptionSpec {
            name,
            option_type,
            id,
        }
    }
    const fn spin(default: u64, min: u64, max: u64) -> OptionType {
        OptionType::Spin { default, min, max }
    }
    const OFF: OptionType = OptionType::Check { default: false };
    const ON: OptionType = OptionType::Check { default: true };
    const EMPTY: OptionType = OptionType::Text { default: "" };
    const ABOUT_TEXT: OptionType = OptionType::Text { default: ABOUT };
    const VARIANTS: OptionType = OptionType::Combo {
        choices: &["cfour"],
    };
    const NOTATIONS: OptionType = OptionType::Combo {
        choices: &["auto", "drop", "column"],
    };
    const SOLVES: OptionType = OptionType::Combo {
        choices: &["strong", "weak"],
    };
    let hash = spin(DEFAULT_HASH_MIB as u64, 1, 65536);
    #[expect(clippy::cast_possible_truncation, reason = "ten milliseconds")]
    let overhead = spin(DEFAULT_MOVE_OVERHEAD.as_millis() as u64, 0, 5000);
    [
        spec("Hash", hash, OptionId::Hash),
        spec("Threads", spin(1, 1, MAX_THREADS as u64), OptionId::Threads),
        spec("Clear Hash", OptionType::Button, OptionId::ClearHash),
        spec("MultiPV", spin(1, 1, 7), OptionId::MultiPv),
        spec("Ponder", OFF, OptionId::Ponder),
        spec("Move Overhead", overhead, OptionId::MoveOverhead),
        spec("OwnBook", ON, OptionId::OwnBook),
        spec("BookFile", OptionType::File, OptionId::BookFile),
        spec("Debug Log File", OptionType::File, OptionId::DebugLogFile),
        spec("UCI_Variant", VARIANTS, OptionId::Variant),
        spec("VariantPath", EMPTY, OptionId::VariantPath),
        spec("UCI_ShowWDL", OFF, OptionId::ShowWdl),
        spec("UCI_AnalyseMode", OFF, OptionId::AnalyseMode),
        spec("UCI_EngineAbout", ABOUT_TEXT, OptionId::EngineAbout),
        spec("Notation", NOTATIONS, OptionId::Notation),
        spec("Solve", SOLVES, OptionId::Solve),
    ]
};

/// Writes what follows `option`: `name Hash type spin default 64 min 1 max 65536`.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match self.option_type {
            OptionType::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Check { default } => write!(f, "check default {default}"),
            OptionType::Button => write!(f, "button"),
            OptionType::Text { default: "" } | OptionType::File => {
                write!(f, "string default {EMPTY_VALUE}")
            }
            OptionType::Text { default } => write!(f, "string default {default}"),
            OptionType::Combo { choices } => {
                write!(f, "combo default {}", choices[0])?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}

/// Stands for an empty string where the protocol needs a word.
const EMPTY_VALUE: &str = "<empty>";

/// An option with the value it is to take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// `Hash`, in MiB.
    HashMib(usize),
    /// `Threads`: how many threads search.
    Threads(usize),
    /// `Clear Hash`: clear the table.
    ClearHash,
    /// `MultiPV`: how many lines to report, `1..=7`.
    MultiPv(usize),
    /// `Ponder`: the manager may send `go ponder`. Changes nothing here.
    Ponder(bool),
    /// `Move Overhead`: the time kept back from every time limit.
    MoveOverhead(Duration),
    /// `OwnBook`: look openings up in a book.
    OwnBook(bool),
    /// `BookFile`: the book to use; `None` for the embedded one.
    BookFile(Option<PathBuf>),
    /// `Debug Log File`: where the log goes; `None` closes it.
    DebugLogFile(Option<PathBuf>),
    /// `UCI_Variant`: the only variant is `cfour`.
    Variant,
    /// `VariantPath`: accepted and not used.
    VariantPath(String),
    /// `UCI_ShowWDL`: print chances with each score.
    ShowWdl(bool),
    /// `UCI_AnalyseMode`: accepted and not used. An exact engine plays and analyses alike.
    AnalyseMode(bool),
    /// `UCI_EngineAbout`: read only. A value is ignored.
    EngineAbout,
    /// `Notation`: how moves are printed.
    Notation(NotationChoice),
    /// `Solve`: how much to prove.
    Solve(Mode),
}

/// How moves are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NotationChoice {
    /// Drops after `uci`, columns otherwise.
    #[default]
    Auto,
    /// Always `P@d1`.
    Drop,
    /// Always `4`.
    Column,
}

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum OptionError {
    #[error("expected the name of an option; found {found:?}")]
    Unknown { found: String },
    #[error("{name}: {expected}")]
    Value {
        name: &'static str,
        expected: Expected,
    },
}

impl Setting {
    /// Reads a setting from the option's name, in any case, and its value as text, which is
    /// empty if there is none. A button ignores its value.
    ///
    /// # Errors
    /// No option has this name, or the option does not take this value.
    pub fn read(name: &str, value: &str) -> Result<Setting, OptionError> {
        let option = OPTIONS
            .iter()
            .find(|option| same_words(option.name, name))
            .ok_or_else(|| OptionError::Unknown {
                found: excerpt(name),
            })?;
        option.read(value)
    }

    /// The option's name and its value as text, the inverse of [`Setting::read`].
    #[must_use]
    pub fn words(&self) -> (&'static str, String) {
        let (id, value) = self.parts();
        (id.spec().name, value)
    }

    /// The option that it sets.
    #[must_use]
    pub fn option(&self) -> &'static OptionSpec {
        self.parts().0.spec()
    }

    fn parts(&self) -> (OptionId, String) {
        match self {
            Setting::HashMib(mib) => (OptionId::Hash, mib.to_string()),
            Setting::Threads(threads) => (OptionId::Threads, threads.to_string()),
            Setting::ClearHash => (OptionId::ClearHash, String::new()),
            Setting::MultiPv(lines) => (OptionId::MultiPv, lines.to_string()),
            Setting::Ponder(on) => (OptionId::Ponder, on.to_string()),
            Setting::MoveOverhead(time) => (OptionId::MoveOverhead, time.as_millis().to_string()),
            Setting::OwnBook(on) => (OptionId::OwnBook, on.to_string()),
            Setting::BookFile(path) => (OptionId::BookFile, words_of(path.as_deref())),
            Setting::DebugLogFile(path) => (OptionId::DebugLogFile, words_of(path.as_deref())),
            Setting::Variant => (OptionId::Variant, "cfour".to_owned()),
            Setting::VariantPath(path) => (OptionId::VariantPath, path.clone()),
            Setting::ShowWdl(on) => (OptionId::ShowWdl, on.to_string()),
            Setting::AnalyseMode(on) => (OptionId::AnalyseMode, on.to_string()),
            Setting::EngineAbout => (OptionId::EngineAbout, String::new()),
            Setting::Notation(choice) => (OptionId::Notation, choice.word().to_owned()),
            Setting::Solve(mode) => (OptionId::Solve, mode.word().to_owned()),
        }
    }
}

impl OptionId {
    fn spec(self) -> &'static OptionSpec {
        OPTIONS
            .iter()
            .find(|option| option.id == self)
            .expect("every option is declared")
    }
}

impl NotationChoice {
    const fn word(self) -> &'static str {
        match self {
            NotationChoice::Auto => "auto",
            NotationChoice::Drop => "drop",
            NotationChoice::Column => "column",
        }
    }
}

impl OptionSpec {
    /// Whether a peer may set it.
    #[must_use]
    pub fn may_be_set(&self, files: Files) -> bool {
        files == Files::Allowed || self.option_type != OptionType::File
    }

    fn read(&'static self, value: &str) -> Result<Setting, OptionError> {
        Ok(match self.id {
            OptionId::Hash => Setting::HashMib(self.size(value)?),
            OptionId::Threads => Setting::Threads(self.size(value)?),
            OptionId::ClearHash => Setting::ClearHash,
            OptionId::MultiPv => Setting::MultiPv(self.size(value)?),
            OptionId::Ponder => Setting::Ponder(self.switch(value)?),
            OptionId::MoveOverhead => {
                Setting::MoveOverhead(Duration::from_millis(self.spin(value)?))
            }
            OptionId::OwnBook => Setting::OwnBook(self.switch(value)?),
            OptionId::BookFile => Setting::BookFile(path(value)),
            OptionId::DebugLogFile => Setting::DebugLogFile(path(value)),
            OptionId::Variant => {
                self.choice(value)?;
                Setting::Variant
            }
            OptionId::VariantPath => Setting::VariantPath(text(value).to_owned()),
            OptionId::ShowWdl => Setting::ShowWdl(self.switch(value)?),
            OptionId::AnalyseMode => Setting::AnalyseMode(self.switch(value)?),
            OptionId::EngineAbout => Setting::EngineAbout,
            OptionId::Notation => Setting::Notation(match self.choice(value)? {
                "drop" => NotationChoice::Drop,
                "column" => NotationChoice::Column,
                _ => NotationChoice::Auto,
            }),
            OptionId::Solve => Setting::Solve(match self.choice(value)? {
                "weak" => Mode::Weak,
                _ => Mode::Strong,
            }),
        })
    }

    fn spin(&self, value: &str) -> Result<u64, OptionError> {
        let OptionType::Spin { min, max, .. } = self.option_type else {
            unreachable!("only spins are read as numbers");
        };
        value
            .parse()
            .ok()
            .filter(|number| (min..=max).contains(number))
            .ok_or_else(|| self.expected(format!("a whole number from {min} to {max}"), value))
    }

    fn size(&self, value: &str) -> Result<usize, OptionError> {
        Ok(usize::try_from(self.spin(value)?).unwrap_or(usize::MAX))
    }

    fn switch(&self, value: &str) -> Result<bool, OptionError> {
        value
            .to_ascii_lowercase()
            .parse()
            .map_err(|_| self.expected("true or false", value))
    }

    fn choice(&self, value: &str) -> Result<&'static str, OptionError> {
        let OptionType::Combo { choices } = self.option_type else {
            unreachable!("only combos are read as choices");
        };
        choices
            .iter()
            .copied()
            .find(|choice| choice.eq_ignore_ascii_case(value))
            .ok_or_else(|| self.expected(format!("one of {}", choices.join(", ")), value))
    }

    fn expected(&self, wanted: impl Into<Cow<'static, str>>, found: &str) -> OptionError {
        OptionError::Value {
            name: self.name,
            expected: Expected::new(wanted, found),
        }
    }
}

fn text(value: &str) -> &str {
    if value == EMPTY_VALUE { "" } else { value }
}

fn path(value: &str) -> Option<PathBuf> {
    let path = text(value);
    (!path.is_empty()).then(|| PathBuf::from(path))
}

fn words_of(path: Option<&Path>) -> String {
    path.map_or(String::new(), |path| path.display().to_string())
}

fn same_words(left: &str, right: &str) -> bool {
    left.split_whitespace()
        .map(str::to_ascii_lowercase)
        .eq(right.split_whitespace().map(str::to_ascii_lowercase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_declared_with_kind_range_and_default() {
        let lines: Vec<String> = OPTIONS.iter().map(ToString::to_string).collect();
        for line in [
            "name Hash type spin default 64 min 1 max 65536",
            "name Clear Hash type button",
            "name MultiPV type spin default 1 min 1 max 7",
            "name Ponder type check default false",
            "name Move Overhead type spin default 10 min 0 max 5000",
            "name OwnBook type check default true",
            "name BookFile type string default <empty>",
            "name Debug Log File type string default <empty>",
            "name UCI_Variant type combo default cfour var cfour",
            "name Notation type combo default auto var auto var drop var column",
            "name Solve type combo default strong var strong var weak",
        ] {
            assert!(lines.iter().any(|declared| declared == line), "{line}");
        }
    }

    #[test]
    fn of_a_long_value_a_refusal_shows_the_beginning() {
        let refused =
            Setting::read("MultiPV", &"9".repeat(1000)).map_err(|error| error.to_string());
        let shown = format!("\"{}...\"", "9".repeat(40));
        assert!(refused.is_err_and(|message| message.ends_with(&shown)));
    }

    #[test]
    fn every_declared_default_can_be_set() {
        for option in OPTIONS {
            let value = match option.option_type {
                OptionType::Spin { default, .. } => default.to_string(),
                OptionType::Check { default } => default.to_string(),
                OptionType::Button | OptionType::File => String::new(),
                OptionType::Text { default } => default.to_owned(),
                OptionType::Combo { choices } => choices[0].to_owned(),
            };
            let setting = Setting::read(option.name, &value).expect(option.name);
            assert_eq!(setting.words().0, option.name);
        }
    }
}
