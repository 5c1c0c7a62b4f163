//! Arguments that several commands take.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::Args;

use super::{CliError, book};
use crate::DEFAULT_HASH_MIB;
use crate::book::Book;
use crate::game::Mode;
use crate::protocol::options::MAX_THREADS;
use crate::solver::Solver;
use crate::system::memory;

/// Arguments of commands that solve with several threads and an opening book.
#[derive(Debug, Args)]
pub(super) struct EngineArguments {
    /// Use N solver threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=MAX_THREADS.into()))]
    threads: Option<u16>,
    #[command(flatten)]
    pub(super) solver: SolverArguments,
    #[command(flatten)]
    pub(super) book: BookArguments,
}

/// Arguments of every command that solves positions.
#[derive(Debug, Args)]
pub(super) struct SolverArguments {
    /// Find only who wins, not how soon
    #[arg(long)]
    weak: bool,
    #[command(flatten)]
    pub(super) table: TableArguments,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(super) json: bool,
}

/// Arguments for the opening book.
#[derive(Debug, Args)]
pub(super) struct BookArguments {
    /// Do not use an opening book
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    /// Use the opening book in FILE instead of the built-in one
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

/// The argument for the size of the solver's table.
#[derive(Debug, Args)]
pub(super) struct TableArguments {
    /// Set the size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = whole::<usize>(1..=65536))]
    pub(super) hash: usize,
}

impl EngineArguments {
    /// Creates a solver with the table, book and threads of these arguments.
    ///
    /// # Errors
    /// Fails if the book cannot be read, or if there is not enough memory for the table.
    pub(super) fn solver(&self) -> Result<Solver, CliError> {
        let mut solver = self.solver.table.solver()?;
        solver.set_book(self.book.open()?);
        solver.set_threads(self.threads().get());
        Ok(solver)
    }

    /// Returns the number of threads, by default the number of cores.
    pub(super) fn threads(&self) -> NonZeroUsize {
        let given = self.threads.map(usize::from).and_then(NonZeroUsize::new);
        let threads = given.map_or_else(thread::available_parallelism, Ok);
        // A machine that does not report its number of cores has at least one.
        threads.unwrap_or(NonZeroUsize::MIN)
    }
}

impl SolverArguments {
    pub(super) fn mode(&self) -> Mode {
        if self.weak { Mode::Weak } else { Mode::Strong }
    }
}

impl BookArguments {
    /// Opens the book, if one is used.
    pub(super) fn open(&self) -> Result<Option<Arc<Book>>, CliError> {
        if self.no_book {
            return Ok(None);
        }
        open_book(self.book.as_deref()).map(Some)
    }
}

/// Opens the book in a file, or the built-in one.
pub(super) fn open_book(path: Option<&Path>) -> Result<Arc<Book>, CliError> {
    Ok(Arc::new(match path {
        Some(path) => book::read_book(path)?,
        None => Book::embedded(),
    }))
}

impl TableArguments {
    /// Creates a solver with a table of this size.
    ///
    /// # Errors
    /// Fails if there is not enough memory for the table.
    pub(super) fn solver(&self) -> Result<Solver, CliError> {
        Ok(Solver::new(self.hash_mib()?)?)
    }

    /// Creates `count` solvers, each with a table of this size.
    ///
    /// # Errors
    /// Fails if there is not enough memory for all tables.
    pub(super) fn solvers(&self, count: usize) -> Result<Vec<Solver>, CliError> {
        let hash_mib = self.hash_mib_of(count)?;
        let solvers = (0..count).map(|_| Solver::new(hash_mib));
        Ok(solvers.collect::<Result<_, _>>()?)
    }

    /// Returns the size of the table.
    ///
    /// # Errors
    /// Fails if there is not enough memory for the table.
    pub(super) fn hash_mib(&self) -> Result<usize, CliError> {
        self.hash_mib_of(1)
    }

    fn hash_mib_of(&self, count: usize) -> Result<usize, CliError> {
        let hash_mib = self.hash;
        match memory::check_room(hash_mib.saturating_mul(count)) {
            Ok(()) => Ok(hash_mib),
            Err(error) => Err(CliError::Memory {
                count,
                hash_mib,
                error,
            }),
        }
    }
}

/// Returns a parser of whole numbers in a range. Its errors are worded like the protocol's.
pub(super) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            format!("expected a whole number from {least} to {most}")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_of_whole_numbers_name_the_range() {
        let ply = whole::<u8>(8..=36);
        for text in ["7", "37", "-9", "9.0", "", "soon", "264"] {
            let error = "expected a whole number from 8 to 36";
            assert_eq!(ply(text), Err(error.to_owned()), "{text:?}");
        }
        assert_eq!((ply("8"), ply("36")), (Ok(8), Ok(36)));
    }
}
