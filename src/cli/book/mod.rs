//! `claimeven book`: builds, merges, checks and shows books of openings.

mod build;
mod deepen;
mod inspect;
mod journal;
mod run;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::arguments::whole;
use super::formatting::grouped;
use super::head::{Head, HeadError};
use super::interrupt::exit_on_interrupt;
use super::shard::Shard;
use super::stdout::print;
use super::target::Target;
use super::{CliError, ignore_closed_stdout, in_file};
use crate::book::{self, Book, MAX_PLY};
use crate::game::Score;
use crate::makebook::{self, Finding, MergeError, Part, PartError, Plan, Work};

pub(super) const USAGE: &str = "claimeven book [OPTIONS] <COMMAND>";

pub(super) const EXAMPLES: &str = "\
Examples:
  Build a book of all positions of up to 8 stones:
    claimeven book build --ply 8 --output own.book
  Look up the position after the moves 4, 4, 5 and 3:
    claimeven book lookup own.book 4453
  Use it in place of the one that is part of the program:
    claimeven analyze --book own.book 4453";

const MERGE_USAGE: &str = "claimeven book merge [OPTIONS] --ply <N> --output <FILE> <PART>...";

const MERGE_EXAMPLES: &str = "\
Examples:
  Make the book of shards that book build --shard wrote on two machines:
    claimeven book merge --ply 8 --output own.book part1 part2
  The same of a folder of shards:
    claimeven book merge --ply 8 --output own.book parts/*
  Compare a shard that was built twice too; scores that differ are an error:
    claimeven book merge --ply 8 --output own.book part1 part2 part2.again";

/// What to do with books.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve all positions of a ply and write their book, or a shard of it
    Build(build::Build),
    /// Put the shards of a book's work together
    Merge(Merge),
    /// Add to a book the hard positions two stones beyond it
    Deepen(deepen::Deepen),
    /// Check a book against the rules, against itself and against the search
    Verify(inspect::Verify),
    /// Tell what a book is and what it holds
    Show(inspect::Show),
    /// Look up a position and the columns that can be played in it
    Lookup(inspect::Lookup),
}

/// Arguments of `book merge`.
#[derive(Debug, Args)]
#[command(override_usage = MERGE_USAGE, after_long_help = MERGE_EXAMPLES)]
pub struct Merge {
    /// Shards of the same ply, finished or journals of unfinished ones
    #[arg(value_name = "PART", required = true)]
    parts: Vec<PathBuf>,
    /// Ply of the book
    #[arg(long, value_name = "N", value_parser = ply())]
    ply: u8,
    /// File for the book
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

/// Why files cannot be worked with to make a book.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum WorkError {
    #[error("{}: {error}", path.display())]
    Part { path: PathBuf, error: PartError },
    #[error(
        "{}: holds unfinished work; --resume goes on with it, or remove it",
        path.display()
    )]
    Unfinished { path: PathBuf },
    #[error("{}: cannot be resumed: {error}", path.display())]
    Journal { path: PathBuf, error: HeadError },
    #[error("{}: {error}", path.display())]
    Head { path: PathBuf, error: HeadError },
    #[error("{}: book of ply {ply}, expected at most {}", path.display(), MAX_PLY - 2)]
    TooDeep { path: PathBuf, ply: u8 },
    #[error("{}: {error}", path.display())]
    Disagreement { path: PathBuf, error: MergeError },
    #[error(transparent)]
    Merge(#[from] MergeError),
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
        let target = Target::file(&self.output)?;
        for part in &self.parts {
            target.refuse_input(part)?;
        }
        let plan = plan(self.ply);
        let parts = self.parts.iter().map(|path| read_part(&plan, path));
        let parts = parts.collect::<Result<Vec<Part<Score>>, CliError>>()?;
        let scores = makebook::merge(&plan, &parts).map_err(|error| match error {
            MergeError::Disagreement { part, .. } => WorkError::Disagreement {
                path: self.parts[part - 1].clone(),
                error,
            },
            other => WorkError::Merge(other),
        })?;
        let bytes = plan.book(&scores);
        target.write(&bytes)?;
        tell(&self.output, &bytes)
    }
}

/// The parser of an argument that is a ply.
fn ply() -> impl Fn(&str) -> Result<u8, String> + Clone {
    whole(0..=MAX_PLY.into())
}

fn plan(ply: u8) -> Plan {
    Plan::new(ply).expect("arguments are checked")
}

fn read_part(plan: &Plan, path: &Path) -> Result<Part<Score>, CliError> {
    let unread = in_file(path);
    let unfit = |error| WorkError::Part {
        path: path.to_owned(),
        error,
    };
    let mut file = BufReader::new(File::open(path).map_err(&unread)?);
    // The first line comes first: a file that is no part may be of any size, and is not read.
    let mut bytes = Vec::new();
    let mut first = file.by_ref().take(MOST_HEAD_BYTES);
    first.read_until(b'\n', &mut bytes).map_err(&unread)?;
    if bytes == Score::MAGIC {
        file.read_to_end(&mut bytes).map_err(&unread)?;
        return Ok(Part::read(plan, &bytes).map_err(unfit)?);
    }
    if !bytes.starts_with(b"{") {
        return Ok(Part::read(plan, &bytes).map_err(unfit)?);
    }
    let mut part = begun(plan, &bytes).map_err(|error| WorkError::Head {
        path: path.to_owned(),
        error,
    })?;
    let mut records = Vec::new();
    file.read_to_end(&mut records).map_err(&unread)?;
    let whole = part.take_records(&records);
    if whole < records.len() {
        let at = bytes.len() + whole;
        return Err(unfit(PartError::Damaged { at }).into());
    }
    Ok(part)
}

/// A first line that is longer belongs to no part.
const MOST_HEAD_BYTES: u64 = 4096;

/// The part, still empty, of the shard of which a journal with this head tells.
fn begun(plan: &Plan, head: &[u8]) -> Result<Part<Score>, HeadError> {
    let (found, _) = Head::read(build::JOURNAL, head)?;
    let shard = found.option("--shard").and_then(|shard| shard.parse().ok());
    let shard = shard.unwrap_or(Shard::WHOLE);
    build::head(plan.ply(), shard).check(&found)?;
    Ok(Part::new(plan, plan.shard(shard.number, shard.of)))
}

/// Reads a book from a file.
pub(super) fn read_book(path: &Path) -> Result<Book, CliError> {
    book::open(path).map_err(in_file(path))
}

/// Prints the path and the size of a written file.
fn tell(path: &Path, bytes: &[u8]) -> Result<ExitCode, CliError> {
    let size = grouped(bytes.len() as u64);
    say(&format!("{}: {size} bytes", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

fn say(text: &str) -> io::Result<()> {
    ignore_closed_stdout(print(format!("{text}\n")))
}
