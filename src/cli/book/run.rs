//! Runs a long work: searches its positions, journals the findings, shows progress.

use super::journal::Journal;
use crate::cli::CliError;
use crate::cli::progress::Pace;
use crate::makebook::{self, Part, Work};
use crate::solver::{Solver, StopFlag};

/// Searches the positions that `part` lacks, on one thread for each solver, until none is
/// left or `stop` is set.
pub(super) fn run_work<W: Work>(
    work: &W,
    part: &mut Part<W::Found>,
    solvers: Vec<Solver>,
    journal: &mut Journal,
    stop: &StopFlag,
) -> Result<(), CliError> {
    let (remaining, done) = (work.remaining(part), part.done());
    let mut pace = Pace::new("positions", done, done + remaining.len());
    let mut written = Ok(());
    makebook::search_positions(work, &remaining, part, solvers, stop, |found| {
        if written.is_ok() {
            written = journal.add(found);
        }
        if written.is_err() {
            stop.stop();
        }
        pace.advance(found.len());
    });
    pace.finish();
    written
}
