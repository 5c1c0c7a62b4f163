//! The class `Position`. Its comments are the documentation that users of Python read.
#![expect(
    clippy::doc_markdown,
    reason = "NumPy style has names without backticks"
)]

use claimeven::game::read::Convention;
use claimeven::game::{self, Column, Diagram, Game, GameResult, fen};
use pyo3::prelude::*;
use pyo3::types::{PyTuple, PyType};

use crate::errors::{argument_error, whole};
use crate::read::{self, Form};

/// The stones on the board; a value that never changes. The side to move follows from their number.
///
/// Parameters
/// ----------
/// form : str, Position, sequence or array, optional
///     A text in any form that the command `claimeven analyze` reads: columns such as "4453",
///     moves such as "d1 d2", a FEN, an address, a drawn board; a list of columns; marks as a list
///     or an array of 42 or 6 by 7 numbers, 0 for an empty cell, 1 for one side and 2 or -1 for
///     the other. By default the empty board.
/// relative : {"first", "mover"}
///     The side of mark 1: the player who began, or the side to move.
/// bottom_up : bool
///     Whether the first row of marks is the ground and not the top.
///
/// Raises
/// ------
/// InputError
///     If the form cannot be read. `char` is the character of the error.
///
/// Notes
/// -----
/// Positions are hashable and comparable. `numpy.asarray(position)` has the marks as int8 of shape
/// (6, 7), the top row first. A notebook shows the board with the score of each column.
///
/// Examples
/// --------
/// >>> import claimeven
/// >>> position = claimeven.Position("4453")
/// >>> position.side, position.stones, position.legal, position.winner
/// ('first', 4, (1, 2, 3, 4, 5, 6, 7), None)
/// >>> position.play(3).mirror()
/// Position("7/7/7/7/3pP2/2PPp2")
#[pyclass(frozen, eq, hash, module = "claimeven")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Position(pub(crate) game::Position);

#[pymethods]
impl Position {
    #[new]
    #[pyo3(
        signature = (form=Form::default(), *, relative="first", bottom_up=false),
        text_signature = "(form='', *, relative='first', bottom_up=False)"
    )]
    fn new(form: Form<'_>, relative: &str, bottom_up: bool) -> PyResult<Position> {
        let convention = read::convention(relative, bottom_up)?;
        let game = form.0.map(|form| game(&form, convention)).transpose()?;
        Ok(Position(*game.unwrap_or_default().position()))
    }

    /// The number of stones, 0 to 42.
    #[getter]
    fn stones(&self) -> u8 {
        self.0.stones()
    }

    /// The side to move: "first" or "second". In a finished game, the side that would move next.
    #[getter]
    fn side(&self) -> String {
        self.0.side_to_move().to_string()
    }

    /// The columns, 1 to 7, that can be played. There are none once the game is over.
    #[getter]
    fn legal<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, numbers(self.0.legal_columns().iter()))
    }

    /// Whether the game is over: four in a row or a full board.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    /// The side with four in a row, "first" or "second"; None without one.
    #[getter]
    fn winner(&self) -> Option<String> {
        match self.0.result()? {
            GameResult::Won(side) => Some(side.to_string()),
            GameResult::Draw => None,
        }
    }

    /// A number below 2**49 that no other position shares (Tromp).
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// The position as a cfour FEN.
    #[getter]
    fn fen(&self) -> String {
        fen::write(&self.0)
    }

    /// Return the position after a stone in a column, 1 to 7.
    ///
    /// Raises
    /// ------
    /// InputError
    ///     If the column is not 1 to 7 or is full, or if the game is over.
    fn play(&self, column: &Bound<'_, PyAny>) -> PyResult<Position> {
        let number = whole("column", column, 1..=7)?;
        let played = Column::from_number(number).and_then(|column| self.0.try_play(column));
        played.map(Position).ok_or_else(|| {
            argument_error(if self.0.is_over() {
                "the game is over".to_owned()
            } else {
                format!("column {number} is full")
            })
        })
    }

    /// Return the mirror image: column 1 becomes column 7.
    fn mirror(&self) -> Position {
        Position(self.0.mirror())
    }

    fn __str__(&self) -> String {
        let diagram = Diagram::new(&Game::from(self.0)).to_string();
        diagram.trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        let fen = self.fen();
        let ranks = fen.split('[').next().unwrap_or_default();
        format!("Position({ranks:?})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().fen(),))
    }

    /// The board as int8 of shape (6, 7), the top row first: 0 is empty, 1 the first player.
    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // The array is always a new one.
        let _ = copy;
        let mark = |row, column: Column| match self.0.side_at(column.cell(row)) {
            None => 0,
            Some(side) => side as u8 + 1,
        };
        let rows = (0..6)
            .rev()
            .map(|row| Column::ALL.map(|column| mark(row, column)));
        let rows: Vec<Vec<u16>> = rows.map(|row| row.map(u16::from).to_vec()).collect();
        let array = py.import("numpy")?.call_method1("array", (rows, "int8"))?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py()
            .import("claimeven.analysis")?
            .call_method1("analyze", (slf,))?
            .call_method0("_repr_html_")
    }
}

/// Returns the game of a form: a `Position`, or one that `read` reads.
pub(crate) fn game(form: &Bound<'_, PyAny>, convention: Convention) -> PyResult<Game> {
    match form.cast::<Position>() {
        Ok(position) => Ok(Game::from(position.get().0)),
        Err(_) => read::game(form, convention),
    }
}

pub(crate) fn numbers(columns: impl IntoIterator<Item = Column>) -> Vec<u8> {
    columns.into_iter().map(Column::number).collect()
}
