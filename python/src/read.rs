//! Positions and games in every form that Python has: texts, lists and arrays.

use std::convert::Infallible;
use std::panic;

use claimeven::game::read::{self, Convention, MarkOwner};
use claimeven::game::{self, Column, Expected, Game, Size, TextError};
use claimeven::internals::bitboard::CELLS;
use claimeven::sizes;
use pyo3::types::{PyBytes, PyInt, PyList, PyMapping, PySequence, PyString};
use pyo3::{Borrowed, prelude::*};

use crate::errors::{argument_error, at, engine_error, expected, text_error};

/// The number of forms between two looks for signals.
const BLOCK: usize = 512;
/// The levels of lists in a form: a board, its rows and their cells.
const LEVELS: u8 = 3;

/// Returns the convention that the arguments of a function choose.
pub(crate) fn convention(relative: &str, bottom_up: bool) -> PyResult<Convention> {
    let first_mark = match relative {
        "first" => MarkOwner::FirstPlayer,
        "mover" => MarkOwner::SideToMove,
        _ => {
            return Err(argument_error(format!(
                "relative: expected \"first\" or \"mover\"; found {relative:?}"
            )));
        }
    };
    Ok(Convention::default()
        .first_mark(first_mark)
        .bottom_up(bottom_up))
}

/// The form of a position that may be left out. `None` is one that cannot be read, such as a value
/// that a table lacks.
#[derive(Default)]
pub(crate) struct Form<'py>(pub(crate) Option<Bound<'py, PyAny>>);

impl<'py> FromPyObject<'_, 'py> for Form<'py> {
    type Error = Infallible;

    fn extract(form: Borrowed<'_, 'py, PyAny>) -> Result<Form<'py>, Infallible> {
        Ok(Form(Some(form.to_owned())))
    }
}

/// Passes each form of an iterable to `take`. An error of `take` gets the index of the form.
pub(crate) fn each<'py>(
    name: &str,
    forms: &Bound<'py, PyAny>,
    mut take: impl FnMut(&Bound<'py, PyAny>) -> PyResult<()>,
) -> PyResult<()> {
    let py = forms.py();
    // The iterators of these have parts and keys, which can be read as moves.
    let is_one = is_text(forms) || forms.cast::<PyMapping>().is_ok();
    let Some(iterator) = forms.try_iter().ok().filter(|_| !is_one) else {
        let message = expected(&format!("an iterable of {name}"), forms);
        return Err(argument_error(message));
    };
    for (index, form) in iterator.enumerate() {
        take(&form?).map_err(|error| at(py, index, error))?;
        if index.is_multiple_of(BLOCK) {
            py.check_signals()?;
        }
    }
    Ok(())
}

/// Reads a game. A list or an array is read as the text of its list.
pub(crate) fn game(form: &Bound<'_, PyAny>, convention: Convention) -> PyResult<Game> {
    let text = text(form)?;
    guarded(|| read::game_with(&text, convention))?.map_err(|error| text_error(&error))
}

/// Reads the size of a board.
pub(crate) fn size(text: &str) -> PyResult<Size> {
    let size = text.parse();
    size.map_err(|error: Expected| argument_error(format!("size: {error}")))
}

/// Reads a position on a board of a size.
pub(crate) fn sized(form: &Bound<'_, PyAny>, size: Size) -> PyResult<sizes::Position> {
    let text = text(form)?;
    guarded(|| sizes::Position::parse(size, &text))?.map_err(|error| text_error(&error))
}

/// Returns the text of a form: of an array or a sequence, the text of its list.
pub(crate) fn text(form: &Bound<'_, PyAny>) -> PyResult<String> {
    if form.is_instance_of::<PyString>() {
        // Fails if the text has half of a surrogate pair.
        let text = form.extract();
        return text.map_err(|error: PyErr| argument_error(error.value(form.py()).to_string()));
    }
    let list = plain(form, LEVELS)?;
    if list.is_instance_of::<PyList>() {
        return Ok(list.repr()?.to_string());
    }
    let is_number = form.extract().is_ok_and(f64::is_finite);
    let mut message = expected("a text, a list, an array or a Position", form);
    if is_number {
        message += "; write moves as text, such as \"4453\" (in pandas, with dtype=str)";
    }
    Err(argument_error(message))
}

/// Turns arrays and sequences into lists, and numbers of an array into those of Python.
fn plain<'py>(form: &Bound<'py, PyAny>, levels: u8) -> PyResult<Bound<'py, PyAny>> {
    if form.is_exact_instance_of::<PyInt>() || is_text(form) || levels == 0 {
        return Ok(form.clone());
    }
    if let Ok(list) = form.call_method0("tolist") {
        return Ok(list);
    }
    let Ok(items) = form.cast::<PySequence>() else {
        return Ok(form.clone());
    };
    let items = items.try_iter()?.map(|item| plain(&item?, levels - 1));
    let items = items.collect::<PyResult<Vec<_>>>()?;
    Ok(PyList::new(form.py(), items)?.into_any())
}

fn is_text(form: &Bound<'_, PyAny>) -> bool {
    form.is_instance_of::<PyString>() || form.is_instance_of::<PyBytes>()
}

/// Calls the reader. A panic, which is a bug, becomes an exception.
pub(crate) fn guarded<T>(read: impl FnOnce() -> T) -> PyResult<T> {
    panic::catch_unwind(panic::AssertUnwindSafe(read))
        .map_err(|_| engine_error("a bug in the engine ended the reader"))
}

/// Reads 42 marks: 0 for an empty cell, 1 for one side, 2 or -1 for the other.
///
/// # Errors
/// Fails with the errors of a text of 42 cells. The character is the number of the cell.
pub(crate) fn cells(cells: &[u8], convention: Convention) -> Result<game::Position, TextError> {
    match position_of(cells, convention) {
        Some(position) => Ok(position),
        None => read_slowly(cells, convention),
    }
}

/// Returns the position of marks whose position is not over and that have no error.
fn position_of(cells: &[u8], convention: Convention) -> Option<game::Position> {
    let mut stones = [0_u64; 2];
    let mut seen = 0;
    for (row, marks) in (0..).zip(cells.chunks_exact(Column::ALL.len())) {
        let row = if convention.bottom_up { row } else { 5 - row };
        for (column, &mark) in Column::ALL.into_iter().zip(marks) {
            match mark {
                0 => {}
                1 => stones[0] |= column.cell(row),
                2 | 255 => stones[1] |= column.cell(row),
                _ => return None,
            }
            seen |= mark;
        }
    }
    let [first, second] = stones;
    let is_first =
        convention.first_mark == MarkOwner::SideToMove || first.count_ones() == second.count_ones();
    let mover = if is_first { first } else { second };
    let position = game::Position::from_bits(mover, first | second)?;
    // A board may have 2 or -1, but not both. The reader of texts reports that error.
    (!position.is_lost() && (seen != 255 || !cells.contains(&2))).then_some(position)
}

/// Lets the reader of texts find the error, or check that a finished game can have been played.
fn read_slowly(cells: &[u8], convention: Convention) -> Result<game::Position, TextError> {
    let is_minus = cells.contains(&255);
    let marks = if is_minus { [0, 1, 255] } else { [0, 1, 2] };
    if let Some(wrong) = cells.iter().position(|cell| !marks.contains(cell)) {
        let wanted = if is_minus {
            "one of the marks 0, 1 and -1"
        } else {
            "one of the marks 0, 1 and 2, or 0, 1 and -1"
        };
        let kind = Expected::named(wanted, cells[wrong].cast_signed()).into();
        return Err(TextError {
            line: 1,
            character: wrong + 1,
            kind,
        });
    }
    debug_assert_eq!(cells.len(), usize::from(CELLS));
    let digit = |&cell: &u8| char::from(b'0' + if cell == 255 { 2 } else { cell });
    let text: String = cells.iter().map(digit).collect();
    read::game_with(&text, convention).map(|game| *game.position())
}
