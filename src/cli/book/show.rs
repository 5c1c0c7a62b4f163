//! `claimeven book show`: the format and the contents of a book.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::{say, size};
use crate::book::{Book, FORMAT_VERSION};
use crate::cli::arguments::{EMBEDDED, open_book};
use crate::cli::error::CliError;
use crate::cli::io::interrupt::exit_on_interrupt;
use crate::cli::print::numbers::grouped;
use crate::game::bitboard::{HEIGHT, WIDTH};
use crate::game::{Outcome, Score};

const USAGE: &str = "claimeven book show [OPTIONS] [FILE]";

const EXAMPLES: &str = "\
Examples:
  Show how many openings of the built-in book are won, drawn and lost:
    claimeven book show
  Show a deepened book, which has one ply more:
    claimeven book show deeper.book
  Show only the format and the size:
    claimeven book show own.book | head -n 2";

/// Arguments of `book show`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Show {
    /// Show the book in FILE, or "embedded" for the built-in one
    #[arg(value_name = "FILE", default_value = EMBEDDED)]
    file: PathBuf,
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
