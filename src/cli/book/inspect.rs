//! `claimeven book verify`, `show` and `lookup`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::say;
use crate::book::build::{Sample, check_structure, solve_again};
use crate::book::{Book, FORMAT_VERSION};
use crate::cli::arguments::{ConventionArguments, EMBEDDED, SearchArguments, open_book, whole};
use crate::cli::error::{CliError, in_file};
use crate::cli::io::interrupt::{Interrupt, exit_on_interrupt};
use crate::cli::io::position;
use crate::cli::print::numbers::grouped;
use crate::game::bitboard::{HEIGHT, WIDTH};
use crate::game::{Column, Outcome, Position, Score};
use crate::solver::StopFlag;

const VERIFY_USAGE: &str = "claimeven book verify [OPTIONS] [FILE]";

const VERIFY_EXAMPLES: &str = "\
Examples:
  Check a book, and solve 100 of its positions again:
    claimeven book verify own.book
  Solve 1,000 positions again, other ones than by default:
    claimeven book verify own.book --sample 1000 --seed 2
  Check everything that needs no search:
    claimeven book verify own.book --sample 0";

const SHOW_USAGE: &str = "claimeven book show [OPTIONS] [FILE]";

const SHOW_EXAMPLES: &str = "\
Examples:
  Show how many openings of the built-in book are won, drawn and lost:
    claimeven book show
  Show a deepened book, which has one ply more:
    claimeven book show deeper.book
  Show only the format and the size:
    claimeven book show own.book | head -n 2";

const LOOKUP_USAGE: &str = "claimeven book lookup [OPTIONS] [POSITION]";

const LOOKUP_EXAMPLES: &str = "\
Examples:
  Look up the position after the moves 4, 4, 5 and 3 in the built-in book:
    claimeven book lookup 4453
  Look it up in another book:
    claimeven book lookup --book own.book 4453
  Look up a FEN:
    claimeven book lookup '7/7/7/7/3p3/3P3 w'";

/// Arguments of `book verify`.
#[derive(Debug, Args)]
#[command(override_usage = VERIFY_USAGE, after_long_help = VERIFY_EXAMPLES)]
pub struct Verify {
    /// Verify the book in FILE, or "embedded" for the built-in one [default: embedded]
    #[arg(
        value_name = "FILE",
        default_value = EMBEDDED,
        hide_default_value = true
    )]
    file: PathBuf,
    /// Solve N positions of the deepest ply again, without a book
    ///
    /// N of the hard positions beyond that ply are also solved again.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<usize>(0..=u32::MAX.into()))]
    sample: usize,
    /// Choose these positions with the seed N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    search: SearchArguments,
}

/// Arguments of `book show`.
#[derive(Debug, Args)]
#[command(override_usage = SHOW_USAGE, after_long_help = SHOW_EXAMPLES)]
pub struct Show {
    /// Show the book in FILE, or "embedded" for the built-in one [default: embedded]
    #[arg(
        value_name = "FILE",
        default_value = EMBEDDED,
        hide_default_value = true
    )]
    file: PathBuf,
}

/// Arguments of `book lookup`.
#[derive(Debug, Args)]
#[command(override_usage = LOOKUP_USAGE, after_long_help = LOOKUP_EXAMPLES)]
pub struct Lookup {
    /// Look up POSITION: columns such as 4453, moves, a FEN or a board
    #[arg(value_name = "POSITION")]
    position: Vec<String>,
    /// Look into the book in FILE, or "embedded" for the built-in one [default: embedded]
    #[arg(
        long,
        value_name = "FILE",
        default_value = EMBEDDED,
        hide_default_value = true
    )]
    book: PathBuf,
    #[command(flatten)]
    convention: ConventionArguments,
}

impl Verify {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let interrupt = Interrupt::listen()?;
        let book = open_book(&self.file)?;
        let (checksum, size) = (book.checksum(), size(&book));
        say(&format!("checksum {checksum:08x} fits all {size} bytes"))?;
        let done = "found no error so far";
        if !self.check_structure(&book, &interrupt.stop)? {
            return Ok(interrupt.exit_code(ExitCode::SUCCESS, done));
        }
        for ply in [Some(book.ply()), book.extra_ply()].into_iter().flatten() {
            self.solve_again(&book, ply, &interrupt.stop)?;
        }
        Ok(interrupt.exit_code(ExitCode::SUCCESS, done))
    }

    /// Checks the structure and prints which plies are sound; returns whether all plies were
    /// checked.
    fn check_structure(&self, book: &Book, stop: &StopFlag) -> Result<bool, CliError> {
        let sound = check_structure(book, stop).map_err(in_file(&self.file))?;
        let is_sound = |ply: &u8| sound.contains(ply);
        let (plain, mut open): (Vec<u8>, Vec<u8>) = book.plies().partition(is_sound);
        if !plain.is_empty() {
            let stored: usize = plain.iter().map(|&ply| book.stored_at(ply)).sum();
            let (stored, plies) = (grouped(stored as u64), list(&plain));
            say(&format!(
                "plies {plies}: the {stored} positions that can arise are stored, and no other\n\
                 plies {plies}: the score of each position is the best of its moves"
            ))?;
        }
        match book.extra_ply() {
            Some(ply) if is_sound(&ply) => {
                let stored = grouped(book.stored_at(ply) as u64);
                say(&format!(
                    "ply {ply}: {stored} positions are stored, all of which can arise"
                ))?;
            }
            hard => open.extend(hard),
        }
        if !open.is_empty() {
            say(&format!("stopped: plies {} are not checked", list(&open)))?;
        }
        Ok(open.is_empty())
    }

    fn solve_again(&self, book: &Book, ply: u8, stop: &StopFlag) -> Result<(), CliError> {
        let count = self.sample.min(book.stored_at(ply));
        if count == 0 {
            return Ok(());
        }
        let mut pace = self.search.progress.pace("positions", 0, count);
        let sample = Sample {
            ply,
            count,
            seed: self.seed,
        };
        let mut solver = self.search.solver()?;
        let again = solve_again(book, sample, &mut solver, stop, &mut || pace.advance(1));
        pace.finish();
        let again = again.map_err(in_file(&self.file))?;
        say(&format!(
            "ply {ply}: {again} positions solved again, all as stored"
        ))
    }
}

impl Show {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        exit_on_interrupt()?;
        let book = open_book(&self.file)?;
        say(&format!(
            "book of ply {}, format {FORMAT_VERSION}, board {WIDTH} by {HEIGHT}\n\
             {} positions, {} bytes, checksum {:08x}\n\n\
             ply  positions       win      draw      loss  scores",
            book.ply(),
            grouped(book.stored()),
            size(&book),
            book.checksum()
        ))?;
        for ply in book.plies() {
            say(&describe(&book, ply))?;
        }
        if let Some(ply) = book.extra_ply() {
            say(&format!("{} (hard ones)", describe(&book, ply)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the line of `book show` about a ply.
fn describe(book: &Book, ply: u8) -> String {
    let scores: Vec<Score> = book.entries(ply).map(|(_, score)| score).collect();
    let count = |outcome: Outcome| {
        let counted = scores.iter().filter(|score| score.outcome() == outcome);
        grouped(counted.count() as u64)
    };
    let (least, most) = (scores.iter().min(), scores.iter().max());
    format!(
        "{ply:3}  {:>9} {:>9} {:>9} {:>9}  {} to {}",
        grouped(scores.len() as u64),
        count(Outcome::Win),
        count(Outcome::Draw),
        count(Outcome::Loss),
        least.map_or(0, |score| score.get()),
        most.map_or(0, |score| score.get())
    )
}

impl Lookup {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let book = open_book(&self.book)?;
        let position = self.position()?;
        let Some(score) = book.lookup(&position) else {
            say(&format!("not in the book: {}", why_not(&book, &position)))?;
            return Ok(ExitCode::FAILURE);
        };
        let columns = Column::ALL.map(|column| column_score(&book, &position, column));
        say(&format!("score {score}\ncolumns {}", columns.join(" ")))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Reads the position. If its words begin with a book, the error names `--book`.
    fn position(&self) -> Result<Position, CliError> {
        let read = position::position(&self.position, self.convention.convention());
        let read = read.map_err(|error| match self.position.first() {
            Some(word) if word == EMBEDDED || Path::new(word).is_file() => {
                CliError::Message(format!("{error}; to look into a book use --book {word}"))
            }
            _ => error,
        });
        Ok(*read?.1.position())
    }
}

/// Returns why a position is not in the book.
fn why_not(book: &Book, position: &Position) -> String {
    if position.is_over() {
        return "the game is over".to_owned();
    }
    let (stones, ply) = (position.stones(), book.ply());
    if Some(stones) == book.extra_ply() {
        return format!("{stones} stones, and not a hard position");
    }
    if stones > ply {
        return format!("expected at most {ply} stones; found {stones}");
    }
    "no game leads to this position".to_owned()
}

/// Returns the score of a column: `?` if it is not in the book, `-` if the column cannot be
/// played.
fn column_score(book: &Book, position: &Position, column: Column) -> String {
    let number = column.number();
    if !position.can_play(column) {
        return format!("{number}:-");
    }
    if position.wins(column) {
        return format!("{number}:{}", Score::win_in(1, position.stones()));
    }
    match book.lookup(&position.play(column)) {
        Some(score) => format!("{number}:{}", -score),
        None => format!("{number}:?"),
    }
}

fn list(plies: &[u8]) -> String {
    let plies: Vec<String> = plies.iter().map(ToString::to_string).collect();
    plies.join(" ")
}

fn size(book: &Book) -> String {
    grouped(book.bytes().len() as u64)
}
