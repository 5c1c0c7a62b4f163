//! Annotates games one after the other and writes them in one format.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::{pgn, text};
use crate::cli::error::{CliError, ignore_closed_stdout};
use crate::cli::io::games::{Counts, InputGame, ReadGame};
use crate::cli::io::interrupt::Interrupt;
use crate::cli::io::output::Target;
use crate::cli::io::progress::Progress;
use crate::cli::io::stderr;
use crate::cli::print::records::{Format, Printer, RECORDS};
use crate::game::{Game, Mode, printable};
use crate::review::annotate::{self, Annotated};
use crate::review::record::GameRecord;
use crate::review::report::{Graph, Page, ReportGame};
use crate::review::why::Explainer;
use crate::solver::Solver;

/// An annotator of games. It uses one table for all of them.
pub(super) struct Scribe {
    pub(super) solver: Solver,
    pub(super) mode: Mode,
    /// Whether to find reasons.
    pub(super) why: bool,
    /// `None` is the text for people.
    pub(super) printer: Option<Printer>,
    pub(super) output: Target,
    pub(super) progress: Progress,
    pub(super) interrupt: Interrupt,
    /// Whether something was written after the header, or will be at the end.
    pub(super) has_written: bool,
    /// The games of a report, which is written at the end.
    pub(super) report: Vec<ReportGame>,
    /// The numbers of games taken.
    pub(super) games: Counts,
}

impl Scribe {
    /// Annotates and writes a game.
    pub(super) fn annotate(&mut self, game: InputGame) -> Result<(), CliError> {
        if self.format() == Some(Format::Svg) && !self.report.is_empty() {
            // The picture of the first game is not the result that was asked for.
            self.has_written = false;
            let error = "--format svg: expected one game; found another; use --format html";
            return Err(CliError::Message(error.to_owned()));
        }
        let (annotated, time) = self.solve(&game.pgn.game);
        let pgn = |pgn| pgn::annotated(pgn, &annotated, self.mode);
        match (self.printer, self.format()) {
            (None, _) => {
                let game = &game.pgn.game;
                let show = |out: &mut _| text::show(out, game, self.mode, &annotated, time);
                self.output.append_styled(show)?;
            }
            (_, Some(Format::Pgn)) => self.output.append(pgn(game.pgn).to_string())?,
            (_, Some(Format::Html | Format::Svg)) => self.report.push(ReportGame {
                pgn: pgn(game.pgn),
                annotations: annotated.annotations,
                mode: self.mode,
            }),
            (Some(printer), _) => {
                let record = GameRecord::annotated(&game.given(), self.mode, &annotated, time);
                self.output.append(printer.lines(&record)?)?;
            }
        }
        self.has_written = true;
        Ok(())
    }

    /// Annotates and writes a game of the input. Reports a text that is not a game on stderr and,
    /// if the format has records, as a record.
    pub(super) fn take(&mut self, read: ReadGame) -> Result<(), CliError> {
        self.games.add(&read);
        match read {
            Ok(game) => {
                game.warnings.iter().for_each(stderr::print_line);
                // Only text for people has headings.
                if self.printer.is_none() {
                    let gap = if self.has_written { "\n" } else { "" };
                    self.write(format!("{gap}{}\n\n", printable(&game.heading)).as_bytes())?;
                }
                self.annotate(game)?;
            }
            Err(bad) => {
                if let Some(printer) = self.printer
                    && RECORDS.contains(&printer.format)
                {
                    self.write(&printer.lines(&bad.record())?)?;
                }
                stderr::print_line(bad.message);
            }
        }
        Ok(())
    }

    fn format(&self) -> Option<Format> {
        self.printer.map(|printer| printer.format)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.output.append(bytes)?;
        self.has_written = true;
        Ok(())
    }

    /// Writes the report, if the format has one.
    pub(super) fn write_report(&mut self) -> Result<(), CliError> {
        let text = match (self.format(), &*self.report) {
            (Some(Format::Html), games) => Page { games }.to_string(),
            (Some(Format::Svg), [game]) => Graph::new(game, None).to_string(),
            _ => return Ok(()),
        };
        ignore_closed_stdout(self.output.append(text))
    }

    /// Ends the output and returns the exit code. After a stop the output is not complete.
    pub(super) fn finish(mut self, result: ExitCode) -> Result<ExitCode, CliError> {
        if self.has_written || !self.interrupt.stop.is_stopped() {
            self.write_report()?;
        }
        let Scribe {
            interrupt, output, ..
        } = self;
        let done = match (interrupt.stop.is_stopped(), self.has_written) {
            (false, _) => {
                output.finish()?;
                "the result is written".to_owned()
            }
            (true, true) => output.leave([])?,
            (true, false) => "no game is annotated".to_owned(),
        };
        Ok(interrupt.exit_code(result, done))
    }

    fn solve(&mut self, game: &Game) -> (Annotated, Duration) {
        let stop = &self.interrupt.stop;
        let bar = self
            .progress
            .count("moves", Some(game.moves().len() as u64), 0);
        let start = Instant::now();
        let mut annotated =
            annotate::annotate_until(&mut self.solver, game, self.mode, stop, || bar.inc(1));
        if self.why {
            Explainer::new(&mut self.solver, self.mode, stop).explain(&mut annotated);
        }
        let time = start.elapsed();
        bar.finish_and_clear();
        (annotated, time)
    }
}
