//! `claimeven book build`: solves positions, journals their scores, writes the book.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::journal::Journal;
use super::run::run_work;
use super::{ply, read_part, say, tell};
use crate::book;
use crate::cli::arguments::whole;
use crate::cli::head::Head;
use crate::cli::shard::Shard;
use crate::cli::target::Target;
use crate::cli::{CliError, Interrupt, TableArguments, progress};
use crate::game::Score;
use crate::makebook::{Part, Plan};
use crate::solver::Solver;

const USAGE: &str = "claimeven book build [OPTIONS] --ply <N> --output <FILE>";

const EXAMPLES: &str = "\
Examples:
  Build a book of all positions of up to 8 stones, with four threads:
    claimeven book build --ply 8 --threads 4 --output own.book
  Go on with it after Ctrl-C or a crash:
    claimeven book build --ply 8 --threads 4 --output own.book --resume
  Do the second half of the work, for book merge:
    claimeven book build --ply 8 --shard 2/2 --output part2";

/// Arguments of `book build`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Build {
    /// Stones up to which the book goes
    #[arg(long, value_name = "N", value_parser = ply())]
    ply: u8,
    /// File for the book; beside it a journal grows until it is done
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// How many positions to solve at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=1024))]
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
        let path = target.beside("journal");
        if self.shard.is_none() && !path.exists() && self.book_is_there() {
            return self.tell_finished();
        }
        progress::counting(self.ply);
        let plan = super::plan(self.ply);
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let mut part = Part::new(&plan, plan.shard(shard.number, shard.of));
        if self.shard.is_some() && !path.exists() && self.shard_is_there(&plan, &part) {
            return self.tell_finished();
        }
        let solver = self.table.solver()?;
        let head = head(self.ply, shard);
        let mut journal = Journal::open(path, &head, &mut part, self.resume)?;
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
        tell(&self.output, &bytes)
    }

    /// Whether the output is a book of this ply, which another build would make again byte by
    /// byte.
    fn book_is_there(&self) -> bool {
        book::open(&self.output).is_ok_and(|book| book.ply() == self.ply)
    }

    /// Whether the output is the whole part that was asked for.
    fn shard_is_there(&self, plan: &Plan, wanted: &Part<Score>) -> bool {
        let part = read_part(plan, &self.output);
        part.is_ok_and(|part| part.range() == wanted.range() && part.all().is_some())
    }

    fn tell_finished(&self) -> Result<ExitCode, CliError> {
        let output = self.output.display();
        say(&format!(
            "{output}: is finished; remove it to build it again"
        ))?;
        Ok(ExitCode::SUCCESS)
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

/// What the journal of a build is called in its head.
pub(super) const JOURNAL: &str = "claimeven book build journal";

/// The head of the journal of a build or of one of its shards.
pub(super) fn head(ply: u8, shard: Shard) -> Head {
    let options = [("--ply", ply.to_string()), ("--shard", shard.to_string())];
    Head::new(JOURNAL, options, None)
}
