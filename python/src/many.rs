//! Many positions, solved on several threads.

use std::thread;
use std::time::Instant;

use claimeven::game;
use claimeven::internals::many::{Answers, Question, Unanswered, start};
use claimeven::solver::{Analysis, AnalysisOptions, StopFlag};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

use crate::errors::{self, engine_error};
use crate::interrupt::TICK;
use crate::position;
use crate::read;
use crate::settings::{Given, Settings};
use crate::solve::value;

/// The number of cells of a board.
const CELLS: usize = 42;
/// The mark of a column that cannot be played.
const UNPLAYABLE: i8 = -128;

/// The scores of seven columns per position, the values of the positions, and their best columns.
type Arrays<'py> = [Bound<'py, PyByteArray>; 3];

/// Positions to solve.
#[pyclass(module = "claimeven._native")]
#[derive(Debug, Default)]
pub(crate) struct Positions(Vec<game::Position>);

#[pymethods]
impl Positions {
    #[new]
    fn new() -> Positions {
        Positions::default()
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// Adds the positions of an iterable of forms.
    fn add(&mut self, forms: &Bound<'_, PyAny>, relative: &str, bottom_up: bool) -> PyResult<()> {
        let convention = read::convention(relative, bottom_up)?;
        read::each("positions", forms, |form| {
            self.0.push(*position::game(form, convention)?.position());
            Ok(())
        })
    }

    /// Adds boards of 42 marks, one byte each.
    fn add_boards(
        &mut self,
        py: Python<'_>,
        boards: &Bound<'_, PyBytes>,
        relative: &str,
        bottom_up: bool,
    ) -> PyResult<()> {
        let convention = read::convention(relative, bottom_up)?;
        let boards = boards.as_bytes();
        let positions = &mut self.0;
        let added = py.detach(|| {
            for board in boards.chunks_exact(CELLS) {
                positions.push(read::cells(board, convention)?);
            }
            Ok(())
        });
        added.map_err(|error| errors::at(py, self.0.len(), errors::text_error(&error)))
    }

    /// Solves the positions. Calls `progress` with the number of answers and of positions.
    fn solve<'py>(
        &self,
        py: Python<'py>,
        settings: Given<'py>,
        progress: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Arrays<'py>> {
        let settings = Settings::new(settings)?;
        let options = AnalysisOptions::default().mode(settings.mode);
        let mut arrays = [7, 1, 1].map(|width| Vec::with_capacity(width * self.0.len()));
        let [scores, values, best] = &mut arrays;
        solve_all(
            py,
            &self.0,
            &settings,
            move |_| options,
            progress,
            |found| {
                let top = value(found.bounds, settings.mode);
                let mut mask = 0;
                for (column, bounds) in found.columns.iter().enumerate() {
                    let score = bounds.map_or(UNPLAYABLE, |bounds| value(bounds, settings.mode));
                    mask |= u8::from(score == top) << column;
                    scores.push(score.cast_unsigned());
                }
                values.push(top.cast_unsigned());
                best.push(mask);
            },
        )?;
        Ok(arrays.map(|array| PyByteArray::new(py, &array)))
    }
}

/// Solves positions and passes the answers to `take`, in order. About fifty times a second, lets
/// Python handle signals, and calls `progress` with the number of answers and of positions.
///
/// # Errors
/// Fails if a signal or `progress` raises an exception.
pub(crate) fn solve_all(
    py: Python<'_>,
    positions: &[game::Position],
    settings: &Settings,
    options: impl Fn(&game::Position) -> AnalysisOptions + Clone + Send + 'static,
    progress: Option<&Bound<'_, PyAny>>,
    mut take: impl FnMut(Analysis) + Send,
) -> PyResult<()> {
    let stop = StopFlag::default();
    let (mut feed, answers) = py.detach(|| {
        let solver = settings.solver()?;
        start(&solver, options, settings.threads, &stop).map_err(PyErr::from)
    })?;
    let feeder = move || {
        let questions = positions.iter().map(|&position| Question {
            tag: (),
            position: Some(position),
        });
        // Fails if the answers were dropped: the work was stopped.
        let _ = feed.push_all(questions);
    };
    let mut done = 0;
    let mut solve = |mut answers: Answers<()>| {
        let mut is_more = true;
        while is_more {
            let waited = py.detach(|| take_for_a_tick(&mut answers, &mut done, &mut take));
            is_more = waited.map_err(|_| engine_error("a bug in the engine ended the work"))?;
            py.check_signals()?;
            if let Some(progress) = progress {
                progress.call1((done, positions.len()))?;
            }
        }
        Ok(())
    };
    thread::scope(|scope| {
        thread::Builder::new().spawn_scoped(scope, feeder)?;
        // Without the answers the feeder ends, and after the stop the solvers do.
        let result = solve(answers);
        stop.stop();
        result
    })
}

/// Takes answers for a moment. Returns whether more will come.
fn take_for_a_tick(
    answers: &mut Answers<()>,
    done: &mut usize,
    take: &mut impl FnMut(Analysis),
) -> Result<bool, Unanswered> {
    let start = Instant::now();
    while start.elapsed() < TICK {
        match answers.try_next() {
            Some(answered) => {
                *done += 1;
                answered
                    .solved
                    .into_iter()
                    .for_each(|(_, found)| take(found));
            }
            None if !answers.wait()? => return Ok(false),
            None => {}
        }
    }
    Ok(true)
}
