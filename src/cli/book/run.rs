//! Runs a long work: searches its positions, records the findings in a journal, shows progress.

use crate::cli::files::journal::{EarlierJournal, Journal, JournalError, JournalHead};
use crate::cli::files::target::Target;
use crate::cli::progress::Pace;
use crate::cli::{CliError, stderr};
use crate::makebook::{self, Finding, Part, Work};
use crate::solver::{Solver, StopFlag};

/// Opens the journal of a work. With `resume`, adds the findings of an earlier run to `part`.
pub(super) fn open_journal<F: Finding>(
    target: &Target,
    format: &'static str,
    head: &JournalHead,
    part: &mut Part<F>,
    resume: bool,
) -> Result<Journal, CliError> {
    let path = target.beside("journal");
    let Some(earlier) = EarlierJournal::read(&path, format)? else {
        return Journal::create(path, head, &[]);
    };
    if !resume {
        return Err(JournalError::Unfinished { path }.into());
    }
    earlier.check(head)?;
    let (whole, length) = (part.take_records(&earlier.entries), earlier.entries.len());
    if whole < length {
        stderr::print_line(format_args!(
            "{}: the last {} bytes are not a whole record; solving again from there",
            path.display(),
            length - whole
        ));
    }
    Journal::create(path, head, &earlier.entries[..whole])
}

/// Searches the positions that `part` lacks, on one thread per solver, until all are searched or
/// `stop` is set.
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
            written = journal.append(&Part::records(found));
        }
        if written.is_err() {
            stop.stop();
        }
        pace.advance(found.len());
    });
    pace.finish();
    written
}
