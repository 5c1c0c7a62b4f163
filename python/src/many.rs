//! Many positions, solved on several threads.

use std::thread;
use std::time::Instant;

use claimeven::game::{self, Mode};
use claimeven::internals::many::{
    Answer, Answers, Feed, Question, Unanswered, analyzing, start, start_with,
};
use claimeven::sizes;
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

/// The scores of the columns of each position, and the values of the positions.
type Arrays<'py> = [Bound<'py, PyByteArray>; 2];

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
        let mut arrays = Found::new(settings.mode);
        solve_all(
            py,
            &self.0,
            |stop| analyze(&settings, move |_| options, stop),
            progress,
            |found| arrays.push(found.bounds, &found.columns),
        )?;
        Ok(arrays.arrays(py))
    }
}

/// Solves positions on boards of another size. Each thread has a table. Also returns the number of
/// columns.
#[pyfunction]
pub(crate) fn analyze_many_sized<'py>(
    py: Python<'py>,
    forms: &Bound<'py, PyAny>,
    size: &str,
    settings: Given<'py>,
    progress: Option<&Bound<'py, PyAny>>,
) -> PyResult<(u8, Arrays<'py>)> {
    let (settings, size) = (Settings::new(settings)?, read::size(size)?);
    let mut positions = Vec::new();
    read::each("positions", forms, |form| {
        positions.push(read::sized(form, size)?);
        Ok(())
    })?;
    let options = AnalysisOptions::default().mode(settings.mode);
    let solve = move |solver: &mut sizes::Solver, position: &_, stop: &StopFlag| {
        let found = solver.analyze_until(position, options, stop);
        (!stop.is_stopped()).then_some(found)
    };
    let start = |stop: &StopFlag| {
        let solvers = (0..settings.threads.get()).map(|_| settings.sized_solver(size));
        Ok(start_with(solvers.collect::<PyResult<_>>()?, solve, stop)?)
    };
    let mut arrays = Found::new(settings.mode);
    solve_all(py, &positions, start, progress, |found: sizes::Analysis| {
        arrays.push(found.bounds, &found.columns);
    })?;
    Ok((size.width(), arrays.arrays(py)))
}

/// The scores of the columns of positions, and the values of the positions.
struct Found {
    mode: Mode,
    scores: Vec<u8>,
    values: Vec<u8>,
}

impl Found {
    const fn new(mode: Mode) -> Found {
        Found {
            mode,
            scores: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a position with these bounds, of itself and of its columns.
    fn push<B: Copy + Into<sizes::Bounds>>(&mut self, bounds: B, columns: &[Option<B>]) {
        let value = |bounds| value(bounds, self.mode);
        let scores = columns
            .iter()
            .map(|bounds| bounds.map_or(UNPLAYABLE, value));
        self.scores.extend(scores.map(i8::cast_unsigned));
        self.values.push(value(bounds).cast_unsigned());
    }

    fn arrays(self, py: Python<'_>) -> Arrays<'_> {
        [self.scores, self.values].map(|array| PyByteArray::new(py, &array))
    }
}

/// The two ends of the solver threads.
type Started<A> = (Feed<(), A>, Answers<(), A>);

/// Starts threads that analyze positions of the usual board.
pub(crate) fn analyze(
    settings: &Settings,
    options: impl Fn(&game::Position) -> AnalysisOptions + Clone + Send + 'static,
    stop: &StopFlag,
) -> PyResult<Started<Analysis>> {
    let analyze = analyzing(options);
    start(&settings.solver()?, analyze, settings.threads, stop).map_err(PyErr::from)
}

/// Solves positions and passes the answers to `take`, in order. About fifty times a second, lets
/// Python handle signals, and calls `progress` with the number of answers and of positions. `start`
/// starts the solver threads.
///
/// # Errors
/// Fails if a signal or `progress` raises an exception.
pub(crate) fn solve_all<A: Answer>(
    py: Python<'_>,
    positions: &[A::Position],
    start: impl FnOnce(&StopFlag) -> PyResult<Started<A>> + Send,
    progress: Option<&Bound<'_, PyAny>>,
    mut take: impl FnMut(A) + Send,
) -> PyResult<()> {
    let stop = StopFlag::default();
    let (mut feed, answers) = py.detach(|| start(&stop))?;
    let feeder = move || {
        let questions = positions.iter().map(|&position| Question {
            tag: (),
            position: Some(position),
        });
        // Fails if the answers were dropped: the work was stopped.
        let _ = feed.push_all(questions);
    };
    let mut done = 0;
    let mut solve = |mut answers: Answers<(), A>| {
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
fn take_for_a_tick<A: Answer>(
    answers: &mut Answers<(), A>,
    done: &mut usize,
    take: &mut impl FnMut(A),
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
