//! One position: its analysis or its score.

use claimeven::game::{Column, Mode, Outcome, Position as Board, Size};
use claimeven::review::why::Why;
use claimeven::sizes;
use claimeven::solver::{Analysis, AnalysisOptions, Bounds, Scores};
use pyo3::prelude::*;

use crate::errors::{argument_error, engine_error, text_error};
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
        Ok(fields(&position, &found, settings.mode))
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
    let settings = Settings::new(settings)?;
    let mode = settings.mode;
    let size = size.parse::<Size>();
    let size = size.map_err(|error| argument_error(format!("size: {error}")))?;
    let text = read::text(form)?;
    let position = read::guarded(|| sizes::Position::parse(size, &text))?;
    let position = position.map_err(|error| text_error(&error))?;
    let scores = if all { Scores::All } else { Scores::Best };
    let options = AnalysisOptions::default()
        .mode(mode)
        .scores(scores)
        .line(all);
    interruptible(py, |stop| {
        let solver = sizes::Solver::new(size, settings.hash_mib);
        let mut solver = solver.map_err(|error| engine_error(&error.to_string()))?;
        let found = solver.analyze_until(&position, options, stop);
        if stop.is_stopped() {
            return Err(stopped());
        }
        let value = |bounds: sizes::Bounds| match mode {
            Mode::Strong => bounds.lower,
            Mode::Weak => match bounds.outcome() {
                Some(Outcome::Win) => 1,
                Some(Outcome::Loss) => -1,
                _ => 0,
            },
        };
        let exact = found.bounds.exact().filter(|_| mode == Mode::Strong);
        let columns = found.columns.iter().map(|bounds| bounds.map(value));
        let fields = (
            value(found.bounds),
            exact.map(|score| position.plies(score)),
            columns.collect(),
            found.best,
            found.line,
            found.nodes,
        );
        Ok((position.to_string(), fields))
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
