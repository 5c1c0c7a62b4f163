//! `claimeven book deepen`: measures positions, journals the measures, writes the deeper
//! book.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::journal::Journal;
use super::run::run_work;
use super::{WorkError, read_book, tell};
use crate::book::Book;
use crate::cli::arguments::whole;
use crate::cli::head::Head;
use crate::cli::target::Target;
use crate::cli::{CliError, Interrupt, TableArguments, progress};
use crate::makebook::{Deepening, Part, Work};

const USAGE: &str = "claimeven book deepen [OPTIONS] --output <FILE> <FILE>";

const EXAMPLES: &str = "\
Examples:
  Add the hard positions two stones beyond a book:
    claimeven book deepen own.book --output deeper.book
  Try only the 10,000 likeliest positions:
    claimeven book deepen own.book --tries 10000 --output deeper.book
  Go on with it after Ctrl-C or a crash:
    claimeven book deepen own.book --output deeper.book --resume";

/// Arguments of `book deepen`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Deepen {
    /// The book
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// File for the deeper book; beside it a journal grows until it is done
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many positions to solve, the likeliest in random play first
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    tries: u32,
    /// Nodes that a position takes at least to be stored
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    nodes: u32,
    /// How many positions to solve at a time, each with a table of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Go on with the journal of a run that was ended
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    table: TableArguments,
}

impl Deepen {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let target = Target::file(&self.output)?;
        target.refuse_input(&self.file)?;
        let book = read_book(&self.file)?;
        let work = self.work(&book)?;
        let solvers = self.table.solvers(self.threads.into())?;
        let path = target.beside("journal");
        let mut part = Part::new(&work, 0..work.count());
        let mut journal = Journal::open(path, &self.head(&book), &mut part, self.resume)?;
        let interrupt = Interrupt::listen()?;
        run_work(&work, &mut part, solvers, &mut journal, &interrupt.stop)?;
        let Some(bytes) = work.book(&book, &part, self.nodes) else {
            return Ok(interrupt.exit_code(ExitCode::FAILURE));
        };
        target.write(&bytes)?;
        journal.remove()?;
        tell(&self.output, &bytes)
    }

    /// The head of the journal. How many nodes a search takes depends on its table.
    fn head(&self, book: &Book) -> Head {
        let options = [
            ("--hash", self.table.hash.to_string()),
            ("book", format!("{:08x}", book.checksum())),
        ];
        Head::new("claimeven book deepen journal", options, None)
    }

    fn work(&self, book: &Book) -> Result<Deepening, WorkError> {
        let ply = book.ply() + 2;
        progress::counting(ply);
        Deepening::new(ply, self.tries as usize).ok_or_else(|| WorkError::TooDeep {
            path: self.file.clone(),
            ply: book.ply(),
        })
    }
}
