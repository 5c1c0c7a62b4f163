//! `claimeven book verify`: checks a book against the rules, against itself and by search.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{say, size};
use crate::book::Book;
use crate::book::build::{Sample, check_structure, solve_again};
use crate::cli::arguments::{EMBEDDED, SearchArguments, open_book, whole};
use crate::cli::error::{CliError, in_file};
use crate::cli::io::interrupt::Interrupt;
use crate::cli::print::numbers::grouped;
use crate::solver::StopFlag;

const USAGE: &str = "claimeven book verify [OPTIONS] [FILE]";

const EXAMPLES: &str = "\
Examples:
  Check a book, and solve 100 of its positions again:
    claimeven book verify own.book
  Solve 1,000 positions again, other ones than by default:
    claimeven book verify own.book --sample 1000 --seed 2
  Check everything that needs no search:
    claimeven book verify own.book --sample 0";

/// Arguments of `book verify`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Verify {
    /// Verify the book in FILE, or "embedded" for the built-in one
    #[arg(value_name = "FILE", default_value = EMBEDDED)]
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

impl Verify {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let interrupt = Interrupt::listen()?;
        let book = open_book(&self.file)?;
        let (checksum, size) = (book.checksum(), size(&book));
        say(&format!("checksum {checksum:08x} fits all {size} bytes"))?;
        check_structure(&book, &interrupt.stop).map_err(in_file(&self.file))?;
        if !interrupt.stop.is_stopped() {
            report_sound(&book)?;
            for ply in [Some(book.ply()), book.extra_ply()].into_iter().flatten() {
                self.solve_again(&book, ply, &interrupt.stop)?;
            }
        }
        Ok(interrupt.exit_code(ExitCode::SUCCESS, "found no error so far"))
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

/// Prints what the check of the structure has found correct.
fn report_sound(book: &Book) -> Result<(), CliError> {
    let stored = |plies: &[u8]| {
        let stored: usize = plies.iter().map(|&ply| book.stored_at(ply)).sum();
        grouped(stored as u64)
    };
    let plies: Vec<u8> = book.plies().collect();
    let names: Vec<String> = plies.iter().map(ToString::to_string).collect();
    let (stored_here, plies) = (stored(&plies), names.join(" "));
    say(&format!(
        "plies {plies}: the {stored_here} positions that can arise are stored, and no other\n\
         plies {plies}: the score of each position is the best of its moves"
    ))?;
    let Some(ply) = book.extra_ply() else {
        return Ok(());
    };
    let stored = stored(&[ply]);
    say(&format!(
        "ply {ply}: {stored} positions are stored, all of which can arise"
    ))
}
