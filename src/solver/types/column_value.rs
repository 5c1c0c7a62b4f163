//! The values of columns, as words of the protocol and of records.

use std::fmt;

use super::Bounds;
use crate::game::{Column, Mode, Score};

/// The proven value of a column, or bounds of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnValue {
    /// The bounds; `None` if no stone can be played there.
    pub bounds: Option<Bounds>,
    /// Whether the value is a score or, in weak mode, an outcome.
    pub mode: Mode,
}

impl ColumnValue {
    /// The value of a full column, `-`.
    pub const UNPLAYABLE: ColumnValue = ColumnValue {
        bounds: None,
        mode: Mode::Strong,
    };

    /// Returns the value of a column with these bounds.
    #[must_use]
    pub fn new(bounds: Bounds, mode: Mode) -> ColumnValue {
        let bounds = Some(bounds);
        ColumnValue { bounds, mode }
    }

    /// Returns the value of each column, from left to right.
    #[must_use]
    pub(crate) fn of_columns(columns: &[(Column, Bounds)], mode: Mode) -> [ColumnValue; 7] {
        let mut values = [ColumnValue::UNPLAYABLE; 7];
        for &(column, bounds) in columns {
            values[column.index()] = ColumnValue::new(bounds, mode);
        }
        values
    }

    /// Returns the word below the column of a diagram: the value, and nothing below a full column.
    pub(crate) fn word(self) -> String {
        let value = self.bounds.map(|_| self.to_string());
        value.unwrap_or_default()
    }
}

/// Writes a score such as `-2`, an outcome such as `W`, bounds such as `-4..2` and `L..D`, or `-`.
impl fmt::Display for ColumnValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(bounds) = self.bounds else {
            return f.write_str("-");
        };
        let [lower, upper] = [bounds.lower, bounds.upper].map(|score| score.outcome().letter());
        match self.mode {
            Mode::Strong => bounds.fmt(f),
            Mode::Weak if lower == upper => f.write_str(lower),
            Mode::Weak => write!(f, "{lower}..{upper}"),
        }
    }
}

/// Serializes an exact value as a number, a column that cannot be played as `null`, and other
/// values as words.
#[cfg(feature = "serde")]
impl serde::Serialize for ColumnValue {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.bounds.map(Bounds::exact), self.mode) {
            (None, _) => serializer.serialize_none(),
            (Some(Some(score)), Mode::Strong) => score.serialize(serializer),
            _ => serializer.collect_str(self),
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for ColumnValue {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ColumnValue, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(
            untagged,
            expecting = "expected a score, or bounds such as -4..2, W or L..D"
        )]
        enum Spelled {
            Strong(Bounds),
            Weak(String),
        }
        let value = match Option::deserialize(deserializer)? {
            None => Some(ColumnValue::UNPLAYABLE),
            Some(Spelled::Strong(bounds)) => Some(ColumnValue::new(bounds, Mode::Strong)),
            Some(Spelled::Weak(text)) => weak(&text),
        };
        value.ok_or_else(|| serde::de::Error::custom("expected outcomes such as W or L..D"))
    }
}

/// Reads an outcome or a range of outcomes.
#[cfg(feature = "serde")]
fn weak(text: &str) -> Option<ColumnValue> {
    let scores = |letter| {
        let [lower, upper] = match letter {
            "W" => [Score::new(1)?, Score::MAX],
            "D" => [Score::DRAW; 2],
            "L" => [Score::MIN, Score::new(-1)?],
            _ => return None,
        };
        Some(Bounds { lower, upper })
    };
    let (worst, best) = text.split_once("..").unwrap_or((text, text));
    let (lower, upper) = (scores(worst)?.lower, scores(best)?.upper);
    let bounds = (lower <= upper).then_some(Bounds { lower, upper })?;
    Some(ColumnValue::new(bounds, Mode::Weak))
}
