//! Annotates games one after the other and writes them in one format.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anstream::AutoStream;

use super::{pgn, text};
use crate::annotate::{self, Annotated};
use crate::cli::arguments::Format;
use crate::cli::files::gradual::Gradual;
use crate::cli::progress::Progress;
use crate::cli::stdout::print_styled;
use crate::cli::{CliError, Interrupt, stderr};
use crate::game::pgn::PgnGame;
use crate::game::{Game, Mode};
use crate::record::{BadText, GAME_CSV_HEADER, GameRecord, GivenGame, write_row};
use crate::solver::Solver;

/// The format of annotated games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutputFormat {
    /// The board and a row for each move.
    Text,
    /// A record of each game, or a row of each move.
    Records(Format),
    /// The game with glyphs and comments.
    Pgn,
}

impl OutputFormat {
    /// Returns the line before the first game; empty if there is none.
    pub(super) const fn header(self) -> &'static str {
        match self {
            OutputFormat::Records(Format::Csv) => GAME_CSV_HEADER,
            _ => "",
        }
    }
}

/// An annotator of games. It uses one table for all of them.
pub(super) struct Scribe {
    pub(super) solver: Solver,
    pub(super) mode: Mode,
    pub(super) format: OutputFormat,
    pub(super) output: Gradual,
    pub(super) progress: Progress,
    pub(super) interrupt: Interrupt,
    /// The path or the name of the input in messages.
    pub(super) input: PathBuf,
    /// Whether something was written after the header.
    pub(super) has_written: bool,
}

impl Scribe {
    /// Annotates and writes a game. If it was read from PGN, `pgn` has its tags and comments.
    pub(super) fn annotate(
        &mut self,
        given: &GivenGame<'_>,
        pgn: Option<&PgnGame>,
    ) -> Result<(), CliError> {
        let (annotated, time) = self.solve(given.game);
        let format = match self.format {
            OutputFormat::Text => return self.show(given.game, &annotated, time),
            OutputFormat::Records(format) => format,
            OutputFormat::Pgn => {
                let mut game = pgn.map_or_else(|| given.game.clone().into(), PgnGame::clone);
                if let Some(label) = given.text.label {
                    game.set_tag("Event", label);
                }
                let game = pgn::annotated(game, &annotated, self.mode);
                return self.write(game.to_string().as_bytes());
            }
        };
        let record = GameRecord::annotated(given, self.mode, &annotated, time);
        let mut lines = Vec::new();
        match format {
            Format::JsonLines => {
                serde_json::to_writer(&mut lines, &record).map_err(io::Error::from)?;
                lines.push(b'\n');
            }
            Format::Csv => record
                .rows()
                .try_for_each(|row| write_row(&mut lines, row))?,
        }
        self.write(&lines)
    }

    /// Writes a game as text, with styles only where stdout shows them.
    fn show(&mut self, game: &Game, found: &Annotated, time: Duration) -> Result<(), CliError> {
        let show = |out: &mut AutoStream<Vec<u8>>| text::show(out, game, self.mode, found, time);
        if self.output.is_stdout() {
            return Ok(print_styled(show)?);
        }
        let mut text = AutoStream::never(Vec::new());
        show(&mut text)?;
        self.write(&text.into_inner())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        self.has_written = true;
        self.output.append(bytes)
    }

    /// Ends the output and returns the exit code. After a stop the output is not complete.
    pub(super) fn finish(self, result: ExitCode) -> Result<ExitCode, CliError> {
        let Scribe {
            interrupt, output, ..
        } = self;
        let kept = if !interrupt.stop.is_stopped() {
            output.finish()?;
            None
        } else if self.has_written {
            output.leave()?
        } else {
            None
        };
        let done = kept.map_or_else(
            || "the result so far is printed".to_owned(),
            |path| format!("the result so far is in {}", path.display()),
        );
        Ok(interrupt.exit_code(result, done))
    }

    fn solve(&mut self, game: &Game) -> (Annotated, Duration) {
        let stop = &self.interrupt.stop;
        let bar = self.progress.moves(game.moves().len());
        let start = Instant::now();
        let annotated =
            annotate::annotate_until(&mut self.solver, game, self.mode, stop, || bar.inc(1));
        let time = start.elapsed();
        bar.finish_and_clear();
        (annotated, time)
    }

    /// Writes a heading for the next of many games, if the format is text.
    pub(super) fn announce(&mut self, heading: &str) -> Result<(), CliError> {
        if self.format != OutputFormat::Text {
            return Ok(());
        }
        let gap = if self.has_written { "\n" } else { "" };
        // Control characters from a file could send commands to the terminal.
        let heading = heading.replace(char::is_control, "\u{fffd}");
        self.write(format!("{gap}{heading}\n\n").as_bytes())
    }

    /// Reports a text that is not a game on stderr and, if the format has records, as a record.
    /// `place` names its line in the input.
    pub(super) fn report_bad(&mut self, bad: &BadText<'_>, place: &str) -> Result<(), CliError> {
        let mut line = Vec::new();
        match self.format {
            OutputFormat::Records(Format::JsonLines) => {
                serde_json::to_writer(&mut line, bad).map_err(io::Error::from)?;
                line.push(b'\n');
            }
            OutputFormat::Records(Format::Csv) => write_row(&mut line, bad.game_row())?,
            OutputFormat::Text | OutputFormat::Pgn => {}
        }
        if !line.is_empty() {
            self.write(&line)?;
        }
        let (input, BadText { char, error, .. }) = (self.input.display(), bad);
        stderr::print_line(format_args!(
            "error: {input}: {place}, char {char}: {error}"
        ));
        Ok(())
    }
}
