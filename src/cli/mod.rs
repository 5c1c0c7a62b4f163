//! The command line: arguments in, library calls, text out.
//!
//! Each subcommand has a file. Exit codes: 0 done, 1 an error or a wrong answer,
//! 2 arguments that are not understood, 128 and the signal's number ended by a signal: 130 by
//! Ctrl-C, 129 by a hangup, 143 by a `kill`. They do not depend on whether anybody reads
//! stdout, except for commands that do nothing but print records.

mod analyze;
mod annotate;
mod atomic_file;
mod bench;
mod book;
mod bulk;
mod c4solver;
mod coloured_board;
mod formatting;
mod greeting;
mod head;
mod interrupt;
mod ladder;
mod lock;
mod position_arg;
mod progress;
mod shard;
mod stdout;
mod target;
mod testset;
mod wrong;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::thread;

use clap::builder::FalseyValueParser;
use clap::error::{ContextKind, ContextValue};
use clap::{Args, Parser, Subcommand};
use serde::Serialize;
use tracing::level_filters::LevelFilter;

use crate::book::{Book, OpenError};
use crate::game::{Mode, read};
use crate::makebook::VerifyError;
use crate::protocol::options::Files;
use crate::solver::{Solver, TableError};
use crate::system::memory::{self, NoRoom};
use crate::testset::ReadError;
use bulk::BulkError;
use formatting::whole;
pub use greeting::greet;
use interrupt::Interrupt;
use lock::LockError;
use stdout::print;

/// Exact Connect Four engine.
///
/// Without a command it speaks UCI and UGI on stdin and stdout.
#[derive(Debug, Parser)]
#[command(
    version,
    // Longer lines are hard to read, and a narrower terminal gets shorter ones.
    max_term_width = 80,
    override_usage = "claimeven [OPTIONS] [COMMAND]",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// Log to stderr: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", global = true, display_order = LAST)]
    pub log: Option<LevelFilter>,
    /// Let no line on standard input name a file, be it a book or a log
    #[arg(
        long,
        env = "CLAIMEVEN_NO_FILES",
        hide_env_values = true,
        value_parser = FalseyValueParser::new()
    )]
    pub no_files: bool,
    /// What to do instead of speaking on stdin and stdout.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Where options that every command has stand in its help.
const LAST: usize = 900;

const EXAMPLES: &str = "\
Examples:
  Show the board after the moves 4, 4, 5 and 3, and what each column is worth:
    claimeven analyze 4453
  Show what each move of a game was worth:
    claimeven annotate 445332
  Ask the engine as other programs do:
    printf 'position moves 4453\\nanalyze\\n' | claimeven";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the score of every column and the best line, or solve a file
    Analyze(analyze::Arguments),
    /// Show what every move of a game was worth and what it gave away
    Annotate(annotate::Arguments),
    /// Solve positions with known scores and measure time and nodes
    Bench(bench::Arguments),
    /// Build, check and show books of openings
    #[command(subcommand, override_usage = book::USAGE, after_long_help = book::EXAMPLES)]
    Book(book::Command),
    /// Print the score of each position on standard input, as c4solver does
    #[command(long_about = c4solver::ABOUT)]
    Solve(c4solver::Arguments),
    /// Make test sets from random play, or check their scores
    #[command(subcommand, override_usage = testset::USAGE, after_long_help = testset::EXAMPLES)]
    Testset(testset::Command),
}

/// The arguments that every solving command takes.
#[derive(Debug, Args)]
struct SolverArguments {
    /// Find out only who wins, not how soon
    #[arg(long)]
    weak: bool,
    #[command(flatten)]
    table: TableArguments,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// The arguments for the book in which openings are looked up.
#[derive(Debug, Args)]
struct BookArguments {
    /// Look up no openings
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    /// Look openings up in this book, not in the program's own
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

/// The argument for the size of the solver's table.
#[derive(Debug, Args)]
struct TableArguments {
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = whole::<u32>(1..=65536))]
    hash: u32,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum CliError {
    #[error("position {input:?}: {error}")]
    Position {
        input: String,
        error: read::TextError,
    },
    #[error("standard input: expected one position; for a position a line use --input -")]
    TooMuchInput,
    #[error("{}: {error}", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{}: {error}", path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Lock(#[from] LockError),
    #[error("{}: expected a file to write, found a device or a pipe", path.display())]
    NotAFile { path: PathBuf },
    #[error("{count} positions wanted, expected at most {most} of such")]
    TooMany { count: u32, most: u32 },
    #[error("{}: expected different files for input and output", path.display())]
    SameFile { path: PathBuf },
    #[error("{}: {error}", path.display())]
    TestSet { path: PathBuf, error: ReadError },
    #[error(
        "--published: no figures for these steps and sets: expected a step that the tutorial \
         measured in {mode} mode and a set whose positions are all of one of the six kinds",
        mode = mode.word()
    )]
    NothingPublished { mode: Mode },
    #[error("{}: {error}", path.display())]
    Book { path: PathBuf, error: OpenError },
    #[error("{}: {fault}", path.display())]
    VerifyError { path: PathBuf, fault: VerifyError },
    #[error(transparent)]
    BookWork(#[from] book::WorkError),
    #[error("no memory for the tables ({count} of {hash_mib} MiB): {error}")]
    Memory {
        count: usize,
        hash_mib: usize,
        error: NoRoom,
    },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error(transparent)]
    Bulk(#[from] BulkError),
    #[error("cannot start a thread: {0}")]
    Start(io::Error),
    #[error("cannot listen for signals: {0}")]
    Interrupt(io::Error),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Cli {
    /// Whether lines on standard input may name files.
    #[must_use]
    pub fn files(&self) -> Files {
        if self.no_files {
            Files::Refused
        } else {
            Files::Allowed
        }
    }
}

/// Reads the arguments of this process; ends it if they are not understood.
#[must_use]
pub fn arguments() -> Cli {
    Cli::try_parse().unwrap_or_else(|mut told| {
        suggest_analyze(&mut told);
        let said = if told.use_stderr() {
            told.print()
        } else {
            stdout::print_styled(|out| write!(out, "{}", told.render().ansi()))
        };
        let code = match ignore_closed_stdout(said) {
            Ok(()) => told.exit_code(),
            Err(error) => {
                report(&error.into());
                1
            }
        };
        process::exit(code)
    })
}

/// Tells who gives a position in place of a command how to analyze it.
fn suggest_analyze(told: &mut clap::Error) {
    let Some(ContextValue::String(word)) = told.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    if read::position(word).is_ok() {
        let is_plain = word.chars().all(char::is_alphanumeric);
        let quoted = if is_plain {
            word.clone()
        } else {
            format!("'{word}'")
        };
        let tip = format!("to analyze a position: claimeven analyze {quoted}");
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        told.insert(ContextKind::Suggested, tips);
    }
}

/// Runs a command to its end.
#[must_use]
pub fn run(command: &Command) -> ExitCode {
    let result = match command {
        Command::Analyze(arguments) => arguments.run(),
        Command::Annotate(arguments) => arguments.run(),
        Command::Bench(arguments) => arguments.run(),
        Command::Book(command) => command.run(),
        Command::Solve(arguments) => arguments.run(),
        Command::Testset(command) => command.run(),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            report(&error);
            ExitCode::FAILURE
        }
    }
}

fn report(error: &CliError) {
    // Without stderr nobody can be told.
    let _ = writeln!(io::stderr(), "error: {error}");
}

/// Turns the error that nobody reads stdout any more into success, for commands whose
/// files or exit code tell of their work too. (A command that does nothing but print ends
/// with the error.)
fn ignore_closed_stdout(printed: io::Result<()>) -> io::Result<()> {
    match printed {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Prints an object as a line of JSON.
fn print_json(object: &impl Serialize) -> io::Result<()> {
    print(serde_json::to_string(object)? + "\n")
}

impl SolverArguments {
    fn mode(&self) -> Mode {
        if self.weak { Mode::Weak } else { Mode::Strong }
    }
}

impl BookArguments {
    /// Opens the book that was asked for, if any.
    fn open(&self) -> Result<Option<Arc<Book>>, CliError> {
        if self.no_book {
            return Ok(None);
        }
        open_book(self.book.as_deref()).map(Some)
    }
}

/// Opens the book of a file, or the one that is part of the program.
fn open_book(path: Option<&Path>) -> Result<Arc<Book>, CliError> {
    Ok(Arc::new(match path {
        Some(path) => book::read_book(path)?,
        None => Book::embedded(),
    }))
}

impl TableArguments {
    /// Makes a solver with a table of this size, if there is memory for it.
    fn solver(&self) -> Result<Solver, CliError> {
        Ok(Solver::new(self.hash_mib()?)?)
    }

    /// Makes `count` solvers, each with a table of this size, if there is memory for all.
    fn solvers(&self, count: usize) -> Result<Vec<Solver>, CliError> {
        let hash_mib = self.room_for(count)?;
        let solvers = (0..count).map(|_| Solver::new(hash_mib));
        Ok(solvers.collect::<Result<_, _>>()?)
    }

    /// The table's size, if there is memory for one table.
    fn hash_mib(&self) -> Result<usize, CliError> {
        self.room_for(1)
    }

    /// The table's size, if there is memory for `count` tables.
    fn room_for(&self, count: usize) -> Result<usize, CliError> {
        let hash_mib = self.hash as usize;
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

/// The number of threads asked for, or the number of cores.
fn threads_or_cores(asked: Option<u16>) -> NonZeroUsize {
    let asked = asked.map(usize::from).and_then(NonZeroUsize::new);
    let threads = asked.map_or_else(thread::available_parallelism, Ok);
    // A machine that does not tell its number of cores has at least one.
    threads.unwrap_or(NonZeroUsize::MIN)
}
