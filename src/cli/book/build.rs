//! `claimeven book build`: solves positions, journals their scores, writes the book.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::journal::Journal;
use super::run::run_work;
use super::{ply, tell};
use crate::cli::atomic_file::Target;
use crate::cli::shard::Shard;
use crate::cli::{CliError, INTERRUPTED, Interrupt, TableArguments, progress};
use crate::game::Score;
use crate::makebook::{Part, Plan, Work};
use crate::solver::Solver;

/// Arguments of `book build`.
#[derive(Debug, Args)]
pub struct Build {
    /// Stones up to which the book goes
    #[arg(long, value_name = "N", value_parser = ply())]
    ply: u8,
    /// File for the book; beside it a journal grows until it is done
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many positions to solve at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Go on with the journal of a build that was ended
    #[arg(long)]
    resume: bool,
    /// Solve only one of several shares and write its scores, for book merge
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    table: TableArguments,
}

impl Build {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let target = Target::file(&self.output)?;
        progress::counting(self.ply);
        let plan = super::plan(self.ply);
        let range = match self.shard {
            Some(Shard { number, of }) => plan.shard(number, of),
            None => 0..plan.count(),
        };
        let solver = self.table.solver()?;
        let path = target.beside("journal");
        let (mut journal, mut part) = Journal::open(path, &plan, range, self.resume)?;
        let stop = Interrupt::listen()?.stop;
        let others = (1..self.threads).map(|_| solver.sharing());
        let mut solvers: Vec<Solver> = others.collect::<Result<_, _>>()?;
        solvers.push(solver);
        run_work(&plan, &mut part, solvers, &mut journal, &stop)?;
        let Some(bytes) = self.result(&plan, &part) else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        target.write(&bytes)?;
        journal.remove()?;
        tell(&self.output, &bytes)
    }

    /// The bytes of the book, or of the part if a shard was asked for; `None` while a
    /// position is not solved.
    fn result(&self, plan: &Plan, part: &Part<Score>) -> Option<Vec<u8>> {
        if self.shard.is_some() {
            return part.finished();
        }
        Some(plan.book(&part.all()?))
    }
}
