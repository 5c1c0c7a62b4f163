//! One position: its analysis or its score.

use claimeven::game::{Column, Mode, Outcome, Position as Board};
use claimeven::review::why::Why;
use claimeven::solver::{Analysis, AnalysisOptions, Bounds};
use pyo3::prelude::*;

use crate::errors::engine_error;
use crate::interrupt::interruptible;
use crate::position::{Position, numbers};
use crate::settings::{Given, Settings};

/// The score, the plies to the end, the score of each column, the best column, the best line and
/// the nodes.
type Fields = (i8, Option<u8>, Vec<Option<i8>>, Option<u8>, Vec<u8>, u64);

/// Analyzes a position.
#[pyfunction]
pub(crate) fn analyze(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    settings: Given<'_>,
) -> PyResult<Fields> {
    let (settings, position) = (Settings::new(settings)?, position.get().0);
    let options = AnalysisOptions::default().mode(settings.mode).line(true);
    interruptible(py, |stop| {
        let mut solver = settings.solver()?;
        solver.set_threads(settings.threads.get());
        let found = solver.analyze_until(&position, options, stop);
        let found = found.map_err(|_| stopped())?;
        Ok(fields(&position, &found, settings.mode))
    })
}

/// Returns the score of a position.
#[pyfunction]
pub(crate) fn score(
    py: Python<'_>,
    position: &Bound<'_, Position>,
    settings: Given<'_>,
) -> PyResult<i8> {
    let (settings, position) = (Settings::new(settings)?, position.get().0);
    interruptible(py, |stop| {
        let mut solver = settings.solver()?;
        solver.set_threads(settings.threads.get());
        let found = solver.solve_until(&position, settings.mode, stop).bounds;
        if found.is_solved(settings.mode) {
            Ok(value(found, settings.mode))
        } else {
            Err(stopped())
        }
    })
}

/// The kind, the cells, the moves and the text of a reason.
pub(crate) type Reason = (String, Vec<String>, Vec<u8>, String);

/// Returns a reason as a tuple.
pub(crate) fn reason(why: &Why) -> Reason {
    (
        why.kind.to_string(),
        why.cells.iter().map(ToString::to_string).collect(),
        numbers(why.moves.iter().copied()),
        why.text.clone(),
    )
}

/// Returns the error of work that was stopped. The exception of the signal replaces it.
pub(crate) fn stopped() -> PyErr {
    engine_error("stopped")
}

/// Returns a proven value: the score, or in weak mode 1 for a win, 0 for a draw, -1 for a loss.
pub(crate) fn value(bounds: Bounds, mode: Mode) -> i8 {
    match mode {
        Mode::Strong => bounds.lower.get(),
        Mode::Weak => match bounds.lower.outcome() {
            Outcome::Win => 1,
            Outcome::Draw => 0,
            Outcome::Loss => -1,
        },
    }
}

fn fields(position: &Board, found: &Analysis, mode: Mode) -> Fields {
    let exact = found.bounds.exact().filter(|_| mode == Mode::Strong);
    let columns = found.columns.iter();
    (
        value(found.bounds, mode),
        exact.map(|score| score.plies(position.stones())),
        columns
            .map(|bounds| Some(value((*bounds)?, mode)))
            .collect(),
        found.best.map(Column::number),
        numbers(found.line.iter().copied()),
        found.nodes,
    )
}
