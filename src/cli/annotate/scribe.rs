//! Judges games one after the other, and writes what it finds in the form that was asked for.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::{pgn, text};
use crate::annotate::{self, Annotated};
use crate::cli::stdout::{print, print_styled};
use crate::cli::{Interrupt, print_json, progress};
use crate::game::pgn::PgnGame;
use crate::game::{Game, Mode};
use crate::record::{BadGame, GameRecord, GivenGame, Tags};
use crate::solver::Solver;

/// What is written of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The board and a row for each move.
    Text,
    /// A record.
    Json,
    /// The game with glyphs and comments.
    Pgn,
}

/// Judges games with one table.
pub(super) struct Scribe {
    pub(super) solver: Solver,
    pub(super) mode: Mode,
    pub(super) form: Form,
    pub(super) interrupt: Interrupt,
    /// Whether a game was written as text.
    pub(super) has_written: bool,
}

impl Scribe {
    /// Writes a game of columns or of a `position` line.
    pub(super) fn annotate(&mut self, given: &GivenGame<'_>) -> io::Result<()> {
        let (annotated, time) = self.judge(given.game);
        match self.form {
            Form::Text => self.show(given.game, &annotated, time),
            Form::Json => print_json(&GameRecord::annotated(given, self.mode, &annotated, time)),
            Form::Pgn => {
                let mut game = PgnGame::from(given.game.clone());
                if let Some(label) = given.label {
                    game.set_tag("Event", label);
                }
                self.write(game, &annotated)
            }
        }
    }

    /// Writes a game of PGN, the `number`-th of its input.
    pub(super) fn annotate_pgn(&mut self, number: u64, pgn: PgnGame) -> io::Result<()> {
        let (annotated, time) = self.judge(pgn.game());
        let given = GivenGame {
            input: None,
            label: None,
            number: Some(number),
            tags: Some(Tags(pgn.tags())),
            game: pgn.game(),
        };
        match self.form {
            Form::Text => self.show(given.game, &annotated, time),
            Form::Json => print_json(&GameRecord::annotated(&given, self.mode, &annotated, time)),
            Form::Pgn => self.write(pgn, &annotated),
        }
    }

    fn judge(&mut self, game: &Game) -> (Annotated, Duration) {
        let stop = &self.interrupt.stop;
        let bar = progress::moves(game.moves().len());
        let start = Instant::now();
        let annotated = annotate::annotate(&mut self.solver, game, self.mode, stop, || bar.inc(1));
        let time = start.elapsed();
        bar.finish_and_clear();
        (annotated, time)
    }

    fn show(&self, game: &Game, annotated: &Annotated, time: Duration) -> io::Result<()> {
        print_styled(|out| text::show(out, game, self.mode, annotated, time))
    }

    fn write(&self, game: PgnGame, annotated: &Annotated) -> io::Result<()> {
        print(pgn::annotated(game, annotated, self.mode).to_string())
    }

    /// Writes a heading for the next of many games; nothing but in text.
    pub(super) fn announce(&mut self, heading: &str) -> io::Result<()> {
        if self.form != Form::Text {
            return Ok(());
        }
        let gap = if self.has_written { "\n" } else { "" };
        self.has_written = true;
        // Control characters of a file would command the terminal.
        let heading = heading.replace(char::is_control, "\u{fffd}");
        print(format!("{gap}{heading}\n\n"))
    }

    /// Reports what is no game: as a record in JSON, else as a line on stderr, where `place`
    /// tells which it is.
    pub(super) fn refuse(&self, bad: &BadGame<'_>, place: &str) -> io::Result<()> {
        if self.form == Form::Json {
            return print_json(bad);
        }
        // With stderr gone there is nobody left to tell.
        let _ = writeln!(
            io::stderr(),
            "error: {place}, char {}: {}",
            bad.char,
            bad.error
        );
        Ok(())
    }
}
