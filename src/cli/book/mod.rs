//! `claimeven book`: builds, merges, verifies and shows opening books.

mod build;
mod deepen;
mod inspect;
mod run;

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::arguments::whole;
use super::error::{CliError, ignore_closed_stdout, in_file};
use super::io::inputs::check_input;
use super::io::interrupt::exit_on_interrupt;
use super::io::journal::EarlierJournal;
use super::io::output::Target;
use super::io::shard::Shard;
use super::io::stdout::print;
use super::print::numbers::grouped;
use crate::book::MAX_PLY;
use crate::book::build::{Findings, MergeError, Plan, Run, Work, merge};
use crate::game::{Score, printable};

pub(super) const USAGE: &str = "claimeven book [OPTIONS] <COMMAND>";

pub(super) const EXAMPLES: &str = "\
Examples:
  Build a book of all positions of up to 8 stones:
    claimeven book build --ply 8 --output own.book
  Look up the position after the moves 4, 4, 5 and 3:
    claimeven book lookup --book own.book 4453
  Use it instead of the built-in book:
    claimeven analyze --book own.book 4453";

const MERGE_USAGE: &str = "claimeven book merge [OPTIONS] --ply <N> --output <FILE> <SHARD>...";

const MERGE_EXAMPLES: &str = "\
Examples:
  Merge the shards that book build --shard wrote on two machines:
    claimeven book merge --ply 8 --output own.book shard1 shard2
  Merge a folder of shards:
    claimeven book merge --ply 8 --output own.book shards/*
  Also compare a shard that was built twice; scores that differ are an error:
    claimeven book merge --ply 8 --output own.book shard1 shard2 shard2.again";

/// The subcommands of `book`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve all positions of a ply and write their book, or a shard of it
    Build(build::Build),
    /// Merge the shards of a book
    Merge(Merge),
    /// Add the hard positions two stones beyond a book
    Deepen(deepen::Deepen),
    /// Check a book against the rules, against itself and by search
    Verify(inspect::Verify),
    /// Show the format and the contents of a book
    Show(inspect::Show),
    /// Look up the scores of a position and of its columns
    Lookup(inspect::Lookup),
}

/// Arguments of `book merge`.
#[derive(Debug, Args)]
#[command(override_usage = MERGE_USAGE, after_long_help = MERGE_EXAMPLES)]
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

impl Command {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        match self {
            Command::Build(arguments) => arguments.run(),
            Command::Merge(arguments) => arguments.run(),
            Command::Deepen(arguments) => arguments.run(),
            Command::Verify(arguments) => arguments.run(),
            Command::Show(arguments) => arguments.run(),
            Command::Lookup(arguments) => arguments.run(),
        }
    }
}

impl Merge {
    fn run(&self) -> Result<ExitCode, CliError> {
        exit_on_interrupt()?;
        let shards: Vec<&Path> = self.shards.iter().map(PathBuf::as_path).collect();
        let target = Target::open_file(&self.output, &shards)?;
        let plan = plan(self.ply);
        let shards = self.shards.iter().map(|path| read_shard(&plan, path));
        let shards = shards.collect::<Result<Vec<Findings<Score>>, CliError>>()?;
        let scores = merge(&plan, &shards).map_err(|error| {
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

/// Returns the parser of an argument that is a ply.
fn ply() -> impl Fn(&str) -> Result<u8, String> + Clone {
    whole(0..=MAX_PLY.into())
}

fn plan(ply: u8) -> Plan {
    Plan::new(ply).expect("arguments are checked")
}

/// Reads a shard, finished or not: the journal of its build.
fn read_shard(plan: &Plan, path: &Path) -> Result<Findings<Score>, CliError> {
    check_input(path)?;
    let file = File::open(path).map_err(in_file(path))?;
    let journal = EarlierJournal::<Run<Score>>::parse(path, build::JOURNAL, file)?;
    let shard = journal.option("--shard").parse().unwrap_or(Shard::WHOLE);
    journal.check(&build::head(plan.ply(), shard))?;
    if let Some(torn) = journal.torn() {
        return Err(in_file(path)(torn));
    }
    let mut findings = Findings::new(plan.shard(shard.number, shard.of));
    findings.add(&journal.entries);
    Ok(findings)
}

/// Prints the path and the size of a written file.
fn report_written(path: &Path, bytes: &[u8]) -> Result<ExitCode, CliError> {
    let (path, size) = (path.display().to_string(), grouped(bytes.len() as u64));
    say(&format!("{}: {size} bytes", printable(&path)))?;
    Ok(ExitCode::SUCCESS)
}

fn say(text: &str) -> Result<(), CliError> {
    ignore_closed_stdout(print(format!("{text}\n")))
}
