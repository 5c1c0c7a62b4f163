//! Annotates games one after the other and writes them in one format.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use super::{pgn, text};
use crate::annotate::{self, Annotated};
use crate::cli::files::writer::TargetWriter;
use crate::cli::format::Format;
use crate::cli::games::{BadGame, InputGame};
use crate::cli::progress::Progress;
use crate::cli::{CliError, Interrupt, stderr};
use crate::game::pgn::PgnGame;
use crate::game::{Game, Mode};
use crate::record::{GAME_CSV_HEADER, GameRecord, GivenGame};
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

/// An annotator of games. It uses one table for all of them.
pub(super) struct Scribe<'a> {
    pub(super) solver: Solver,
    pub(super) mode: Mode,
    pub(super) format: OutputFormat,
    pub(super) output: TargetWriter<'a>,
    pub(super) progress: Progress,
    pub(super) interrupt: Interrupt,
    /// Whether something was written after the header.
    pub(super) has_written: bool,
}

impl Scribe<'_> {
    /// Annotates and writes a game. If it was read from PGN, `pgn` has its tags and comments.
    pub(super) fn annotate(
        &mut self,
        given: &GivenGame<'_>,
        pgn: Option<&PgnGame>,
    ) -> Result<(), CliError> {
        let (annotated, time) = self.solve(given.game);
        match self.format {
            OutputFormat::Text => {
                self.has_written = true;
                let show = |out: &mut _| text::show(out, given.game, self.mode, &annotated, time);
                self.output.append_styled(show)
            }
            OutputFormat::Records(format) => {
                let record = GameRecord::annotated(given, self.mode, &annotated, time);
                self.write(&format.lines(GAME_CSV_HEADER, &record)?)
            }
            OutputFormat::Pgn => {
                let mut game = pgn.map_or_else(|| given.game.clone().into(), PgnGame::clone);
                if let Some(label) = given.text.label {
                    game.set_tag("Event", label);
                }
                let game = pgn::annotated(game, &annotated, self.mode);
                self.write(game.to_string().as_bytes())
            }
        }
    }

    /// Annotates and writes a game of the input. Reports a text that is not a game on stderr and,
    /// if the format has records, as a record.
    pub(super) fn take(
        &mut self,
        read: Result<InputGame<'_>, BadGame<'_>>,
    ) -> Result<(), CliError> {
        match read {
            Ok(game) => {
                self.announce(&game.heading)?;
                self.annotate(&game.given, game.pgn)?;
            }
            Err(bad) => {
                if let OutputFormat::Records(format) = self.format {
                    self.write(&format.lines(GAME_CSV_HEADER, &bad.record)?)?;
                }
                stderr::print_line(bad.message);
            }
        }
        Ok(())
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
        let done = match (interrupt.stop.is_stopped(), self.has_written) {
            (false, _) => {
                output.finish()?;
                "the result is written".to_owned()
            }
            (true, true) => output.leave()?,
            (true, false) => "no game is annotated".to_owned(),
        };
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
    fn announce(&mut self, heading: &str) -> Result<(), CliError> {
        if self.format != OutputFormat::Text {
            return Ok(());
        }
        let gap = if self.has_written { "\n" } else { "" };
        // Control characters from a file could send commands to the terminal.
        let heading = heading.replace(char::is_control, "\u{fffd}");
        self.write(format!("{gap}{heading}\n\n").as_bytes())
    }
}
