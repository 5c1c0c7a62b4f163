//! Runs long work: searches positions, records the findings in a journal, shows progress, writes
//! the result.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::report_written;
use crate::book::build::Findings;
use crate::cli::arguments::SearchArguments;
use crate::cli::error::CliError;
use crate::cli::io::interrupt::Interrupt;
use crate::cli::io::journal::{Journal, JournalHead};
use crate::cli::io::output::Target;
use crate::cli::print::numbers::grouped;
use crate::game::Position;
use crate::solver::StopFlag;
use crate::solver::many::Answer;

/// Arguments of the commands that run long work.
#[derive(Debug, Args)]
pub(super) struct WorkArguments {
    /// Write the result to FILE at the end; until then FILE.journal grows
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Resume from the journal of a run that ended early
    #[arg(long)]
    pub(super) resume: bool,
    #[command(flatten)]
    pub(super) search: SearchArguments,
}

impl WorkArguments {
    /// Searches the positions of a shard that its journal lacks, and writes the result. `search`
    /// searches them until the flag is set, and passes new findings on. `result` returns the bytes to
    /// write, or `None` if the run was stopped before the end.
    pub(super) fn run<F: Answer<Position = Position> + Copy + Serialize + DeserializeOwned>(
        &self,
        target: Target,
        head: &JournalHead,
        mut findings: Findings<F>,
        search: impl FnOnce(&mut Findings<F>, &StopFlag, &mut dyn FnMut(&[(usize, F)])),
        result: impl FnOnce(&Findings<F>) -> Option<Vec<u8>>,
    ) -> Result<ExitCode, CliError> {
        let path = target.beside("journal");
        let interrupt = Interrupt::listen()?;
        let stop = &interrupt.stop;
        let (mut journal, earlier) = Journal::open(path, head, self.resume)?;
        findings.add(&earlier);
        let (done, all) = (findings.done(), findings.range().len());
        let mut pace = self.search.progress.pace("positions", done, all);
        let mut written = Ok(());
        let mut watch = |found: &[_]| {
            if written.is_ok() {
                written = journal.append(&Findings::runs(found));
            }
            if written.is_err() {
                stop.stop();
            }
            pace.advance(found.len());
        };
        search(&mut findings, stop, &mut watch);
        pace.finish();
        written?;
        let Some(bytes) = result(&findings) else {
            let [done, all] = [findings.done(), all].map(|count| grouped(count as u64));
            let done = format!("{done} of {all} positions are solved; use --resume to continue");
            return Ok(interrupt.exit_code(ExitCode::FAILURE, done));
        };
        target.write(&bytes)?;
        journal.remove()?;
        report_written(&self.output, &bytes)
    }
}
