//! `claimeven annotate`: what every move of a game was worth, for people or as
//! JSON; with `--input` of many games.

mod text;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::bulk::Place;
use super::written::{self, Misread, Written};
use super::{
    BookArguments, CliError, INTERRUPTED, SolverArguments, progress, read_or_not, stop_on_interrupt,
};
use crate::annotate;
use crate::lines;
use crate::record::{BadLine, Game, GameRecord};
use crate::solver::{Mode, Solver, StopFlag};

/// Arguments of `annotate`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The game: columns played from the empty board, such as 44535, or "fen FEN moves 4 5"
    #[arg(required_unless_present = "input")]
    game: Option<String>,
    /// Annotate every line of a file, or of standard input if it is "-"
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    input: Option<Place>,
    /// Solver threads [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    solver: SolverArguments,
    #[command(flatten)]
    book: BookArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let Some(input) = &self.input else {
            let text = self.game.as_deref().unwrap_or_default();
            let game = written::argument(text)?;
            let mut scribe = self.scribe()?;
            read_or_not(scribe.annotate(text, None, &game))?;
            return Ok(scribe.exit_code(false));
        };
        let source = open(input)?;
        self.annotate_lines(source).map_err(|error| match error {
            LinesError::Read(error) => unreadable(input, error),
            LinesError::Other(error) => error,
        })
    }

    /// Annotates a game a line until the input ends or someone stops it.
    fn annotate_lines(&self, mut source: impl BufRead) -> Result<ExitCode, LinesError> {
        let mut scribe = self.scribe()?;
        let mut bad = false;
        for number in 1.. {
            let line = lines::read_line(&mut source).map_err(LinesError::Read)?;
            let Some(line) = line.filter(|_| !scribe.stop.is_stopped()) else {
                break;
            };
            let (line, read) = written::read_line(line);
            let (input, label) = (line.input(), line.label());
            match read {
                Ok(game) => {
                    scribe.announce(number, input, label)?;
                    scribe.annotate(input, label, &game)?;
                }
                Err(fault) => {
                    bad = true;
                    scribe.refuse(number, (input, label), &fault)?;
                }
            }
        }
        Ok(scribe.exit_code(bad))
    }

    fn scribe(&self) -> Result<Scribe, CliError> {
        let mut solver = self.solver.table.solver()?;
        solver.set_book(self.book.open()?);
        let threads = self.threads.map_or_else(thread::available_parallelism, Ok);
        // A machine that does not tell has one core for certain.
        solver.set_threads(threads.map_or(1, NonZeroUsize::get));
        Ok(Scribe {
            solver,
            mode: self.solver.mode(),
            json: self.solver.json,
            stop: stop_on_interrupt()?,
        })
    }
}

/// What can go wrong with many games.
enum LinesError {
    Read(io::Error),
    Other(CliError),
}

impl<E: Into<CliError>> From<E> for LinesError {
    fn from(error: E) -> LinesError {
        LinesError::Other(error.into())
    }
}

fn open(place: &Place) -> Result<Box<dyn BufRead>, CliError> {
    match place {
        Place::Standard => Ok(Box::new(io::stdin().lock())),
        Place::File(path) => match File::open(path) {
            Ok(file) => Ok(Box::new(BufReader::new(file))),
            Err(error) => Err(unreadable(place, error)),
        },
    }
}

fn unreadable(place: &Place, error: io::Error) -> CliError {
    let path = match place {
        Place::Standard => "standard input".into(),
        Place::File(path) => path.clone(),
    };
    CliError::Read { path, error }
}

/// Judges games, one after the other over one table, and writes what it found.
struct Scribe {
    solver: Solver,
    mode: Mode,
    json: bool,
    stop: StopFlag,
}

impl Scribe {
    fn annotate(&mut self, input: &str, label: Option<&str>, game: &Written) -> io::Result<()> {
        let bar = progress::moves(game.moves.len());
        let start = Instant::now();
        let annotated = annotate::annotate(
            &mut self.solver,
            (&game.start, &game.moves),
            self.mode,
            &self.stop,
            || bar.inc(1),
        );
        let time = start.elapsed();
        bar.finish_and_clear();
        if !self.json {
            return text::show(
                &mut anstream::stdout().lock(),
                game,
                self.mode,
                &annotated,
                time,
            );
        }
        let game = Game {
            input,
            label,
            start: &game.start,
            moves: &game.moves,
            end: &game.position,
        };
        print_json(&GameRecord::annotated(game, self.mode, &annotated, time))
    }

    /// Tells people which of many games comes next.
    fn announce(&self, number: u64, input: &str, label: Option<&str>) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        let gap = if number > 1 { "\n" } else { "" };
        match label {
            Some(label) => writeln!(out, "{gap}line {number}: {input} ({label})\n"),
            None => writeln!(out, "{gap}line {number}: {input}\n"),
        }
    }

    /// A line without a game: a record for programs, a line on stderr for people.
    fn refuse(
        &self,
        line: u64,
        (input, label): (&str, Option<&str>),
        fault: &Misread,
    ) -> io::Result<()> {
        if !self.json {
            return writeln!(io::stderr(), "error: line {line}, {fault}");
        }
        print_json(&BadLine {
            input,
            label,
            line,
            char: fault.at,
            error: fault.fault.to_string(),
        })
    }

    fn exit_code(&self, bad: bool) -> ExitCode {
        match (self.stop.is_stopped(), bad) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, true) => ExitCode::FAILURE,
            (false, false) => ExitCode::SUCCESS,
        }
    }
}

fn print_json(record: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(record).map_err(io::Error::from)?;
    writeln!(io::stdout().lock(), "{line}")
}
