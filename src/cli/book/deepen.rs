//! `claimeven book deepen`: measures positions, records the measures in a journal, writes the
//! deeper book.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::run::{open_journal, run_work};
use super::{WorkError, read_book, report_written};
use crate::book::Book;
use crate::cli::arguments::whole;
use crate::cli::files::journal::JournalHead;
use crate::cli::files::target::Target;
use crate::cli::{CliError, Interrupt, TableArguments, progress};
use crate::makebook::{Deepening, Part, Work};

const USAGE: &str = "claimeven book deepen [OPTIONS] --output <FILE> <FILE>";

const EXAMPLES: &str = "\
Examples:
  Add the hard positions two stones beyond a book:
    claimeven book deepen own.book --output deeper.book
  Try only the 10,000 likeliest positions:
    claimeven book deepen own.book --tries 10000 --output deeper.book
  Resume it after Ctrl-C or a crash:
    claimeven book deepen own.book --output deeper.book --resume";

/// The name of the journal of a deepening in its head.
const JOURNAL: &str = "claimeven book deepen journal";

/// Arguments of `book deepen`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Deepen {
    /// The book to deepen
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the deeper book to this file; a journal next to it grows until then
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Solve N positions, the likeliest in random play first
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    tries: u32,
    /// Store positions that take at least N nodes
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    nodes: u32,
    /// Solve N positions at a time, each with a table of its own
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Resume from the journal of a run that ended early
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    table: TableArguments,
}

impl Deepen {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let target = Target::open_file(&self.output)?;
        target.refuse_input(&self.file)?;
        let book = read_book(&self.file)?;
        let work = self.work(&book)?;
        let solvers = self.table.solvers(self.threads.into())?;
        let mut part = Part::new(&work, 0..work.count());
        let head = self.head(&book);
        let mut journal = open_journal(&target, JOURNAL, &head, &mut part, self.resume)?;
        let interrupt = Interrupt::listen()?;
        run_work(&work, &mut part, solvers, &mut journal, &interrupt.stop)?;
        let Some(bytes) = work.book(&book, &part, self.nodes) else {
            return Ok(interrupt.exit_code(ExitCode::FAILURE));
        };
        target.write(&bytes)?;
        journal.remove()?;
        report_written(&self.output, &bytes)
    }

    /// Returns the head of the journal. The number of nodes depends on the size of the table.
    fn head(&self, book: &Book) -> JournalHead {
        let options = [
            ("--hash", self.table.hash.to_string()),
            ("book", format!("{:08x}", book.checksum())),
        ];
        JournalHead::new(JOURNAL, options, None)
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
