//! The options: one row of [`OPTIONS`] for each, with its name, its type, its range, its default and
//! its effect. Pure.
//!
//! A new option that searches read needs a field of [`Settings`], too.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use crate::DEFAULT_HASH_MIB;
use crate::game::{Expected, Mode};
use crate::play::levels::Level;

/// The permission of the client to set options that name files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Files {
    /// Every option is declared and can be set.
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

/// The maximum of the option `Hash`, in MiB.
pub const MAX_HASH_MIB: usize = 65536;
/// The `Skill Level` that plays perfectly; those below are the numbers of the levels.
pub const PERFECT_LEVEL: u8 = Level::COUNT;
/// The least and the greatest `UCI_Elo`. They are the ratings of levels 0 and 19.
pub const ELO: [u16; 2] = [Level::WEAKEST.elo(), Level::STRONGEST.elo()];
/// The value of `UCI_EngineAbout`.
pub const ABOUT: &str = "claimeven, an exact Connect Four engine by the claimeven authors";

/// Every option, in the order in which it is declared.
pub static OPTIONS: [OptionSpec; 20] = {
    use OptionType::{Button, Check, Combo, File, Spin, Text, Variant};
    const fn kept(name: &'static str, option_type: OptionType, keep: Keep) -> OptionSpec {
        OptionSpec {
            name,
            option_type,
            keep,
        }
    }
    /// An option that is not kept: it has an effect or none.
    const fn spec(name: &'static str, option_type: OptionType) -> OptionSpec {
        kept(name, option_type, |_, _| {})
    }
    #[expect(clippy::cast_possible_truncation, reason = "64 and 65536")]
    const HASH: [u32; 3] = [DEFAULT_HASH_MIB as u32, 1, MAX_HASH_MIB as u32];
    const THREADS: [u32; 3] = [1, 1, MAX_THREADS as u32];
    const SKILL: [u32; 3] = [PERFECT_LEVEL as u32, 0, PERFECT_LEVEL as u32];
    const RATING: [u32; 3] = [ELO[1] as u32, ELO[0] as u32, ELO[1] as u32];
    const SEED: [u32; 3] = [0, 0, i32::MAX as u32];
    const RESISTANCES: [Resistance; 2] = [Resistance::Longest, Resistance::Practical];
    [
        kept("Hash", Spin(HASH), |kept, mib| kept.hash_mib = mib as usize),
        kept("Threads", Spin(THREADS), |kept, n| {
            kept.threads = n as usize;
        }),
        spec("Clear Hash", Button(Effect::ClearTable)),
        kept("MultiPV", Spin([1, 1, 7]), |kept, n| {
            kept.multi_pv = n as usize;
        }),
        spec("Ponder", Check(false)),
        kept("Move Overhead", Spin([10, 0, 5000]), |kept, ms| {
            kept.overhead = Duration::from_millis(ms.into());
        }),
        kept("OwnBook", Check(true), |kept, on| kept.own_book = on > 0),
        spec("BookFile", File(Effect::OpenBook)),
        spec("Debug Log File", File(Effect::Log)),
        spec("UCI_Variant", Variant("cfour")),
        spec("VariantPath", Text("")),
        kept("UCI_ShowWDL", Check(false), |kept, on| {
            kept.show_wdl = on > 0;
        }),
        kept("UCI_AnalyseMode", Check(false), |kept, on| {
            kept.analyse_mode = on > 0;
        }),
        kept("Skill Level", Spin(SKILL), |kept, level| {
            kept.skill_level = level;
        }),
        kept("UCI_LimitStrength", Check(false), |kept, on| {
            kept.limit_strength = on > 0;
        }),
        kept("UCI_Elo", Spin(RATING), |kept, elo| kept.elo = elo),
        kept("Skill Seed", Spin(SEED), |kept, seed| {
            kept.skill_seed = seed;
        }),
        spec("UCI_EngineAbout", Text(ABOUT)),
        kept("Solve", Combo(&["strong", "weak"]), |kept, choice| {
            kept.mode = [Mode::Strong, Mode::Weak][choice as usize];
        }),
        kept(
            "Resistance",
            Combo(&["longest", "practical"]),
            |kept, choice| {
                kept.resistance = RESISTANCES[choice as usize];
            },
        ),
    ]
};

/// The values of the options that affect searches. A running search keeps the values with which it
/// began.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(missing_docs, reason = "the names of the options")]
#[expect(clippy::struct_excessive_bools, reason = "options are on or off")]
pub struct Settings {
    pub hash_mib: usize,
    pub threads: usize,
    pub multi_pv: usize,
    pub overhead: Duration,
    pub own_book: bool,
    pub show_wdl: bool,
    pub analyse_mode: bool,
    pub skill_level: u32,
    /// Whether `elo` counts instead of `skill_level`.
    pub limit_strength: bool,
    pub elo: u32,
    /// 0 for a new seed in each game.
    pub skill_seed: u32,
    pub mode: Mode,
    pub resistance: Resistance,
}

impl Settings {
    /// Returns the defaults that [`OPTIONS`] declares.
    #[must_use]
    pub fn declared() -> Settings {
        let mut settings = Settings::default();
        for option in &OPTIONS {
            settings.keep(option, option.default());
        }
        settings
    }

    /// Keeps the value of an option.
    pub fn keep(&mut self, option: &OptionSpec, value: u32) {
        (option.keep)(self, value);
    }

    /// Returns the level at which `go` plays; `None` for full strength.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        if self.analyse_mode {
            None
        } else if self.limit_strength {
            u16::try_from(self.elo).ok().map(Level::of_elo)
        } else {
            u8::try_from(self.skill_level)
                .ok()
                .and_then(Level::numbered)
        }
    }
}

/// Keeps the value of an [`Effect::Keep`].
type Keep = fn(&mut Settings, u32);

/// An option as declared to a manager.
#[derive(Debug)]
pub struct OptionSpec {
    /// The name. `setoption` ignores its case.
    pub name: &'static str,
    option_type: OptionType,
    keep: Keep,
}

/// The type of an option, with its range and its default.
#[derive(Debug)]
enum OptionType {
    /// A number: the default, the least and the greatest.
    Spin([u32; 3]),
    /// On or off, and the default.
    Check(bool),
    Button(Effect),
    /// A text without an effect, and the default.
    Text(&'static str),
    /// The name of a file, or empty.
    File(fn(Option<PathBuf>) -> Effect),
    /// One of these choices. The first is the default.
    Combo(&'static [&'static str]),
    /// The only choice. Setting it shows the board.
    Variant(&'static str),
}

/// The effect of a setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Keep a value: a number, 0 or 1 for a switch, or the index of a choice.
    Keep(u32),
    /// `Clear Hash`: clear the table.
    ClearTable,
    /// `BookFile`: use the book in this file; `None` is the embedded one.
    OpenBook(Option<PathBuf>),
    /// `Debug Log File`: write the log to this file; `None` closes it.
    Log(Option<PathBuf>),
    /// `UCI_Variant`: print the board of the variant.
    ShowVariant,
}

/// Options are equal if their names are.
impl PartialEq for OptionSpec {
    fn eq(&self, other: &OptionSpec) -> bool {
        self.name == other.name
    }
}

impl Eq for OptionSpec {}

/// Writes the declaration without the word `option`: `name Hash type spin default 64 min 1 max
/// 65536`.
impl fmt::Display for OptionSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "name {} type ", self.name)?;
        match self.option_type {
            OptionType::Spin([default, min, max]) => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionType::Check(default) => write!(f, "check default {default}"),
            OptionType::Button(_) => write!(f, "button"),
            OptionType::Text("") | OptionType::File(_) => {
                write!(f, "string default {EMPTY_VALUE}")
            }
            OptionType::Text(default) => write!(f, "string default {default}"),
            OptionType::Combo(choices) => write!(f, "{}", declared(choices)),
            OptionType::Variant(only) => write!(f, "{}", declared(&[only])),
        }
    }
}

/// Declares choices.
fn declared(choices: &[&str]) -> String {
    format!("combo default {} var {}", choices[0], choices.join(" var "))
}

/// The word that the protocol uses for an empty string.
const EMPTY_VALUE: &str = "<empty>";

/// An option and the effect of its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// The option.
    pub option: &'static OptionSpec,
    /// The effect.
    pub effect: Effect,
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
        files == Files::Allowed || !matches!(self.option_type, OptionType::File(_))
    }

    /// Reads a value, which is empty if none is given. A button ignores its value.
    ///
    /// # Errors
    /// Fails if the option does not accept the value.
    pub fn read(&'static self, value: &str) -> Result<Setting, Expected> {
        let effect = match &self.option_type {
            &OptionType::Spin([_, min, max]) => {
                let number = value.parse().ok();
                let number = number.filter(|number| (min..=max).contains(number));
                let wanted = || format!("a whole number from {min} to {max}");
                Effect::Keep(number.ok_or_else(|| self.expected(&wanted(), value))?)
            }
            OptionType::Check(_) => {
                let on = value.to_ascii_lowercase().parse::<bool>();
                let on = on.map_err(|_| self.expected("true or false", value))?;
                Effect::Keep(on.into())
            }
            OptionType::Combo(choices) => Effect::Keep(self.choice(value, choices)?),
            OptionType::Variant(only) => {
                self.choice(value, &[only])?;
                Effect::ShowVariant
            }
            OptionType::Button(effect) => effect.clone(),
            OptionType::File(effect) => {
                let path = Some(value).filter(|path| !matches!(*path, "" | EMPTY_VALUE));
                effect(path.map(PathBuf::from))
            }
            OptionType::Text(_) => Effect::Keep(0),
        };
        Ok(Setting {
            option: self,
            effect,
        })
    }

    /// Returns the value of the default, if it is one to keep.
    fn default(&self) -> u32 {
        match self.option_type {
            OptionType::Spin([default, ..]) => default,
            OptionType::Check(on) => on.into(),
            _ => 0,
        }
    }

    /// Reads one of the option's choices and returns its index.
    fn choice(&self, value: &str, choices: &[&str]) -> Result<u32, Expected> {
        let mut indexed = (0..).zip(choices);
        let found = indexed.find(|(_, choice)| choice.eq_ignore_ascii_case(value));
        let wanted = || format!("one of {}", choices.join(", "));
        found.map_or_else(
            || Err(self.expected(&wanted(), value)),
            |(index, _)| Ok(index),
        )
    }

    fn expected(&self, wanted: &str, value: &str) -> Expected {
        Expected::new(format!("{wanted} for {}", self.name), value)
    }
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

    /// Returns the declared default and another value of each option that has one, as written.
    fn values(option: &OptionSpec) -> [String; 2] {
        match option.option_type {
            OptionType::Spin([default, min, max]) => {
                let other = if default == min { max } else { min };
                [default, other].map(|number| number.to_string())
            }
            OptionType::Check(default) => [default, !default].map(|on| on.to_string()),
            OptionType::Combo(choices) => [choices[0], choices[1]].map(str::to_owned),
            OptionType::Variant(only) => [only, only].map(str::to_owned),
            OptionType::Text(text) => [text, "other"].map(str::to_owned),
            OptionType::Button(_) => ["", "true"].map(str::to_owned),
            OptionType::File(_) => [EMPTY_VALUE, "my file"].map(str::to_owned),
        }
    }

    #[test]
    fn every_option_has_its_default_and_an_effect_of_its_own() {
        let mut unused = Vec::new();
        let mut changed = vec![Settings::declared()];
        for option in &OPTIONS {
            let [mut same, mut other] = [Settings::declared(), Settings::declared()];
            let [default, value] = values(option).map(|value| {
                let setting = option.read(&value);
                setting.expect(option.name).effect
            });
            let (Effect::Keep(default), Effect::Keep(value)) = (default, value) else {
                continue;
            };
            same.keep(option, default);
            other.keep(option, value);
            assert_eq!(same, Settings::declared(), "{}", option.name);
            if changed.contains(&other) {
                unused.push(option.name);
            } else {
                changed.push(other);
            }
        }
        let accepted = ["Ponder", "VariantPath", "UCI_EngineAbout"];
        assert_eq!(unused, accepted, "all others have an effect");
    }
}
