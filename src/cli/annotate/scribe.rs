//! Annotates games one after the other and prints them in one format.

use std::io;
use std::time::{Duration, Instant};

use super::{pgn, text};
use crate::annotate::{self, Annotated};
use crate::cli::progress::Progress;
use crate::cli::stdout::{print, print_styled};
use crate::cli::{Interrupt, print_json, stderr};
use crate::game::pgn::PgnGame;
use crate::game::{Game, Mode};
use crate::record::{BadText, GameRecord, GivenGame};
use crate::solver::Solver;

/// The format of annotated games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OutputFormat {
    /// The board and a row for each move.
    Text,
    /// A record.
    Json,
    /// The game with glyphs and comments.
    Pgn,
}

/// An annotator of games. It uses one table for all of them.
pub(super) struct Scribe {
    pub(super) solver: Solver,
    pub(super) mode: Mode,
    pub(super) format: OutputFormat,
    pub(super) progress: Progress,
    pub(super) interrupt: Interrupt,
    /// Whether a game was printed as text.
    pub(super) has_printed: bool,
}

impl Scribe {
    /// Annotates and prints a game. If it was read from PGN, `pgn` has its tags and comments.
    pub(super) fn annotate(
        &mut self,
        given: &GivenGame<'_>,
        pgn: Option<&PgnGame>,
    ) -> io::Result<()> {
        let (annotated, time) = self.solve(given.game);
        match self.format {
            OutputFormat::Text => {
                print_styled(|out| text::show(out, given.game, self.mode, &annotated, time))
            }
            OutputFormat::Json => {
                print_json(&GameRecord::annotated(given, self.mode, &annotated, time))
            }
            OutputFormat::Pgn => {
                let mut game = pgn.map_or_else(|| given.game.clone().into(), PgnGame::clone);
                if let Some(label) = given.text.label {
                    game.set_tag("Event", label);
                }
                print(pgn::annotated(game, &annotated, self.mode).to_string())
            }
        }
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

    /// Prints a heading for the next of many games, if the format is text.
    pub(super) fn announce(&mut self, heading: &str) -> io::Result<()> {
        if self.format != OutputFormat::Text {
            return Ok(());
        }
        let gap = if self.has_printed { "\n" } else { "" };
        self.has_printed = true;
        // Control characters from a file could send commands to the terminal.
        let heading = heading.replace(char::is_control, "\u{fffd}");
        print(format!("{gap}{heading}\n\n"))
    }

    /// Reports a text that is not a game: as a record in JSON, otherwise on stderr. `source` names
    /// its line on stderr.
    pub(super) fn report_bad(&self, bad: &BadText<'_>, source: &str) -> io::Result<()> {
        if self.format == OutputFormat::Json {
            return print_json(bad);
        }
        let BadText { char, error, .. } = bad;
        stderr::print_line(format_args!("error: {source}, char {char}: {error}"));
        Ok(())
    }
}
