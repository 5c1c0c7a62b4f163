//! The settings of a function that solves: table, book, threads and mode.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use claimeven::book::{self, Book};
use claimeven::game::{Mode, Size};
use claimeven::internals::session::protocol::options::{MAX_HASH_MIB, MAX_THREADS};
use claimeven::sizes;
use claimeven::solver::Solver;
use pyo3::prelude::*;

use crate::errors::{argument_error, engine_error, expected, whole};

/// The settings, checked.
pub(crate) struct Settings {
    pub(crate) mode: Mode,
    book: ChosenBook,
    hash_mib: usize,
    pub(crate) threads: NonZeroUsize,
}

/// The argument `book`.
enum ChosenBook {
    BuiltIn,
    None,
    File(PathBuf),
}

/// The settings as Python passes them: `weak`, `book`, `hash`, `threads`. Without a number of
/// threads, there is one per core.
pub(crate) type Given<'py> = (
    bool,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Option<Bound<'py, PyAny>>,
);

/// One thread, the built-in book and a table of the usual size.
impl Default for Settings {
    fn default() -> Settings {
        Settings {
            mode: Mode::Strong,
            book: ChosenBook::BuiltIn,
            hash_mib: claimeven::DEFAULT_HASH_MIB,
            threads: NonZeroUsize::MIN,
        }
    }
}

impl Settings {
    /// Checks the settings.
    pub(crate) fn new((weak, book, hash, threads): Given<'_>) -> PyResult<Settings> {
        let cores = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let book = match book.extract::<bool>() {
            Ok(true) => ChosenBook::BuiltIn,
            Ok(false) => ChosenBook::None,
            Err(_) => ChosenBook::File(book.extract().map_err(|_| {
                let message = expected("True, False or a path", &book);
                argument_error(format!("book: {message}"))
            })?),
        };
        let threads = threads.map(|threads| whole("threads", &threads, 1..=MAX_THREADS.into()));
        Ok(Settings {
            mode: if weak { Mode::Weak } else { Mode::Strong },
            book,
            hash_mib: whole("hash", &hash, 1..=MAX_HASH_MIB)?,
            threads: threads
                .transpose()?
                .and_then(NonZeroUsize::new)
                .unwrap_or_else(cores),
        })
    }

    /// Creates a solver of boards of another size.
    pub(crate) fn sized_solver(&self, size: Size) -> PyResult<sizes::Solver> {
        let solver = sizes::Solver::new(size, self.hash_mib);
        solver.map_err(|error| engine_error(&error.to_string()))
    }

    /// Creates a solver, which works on each search with one thread.
    pub(crate) fn solver(&self) -> PyResult<Solver> {
        let solver = match self.book {
            ChosenBook::BuiltIn => Solver::new(self.hash_mib),
            ChosenBook::None | ChosenBook::File(_) => Solver::without_book(self.hash_mib),
        };
        let mut solver = solver.map_err(|error| engine_error(&error.to_string()))?;
        if let ChosenBook::File(path) = &self.book {
            solver.set_book(Some(Arc::new(open(path)?)));
        }
        Ok(solver)
    }
}

fn open(path: &Path) -> PyResult<Book> {
    book::open(path).map_err(|error| argument_error(format!("{}: {error}", path.display())))
}
