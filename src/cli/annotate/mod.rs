//! `claimeven annotate`: the value of every move of a game, as text or as JSON; with
//! `--input`, of many games.

mod ahead;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;

use super::bulk::{Input, Place};
use super::number::whole;
use super::position_arg::{self, ConventionArguments, Labelled};
use super::stdout::{print, print_styled};
use super::{
    BookArguments, CliError, Interrupt, SolverArguments, ignore_closed_stdout, print_json,
    progress, threads_or_cores,
};
use crate::annotate;
use crate::game::read::ReadError;
use crate::game::{Game, Mode};
use crate::protocol::options::MAX_THREADS;
use crate::record::{GameRecord, Subject};
use crate::solver::Solver;
use ahead::Lines;

const USAGE: &str = "\
claimeven annotate [OPTIONS] <GAME>
       claimeven annotate [OPTIONS] --input <FILE>";

const EXAMPLES: &str = "\
Examples:
  Show what each move of a game was worth:
    claimeven annotate 445332
  The same for a game that began in another position than the empty board:
    claimeven annotate \"fen 7/7/7/7/3p3/3P3 w moves 4 5 3\"
  Annotate a file, a game a line, for a program:
    claimeven annotate --json --input games.txt";

/// Arguments of `annotate`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Arguments {
    /// Columns played from the empty board, such as 44535, or "fen FEN moves 4 5"
    #[arg(required_unless_present = "input")]
    game: Vec<String>,
    #[command(flatten)]
    convention: ConventionArguments,
    /// Annotate every line of a file, or of standard input if it is "-"
    #[arg(long, value_name = "FILE", conflicts_with = "game")]
    input: Option<Place>,
    /// Solver threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = whole::<u16>(1..=MAX_THREADS.into()))]
    threads: Option<u16>,
    #[command(flatten)]
    solver: SolverArguments,
    #[command(flatten)]
    book: BookArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let Some(input) = &self.input else {
            let (text, game) = position_arg::argument(&self.game, self.convention.convention())?;
            let mut scribe = self.scribe()?;
            ignore_closed_stdout(scribe.annotate(&text.subject(&game)))?;
            return Ok(scribe.interrupt.exit_code(ExitCode::SUCCESS));
        };
        let input = Input::open(input)?;
        input.refuse_stdout()?;
        self.annotate_lines(&Lines::of(input)?)
    }

    /// Annotates the game on each line until the input ends or Ctrl-C comes.
    fn annotate_lines(&self, lines: &Lines) -> Result<ExitCode, CliError> {
        let mut scribe = self.scribe()?;
        let mut exit_code = ExitCode::SUCCESS;
        for number in 1.. {
            let Some(line) = lines.next(&scribe.interrupt.stop)? else {
                break;
            };
            let (line, read) = position_arg::read_line(line, self.convention.convention());
            match read {
                Ok(game) => {
                    scribe.announce(number, &line)?;
                    scribe.annotate(&line.subject(&game))?;
                }
                Err(fault) => {
                    exit_code = ExitCode::FAILURE;
                    scribe.refuse(number, &line, &fault)?;
                }
            }
        }
        Ok(scribe.interrupt.exit_code(exit_code))
    }

    fn scribe(&self) -> Result<Scribe, CliError> {
        let mut solver = self.solver.table.solver()?;
        solver.set_book(self.book.open()?);
        solver.set_threads(threads_or_cores(self.threads).get());
        Ok(Scribe {
            solver,
            mode: self.solver.mode(),
            json: self.solver.json,
            interrupt: Interrupt::listen()?,
            has_written: false,
        })
    }
}

/// Judges games one after the other with one table, and writes its findings.
struct Scribe {
    solver: Solver,
    mode: Mode,
    json: bool,
    interrupt: Interrupt,
    /// Whether a game was written as text.
    has_written: bool,
}

impl Scribe {
    fn annotate(&mut self, subject: &Subject<'_, Game>) -> io::Result<()> {
        let (game, stop) = (subject.meaning, &self.interrupt.stop);
        let bar = progress::moves(game.moves().len());
        let start = Instant::now();
        let annotated = annotate::annotate(&mut self.solver, game, self.mode, stop, || bar.inc(1));
        let time = start.elapsed();
        bar.finish_and_clear();
        if !self.json {
            return print_styled(|out| text::show(out, game, self.mode, &annotated, time));
        }
        print_json(&GameRecord::annotated(subject, self.mode, &annotated, time))
    }

    /// Writes a heading for the next of many games; nothing in JSON.
    fn announce(&mut self, number: u64, line: &Labelled) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let gap = if self.has_written { "\n" } else { "" };
        self.has_written = true;
        let (input, label) = (line.input(), line.label());
        let label = label.map_or(String::new(), |label| format!(" ({label})"));
        // Control characters of a file would command the terminal.
        let game = format!("{input}{label}").replace(char::is_control, "\u{fffd}");
        print(format!("{gap}line {number}: {game}\n\n"))
    }

    /// Reports a line without a game: as a record in JSON, else as a line on stderr.
    fn refuse(&self, number: u64, line: &Labelled, fault: &ReadError) -> io::Result<()> {
        if self.json {
            return print_json(&line.bad(number, fault));
        }
        // With stderr gone there is nobody left to tell.
        let _ = writeln!(io::stderr(), "error: line {number}, {fault}");
        Ok(())
    }
}
