//! `claimeven book build`: solves positions, records their scores in a journal, writes the book.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::run::{open_journal, run_work};
use super::{ply, read_part, report_written, say};
use crate::book;
use crate::cli::arguments::whole;
use crate::cli::files::journal::JournalHead;
use crate::cli::files::target::Target;
use crate::cli::shard::Shard;
use crate::cli::{CliError, Interrupt, TableArguments, progress};
use crate::game::Score;
use crate::makebook::{Part, Plan};
use crate::solver::Solver;

const USAGE: &str = "claimeven book build [OPTIONS] --ply <N> --output <FILE>";

const EXAMPLES: &str = "\
Examples:
  Build a book of all positions of up to 8 stones, with four threads:
    claimeven book build --ply 8 --threads 4 --output own.book
  Resume it after Ctrl-C or a crash:
    claimeven book build --ply 8 --threads 4 --output own.book --resume
  Solve the second half of the positions, for book merge:
    claimeven book build --ply 8 --shard 2/2 --output part2";

/// Arguments of `book build`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Build {
    /// Cover positions of up to N stones
    #[arg(long, value_name = "N", value_parser = ply())]
    ply: u8,
    /// Write the book to this file; a journal next to it grows until then
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Solve N positions at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
    threads: u16,
    /// Resume from the journal of a build that ended early
    #[arg(long)]
    resume: bool,
    /// Solve only share I of N and write its scores, for book merge
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    table: TableArguments,
}

impl Build {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let target = Target::open_file(&self.output)?;
        let is_new = !target.beside("journal").exists();
        if self.shard.is_none() && is_new && self.book_is_there() {
            return self.report_finished();
        }
        progress::counting(self.ply);
        let plan = super::plan(self.ply);
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let mut part = Part::new(&plan, plan.shard(shard.number, shard.of));
        if self.shard.is_some() && is_new && self.shard_is_there(&plan, &part) {
            return self.report_finished();
        }
        let solver = self.table.solver()?;
        let head = head(self.ply, shard);
        let mut journal = open_journal(&target, JOURNAL, &head, &mut part, self.resume)?;
        let interrupt = Interrupt::listen()?;
        let others = (1..self.threads).map(|_| solver.sharing());
        let mut solvers: Vec<Solver> = others.collect::<Result<_, _>>()?;
        solvers.push(solver);
        run_work(&plan, &mut part, solvers, &mut journal, &interrupt.stop)?;
        let Some(bytes) = self.result(&plan, &part) else {
            return Ok(interrupt.exit_code(ExitCode::FAILURE));
        };
        target.write(&bytes)?;
        journal.remove()?;
        report_written(&self.output, &bytes)
    }

    /// Returns whether the output is a book of this ply, which another build would only repeat.
    fn book_is_there(&self) -> bool {
        book::open(&self.output).is_ok_and(|book| book.ply() == self.ply)
    }

    /// Returns whether the output is the wanted part, and complete.
    fn shard_is_there(&self, plan: &Plan, wanted: &Part<Score>) -> bool {
        let part = read_part(plan, &self.output);
        part.is_ok_and(|part| part.range() == wanted.range() && part.all().is_some())
    }

    fn report_finished(&self) -> Result<ExitCode, CliError> {
        let output = self.output.display();
        say(&format!(
            "{output}: already finished; remove it to build it again"
        ))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Returns the bytes of the book, or of the part if a shard is wanted; `None` if a position is
    /// not solved.
    fn result(&self, plan: &Plan, part: &Part<Score>) -> Option<Vec<u8>> {
        if self.shard.is_some() {
            return part.finished();
        }
        Some(plan.book(&part.all()?))
    }
}

/// The name of the journal of a build in its head.
pub(super) const JOURNAL: &str = "claimeven book build journal";

/// Returns the head of the journal of a build or of one of its shards.
pub(super) fn head(ply: u8, shard: Shard) -> JournalHead {
    let options = [("--ply", ply.to_string()), ("--shard", shard.to_string())];
    JournalHead::new(JOURNAL, options, None)
}
