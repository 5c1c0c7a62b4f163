//! `claimeven book merge`: makes a book of its shards.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::build::{JOURNAL, head};
use super::{plan, ply, report_written};
use crate::book::build::{Findings, Plan, Run};
use crate::cli::error::{CliError, in_file};
use crate::cli::io::inputs::check_input;
use crate::cli::io::interrupt::exit_on_interrupt;
use crate::cli::io::journal::EarlierJournal;
use crate::cli::io::output::Target;
use crate::cli::io::shard::Shard;
use crate::game::Score;

const USAGE: &str = "claimeven book merge [OPTIONS] --ply <N> --output <FILE> <SHARD>...";

const EXAMPLES: &str = "\
Examples:
  Merge the shards that book build --shard wrote on two machines:
    claimeven book merge --ply 8 --output own.book shard1 shard2
  Merge a folder of shards:
    claimeven book merge --ply 8 --output own.book shards/*
  Also compare a shard that was built twice; scores that differ are an error:
    claimeven book merge --ply 8 --output own.book shard1 shard2 shard2.again";

/// Arguments of `book merge`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Merge {
    /// Shards of one ply, finished or not
    #[arg(value_name = "SHARD", required = true)]
    shards: Vec<PathBuf>,
    /// Set the ply of the book
    #[arg(long, value_name = "N", value_parser = ply())]
    ply: u8,
    /// Write the book to FILE
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Merge {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        exit_on_interrupt()?;
        let shards: Vec<&Path> = self.shards.iter().map(PathBuf::as_path).collect();
        let target = Target::open_file(&self.output, &shards)?;
        let plan = plan(self.ply);
        let mut whole = Findings::new(0..plan.work.count());
        for path in shards {
            let merged = whole.merge(&plan.work, &self.read(&plan, path)?);
            merged.map_err(in_file(path))?;
        }
        let scores = whole.merged(&plan.work).map_err(in_file(&self.output))?;
        let bytes = plan.book(&scores);
        target.write(&bytes)?;
        report_written(&self.output, &bytes)
    }
    /// Reads a shard, finished or not: the journal of its build.
    fn read(&self, plan: &Plan, path: &Path) -> Result<Findings<Score>, CliError> {
        check_input(path)?;
        let file = File::open(path).map_err(in_file(path))?;
        let journal = EarlierJournal::<Run<Score>>::parse(path, JOURNAL, file)?;
        let shard = journal.option("--shard").parse().unwrap_or(Shard::WHOLE);
        journal.check(&head(self.ply, shard))?;
        if let Some(torn) = journal.torn() {
            return Err(in_file(path)(torn));
        }
        let mut findings = Findings::new(plan.shard(shard.number, shard.of));
        findings.add(&journal.entries);
        Ok(findings)
    }
}
