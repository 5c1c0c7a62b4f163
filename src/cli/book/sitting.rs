//! One sitting of a long work: searches, writes down at once, shows how it goes.

use super::journal::Journal;
use crate::cli::CliError;
use crate::cli::progress::Pace;
use crate::makebook::{self, Part, Work};
use crate::solver::{Solver, StopFlag};

/// Searches what is open, a thread for each solver, until nothing is or `stop` is
/// set.
pub(super) fn sit<W: Work>(
    work: &W,
    part: &mut Part<W::Found>,
    solvers: Vec<Solver>,
    journal: &mut Journal,
    stop: &StopFlag,
) -> Result<(), CliError> {
    let (open, done) = (work.remaining(part), part.done());
    let mut pace = Pace::new("positions", done, done + open.len());
    let mut written = Ok(());
    makebook::search_positions(work, &open, part, solvers, stop, |found| {
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
