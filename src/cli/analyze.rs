//! `claimeven analyze`: solves one position and shows it as text or JSON; with `--input`, many
//! positions.

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use super::arguments::{EngineArguments, OutputArguments};
use super::bulk::BulkArguments;
use super::files::writer::TargetWriter;
use super::formatting::{counted, duration, grouped};
use super::position_arg::{self, ConventionArguments};
use super::{CliError, Interrupt, coloured_board, ignore_closed_stdout};
use crate::game::diagram::Notes;
use crate::game::{Diagram, Game, Outcome, Position};
use crate::protocol::ColumnValue;
use crate::record::{CSV_HEADER, Record};
use crate::session::column_values;
use crate::solver::{Analysis, AnalysisOptions, Report, Scores, Solver, StopFlag, Task};

const USAGE: &str = "\
claimeven analyze [OPTIONS] [POSITION]
       claimeven analyze [OPTIONS] --input <FILE>";

const EXAMPLES: &str = "\
Examples:
  Show the board after the moves 4, 4, 5 and 3, and the score of each column:
    claimeven analyze 4453
  Show the same position, written as another program may write it:
    claimeven analyze \"d1 d2 e1 c1\"
  Print who wins as JSON, without the opening book:
    claimeven analyze --weak --json --no-book 44535462
  Solve a file with one position per line and write a table for spreadsheets:
    claimeven analyze -i positions.txt -o scores.csv --format csv";

/// Arguments of `analyze`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub struct Arguments {
    /// Analyze POSITION: columns such as 4453, moves, a FEN or a board; "-" reads standard input
    position: Vec<String>,
    #[command(flatten)]
    convention: ConventionArguments,
    #[command(flatten)]
    engine: EngineArguments,
    #[command(flatten)]
    output: OutputArguments,
    /// Compute the score of every column, or only of the best
    #[arg(long, value_parser = ["all", "best"], default_value = "all")]
    scores: String,
    /// Add best play to the end of the game to each record; a single position always has it
    #[arg(long)]
    pv: bool,
    #[command(flatten)]
    bulk: BulkArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let Some(input) = &self.bulk.input else {
            return self.show_one();
        };
        let convention = self.convention.convention();
        let options = AnalysisOptions {
            mode: self.engine.solver.mode(),
            scores: self.scores(),
            line: self.pv,
        };
        let (engine, output) = (&self.engine, &self.output);
        self.bulk.run(input, convention, engine, output, options)
    }

    fn scores(&self) -> Scores {
        match &*self.scores {
            "best" => Scores::Best,
            _ => Scores::All,
        }
    }

    fn show_one(&self) -> Result<ExitCode, CliError> {
        let convention = self.convention.convention();
        let (text, game) = position_arg::argument_or_stdin(&self.position, convention)?;
        let mode = self.engine.solver.mode();
        let format = self.output.format.format();
        let target = self.output.open()?;
        let mut solver = self.engine.solver()?;
        let interrupt = Interrupt::listen()?;
        let start = Instant::now();
        let (report, line) = self.solve(&mut solver, *game.position(), &interrupt.stop);
        let time = start.elapsed();
        let reported = Record::reported(text.given(), game.position(), mode, &report, time);
        let mut record = match &line {
            Some(line) => reported.with_line(line),
            None => reported,
        };
        if self.scores() == Scores::Best {
            record.scores = None;
        }
        let mut writer = TargetWriter::open(&target)?;
        ignore_closed_stdout(match format {
            Some(format) => {
                let header = format.header(CSV_HEADER).as_bytes();
                writer.append([header, &format.lines(CSV_HEADER, &record)?].concat())
            }
            None => writer.append_styled(|out| show(out, &game, &record, time)),
        })?;
        // After a stop the result is not complete, and a file keeps its content.
        let done = if interrupt.stop.is_stopped() {
            writer.leave()?
        } else {
            writer.finish()?;
            "the result is written".to_owned()
        };
        Ok(interrupt.exit_code(ExitCode::SUCCESS, done))
    }

    /// Computes the value of every column, or of the best, and shows the progress. Unless stopped,
    /// then computes the best column and its line.
    fn solve(
        &self,
        solver: &mut Solver,
        position: Position,
        stop: &StopFlag,
    ) -> (Report, Option<Analysis>) {
        let mode = self.engine.solver.mode();
        let task = match self.scores() {
            Scores::All => Task::all_columns(position, mode),
            _ => Task::new(position, mode),
        };
        let task = Task {
            complete_line: false,
            ..task
        };
        let best = AnalysisOptions {
            mode,
            scores: Scores::Best,
            line: true,
        };
        let report = solver.search(&task, stop, &mut self.engine.progress.thinking(mode));
        let line = report
            .solved
            .then(|| solver.analyze_until(&position, best, stop));
        (report, line.flatten())
    }
}

fn show(out: &mut impl Write, game: &Game, record: &Record, time: Duration) -> io::Result<()> {
    let scores = record.scores.unwrap_or([ColumnValue::Unplayable; 7]);
    let beside = Notes {
        words: column_values::words(scores),
        ..Notes::default()
    };
    coloured_board::draw(out, &Diagram::with_notes(game, &beside))?;
    writeln!(out, "\n{}", verdict(game.position(), record))?;
    if let (Some(best), Some(pv)) = (record.best, &record.pv) {
        writeln!(out, "best column {best}, best line {pv}")?;
        let (nodes, time) = (grouped(record.nodes), duration(time));
        writeln!(out, "{nodes} nodes in {time}")?;
    }
    Ok(())
}

/// Describes the value of the position in words.
fn verdict(position: &Position, record: &Record) -> String {
    let mover = position.side_to_move().letter();
    if let Some(ending) = coloured_board::ending(position) {
        return ending;
    }
    let end = match record.outcome {
        Some(Outcome::Win) => "wins",
        Some(Outcome::Draw) => "draws",
        Some(Outcome::Loss) => "loses",
        None => return format!("{mover} to move, stopped before the proof"),
    };
    match (record.score, record.plies) {
        (Some(score), Some(plies)) => {
            let plies = counted(plies.into(), "ply");
            format!("{mover} to move {end} in {plies}, score {score}")
        }
        _ => format!("{mover} to move {end}"),
    }
}
