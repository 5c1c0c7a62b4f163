//! `claimeven book build`: solves positions and writes their book.

use std::process::ExitCode;

use clap::Args;

use super::run::WorkArguments;
use super::{ply, say};
use crate::book::build::{Findings, Plan, Run};
use crate::book::{self, Book};
use crate::cli::error::CliError;
use crate::cli::io::journal::{self, EarlierJournal, JournalHead};
use crate::cli::io::output::Target;
use crate::cli::io::shard::Shard;
use crate::game::{Score, printable};
use crate::solver::Solver;

const USAGE: &str = "claimeven book build [OPTIONS] --ply <N> --output <FILE>";

const EXAMPLES: &str = "\
Examples:
  Build a book of all positions of up to 8 stones:
    claimeven book build --ply 8 --output own.book
  Resume it after Ctrl-C or a crash:
    claimeven book build --ply 8 --output own.book --resume
  Solve the second half of the positions, for book merge:
    claimeven book build --ply 8 --shard 2/2 --output shard2";

/// Arguments of `book build`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Build {
    /// Cover positions of up to N stones
    #[arg(long, value_name = "N", value_parser = ply())]
    ply: u8,
    /// Solve only shard I of N and write its scores, for book merge
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    work: WorkArguments,
}

impl Build {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let target = Target::open_file(&self.work.output, &[])?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let head = head(self.ply, shard);
        if self.work.resume && !target.beside("journal").exists() && self.is_finished(&head) {
            let path = self.work.output.display().to_string();
            say(&format!("{}: finished by an earlier run", printable(&path)))?;
            return Ok(ExitCode::SUCCESS);
        }
        self.work.search.progress.counting(self.ply);
        let plan = super::plan(self.ply);
        let findings = Findings::new(plan.shard(shard.number, shard.of));
        let solver = self.work.search.table.solver()?;
        let others = (1..self.work.search.threads()).map(|_| solver.sharing());
        let mut solvers: Vec<Solver> = others.collect::<Result<_, _>>()?;
        solvers.push(solver);
        let result = |findings: &Findings<Score>| match self.shard {
            Some(_) => Some(journal::lines(&head, &findings.finished()?).into_bytes()),
            None => Some(plan.book(&findings.all()?)),
        };
        let search = |findings: &mut _, stop: &_, watch: &mut dyn FnMut(&[_])| {
            plan.work
                .search(findings, solvers, Plan::solve, stop, watch);
        };
        self.work.run(target, &head, findings, search, result)
    }

    /// Returns whether the output is what this run would write.
    fn is_finished(&self, head: &JournalHead) -> bool {
        let path = &self.work.output;
        if self.shard.is_none() {
            let is_whole = |book: Book| book.ply() == self.ply && book.extra_ply().is_none();
            return book::open(path).is_ok_and(is_whole);
        }
        let earlier = EarlierJournal::<Run<Score>>::read(path, JOURNAL)
            .ok()
            .flatten();
        earlier.is_some_and(|shard| shard.check(head).is_ok() && shard.torn().is_none())
    }
}

/// The name of a build's journal. The head of the journal contains it.
pub(super) const JOURNAL: &str = "claimeven book build journal";

/// Returns the head of the journal of a build or of one of its shards.
pub(super) fn head(ply: u8, shard: Shard) -> JournalHead {
    let options = [("--ply", ply.to_string()), ("--shard", shard.to_string())];
    JournalHead::new(JOURNAL, options)
}
