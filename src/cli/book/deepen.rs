//! `claimeven book deepen`: measures positions and writes the deeper book.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::run::WorkArguments;
use crate::book::MAX_PLY;
use crate::book::build::{Findings, Measured, Work, deepen};
use crate::cli::arguments::{read_book, whole};
use crate::cli::error::{CliError, in_file};
use crate::cli::io::journal::JournalHead;
use crate::cli::io::output::Target;

const USAGE: &str = "claimeven book deepen [OPTIONS] --output <FILE> <FILE>";

const EXAMPLES: &str = "\
Examples:
  Add the hard positions two stones beyond a book:
    claimeven book deepen own.book --output deeper.book
  Try only the 10,000 likeliest positions:
    claimeven book deepen own.book --tries 10000 --output deeper.book
  Resume it after Ctrl-C or a crash:
    claimeven book deepen own.book --output deeper.book --resume";

/// The name of a deepening's journal. The head of the journal contains it.
const JOURNAL: &str = "claimeven book deepen journal";

/// Arguments of `book deepen`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Deepen {
    /// The book to deepen
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Solve N positions, the likeliest in random play first
    #[arg(long, value_name = "N", default_value_t = 5_000_000, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    tries: u32,
    /// Store positions that take at least N nodes
    #[arg(long, value_name = "N", default_value_t = 50_000, value_parser = whole::<u32>(0..=u32::MAX.into()))]
    nodes: u32,
    #[command(flatten)]
    work: WorkArguments,
}

impl Deepen {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let target = Target::open_file(&self.work.output, &[&self.file])?;
        let book = read_book(&self.file)?;
        let ply = book.ply() + 2;
        self.work.search.progress.counting(ply);
        let work = Work::likeliest(ply, self.tries as usize).ok_or_else(|| {
            let (most, found) = (MAX_PLY - 2, book.ply());
            let error = format!("expected a book of ply {most} at most; found ply {found}");
            in_file(&self.file)(error)
        })?;
        let solvers = self.work.search.table.solvers(self.work.search.threads())?;
        let findings = Findings::new(0..work.count());
        // The numbers of nodes depend on the size of the table.
        let options = [
            ("--hash", self.work.search.table.hash.to_string()),
            ("book", format!("{:08x}", book.checksum())),
        ];
        let head = JournalHead::new(JOURNAL, options);
        let result = |found: &Findings<_>| deepen(&book, &work, found, self.nodes);
        let search = |findings: &mut _, stop: &_, watch: &mut dyn FnMut(&[_])| {
            work.search(findings, solvers, Measured::of, stop, watch);
        };
        self.work.run(target, &head, findings, search, result)
    }
}
