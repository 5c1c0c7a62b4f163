//! Runs long work: searches positions, records the findings in a journal, shows progress, writes
//! the result.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::report_written;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::book::build::{Findings, Work, search_positions};
use crate::cli::arguments::SearchArguments;
use crate::cli::error::CliError;
use crate::cli::io::interrupt::Interrupt;
use crate::cli::io::journal::{Journal, JournalHead};
use crate::cli::io::output::Target;
use crate::cli::print::numbers::grouped;
use crate::solver::{Solver, StopFlag};

/// Arguments of the commands that run long work.
#[derive(Debug, Args)]
pub(super) struct WorkArguments {
    /// Write the result to FILE at the end; until then FILE.journal grows
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Resume from the journal of a run that ended early
    #[arg(long)]
    resume: bool,
    #[command(flatten)]
    pub(super) search: SearchArguments,
}

impl WorkArguments {
    /// Searches the positions of a shard that its journal lacks, on one thread per solver, and writes
    /// the result. `result` returns the bytes to write, or `None` if the run was stopped before the
    /// end.
    pub(super) fn run<W: Work<Found: Serialize + DeserializeOwned>>(
        &self,
        target: &Target,
        head: &JournalHead,
        work: &W,
        mut findings: Findings<W::Found>,
        solvers: Vec<Solver>,
        result: impl FnOnce(&Findings<W::Found>) -> Option<Vec<u8>>,
    ) -> Result<ExitCode, CliError> {
        let path = target.beside("journal");
        let interrupt = Interrupt::listen()?;
        let (mut journal, earlier) = Journal::open(path, head, self.resume)?;
        findings.add(&earlier);
        let all = self.search(work, &mut findings, solvers, &mut journal, &interrupt.stop)?;
        let Some(bytes) = result(&findings) else {
            let [done, all] = [findings.done(), all].map(|count| grouped(count as u64));
            let done = format!("{done} of {all} positions are solved; use --resume to continue");
            return Ok(interrupt.exit_code(ExitCode::FAILURE, done));
        };
        target.write(&bytes)?;
        journal.remove()?;
        report_written(&self.output, &bytes)
    }

    /// Searches the positions without findings until all are searched or `stop` is set. Returns
    /// the number of all positions, those found before included.
    fn search<W: Work<Found: Serialize + DeserializeOwned>>(
        &self,
        work: &W,
        findings: &mut Findings<W::Found>,
        solvers: Vec<Solver>,
        journal: &mut Journal,
        stop: &StopFlag,
    ) -> Result<usize, CliError> {
        let (remaining, done) = (work.remaining(findings), findings.done());
        let all = done + remaining.len();
        let mut pace = self.search.progress.pace("positions", done, all);
        let mut written = Ok(());
        search_positions(work, &remaining, findings, solvers, stop, |found| {
            if written.is_ok() {
                written = journal.append(&Findings::runs(found));
            }
            if written.is_err() {
                stop.stop();
            }
            pace.advance(found.len());
        });
        pace.finish();
        written.map(|()| all)
    }
}
