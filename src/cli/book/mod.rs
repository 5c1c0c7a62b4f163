//! `claimeven book`: builds, merges, verifies and shows opening books.
//!
//! | File | Contents |
//! |-|-|
//! | `build`, `merge`, `deepen`, `verify`, `show` | the subcommand of that name |
//! | `run` | long work, which `build` and `deepen` resume |

mod build;
mod deepen;
mod merge;
mod run;
mod show;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use clap::Subcommand;

use super::arguments::whole;
use super::error::CliError;
use super::io::stdout;
use super::print::numbers::grouped;
use crate::book::build::Plan;
use crate::book::{Book, MAX_PLY};
use crate::game::printable;

pub(super) const USAGE: &str = "claimeven book [OPTIONS] <COMMAND>";

pub(super) const EXAMPLES: &str = "\
Examples:
  Build a book of all positions of up to 8 stones:
    claimeven book build --ply 8 --output own.book
  Show how many openings of the built-in book are won, drawn and lost:
    claimeven book show
  Use it instead of the built-in book:
    claimeven analyze --book own.book 4453";

/// The subcommands of `book`.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve all positions of a ply and write their book, or a shard of it
    Build(build::Build),
    /// Merge the shards of a book
    Merge(merge::Merge),
    /// Add the hard positions two stones beyond a book
    Deepen(deepen::Deepen),
    /// Check a book against the rules, against itself and by search
    Verify(verify::Verify),
    /// Show the format and the contents of a book
    Show(show::Show),
}

impl Command {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        match self {
            Command::Build(arguments) => arguments.run(),
            Command::Merge(arguments) => arguments.run(),
            Command::Deepen(arguments) => arguments.run(),
            Command::Verify(arguments) => arguments.run(),
            Command::Show(arguments) => arguments.run(),
        }
    }
}

/// Returns the parser of an argument that is a ply.
fn ply() -> impl Fn(&str) -> Result<u8, String> + Clone {
    whole(0..=MAX_PLY.into())
}

fn plan(ply: u8) -> Plan {
    Plan::new(ply).expect("arguments are checked")
}

/// Prints the path and the size of a written file.
fn report_written(path: &Path, bytes: &[u8]) -> Result<ExitCode, CliError> {
    let (path, size) = (path.display().to_string(), grouped(bytes.len() as u64));
    say(&format!("{}: {size} bytes", printable(&path)))?;
    Ok(ExitCode::SUCCESS)
}

fn say(text: &str) -> Result<(), CliError> {
    stdout::say(format!("{text}\n"))
}

/// Returns the size of a book in bytes.
fn size(book: &Book) -> String {
    grouped(book.bytes().len() as u64)
}
