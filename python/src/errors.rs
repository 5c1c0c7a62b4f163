//! The exceptions of the package, and arguments that are numbers.

use std::fmt::Display;
use std::ops::RangeInclusive;

use claimeven::game::read::MarkOwner;
use claimeven::game::{TextError, TextErrorKind};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::import_exception;
use pyo3::prelude::*;

/// The most characters of an argument that a message shows.
const SHOWN: usize = 60;

import_exception!(claimeven.errors, Error);
import_exception!(claimeven.errors, InputError);

/// Returns the error of the engine itself.
pub(crate) fn engine_error(reason: &str) -> PyErr {
    Error::new_err(reason.to_owned())
}

/// Returns the error of an argument.
pub(crate) fn argument_error(reason: impl Into<String>) -> PyErr {
    InputError::new_err(reason.into())
}

/// Returns the message of an argument that is not what was expected.
pub(crate) fn expected(what: &str, found: &Bound<'_, PyAny>) -> String {
    let shown = format!("{found:?}");
    let line = shown.lines().next().unwrap_or_default();
    format!("expected {what}; found {line:.SHOWN$}")
}

/// Returns a whole number in a range.
pub(crate) fn whole<'py, T: FromPyObjectOwned<'py> + PartialOrd + Display>(
    name: &str,
    number: &Bound<'py, PyAny>,
    range: RangeInclusive<T>,
) -> PyResult<T> {
    let found = number.extract().ok().filter(|found| range.contains(found));
    found.ok_or_else(|| {
        let (least, most) = range.into_inner();
        let message = expected(&format!("a whole number from {least} to {most}"), number);
        argument_error(format!("{name}: {message}"))
    })
}

/// Returns the error of a text, with the argument that helps.
pub(crate) fn text_error(error: &TextError) -> PyErr {
    let TextError {
        line,
        character,
        kind,
    } = error;
    let advice = match kind {
        TextErrorKind::OneStoneMore { mark, owner } => match owner {
            MarkOwner::SideToMove => format!("; use relative=\"first\" if {mark:?} began"),
            _ => "; use relative=\"mover\" if the other mark is the side to move".to_owned(),
        },
        TextErrorKind::UpsideDown { bottom_up, .. } => match bottom_up {
            false => "; use bottom_up=True if the first row is the ground".to_owned(),
            true => "; use bottom_up=False if the first row is the top".to_owned(),
        },
        _ => String::new(),
    };
    InputError::new_err((format!("{kind}{advice}"), *character, *line))
}

/// Returns an error with the index of its position or game.
pub(crate) fn at(py: Python<'_>, index: usize, error: PyErr) -> PyErr {
    let indexed = error.value(py).setattr("index", index);
    indexed.map_or_else(|failed| failed, |()| error)
}
