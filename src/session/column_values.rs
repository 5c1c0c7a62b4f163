//! Values of columns in the form of the protocol: converts the solver's bounds.

use crate::game::{Column, Mode};
use crate::session::protocol::ColumnValue;
use crate::solver::Bounds;

/// Returns the proven value of each column, from left to right.
pub(crate) fn column_scores(columns: &[(Column, Bounds)], mode: Mode) -> [ColumnValue; 7] {
    let mut values = [ColumnValue::UNPLAYABLE; 7];
    for &(column, bounds) in columns {
        values[column.index()] = column_value(bounds, mode);
    }
    values
}

/// Returns the words below the columns of a diagram: the values, and nothing below full columns.
pub(crate) fn words(values: [ColumnValue; 7]) -> [String; 7] {
    values.map(|value| value.bounds.map_or_else(String::new, |_| value.to_string()))
}

/// Returns the proven value of a column: scores in strong mode, outcomes in weak mode.
pub(crate) fn column_value(bounds: Bounds, mode: Mode) -> ColumnValue {
    let bounds = Some(bounds);
    ColumnValue { bounds, mode }
}
