//! One position: its analysis or its score.

use claimeven::game::{Mode, Outcome};
use claimeven::review::why::Why;
use claimeven::sizes::{self, Bounds};
use claimeven::solver::{AnalysisOptions, Scores};
use pyo3::prelude::*;

use crate::errors::engine_error;
use crate::interrupt::interruptible;
use crate::position::{Position, numbers};
use crate::read;
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
        Ok(fields(position, found, settings.mode))
    })
}

/// Analyzes a position on a board of another size, of all columns or only the best. Also returns
/// the board, from the top row.
#[pyfunction]
pub(crate) fn analyze_sized(
    py: Python<'_>,
    form: &Bound<'_, PyAny>,
    size: &str,
    all: bool,
    settings: Given<'_>,
) -> PyResult<(String, Fields)> {
    let (settings, size) = (Settings::new(settings)?, read::size(size)?);
    let position = read::sized(form, size)?;
    let scores = if all { Scores::All } else { Scores::Best };
    let options = AnalysisOptions::default().mode(settings.mode);
    let options = options.scores(scores).line(all);
    interruptible(py, |stop| {
        let found = settings
            .sized_solver(size)?
            .analyze_until(&position, options, stop);
        if stop.is_stopped() {
            return Err(stopped());
        }
        Ok((position.to_string(), fields(position, found, settings.mode)))
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
pub(crate) fn value(bounds: impl Into<Bounds>, mode: Mode) -> i8 {
    let bounds = bounds.into();
    match mode {
        Mode::Strong => bounds.lower,
        Mode::Weak => match bounds.outcome() {
            Some(Outcome::Win) => 1,
            Some(Outcome::Loss) => -1,
            _ => 0,
        },
    }
}

fn fields(
    position: impl Into<sizes::Position>,
    found: impl Into<sizes::Analysis>,
    mode: Mode,
) -> Fields {
    let found = found.into();
    let exact = found.bounds.exact().filter(|_| mode == Mode::Strong);
    let columns = found.columns.iter();
    (
        value(found.bounds, mode),
        exact.map(|score| position.into().plies(score)),
        columns
            .map(|bounds| Some(value((*bounds)?, mode)))
            .collect(),
        found.best,
        found.line,
        found.nodes,
    )
}
