//! The command line: arguments in, library calls, text out.
//
// | Module | Contents |
// |-|-|
// | `analyze`, `annotate`, `bench`, `book`, `completions`, `grade`, `play`, `puzzles`, `solve`, `testset` | the command of that name |
// | `arguments` | arguments of several commands |
// | `io` | inputs, outputs, progress and signals |
// | `error` | the error that ends a command |
// | `print` | records for programs; boards and numbers for people |
// | `start`, `greeting` | the start of the process; the text for a person who starts the daemon |
// | `version` | the option `--version` |
//!
//! Exit codes: 0 success; 1 an error or a wrong answer; 2 invalid arguments; 128 and the signal's
//! number after a signal (130 after Ctrl-C, 129 after a hangup, 143 after `kill`). They do not
//! depend on whether standard output is read, except for commands that only print records.

mod analyze;
mod annotate;
mod arguments;
mod bench;
mod book;
mod completions;
mod error;
mod grade;
mod greeting;
mod io;
mod play;
mod print;
mod puzzles;
mod solve;
mod start;
mod testset;
mod version;

#[cfg(feature = "internals")]
use clap::CommandFactory;
use clap::{ColorChoice, Parser, Subcommand};
use tracing::level_filters::LevelFilter;

use crate::session::protocol::options::Files;
pub use start::main;

/// Exact Connect Four engine.
///
/// Without a command, it runs as a UCI and UGI engine on stdin and stdout.
#[derive(Debug, Parser)]
#[command(
    // Longer lines are hard to read. In a narrower terminal, lines are shorter.
    max_term_width = 80,
    // Not the name of the file, which is `claimeven.exe` on Windows.
    bin_name = "claimeven",
    override_usage = "claimeven [OPTIONS] [COMMAND]",
    after_long_help = EXAMPLES
)]
pub(crate) struct Cli {
    /// Log jobs of the daemon to stderr at this level: off, error, warn, info, debug or trace
    #[arg(
        long,
        value_name = "LEVEL",
        default_value = "warn",
        global = true,
        display_order = LAST
    )]
    log: LevelFilter,
    /// Use colors on boards
    #[arg(
        long,
        value_name = "WHEN",
        default_value_t,
        global = true,
        overrides_with = "color",
        display_order = LAST
    )]
    color: ColorChoice,
    /// Print the version
    #[arg(short = 'V', long, display_order = LAST)]
    version: bool,
    /// With --version, also print kernel, book and target
    #[arg(long, requires = "version", display_order = LAST)]
    verbose: bool,
    /// Disable daemon options that name files (book, log)
    #[arg(long)]
    no_files: bool,
    /// The subcommand to run instead of the daemon.
    #[command(subcommand)]
    command: Option<Command>,
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
pub(crate) enum Command {
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
    /// Make puzzles from games: positions in which a single column wins or draws
    Puzzles(puzzles::Arguments),
    /// Print the score of each position on standard input, as c4solver does
    ///
    /// Each line of standard input is a position. It is printed at once, followed by a space and its
    /// score. If a line is not a position, or its game is won, an error is printed on stderr and
    /// nothing on stdout; the exit code is still 0.
    ///
    /// c4solver is the program of Pascal Pons's tutorial. Scripts written for it also run with
    /// claimeven solve. Its versions before December 2020 printed an empty line for an invalid line,
    /// and the nodes and microseconds after each score: use --empty-lines and --stats for the same
    /// output.
    Solve(solve::Arguments),
    /// Make a set of positions from random play, with exact scores
    Testset(testset::Arguments),
}

/// Returns the program's options and commands, for man pages.
#[cfg(feature = "internals")]
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
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
