//! `claimeven analyze --input`: turns a file of positions into a file of exact scores.
//!
//! ```text
//! input ~> reader thread ~> solver threads ~> this thread ~> output
//! ```
//!
//! Every channel is bounded, so memory is bounded too: the threads share one table, and each has
//! 1 MiB of its own.
//!
//! # Stopping and resuming
//!
//! The output grows by whole lines in input order; resuming removes the partial line that
//! `kill -9` may leave. The final output equals that of an uninterrupted run, except for `nodes`
//! and `time_us`.
//!
//! The journal next to the output records what the output was made from. `--resume` continues after
//! the last whole record or, without an output, starts one. It fails if the input, the engine version, the book or an option differs from those of the earlier
//! run. An input that has only grown differs, too, and so do the same inputs in another order. Without `--resume`, a run empties an earlier
//! output only once its memory, threads, input and journal are ready.
//!
//! # Exit code
//!
//! 0 if every entry was solved; 1 after an error, bad entries (0 with `--allow-bad`) or wrong
//! scores (`--expect-scores`); 130 after Ctrl-C, 143 after a `kill`, 129 after a hangup.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use clap::error::ErrorKind;

use super::Arguments;
use super::records::{self, Output};
use super::summary::Summary;
use crate::book::Book;
use crate::cli::arguments::exit_wrong;
use crate::cli::error::{CliError, within};
use crate::cli::io::answers::answer_all;
use crate::cli::io::entries::{Asked, Reading};
use crate::cli::io::input::{self, Input};
use crate::cli::io::interrupt::Interrupt;
use crate::cli::io::journal::{self, JournalHead, not_resumable};
use crate::cli::io::json::{OfSize, Reader};
use crate::cli::io::shard::Shard;
use crate::cli::io::text::bad_text;
use crate::cli::print::records::{Format, Printer};
use crate::game::TextError;
use crate::review::record::Record;
use crate::review::why::{Explainer, Why};
use crate::sizes;
use crate::solver::many::{self as solvers, Answer, Answers, Feed};
use crate::solver::{AnalysisOptions, StopFlag};

/// Arguments of `analyze` for many positions.
#[derive(Debug, Args)]
#[command(next_help_heading = "Many positions")]
pub(super) struct ManyArguments {
    /// Solve every line of each FILE; "-" is standard input
    #[arg(short, long, value_name = "FILE", num_args = 1.., conflicts_with = "position")]
    pub(super) input: Vec<PathBuf>,
    /// Resume an earlier run with the same arguments
    #[arg(long, requires = "input", conflicts_with = "position")]
    resume: bool,
    /// Solve only every N-th line, starting with line I
    #[arg(
        long,
        value_name = "I/N",
        default_value = "1/1",
        requires = "input",
        conflicts_with = "position"
    )]
    shard: Shard,
    /// Exit with 0 even if some lines could not be read
    #[arg(long, requires = "input", conflicts_with = "position")]
    allow_bad: bool,
}

/// The two ends of the solver threads.
type Started<A> = (Feed<Asked, A>, Answers<Asked, A>);

impl Arguments {
    /// Solves the positions of all inputs.
    pub(super) fn solve_many(&self) -> Result<ExitCode, CliError> {
        let (engine, options) = (&self.engine, self.options(self.pv));
        if let Some(reader) = self.of_size() {
            return self.solve_sized(reader, options);
        }
        let book = engine.book.open()?;
        let used = book.clone();
        // Reasons are found here, with the table that the threads share.
        let mut explaining = None;
        self.answer(self.convention.convention(), used.as_deref(), |stop| {
            let mut table = engine.solver.table.solver()?;
            table.set_book(book);
            let (own, stopped) = explaining.insert((table.sharing()?, stop.clone()));
            let mut explainer = Explainer::new(own, options.mode, stopped);
            let analyze = solvers::analyzing(move |_| options);
            let started = solvers::start(&table, analyze, engine.threads.number(), stop);
            let started = started.map_err(within("cannot start a thread"))?;
            Ok((started, move |position: &_| explainer.why(position)))
        })
    }

    /// Solves the positions of all inputs on boards of another size. Each thread has a table.
    fn solve_sized(&self, reader: OfSize, options: AnalysisOptions) -> Result<ExitCode, CliError> {
        let count = self.engine.threads.number().get();
        self.answer(reader, None, |stop| {
            let hash_mib = self.engine.solver.table.hash_mib(count)?;
            let solvers = (0..count).map(|_| sizes::Solver::new(reader.size, hash_mib));
            let solvers = solvers.collect::<Result<_, _>>()?;
            let solve = move |solver: &mut sizes::Solver, position: &_, stop: &StopFlag| {
                let analysis = solver.analyze_until(position, options, stop);
                (!stop.is_stopped()).then_some(analysis)
            };
            let started = solvers::start_with(solvers, solve, stop);
            let started = started.map_err(within("cannot start a thread"))?;
            Ok((started, |_: &_| None))
        })
    }

    /// Answers the positions of all inputs. `start` starts the solver threads, and also returns a
    /// function that finds the reason why the winner wins.
    fn answer<R: Reader, A: Answer<Position = R::Position> + Into<sizes::Analysis>, W>(
        &self,
        reader: R,
        book: Option<&Book>,
        start: impl FnOnce(&StopFlag) -> Result<(Started<A>, W), CliError>,
    ) -> Result<ExitCode, CliError>
    where
        R::Position: Copy + Into<sizes::Position>,
        W: FnMut(&R::Position) -> Option<Why>,
    {
        let ManyArguments { resume, shard, .. } = self.many;
        let (engine, options) = (&self.engine, self.options(self.pv));
        let format = self.output.format.format().unwrap_or(Format::JsonLines);
        if format == Format::Svg {
            let error = "--format svg draws one position: it cannot be used with --input";
            exit_wrong("analyze", ErrorKind::ArgumentConflict, error);
        }
        let reading = Reading {
            same_columns: format == Format::Csv,
            ..self.reading.clone()
        };
        let target = self.output.open(&engine.book, &self.many.input)?;
        let mut inputs = Input::open_all(&self.many.input)?;
        if resume && !target.is_file() {
            return Err(not_resumable("an output file", target.path()));
        }
        if resume && let Some(stream) = inputs.iter().find(|input| input.is_stream()) {
            return Err(not_resumable("an input file", stream.path()));
        }
        // Only an output file made from input files can be resumed.
        let digest = if target.is_file() {
            input::digest_all(&mut inputs, &reading, reader)?
        } else {
            None
        };
        let all = digest.as_ref().map(|(_, all)| shard.lines_of(*all));
        let head = digest.map(|(input, _)| self.head(format, book, input));
        let interrupt = Interrupt::listen()?;
        let (started, mut why) = start(&interrupt.stop)?;
        let fields = Record::fields(reader.size());
        let printer = Printer { format, fields };
        let (mut output, kept) = Output::open(target, head.as_ref(), resume, printer)?;
        let mut summary = Summary::new(kept, all, engine.progress);
        let read = move |feed| input::read_all(inputs, &reading, reader, shard, kept.records, feed);
        let ending = answer_all(started, read, |answered| {
            let Some(answered) = answered else {
                output.flush()?;
                summary.show();
                return Ok(());
            };
            let asked = &answered.tag;
            if let Some(error) = &asked.error {
                summary.count_bad(asked, error);
                return append_bad(&mut output, asked, error);
            }
            let solved = answered.solved;
            let (position, answer) = solved.expect("a line without an error is a position");
            let analysis = answer.into();
            summary.count(asked, &analysis, options.mode);
            summary.repeated += u64::from(answered.repeated);
            let record = Record::new(position, options, analysis, answered.time);
            let mut record = record.of_text(asked.text.given());
            if self.why {
                record.why = why(&position);
            }
            output.append(&record, asked)
        });
        if !matches!(&ending, Err(error) if summary.is_empty() || error.is_closed_pipe()) {
            summary.print();
        }
        let interrupted = output.describe();
        let Some(others) = ending? else {
            return Ok(interrupt.exit_code(ExitCode::FAILURE, interrupted));
        };
        output.finish(others.as_ref())?;
        let failed = summary.bad() > 0 && !self.many.allow_bad || summary.wrong > 0;
        let result = ExitCode::from(u8::from(failed));
        Ok(interrupt.exit_code(result, interrupted))
    }

    /// Returns everything that the records depend on. `input` is the digest of the input.
    fn head(&self, format: Format, book: Option<&Book>, input: String) -> JournalHead {
        let Reading {
            blocks,
            column,
            expect_scores,
            ..
        } = &self.reading;
        let book = book.map(|book| format!("{:08x}", book.checksum()));
        let facts = [
            ("input", input),
            ("book", journal::option(book)),
            ("--size", self.size.unwrap_or_default().to_string()),
            ("mode", self.engine.solver.mode().to_string()),
            ("--format", format.name().to_owned()),
            ("--scores", self.scores.clone()),
            ("--pv", self.pv.to_string()),
            ("--why", self.why.to_string()),
            ("--shard", self.many.shard.to_string()),
            ("--blocks", blocks.to_string()),
            ("--column", journal::option(column.as_ref())),
            ("--expect-scores", expect_scores.to_string()),
        ];
        let facts = facts.into_iter().chain(self.convention.facts());
        JournalHead::new(records::JOURNAL, facts)
    }
}

/// Appends the record of a line that is not a position.
fn append_bad(output: &mut Output, asked: &Asked, error: &TextError) -> Result<(), CliError> {
    let mut bad = bad_text(asked.text.given(), asked.line, error);
    bad.error.insert_str(0, &asked.place());
    output.append(&bad, asked)
}
