//! `claimeven book merge`: makes a book of its shards.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use super::{plan, ply, read_shard, report_written};
use crate::book::build::{Findings, MergeError, merge};
use crate::cli::error::{CliError, in_file};
use crate::cli::io::interrupt::exit_on_interrupt;
use crate::cli::io::output::Target;
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
pub struct Merge {
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
        let shards = self
            .shards
            .iter()
            .map(|path| read_shard(self.ply, &plan, path));
        let shards = shards.collect::<Result<Vec<Findings<Score>>, CliError>>()?;
        let scores = merge(&plan.work, &shards).map_err(|error| {
            let path = match &error {
                MergeError::Disagreement { shard, .. } => &self.shards[shard - 1],
                MergeError::Missing { .. } => &self.output,
            };
            in_file(path)(error)
        })?;
        let bytes = plan.book(&scores);
        target.write(&bytes)?;
        report_written(&self.output, &bytes)
    }
}
