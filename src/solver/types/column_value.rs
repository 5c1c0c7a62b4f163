//! The values of columns, as words of the protocol and of diagrams.

use std::fmt;

use super::Bounds;
use crate::game::{Column, Mode};

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
