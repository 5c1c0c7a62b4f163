//! `claimeven analyze --input`: a file of positions to a file of exact scores.
//!
//! ```text
//! input ~> reader thread ~> bulk: solver threads ~> this thread ~> output
//! ```
//!
//! Every channel is bounded, so memory is, too: the threads share one table, and each has
//! 1 MiB of its own.
//!
//! # Stop and go on
//!
//! The output grows by whole lines in the order of the input. A signal or a full disk
//! leaves whole lines; a torn one, which `kill -9` may leave, is cut off. In the end the output
//! equals that of an uninterrupted run but for `nodes` and `time_us`.
//!
//! The manifest beside the output tells what the output is made from, and by checkpoints what
//! stands in it. `--resume` refuses another input, also one that has grown, another engine
//! version or book, and other options. It goes on behind the last checkpoint that still fits; after `kill -9` that costs the work of a second. Without an output it begins one. A
//! run without `--resume` empties an earlier output once it has all it needs: its memory, its
//! input, its manifest.
//!
//! # Exit code
//!
//! 0 if every entry was solved, 1 after an error, if there were bad entries (0 with
//! `--allow-bad`) or wrong scores (`--expect-scores`), 130 after Ctrl-C, 143 after a `kill`,
//! 129 after a hangup.

mod content;
mod entries;
mod error;
mod format;
mod input;
mod manifest;
mod output;
mod record_file;
mod summary;
mod table;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use same_file::Handle;

use super::arguments::SolverArguments;
use super::head::{self, Head};
use super::shard::Shard;
use super::{CliError, Interrupt, lock, target};
use crate::book::Book;
use crate::bulk::{self, Answered, Answers, Unanswered};
use crate::game::read::Convention;
use crate::record::Record;
use crate::solver::{AnalysisOptions, Scores};
use entries::{Asked, Reading};
pub(super) use error::BulkError;
use format::Format;
pub(super) use input::Input;
use output::{Output, Prepared};
use record_file::Found;
use summary::Summary;

/// Arguments of `analyze` for many positions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Many positions")]
#[group(conflicts_with = "position")]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of the command line"
)]
pub(super) struct BulkArguments {
    /// Solve every line of a file, or of standard input if it is "-"
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    pub(super) input: Option<FileOrStd>,
    /// Where the records go; "-" is standard output
    #[arg(long, value_name = "FILE", default_value = "-", requires = "input")]
    output: FileOrStd,
    /// JSON lines or comma-separated values
    #[arg(long, value_enum, default_value_t = Format::JsonLines, requires = "input")]
    format: Format,
    /// Go on where an earlier run with the same arguments ended
    #[arg(long, requires = "input")]
    resume: bool,
    /// Only every n-th line, beginning with line i
    #[arg(long, value_name = "I/N", default_value = "1/1", requires = "input")]
    shard: Shard,
    /// The score of every column, or only of the best
    #[arg(long, value_parser = scores_parser(), default_value = "all", requires = "input")]
    scores: Scores,
    /// Tell best play to the end of the game too
    #[arg(long, requires = "input")]
    pv: bool,
    /// A position is a board of several lines; an empty line ends it
    #[arg(long, requires = "input", conflicts_with_all = ["column"])]
    blocks: bool,
    /// The input is a table, and the column of this name has the positions
    #[arg(long, value_name = "NAME", requires = "input")]
    column: Option<String>,
    /// Behind each position stands its score: tell where it is wrong, and exit with 1
    #[arg(long, requires = "input", conflicts_with_all = ["resume"])]
    expect_scores: bool,
    /// Exit with 0 even if there were lines that could not be read
    #[arg(long, requires = "input")]
    allow_bad: bool,
}

fn scores_parser() -> ValueParser {
    let words = PossibleValuesParser::new(["all", "best"]);
    ValueParser::new(words.map(|word| match &*word {
        "best" => Scores::Best,
        _ => Scores::All,
    }))
}

/// Where lines come from or go to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FileOrStd {
    /// Standard input or output.
    Standard,
    File(PathBuf),
}

impl From<OsString> for FileOrStd {
    fn from(text: OsString) -> FileOrStd {
        if text == "-" {
            FileOrStd::Standard
        } else {
            FileOrStd::File(text.into())
        }
    }
}

impl BulkArguments {
    pub(super) fn run(
        &self,
        input: &FileOrStd,
        convention: Convention,
        solver: &SolverArguments,
        book: Option<Arc<Book>>,
        threads: NonZeroUsize,
    ) -> Result<ExitCode, CliError> {
        let options = AnalysisOptions {
            mode: solver.mode(),
            scores: self.scores,
            line: self.pv,
        };
        let reading = self.reading(convention);
        let mut input = Input::open(input)?;
        let output = self.open_output(&mut input, &reading, options, book.as_deref())?;
        let mut table = solver.table.solver()?;
        table.set_book(book);
        let interrupt = Interrupt::listen()?;
        let started = bulk::start(&table, options, threads, &interrupt.stop);
        let (feed, mut answers) = started.map_err(CliError::Start)?;
        let (kept, shard) = (output.kept(), self.shard);
        let all = input.entries().map(|entries| shard.share_of(entries));
        let skipped = kept.content.records;
        let mut summary = Summary::new(kept, all);
        let reader = thread::Builder::new()
            .name("reader".into())
            .spawn(move || input.read(reading, shard, skipped, feed))
            .map_err(CliError::Start)?;
        let mut output = output.start(self.format)?;
        let ending = write_all(&mut answers, options, &mut output, &mut summary);
        // Also when writing has failed: what stands is kept.
        let saved = output.checkpoint();
        summary.print();
        match ending.and_then(|ending| saved.map(|()| ending))? {
            Ending::Stopped => return Ok(interrupt.exit_code(ExitCode::FAILURE)),
            Ending::Failed => return Err(BulkError::SolverFailed.into()),
            Ending::AllDone => {}
        }
        match reader.join() {
            Ok(read) => read?,
            Err(fault) => std::panic::resume_unwind(fault),
        }
        output.finish()?;
        let failed = summary.bad() > 0 && !self.allow_bad || summary.wrong() > 0;
        let result = ExitCode::from(u8::from(failed));
        Ok(interrupt.exit_code(result))
    }

    fn reading(&self, convention: Convention) -> Reading {
        Reading {
            blocks: self.blocks,
            column: self.column.clone(),
            expects_scores: self.expect_scores,
            convention,
        }
    }

    /// Opens the output without changing it.
    fn open_output(
        &self,
        input: &mut Input,
        reading: &Reading,
        options: AnalysisOptions,
        book: Option<&Book>,
    ) -> Result<Prepared, BulkError> {
        let output = match &self.output {
            FileOrStd::File(path) if target::is_stdout(path) => &FileOrStd::Standard,
            place => place,
        };
        match output {
            FileOrStd::File(path) if output::is_plain(path) => {
                self.open_file(path, input, reading, options, book)
            }
            place => {
                if *place == FileOrStd::Standard {
                    input.refuse_stdout()?;
                }
                // Before it is opened: a named pipe would wait for its reader.
                if self.resume {
                    return Err(BulkError::NotResumable {
                        wanted: "an output file",
                        found: output::stream_name(place),
                    });
                }
                Prepared::stream(place)
            }
        }
    }

    /// Opens an output file. If the input is a file too, the output gets a manifest, so
    /// that the run can be resumed.
    fn open_file(
        &self,
        path: &Path,
        input: &mut Input,
        reading: &Reading,
        options: AnalysisOptions,
        book: Option<&Book>,
    ) -> Result<Prepared, BulkError> {
        // Links to one file share one manifest.
        let path = &target::behind_links(path).map_err(|error| BulkError::Open {
            name: path.display().to_string(),
            error,
        })?;
        let (manifest, lock) = (manifest::path_beside(path), lock::path_beside(path));
        for written in [path, &manifest, &lock] {
            // What does not exist yet is another file.
            if let Ok(written) = Handle::from_path(written) {
                input.refuse_output(&written)?;
            }
        }
        let digest = input.digest(reading)?;
        let head = digest.map(|digest| self.head(reading, options, book, digest));
        let found = match (head, self.resume) {
            (head, false) => Found::begin(path, head)?,
            (Some(head), true) => {
                let texts = input.texts(reading, self.shard)?;
                let found = Found::resume(path, head, self.format, texts)?;
                input.rewind()?;
                found
            }
            (None, true) => {
                return Err(BulkError::NotResumable {
                    wanted: "an input file",
                    found: input.name().to_owned(),
                });
            }
        };
        Ok(Prepared::File(Box::new(found)))
    }

    /// Everything that the records depend on.
    fn head(
        &self,
        reading: &Reading,
        options: AnalysisOptions,
        book: Option<&Book>,
        input: String,
    ) -> Head {
        let scores = match options.scores {
            Scores::All => "all",
            Scores::Best => "best",
            Scores::Ties => "ties",
        };
        let book = book.map(|book| format!("{:08x}", book.checksum()));
        let reading = Some(reading.to_string()).filter(|options| !options.is_empty());
        let settings = [
            ("--format", self.format.name().to_owned()),
            ("--pv", options.line.to_string()),
            ("--scores", scores.to_owned()),
            ("--shard", self.shard.to_string()),
            ("book", book.unwrap_or_else(head::none)),
            ("reading", reading.unwrap_or_else(head::none)),
            ("solving", options.mode.word().to_owned()),
        ];
        Head::new(manifest::FORMAT, settings, Some(input))
    }
}

/// How the stream of answers came to an end.
enum Ending {
    AllDone,
    Stopped,
    Failed,
}

/// Writes answers as they come, and flushes before it waits for more.
fn write_all(
    answers: &mut Answers<Asked>,
    options: AnalysisOptions,
    output: &mut Output,
    summary: &mut Summary,
) -> Result<Ending, BulkError> {
    loop {
        if let Some(answered) = answers.try_next() {
            summary.count(&answered, options.mode);
            append(output, options, &answered)?;
            continue;
        }
        output.flush()?;
        summary.show();
        match answers.wait() {
            Ok(true) => {}
            Ok(false) => return Ok(Ending::AllDone),
            Err(Unanswered::Stopped) => return Ok(Ending::Stopped),
            Err(Unanswered::Failed) => return Ok(Ending::Failed),
        }
    }
}

/// Appends the record of one line of the input.
fn append(
    output: &mut Output,
    options: AnalysisOptions,
    answered: &Answered<Asked>,
) -> Result<(), BulkError> {
    let asked = &answered.tag;
    match (&asked.fault, &answered.solved) {
        (None, Some((position, answer))) => {
            let subject = asked.text.subject(position);
            output.append(&Record::analysed(subject, options, answer, answered.time))
        }
        (fault, _) => {
            let fault = fault.as_ref().expect("a line is a position or has a fault");
            output.append(&asked.text.bad(asked.line, fault))
        }
    }
}

/// The number of line ends among some bytes.
fn line_ends(bytes: &[u8]) -> u64 {
    bytes.iter().map(|&byte| u64::from(byte == b'\n')).sum()
}
