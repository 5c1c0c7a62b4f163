//! Positions and games in every form that Python has: texts, lists, arrays, `Position`.

use std::panic;

use claimeven::game::bitboard::CELLS;
use claimeven::game::pgn;
use claimeven::game::read::{self, Convention, MarkOwner};
use claimeven::game::{self, Column, Expected, Game, TextError, TextErrorKind};
use pyo3::import_exception;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::position::Position;

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
            true => "; leave out bottom_up=True if the first row is the top".to_owned(),
        },
        _ => String::new(),
    };
    InputError::new_err((format!("{kind}{advice}"), *character, *line))
}

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
    Ok(Convention {
        first_mark,
        bottom_up,
        ..Convention::default()
    })
}

/// Reads a game. A list or an array is read as the text of its list.
pub(crate) fn game(form: &Bound<'_, PyAny>, convention: Convention) -> PyResult<Game> {
    if let Ok(position) = form.cast::<Position>() {
        return Ok(Game::from(position.get().0));
    }
    let text = text(form)?;
    guarded(|| read::game_with(&text, convention))?.map_err(|error| text_error(&error))
}

/// Reads the games of a form, each with the names of its players: several if it is a text in PGN.
pub(crate) fn games(form: &Bound<'_, PyAny>) -> PyResult<Vec<(Game, [String; 2])>> {
    let unnamed = |game| (game, ["first", "second"].map(str::to_owned));
    let Ok(text) = form.cast::<PyString>() else {
        return Ok(vec![unnamed(game(form, Convention::default())?)]);
    };
    let text = text.to_cow()?;
    let first = text.lines().find(|line| !line.trim().is_empty());
    if !first.is_some_and(|line| pgn::is_first_line(line.trim_start_matches('\u{feff}'))) {
        return Ok(vec![unnamed(game(form, Convention::default())?)]);
    }
    let read = || pgn::games(text.lines()).collect::<Result<Vec<_>, TextError>>();
    let games = guarded(read)?.map_err(|error| text_error(&error))?;
    let named = games.into_iter().map(|found| {
        let name = |tag, side: &str| {
            let known = found.tag(tag).filter(|name| !["", "?"].contains(name));
            known.unwrap_or(side).to_owned()
        };
        let players = [name("White", "first"), name("Black", "second")];
        (found.game().clone(), players)
    });
    Ok(named.collect())
}

fn text(form: &Bound<'_, PyAny>) -> PyResult<String> {
    if form.is_instance_of::<PyString>() {
        return form.extract();
    }
    let list = match form.call_method0("tolist") {
        Ok(list) => list,
        Err(_) => form.py().get_type::<pyo3::types::PyList>().call1((form,))?,
    };
    Ok(list.repr()?.extract::<String>()?.replace(['(', ')'], " "))
}

/// Calls the reader. A panic, which is a bug, becomes an exception.
fn guarded<T>(read: impl FnOnce() -> T) -> PyResult<T> {
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
