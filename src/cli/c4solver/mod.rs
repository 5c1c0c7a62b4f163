//! `claimeven solve`: a position a line in, its score a line out. It stands in for `c4solver`,
//! the program of Pascal Pons's tutorial: scripts that were written for the one run with the
//! other.
//!
//! Two things differ from the other commands, because that program does them so: a line that
//! holds no position leaves the exit code 0, and a book that cannot be used causes a note, not an
//! error.

mod scorer;

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use clap::Args;

use super::bulk::{BulkError, FileOrStd, Input};
use super::interrupt::exit_on_interrupt;
use super::position_arg::{self, PositionText};
use super::stdout::print;
use super::{CliError, TableArguments, open_book};
use crate::book::Book;
use crate::game::read::{Convention, TextError, TextErrorKind};
use crate::game::{Game, Mode, Position};
use crate::system::lines::read_line;
use scorer::Scorer;

const USAGE: &str = "claimeven solve [OPTIONS] < FILE";

/// A paragraph a line: the terminal's width decides where lines are broken.
pub(super) const ABOUT: &str = "\
Print the score of each position on standard input, as c4solver does\n\n\
Each line of standard input is a position. It is printed at once, followed by a space and its \
score. For a line that holds no position, or a game that is won, an error is printed on stderr and \
no line on stdout; the exit code is 0 all the same.\n\n\
c4solver is the program of Pascal Pons's tutorial: scripts that were written for it run with \
claimeven solve in its place. Its versions before December 2020 printed an empty line for a \
line without a position, and nodes and microseconds behind each score: --empty-lines and \
--stats do the same.";

const EXAMPLES: &str = "\
Examples:
  Print the score of the position after the moves 4, 4, 5 and 3:
    echo 4453 | claimeven solve
  Print the score of every column, with the nodes and the time it took:
    echo 4453 | claimeven solve -a --stats
  Tell who wins in the positions of a test set, a file of positions and scores:
    cut -d ' ' -f 1 set.txt | claimeven solve -w";

/// Arguments of `solve`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub struct Arguments {
    /// Find out only who wins, not how soon
    ///
    /// A position that is won has a score above 0, 0 is a draw, and -1 is a loss. A win that
    /// shows within two stones of the winner may have its exact score; any other has 1.
    #[arg(short, long)]
    weak: bool,
    /// Print the score of every column, -1000 where no stone can be played
    #[arg(short, long)]
    all: bool,
    /// Print the nodes visited and the microseconds taken behind the scores
    #[arg(long)]
    stats: bool,
    /// Print an empty line for a line that holds no position
    #[arg(long)]
    empty_lines: bool,
    /// Look openings up in this book, not in the one that is part of the program
    ///
    /// For a file that is no book of claimeven, such as a book of c4solver, a note is printed on
    /// stderr, and the book of the program is used.
    #[arg(short, long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Look up no openings
    #[arg(long, conflicts_with = "book")]
    no_book: bool,
    #[command(flatten)]
    table: TableArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let mut solver = self.table.solver()?;
        solver.set_book(self.open_book());
        let mode = if self.weak { Mode::Weak } else { Mode::Strong };
        let mut scorer = Scorer::new(solver, mode);
        let input = Input::open(&FileOrStd::Standard)?;
        input.refuse_stdout()?;
        exit_on_interrupt()?;
        let name = input.name().to_owned();
        let mut source = BufReader::new(input.into_source());
        for number in 1.. {
            let line = read_line(&mut source).map_err(|error| BulkError::Read {
                name: name.clone(),
                error,
            })?;
            let Some(line) = line else { break };
            let (text, read) = position_arg::read_line(line, Convention::default());
            match read {
                Ok(game) if !game.position().is_lost() => {
                    let answer = self.answer(&mut scorer, &text, game.position());
                    // One write a line: whoever waits for this answer has it now.
                    print(answer)?;
                }
                refused => {
                    tell(&refusal(number, &text, &refused));
                    if self.empty_lines {
                        print("\n")?;
                    }
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The book that was asked for; if it cannot be used, that of the program.
    fn open_book(&self) -> Option<Arc<Book>> {
        if self.no_book {
            return None;
        }
        let book = open_book(self.book.as_deref()).unwrap_or_else(|error| {
            tell(&format!("note: {error}; the program's own book is used"));
            Arc::new(Book::embedded())
        });
        Some(book)
    }

    /// The line for a position: its text, its scores and what they cost.
    fn answer(&self, scorer: &mut Scorer, text: &PositionText, position: &Position) -> String {
        let (start, nodes_before) = (Instant::now(), scorer.nodes());
        let values = if self.all {
            scorer.columns(position).to_vec()
        } else {
            vec![scorer.score(position).into()]
        };
        let mut numbers: Vec<String> = values.iter().map(i16::to_string).collect();
        if self.stats {
            numbers.push((scorer.nodes() - nodes_before).to_string());
            numbers.push(start.elapsed().as_micros().to_string());
        }
        format!("{} {}\n", text.line(), numbers.join(" "))
    }
}

/// The message on a line that holds no position or a game that is won. It begins as in the
/// tutorial's program, for scripts that read it.
fn refusal(number: u64, text: &PositionText, read: &Result<Game, TextError>) -> String {
    let (what, why) = match read {
        Ok(game) => (
            move_or_position(game.moves().len()),
            "the game is won".to_owned(),
        ),
        Err(TextError {
            kind: TextErrorKind::Moves(error),
            ..
        }) => (move_or_position(error.ply()), error.to_string()),
        Err(TextError {
            kind: kind @ TextErrorKind::ZeroColumn { ply },
            ..
        }) => (move_or_position(*ply), kind.to_string()),
        Err(error) => (move_or_position(0), error.to_string()),
    };
    // Control characters of a file would command the terminal.
    let text = text.line().replace(char::is_control, "\u{fffd}");
    format!("Line {number}: Invalid {what} \"{text}\": {why}")
}

/// What is invalid: a move of a line, counted from 1, or the position without a move.
fn move_or_position(ply: usize) -> String {
    match ply {
        0 => "position".to_owned(),
        ply => format!("move {ply}"),
    }
}

fn tell(message: &str) {
    // With stderr gone there is nobody left to tell.
    let _ = writeln!(io::stderr(), "{message}");
}
