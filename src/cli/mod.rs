//! The command line: arguments in, library calls, text out.
//!
//! | Module | Contents |
//! |-|-|
//! | `analyze`, `bulk` | `claimeven analyze`, of one position or of a file |
//! | `annotate`, `grade` | `claimeven annotate`, `claimeven grade` |
//! | `bench`, `ladder` | `claimeven bench`, also with `--ladder` |
//! | `book` | `claimeven book` |
//! | `c4solver` | `claimeven solve`, which replaces the tutorial's `c4solver` |
//! | `play` | `claimeven play`, a game at the terminal |
//! | `testset` | `claimeven testset` |
//! | `completions`, `version`, `color` | `claimeven completions`; the options `--version` and `--color` |
//! | `start`, `greeting` | the start of the process; the text for a person who starts the daemon |
//! | `arguments`, `position_arg`, `advice` | arguments of several commands: positions, and the options that help with their errors |
//! | `files`, `shard` | files that are written whole, locked and resumed; shares of the work |
//! | `games` | the games of an input |
//! | `coloured_board`, `formatting` | boards and numbers for people |
//! | `format` | records for programs, as JSON lines or CSV |
//! | `stdout`, `stderr`, `progress`, `interrupt` | the terminal and its signals |
//!
//! Exit codes: 0 success; 1 an error or a wrong answer; 2 invalid arguments; 128 and the signal's
//! number after a signal (130 after Ctrl-C, 129 after a hangup, 143 after `kill`). They do not
//! depend on whether standard output is read, except for commands that only print records.

mod advice;
mod analyze;
mod annotate;
mod arguments;
mod bench;
mod book;
mod bulk;
mod c4solver;
mod color;
mod coloured_board;
mod completions;
mod files;
mod format;
mod formatting;
mod games;
mod grade;
mod greeting;
mod interrupt;
mod json;
mod ladder;
mod play;
mod position_arg;
mod progress;
mod shard;
mod start;
mod stderr;
mod stdout;
mod testset;
mod version;

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::iter;
use std::path::Path;
use std::process::{self, ExitCode};

use clap::builder::FalseyValueParser;
use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, Parser, Subcommand};
use tracing::level_filters::LevelFilter;

use crate::game::{printable, read};
use crate::session::protocol::options::Files;
use crate::solver::TableError;
use interrupt::Interrupt;
pub use start::main;
#[cfg(unix)]
pub use stdout::note_closed as note_closed_stdout;
use stdout::print;

/// Exact Connect Four engine.
///
/// Without a command, it runs as a UCI and UGI engine on stdin and stdout.
#[derive(Debug, Parser)]
#[command(
    // Longer lines are hard to read. In a narrower terminal, lines are shorter.
    max_term_width = 80,
    override_usage = "claimeven [OPTIONS] [COMMAND]",
    after_long_help = EXAMPLES
)]
pub struct Cli {
    /// Log to stderr at this level: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", global = true, display_order = LAST)]
    pub log: Option<LevelFilter>,
    /// Use colors on boards and in help and errors: auto, always or never
    #[arg(
        long,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = true,
        global = true,
        overrides_with = "color",
        display_order = LAST
    )]
    pub color: ColorChoice,
    /// Print the version
    #[arg(short = 'V', long, display_order = LAST)]
    version: bool,
    /// With --version, also print kernel, features, book and target
    #[arg(long, requires = "version", display_order = LAST)]
    verbose: bool,
    /// Disable daemon options that name files (book, log)
    #[arg(
        long,
        env = "CLAIMEVEN_NO_FILES",
        hide_env_values = true,
        value_parser = FalseyValueParser::new()
    )]
    pub no_files: bool,
    /// The subcommand to run instead of the daemon.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Display order of the options that every command has: after the command's own options.
const LAST: usize = 900;

const EXAMPLES: &str = "\
Examples:
  Show the board after the moves 4, 4, 5 and 3, and the score of each column:
    claimeven analyze 4453
  Show the score of each move of a game:
    claimeven annotate 445332
  Play a game:
    claimeven play
  Ask the engine as other programs do:
    printf 'position moves 4453\\nanalyze\\n' | claimeven";

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the score of every column and the best line, or solve a file
    Analyze(analyze::Arguments),
    /// Show the score of every move of a game and what it gave away
    Annotate(annotate::Arguments),
    /// Solve positions with known scores and measure time and nodes
    Bench(bench::Arguments),
    /// Build, check and show opening books
    #[command(subcommand, override_usage = book::USAGE, after_long_help = book::EXAMPLES)]
    Book(book::Command),
    /// Print a script that completes commands and options in a shell
    #[command(display_order = LAST)]
    Completions(completions::Arguments),
    /// Count the good and bad moves of each player in files of games
    Grade(grade::Arguments),
    /// Play a game against claimeven, or against another person
    Play(play::Arguments),
    /// Print the score of each position on standard input, as c4solver does
    #[command(long_about = c4solver::ABOUT)]
    Solve(c4solver::Arguments),
    /// Make test sets from random play, or check their scores
    #[command(subcommand, override_usage = testset::USAGE, after_long_help = testset::EXAMPLES)]
    Testset(testset::Command),
}

/// An error that ends a command.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    #[error("{0}")]
    Message(String),
    /// An error in a file or in another part of the work, which `what` names.
    #[error("{what}: {error}")]
    Within {
        what: String,
        #[source]
        error: Box<dyn Error + Send + Sync>,
    },
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("cannot write the answer: {0}")]
    Output(#[from] io::Error),
}

impl Cli {
    /// Returns whether lines on standard input may name files.
    fn files(&self) -> Files {
        if self.no_files {
            Files::Refused
        } else {
            Files::Allowed
        }
    }
}

/// Parses the words of a command line. Ends the process if they are invalid or only ask for help or
/// the version.
fn parse_arguments(words: Vec<OsString>) -> Cli {
    color::choose(&words);
    let arguments = Cli::try_parse_from(without_help(words)).unwrap_or_else(|mut error| {
        suggest_analyze(&mut error);
        show_words(&mut error);
        let code = error.exit_code();
        let printed = if error.use_stderr() {
            error.print()
        } else {
            stdout::print_styled(|out| write!(out, "{}", error.render().ansi()))
        };
        exit_after(printed, code)
    });
    if arguments.version {
        exit_after(print(version::text(arguments.verbose)), 0);
    }
    arguments
}

/// Returns the words of the command line. `help COMMAND` becomes `COMMAND --help`, because clap
/// suggests similar commands only there.
fn without_help(words: Vec<OsString>) -> impl Iterator<Item = OsString> {
    let is_help = words.get(1).is_some_and(|word| word == "help");
    let words = words.into_iter();
    let words = words.filter(move |word| !is_help || word != "help");
    words.chain(is_help.then(|| "--help".into()))
}

/// Ends the process with `code`, or with 1 and an error if a text could not be printed.
fn exit_after(printed: io::Result<()>, code: i32) -> ! {
    process::exit(match ignore_closed_stdout(printed) {
        Ok(()) => code,
        Err(error) => {
            report(error);
            1
        }
    })
}

/// Makes the words of the command line printable in an error.
fn show_words(error: &mut clap::Error) {
    let words = error.context().filter_map(|(kind, value)| match value {
        ContextValue::String(word) => Some((kind, ContextValue::String(printable(word)))),
        _ => None,
    });
    for (kind, word) in words.collect::<Vec<_>>() {
        error.insert(kind, word);
    }
}

/// Suggests `analyze` to a user who typed a position where a command is expected.
fn suggest_analyze(error: &mut clap::Error) {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return;
    };
    if read::game(word).is_ok() {
        let is_plain = word.chars().all(char::is_alphanumeric);
        let quoted = if is_plain {
            word.clone()
        } else {
            format!("'{word}'")
        };
        let tip = format!("to analyze a position: claimeven analyze {quoted}");
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
}

/// Checks that stdout was open when the process started.
///
/// # Errors
/// Fails if it was closed.
fn check_stdout() -> io::Result<()> {
    stdout::check().map_err(|error| io::Error::other(format!("standard output: {error}")))
}

/// Runs a command to its end.
fn run(command: &Command) -> ExitCode {
    let result = match command {
        Command::Analyze(arguments) => arguments.run(),
        Command::Annotate(arguments) => arguments.run(),
        Command::Bench(arguments) => arguments.run(),
        Command::Book(command) => command.run(),
        Command::Completions(arguments) => arguments.run(),
        Command::Grade(arguments) => arguments.run(),
        Command::Play(arguments) => arguments.run(),
        Command::Solve(arguments) => arguments.run(),
        Command::Testset(command) => command.run(),
    };
    match result {
        Ok(code) => code,
        Err(error) => {
            // The reader has all that it wanted.
            if !error.is_closed_pipe() {
                report(error);
            }
            ExitCode::FAILURE
        }
    }
}

impl CliError {
    /// Returns whether the reader of an output has closed its pipe.
    fn is_closed_pipe(&self) -> bool {
        let causes = iter::successors(Some(self as &dyn Error), |&error| error.source());
        let mut causes = causes.filter_map(|error| error.downcast_ref::<io::Error>());
        causes.any(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Prints the error that ends the process.
fn report(error: impl Display) {
    stderr::print_line(format_args!("error: {error}"));
}

/// Turns the error of a closed stdout into success, for commands that also report their work in
/// files or in the exit code. A command that only prints ends with the error.
fn ignore_closed_stdout(printed: Result<(), impl Into<CliError>>) -> Result<(), CliError> {
    match printed.map_err(Into::into) {
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        printed => printed,
    }
}

/// Returns a function that adds the file's path to an error.
fn in_file<E: Into<Box<dyn Error + Send + Sync>>>(path: &Path) -> impl Fn(E) -> CliError + use<E> {
    within(&path.display().to_string())
}

/// Returns a function that adds to an error where it occurred.
fn within<E: Into<Box<dyn Error + Send + Sync>>>(what: &str) -> impl Fn(E) -> CliError + use<E> {
    let what = what.to_owned();
    move |error| CliError::Within {
        what: what.clone(),
        error: error.into(),
    }
}
