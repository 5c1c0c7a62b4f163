//! `claimeven solve`: reads one position per line and prints its score. It replaces `c4solver`,
//! the program of Pascal Pons's tutorial: scripts written for `c4solver` run with it.
//!
//! As in that program, and unlike in the other commands, the exit code is 0 even if a line is
//! not a position, and a book that cannot be used causes a note, not an error.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::arguments::{BookArguments, TableArguments, ThreadsArgument};
use super::error::CliError;
use super::io::input::Input;
use super::io::inputs::check_input;
use super::io::interrupt::exit_on_interrupt;
use super::io::stdout::print;
use super::io::{position, stderr};
use crate::book::Book;
use crate::game::read::Convention;
use crate::game::{Game, Mode, Outcome, Position, TextError, TextErrorKind};
use crate::solver::{AnalysisOptions, Bounds, Solver, StopFlag};
use crate::system::lines::{InputLine, MAX_LINE};

/// The score printed for a column that cannot be played.
const UNPLAYABLE: i16 = -1000;

const USAGE: &str = "claimeven solve [OPTIONS] < FILE";

const EXAMPLES: &str = "\
Examples:
  Print the score of the position after the moves 4, 4, 5 and 3:
    echo 4453 | claimeven solve
  Print the score of every column, with the nodes and the time it took:
    echo 4453 | claimeven solve -a --stats
  Print who wins in the positions of a test set, a file of positions and scores:
    grep -v '#' set.txt | cut -d ' ' -f 1 | claimeven solve -w";

const BOOK: &str = "\
Use the opening book in FILE, or \"embedded\" for the built-in one\n\n\
If FILE is not a book of claimeven, such as a book of c4solver, a note is printed on stderr and the \
built-in book is used.";

const THREADS: &str = "\
Use N threads [default: one per core]\n\n\
With --stats, the default is 1: it measures, and the nodes of several threads differ from run to run.";

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[command(
    override_usage = USAGE,
    after_long_help = EXAMPLES,
    mut_arg("book", |book| book.short('b').long_help(BOOK)),
    mut_arg("threads", |threads| threads.long_help(THREADS))
)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(crate) struct Arguments {
    /// Find only who wins, not how soon: 1 for a win, 0 for a draw, -1 for a loss
    #[arg(short, long)]
    weak: bool,
    /// Print the score of every column, -1000 if it cannot be played
    #[arg(short, long)]
    all: bool,
    /// Print the nodes visited and the microseconds taken after the scores
    #[arg(long)]
    stats: bool,
    /// Print an empty line for a line that is not a position
    #[arg(long)]
    empty_lines: bool,
    #[command(flatten)]
    book: BookArguments,
    #[command(flatten)]
    table: TableArguments,
    #[command(flatten)]
    threads: ThreadsArgument,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        if let Some(book) = self.book.file() {
            check_input(book)?;
        }
        let mut solver = self.table.solver()?;
        solver.set_book(self.open_book());
        if !self.stats || self.threads.threads.is_some() {
            solver.set_threads(self.threads.number().get());
        }
        let mode = if self.weak { Mode::Weak } else { Mode::Strong };
        let input = Input::open(Path::new("-"))?;
        exit_on_interrupt()?;
        for (number, line) in (1..).zip(input.lines(MAX_LINE)) {
            let line = line?;
            let (text, read) = position::read_line(&line, Convention::default());
            let line = match line {
                InputLine::Whole(line) => line,
                InputLine::TooLong(_) => text.input,
            };
            match read {
                Ok(game) if !game.position().is_lost() => {
                    let answer = self.answer(&mut solver, mode, &line, game.position());
                    // One write per line: a program that waits for this answer receives it now.
                    print(answer)?;
                }
                invalid => {
                    stderr::print_line(message(number, &line, &invalid));
                    if self.empty_lines {
                        print("\n")?;
                    }
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Opens the given book, or the built-in one if the given one cannot be used.
    fn open_book(&self) -> Option<Arc<Book>> {
        self.book.open().unwrap_or_else(|error| {
            stderr::print_line(format_args!("note: {error}; using the built-in book"));
            Some(Arc::new(Book::embedded()))
        })
    }

    /// Formats the line for a position: its text, its scores and, with `--stats`, their cost.
    fn answer(&self, solver: &mut Solver, mode: Mode, line: &str, position: &Position) -> String {
        let start = Instant::now();
        let (values, nodes) = if self.all {
            let options = AnalysisOptions {
                mode,
                ..AnalysisOptions::default()
            };
            let analysis = solver.analyze(position, options);
            let values = analysis.columns.map(|column| match column {
                Some(bounds) => number(bounds, mode),
                None => UNPLAYABLE,
            });
            (values.to_vec(), analysis.nodes)
        } else {
            // Ctrl-C ends the process, so the flag is never set.
            let solution = solver.solve_until(position, mode, &StopFlag::default());
            (vec![number(solution.bounds, mode)], solution.nodes)
        };
        let mut numbers: Vec<String> = values.iter().map(i16::to_string).collect();
        if self.stats {
            numbers.push(nodes.to_string());
            numbers.push(start.elapsed().as_micros().to_string());
        }
        format!("{line} {}\n", numbers.join(" "))
    }
}

/// Returns the number that is printed for a value: the score or, in weak mode, its sign.
fn number(value: Bounds, mode: Mode) -> i16 {
    match (mode, value.outcome()) {
        (Mode::Strong, _) => value.exact().expect("strong mode proves it").get().into(),
        (Mode::Weak, Some(Outcome::Win)) => 1,
        (Mode::Weak, Some(Outcome::Loss)) => -1,
        (Mode::Weak, _) => 0,
    }
}

/// Formats the error for a line that is not a position or whose game is won. It begins like the
/// error of the tutorial's program, for scripts that read it.
fn message(number: u64, line: &str, read: &Result<Game, TextError>) -> String {
    let (ply, why) = match read {
        Ok(game) => (game.moves().len(), "the game is won".to_owned()),
        Err(TextError {
            kind: TextErrorKind::Moves(error),
            ..
        }) => (error.ply(), error.to_string()),
        Err(error) => (0, error.to_string()),
    };
    // The invalid part: a move, counted from 1, or the position.
    let part = match ply {
        0 => "position".to_owned(),
        ply => format!("move {ply}"),
    };
    format!("Line {number}: Invalid {part} \"{line}\": {why}")
}
