//! The options: their names, types, ranges and defaults, and how they are set. Pure.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::DEFAULT_HASH_MIB;
use crate::game::{Expected, Mode, Notation};
use crate::play::levels::Level;

/// An option as declared to a manager.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name. `setoption` ignores its case.
    pub name: &'static str,
    /// The type, range and default.
    pub option_type: OptionType,
}

/// The type of an option, with its range and default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the protocol")]
pub enum OptionType {
    Spin {
        default: u64,
        min: u64,
        max: u64,
    },
    /// On or off, and the default.
    Check(bool),
    Button,
    /// A text, and the default.
    Text(&'static str),
    /// The name of a file, or empty.
    File,
    /// One of these choices. The first is the default.
    Combo(&'static [&'static str]),
}

/// The permission of the client to set options that name files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Files {
    /// Every option is declared and can be set.
    #[default]
    Allowed,
    /// Options that name files are not declared, and setting one is an error.
    Refused,
}

/// How `go` chooses a move where best play draws or loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Resistance {
    /// By the length of the game.
    #[default]
    Longest,
    /// By the opponent's likely errors.
    Practical,
}

/// The maximum number of threads of a search.
pub const MAX_THREADS: u16 = 512;
/// The default of `Move Overhead`, in milliseconds.
pub const DEFAULT_MOVE_OVERHEAD_MS: u64 = 10;
/// The `Skill Level` of full strength.
pub const FULL_SKILL: u8 = 20;
/// The least and the greatest `UCI_Elo`. They are the ratings of levels 0 and 19.
pub const ELO: [u16; 2] = [Level::WEAKEST.elo(), Level::STRONGEST.elo()];
/// The value of `UCI_EngineAbout`.
pub const ABOUT: &str = "claimeven, an exact Connect Four engine by the claimeven authors";

/// Every option, in the order in which it is declared.
pub const OPTIONS: [OptionSpec; 21] = {
    use OptionType::{Button, Check, Combo, File, Text};
    const fn spec(name: &'static str, option_type: OptionType) -> OptionSpec {
        OptionSpec { name, option_type }
    }
    const fn spin(default: u64, min: u64, max: u64) -> OptionType {
        OptionType::Spin { default, min, max }
    }
    [
        spec("Hash", spin(DEFAULT_HASH_MIB as u64, 1, 65536)),
        spec("Threads", spin(1, 1, MAX_THREADS as u64)),
        spec("Clear Hash", Button),
        spec("MultiPV", spin(1, 1, 7)),
        spec("Ponder", Check(false)),
        spec("Move Overhead", spin(DEFAULT_MOVE_OVERHEAD_MS, 0, 5000)),
        spec("OwnBook", Check(true)),
        spec("BookFile", File),
        spec("Debug Log File", File),
        spec("UCI_Variant", Combo(&["cfour"])),
        spec("VariantPath", Text("")),
        spec("UCI_ShowWDL", Check(false)),
        spec("UCI_AnalyseMode", Check(false)),
        spec("Skill Level", spin(FULL_SKILL as u64, 0, FULL_SKILL as u64)),
        spec("UCI_LimitStrength", Check(false)),
        spec("UCI_Elo", spin(ELO[1] as u64, ELO[0] as u64, ELO[1] as u64)),
        spec("Skill Seed", spin(0, 0, i32::MAX as u64)),
        spec("UCI_EngineAbout", Text(ABOUT)),
        spec("Notation", Combo(&["auto", "drop", "column"])),
        spec("Solve", Combo(&["strong", "weak"])),
        spec("Resistance", Combo(&["longest", "practical"])),
    ]
};

/// Writes the declaration without the word `option`: `name Hash type spin default 64 min 1 max
/// 65536`.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match self.option_type {
            OptionType::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Check(default) => write!(f, "check default {default}"),
            OptionType::Button => write!(f, "button"),
            OptionType::Text("") | OptionType::File => {
                write!(f, "string default {EMPTY_VALUE}")
            }
            OptionType::Text(default) => write!(f, "string default {default}"),
            OptionType::Combo(choices) => {
                write!(f, "combo default {}", choices[0])?;
                choices
                    .iter()
                    .try_for_each(|choice| write!(f, " var {choice}"))
            }
        }
    }
}

/// The word that the protocol uses for an empty string.
const EMPTY_VALUE: &str = "<empty>";

/// An option with its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Setting {
    /// `Hash`, in MiB.
    HashMib(usize),
    /// `Threads`: the number of threads of a search.
    Threads(usize),
    /// `Clear Hash`: clear the table.
    ClearHash,
    /// `MultiPV`: the number of lines to report, `1..=7`.
    MultiPv(usize),
    /// `Move Overhead`: the time kept back from every time limit.
    MoveOverhead(Duration),
    /// `OwnBook`: use an opening book.
    OwnBook(bool),
    /// `BookFile`: the book to use; `None` for the embedded one.
    BookFile(Option<PathBuf>),
    /// `Debug Log File`: the file for the log; `None` closes it.
    DebugLogFile(Option<PathBuf>),
    /// `UCI_Variant`: the only variant is `cfour`.
    Variant,
    /// `UCI_ShowWDL`: print the chances with each score.
    ShowWdl(bool),
    /// `Notation`: the notation in which moves are printed; `None` for the notation of the dialect.
    Notation(Option<Notation>),
    /// `Solve`: whether to solve for scores or only for outcomes.
    Solve(Mode),
    /// `Resistance`: how `go` plays where best play does not win.
    Resistance(Resistance),
    /// `UCI_AnalyseMode`: play at full strength whatever the level.
    AnalyseMode(bool),
    /// `Skill Level`, `0..=20`.
    SkillLevel(u8),
    /// `UCI_LimitStrength`: use `UCI_Elo` instead of `Skill Level`.
    LimitStrength(bool),
    /// `UCI_Elo`.
    Elo(u16),
    /// `Skill Seed`: what a level overlooks; 0 for a new seed in each game.
    SkillSeed(u64),
    /// An option that is accepted and changes nothing: `Ponder`, `VariantPath`, `UCI_EngineAbout`.
    Unused,
}

impl Setting {
    /// Returns the name of the option if its value names a file.
    #[must_use]
    pub fn file_option(&self) -> Option<&'static str> {
        match self {
            Setting::BookFile(_) => Some("BookFile"),
            Setting::DebugLogFile(_) => Some("Debug Log File"),
            _ => None,
        }
    }
}

/// Returns the option with this name, whatever the case of its letters.
#[must_use]
pub fn find(name: &str) -> Option<&'static OptionSpec> {
    let words = |name: &str| -> Vec<String> {
        let words = name.split_whitespace();
        words.map(str::to_ascii_lowercase).collect()
    };
    OPTIONS
        .iter()
        .find(|option| words(option.name) == words(name))
}

impl OptionSpec {
    /// Returns whether a client may set the option.
    #[must_use]
    pub fn may_be_set(&self, files: Files) -> bool {
        files == Files::Allowed || self.option_type != OptionType::File
    }

    /// Reads a value, which is empty if none is given. A button ignores its value.
    ///
    /// # Errors
    /// Fails if the option does not accept the value.
    pub fn read(&self, value: &str) -> Result<Setting, Expected> {
        Ok(match self.name {
            "Hash" => Setting::HashMib(self.number(value)?),
            "Threads" => Setting::Threads(self.number(value)?),
            "Clear Hash" => Setting::ClearHash,
            "MultiPV" => Setting::MultiPv(self.number(value)?),
            "Move Overhead" => Setting::MoveOverhead(Duration::from_millis(self.number(value)?)),
            "OwnBook" => Setting::OwnBook(self.switch(value)?),
            "BookFile" => Setting::BookFile(path(value)),
            "Debug Log File" => Setting::DebugLogFile(path(value)),
            "UCI_Variant" => self.choice(value, [Setting::Variant])?,
            "UCI_ShowWDL" => Setting::ShowWdl(self.switch(value)?),
            "Notation" => {
                let notations = [None, Some(Notation::Drop), Some(Notation::Column)];
                Setting::Notation(self.choice(value, notations)?)
            }
            "Solve" => Setting::Solve(self.choice(value, [Mode::Strong, Mode::Weak])?),
            "Resistance" => {
                let choices = [Resistance::Longest, Resistance::Practical];
                Setting::Resistance(self.choice(value, choices)?)
            }
            "UCI_AnalyseMode" => Setting::AnalyseMode(self.switch(value)?),
            "Skill Level" => Setting::SkillLevel(self.number(value)?),
            "UCI_LimitStrength" => Setting::LimitStrength(self.switch(value)?),
            "UCI_Elo" => Setting::Elo(self.number(value)?),
            "Skill Seed" => Setting::SkillSeed(self.number(value)?),
            "Ponder" => self.switch(value).map(|_| Setting::Unused)?,
            _ => Setting::Unused,
        })
    }

    fn number<T: TryFrom<u64>>(&self, value: &str) -> Result<T, Expected> {
        let OptionType::Spin { min, max, .. } = self.option_type else {
            unreachable!("only spins are read as numbers");
        };
        let number = value.parse().ok();
        number
            .filter(|number| (min..=max).contains(number))
            .and_then(|number| T::try_from(number).ok())
            .ok_or_else(|| self.expected(&format!("a whole number from {min} to {max}"), value))
    }

    fn switch(&self, value: &str) -> Result<bool, Expected> {
        let switch = value.to_ascii_lowercase().parse();
        switch.map_err(|_| self.expected("true or false", value))
    }

    /// Reads one of the option's choices and returns the meaning at the same index of `meanings`.
    fn choice<T, const N: usize>(&self, value: &str, meanings: [T; N]) -> Result<T, Expected> {
        let OptionType::Combo(choices) = self.option_type else {
            unreachable!("only combos are read as choices");
        };
        let mut pairs = choices.iter().zip(meanings);
        let found = pairs.find(|(choice, _)| choice.eq_ignore_ascii_case(value));
        found
            .map(|(_, meaning)| meaning)
            .ok_or_else(|| self.expected(&format!("one of {}", choices.join(", ")), value))
    }

    fn expected(&self, wanted: &str, value: &str) -> Expected {
        Expected::new(format!("{wanted} for {}", self.name), value)
    }
}

fn path(value: &str) -> Option<PathBuf> {
    (!matches!(value, "" | EMPTY_VALUE)).then(|| PathBuf::from(value))
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

    fn read(name: &str, value: &str) -> Result<Setting, Expected> {
        find(name).expect("a declared option").read(value)
    }

    #[test]
    fn a_refusal_shows_the_beginning_of_a_long_value() {
        let refused = read("MultiPV", &"9".repeat(1000)).map_err(|error| error.to_string());
        let shown = format!("\"{}...\"", "9".repeat(100));
        assert!(refused.is_err_and(|message| message.ends_with(&shown)));
    }

    #[test]
    fn every_declared_default_can_be_set() {
        let mut unused = Vec::new();
        for option in OPTIONS {
            let value = match option.option_type {
                OptionType::Spin { default, .. } => default.to_string(),
                OptionType::Check(default) => default.to_string(),
                OptionType::Button | OptionType::File => String::new(),
                OptionType::Text(default) => default.to_owned(),
                OptionType::Combo(choices) => choices[0].to_owned(),
            };
            let setting = read(option.name, &value).expect(option.name);
            let is_file = option.option_type == OptionType::File;
            assert_eq!(setting.file_option(), is_file.then_some(option.name));
            if setting == Setting::Unused {
                unused.push(option.name);
            }
        }
        let accepted = ["Ponder", "VariantPath", "UCI_EngineAbout"];
        assert_eq!(unused, accepted, "all others have an effect");
    }
}
