//! Arguments that several commands take.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory};

use super::Cli;
use super::error::{CliError, in_file, within};
use super::io::games::Counts;
use super::io::inputs::{STANDARD, check_input};
use super::io::journal;
use super::io::output::Target;
use super::io::position;
use super::io::progress::Progress;
use super::print::records::{Format, Printer, RECORDS, one_of};
use crate::DEFAULT_HASH_MIB;
use crate::book::{self, Book};
use crate::game::Mode;
use crate::game::read::{Convention, MarkOwner, Marks};
use crate::session::protocol::options::{MAX_HASH_MIB, MAX_THREADS};
use crate::solver::Solver;
use crate::system::memory;

/// Arguments of commands that solve with several threads and an opening book.
#[derive(Debug, Args)]
pub(super) struct EngineArguments {
    #[command(flatten)]
    pub(super) solver: SolverArguments,
    #[command(flatten)]
    pub(super) book: BookArguments,
    #[command(flatten)]
    pub(super) threads: ThreadsArgument,
    #[command(flatten)]
    pub(super) progress: Progress,
}

/// Arguments of commands that solve the positions of games.
#[derive(Debug, Args)]
pub(super) struct GamesArguments {
    /// Read the games in each FILE: PGN, JSON objects, or one game per line
    ///
    /// Without --input, the games are read from standard input.
    #[arg(short, long, value_name = "FILE", num_args = 1..)]
    pub(super) input: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) convention: ConventionArguments,
    #[command(flatten)]
    pub(super) output: OutputArguments,
    #[command(flatten)]
    pub(super) table: TableArguments,
    #[command(flatten)]
    pub(super) book: BookArguments,
    #[command(flatten)]
    pub(super) threads: ThreadsArgument,
    #[command(flatten)]
    pub(super) progress: Progress,
}

impl GamesArguments {
    /// Returns the paths of the inputs.
    pub(super) fn paths(&self, command: &str) -> Vec<PathBuf> {
        match &self.input[..] {
            [] if position::is_stdin(&[]) => vec![PathBuf::from(STANDARD)],
            [] => exit_wrong(
                command,
                ErrorKind::MissingRequiredArgument,
                "expected --input or games on standard input",
            ),
            paths => paths.to_vec(),
        }
    }

    /// Fails if standard input had no games.
    pub(super) fn check_games(&self, games: &Counts) -> Result<(), CliError> {
        if games.all == 0 && self.input.is_empty() {
            let wanted = "expected games on standard input; found nothing";
            return Err(CliError::Message(wanted.to_owned()));
        }
        Ok(())
    }
}

/// Arguments of commands that solve positions without a book.
#[derive(Debug, Args)]
pub(super) struct SearchArguments {
    #[command(flatten)]
    pub(super) table: TableArguments,
    #[command(flatten)]
    threads: ThreadsArgument,
    #[command(flatten)]
    pub(super) progress: Progress,
}

impl SearchArguments {
    /// Returns the number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads.number().get()
    }

    /// Creates a solver with the table and threads of these arguments.
    pub(super) fn solver(&self) -> Result<Solver, CliError> {
        let mut solver = self.table.solver()?;
        solver.set_threads(self.threads());
        Ok(solver)
    }
}

/// The argument for the number of threads. `bench` has its own, because it
/// measures one thread by default.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct ThreadsArgument {
    /// Use N threads [default: one per core]
    #[arg(short = 'j', long, value_name = "N", value_parser = whole::<u16>(1..=MAX_THREADS.into()))]
    pub(super) threads: Option<u16>,
}

/// Arguments of every command that solves positions.
#[derive(Debug, Args)]
pub(super) struct SolverArguments {
    /// Find only who wins, not how soon
    #[arg(long)]
    weak: bool,
    #[command(flatten)]
    pub(super) table: TableArguments,
}

/// Arguments for the output of a command: its file and its format.
#[derive(Debug, Args)]
pub(super) struct OutputArguments {
    /// Write to FILE; "-" is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,
    #[command(flatten)]
    pub(super) format: FormatArguments,
}

/// Arguments for the format of the output. Commands with more formats than records set the parser of
/// `--format`.
#[derive(Debug, Args)]
pub(super) struct FormatArguments {
    /// Print this format instead of text for people
    #[arg(long, value_parser = one_of(&RECORDS))]
    format: Option<Format>,
    /// Print JSON lines; the same as --format jsonl
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// Options for the numbers of columns and for boards.
#[derive(Debug, Clone, Copy, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(super) struct ConventionArguments {
    /// Number columns from 0 to 6
    #[arg(long)]
    zero_based: bool,
    /// Read 2, -1, o and y on a board as stones of the first player
    #[arg(long)]
    swap_sides: bool,
    /// Read the first mark of a board as stones of the side to move
    #[arg(long, conflicts_with = "swap_sides")]
    mover_first: bool,
    /// Read boards with these marks for an empty cell, the first and the second player, as in .XO
    #[arg(long, value_name = "MARKS", allow_hyphen_values = true)]
    marks: Option<Marks>,
    /// Read the first row of a board as the ground
    #[arg(long)]
    bottom_up: bool,
}

impl ConventionArguments {
    /// Returns the options, for the head of a journal.
    pub(super) fn facts(self) -> [(&'static str, String); 5] {
        [
            ("--zero-based", self.zero_based.to_string()),
            ("--swap-sides", self.swap_sides.to_string()),
            ("--mover-first", self.mover_first.to_string()),
            ("--marks", journal::option(self.marks)),
            ("--bottom-up", self.bottom_up.to_string()),
        ]
    }

    pub(super) fn convention(self) -> Convention {
        Convention {
            zero_based: self.zero_based,
            first_mark: match (self.swap_sides, self.mover_first) {
                (true, _) => MarkOwner::SecondPlayer,
                (false, true) => MarkOwner::SideToMove,
                (false, false) => MarkOwner::FirstPlayer,
            },
            marks: self.marks,
            bottom_up: self.bottom_up,
        }
    }
}

/// Arguments for the opening book.
#[derive(Debug, Args)]
pub(super) struct BookArguments {
    /// Do not use an opening book
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    /// Use the opening book in FILE, or "embedded" for the built-in one
    #[arg(long, value_name = "FILE", default_value = EMBEDDED)]
    book: PathBuf,
}

/// The argument for the size of the solver's table.
#[derive(Debug, Args)]
pub(super) struct TableArguments {
    /// Set the size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = DEFAULT_HASH_MIB, value_parser = whole::<usize>(1..=MAX_HASH_MIB as u64))]
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
        solver.set_threads(self.threads.number().get());
        Ok(solver)
    }
}

impl ThreadsArgument {
    /// Returns the number of threads, by default the number of cores.
    pub(super) fn number(self) -> NonZeroUsize {
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
    /// Returns the file of the book, if one is used.
    pub(super) fn file(&self) -> Option<&Path> {
        Some(&*self.book).filter(|path| !self.no_book && *path != Path::new(EMBEDDED))
    }

    /// Opens the book, if one is used.
    pub(super) fn open(&self) -> Result<Option<Arc<Book>>, CliError> {
        if self.no_book {
            return Ok(None);
        }
        Ok(Some(Arc::new(open_book(&self.book)?)))
    }
}

/// The name of the built-in book where a path is expected.
pub(super) const EMBEDDED: &str = "embedded";

/// Opens the book in a file, or the built-in one.
pub(super) fn open_book(path: &Path) -> Result<Book, CliError> {
    if path == Path::new(EMBEDDED) {
        Ok(Book::embedded())
    } else {
        read_book(path)
    }
}

/// Reads a book from a file.
pub(super) fn read_book(path: &Path) -> Result<Book, CliError> {
    check_input(path)?;
    book::open(path).map_err(in_file(path))
}

impl OutputArguments {
    /// Opens the output of a run that reads `inputs` and the book, and locks it if it is a file.
    pub(super) fn open(
        &self,
        book: &BookArguments,
        inputs: &[impl AsRef<Path>],
    ) -> Result<Target, CliError> {
        let inputs = inputs.iter().map(AsRef::as_ref);
        let inputs: Vec<&Path> = inputs.chain(book.file()).collect();
        Target::open(&self.output, &inputs)
    }
}

impl FormatArguments {
    /// Returns a printer of records with these fields, or `None` for a text for people.
    pub(super) fn printer(&self, fields: &'static str) -> Option<Printer> {
        let format = self.format()?;
        Some(Printer { format, fields })
    }

    /// Returns the format, or `None` for a text for people.
    pub(super) fn format(&self) -> Option<Format> {
        self.format.or(self.json.then_some(Format::JsonLines))
    }
}

impl TableArguments {
    /// Creates a solver with a table of this size.
    ///
    /// # Errors
    /// Fails if there is not enough memory for the table.
    pub(super) fn solver(&self) -> Result<Solver, CliError> {
        Ok(Solver::without_book(self.hash_mib(1)?)?)
    }

    /// Creates `count` solvers, each with a table of this size.
    ///
    /// # Errors
    /// Fails if there is not enough memory for all tables.
    pub(super) fn solvers(&self, count: usize) -> Result<Vec<Solver>, CliError> {
        let hash_mib = self.hash_mib(count)?;
        let solvers = (0..count).map(|_| Solver::without_book(hash_mib));
        Ok(solvers.collect::<Result<_, _>>()?)
    }

    /// Returns the size of a table.
    ///
    /// # Errors
    /// Fails if there is not enough memory for `count` tables.
    pub(super) fn hash_mib(&self, count: usize) -> Result<usize, CliError> {
        let hash_mib = self.hash;
        let tables = format!("no memory for the tables ({count} of {hash_mib} MiB)");
        memory::check_room(hash_mib.saturating_mul(count)).map_err(within(&tables))?;
        Ok(hash_mib)
    }
}

/// Ends the process because of an error in the arguments of a command.
pub(super) fn exit_wrong(command: &str, kind: ErrorKind, message: &str) -> ! {
    let mut cli = Cli::command();
    cli.build();
    let command = cli.find_subcommand_mut(command).expect("a command");
    command.error(kind, message).exit();
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
