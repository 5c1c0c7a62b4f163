//! `claimeven analyze`: solves one position and shows it as text, record or picture; with
//! `--input`, many positions.
//!
//! | File | Contents |
//! |-|-|
//! | `many` | `--input`: turns a file of positions into exact scores |
//! | `records` | the output: whole records, however the run ends |
//! | `summary` | the progress on stderr, and a summary at the end |

mod many;
mod records;
mod summary;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;

use super::arguments::{ConventionArguments, EngineArguments, OutputArguments};
use super::error::{CliError, ignore_closed_stdout};
use super::io::entries::Reading;
use super::io::inputs::STANDARD;
use super::io::interrupt::Interrupt;
use super::io::position;
use super::print::board;
use super::print::numbers::{counted, duration, grouped};
use super::print::records::{Format, Printer, one_of};
use crate::game::diagram::Notes;
use crate::game::{Diagram, Game, Move, Position};
use crate::review::record::Record;
use crate::review::report::{Board, words};
use crate::review::why::{Explainer, Why};
use crate::solver::{AnalysisOptions, ColumnValue, Scores};
use many::ManyArguments;

const USAGE: &str = "\
claimeven analyze [OPTIONS] [POSITION]
       claimeven analyze [OPTIONS] --input <FILE>...";

const EXAMPLES: &str = "\
Examples:
  Show the board after the moves 4, 4, 5 and 3, and the score of each column:
    claimeven analyze 4453
  Show the same position, written as another program may write it:
    claimeven analyze \"d1 d2 e1 c1\"
  Say why the winner wins:
    claimeven analyze --why 44532
  Print who wins as JSON, without the opening book:
    claimeven analyze --weak --json --no-book 44535462
  Solve a file with one position per line and write a table for spreadsheets:
    claimeven analyze -i positions.txt -o scores.csv --format csv
  Draw a position with the score of each column:
    claimeven analyze --format svg -o board.svg 4453";

/// The formats of an analysis.
const FORMATS: [Format; 3] = [Format::JsonLines, Format::Csv, Format::Svg];

/// Arguments of `analyze`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
#[command(mut_arg("format", |format| format.value_parser(one_of(&FORMATS))))]
pub(crate) struct Arguments {
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
    /// Say why the winner wins
    #[arg(long)]
    why: bool,
    #[command(flatten)]
    many: ManyArguments,
    #[command(flatten)]
    reading: Reading,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        if self.many.input.is_empty() {
            self.show_one()
        } else {
            self.solve_many()
        }
    }

    fn options(&self, line: bool) -> AnalysisOptions {
        let mode = self.engine.solver.mode();
        let scores = match &*self.scores {
            "best" => Scores::Best,
            _ => Scores::All,
        };
        AnalysisOptions { mode, scores, line }
    }

    fn show_one(&self) -> Result<ExitCode, CliError> {
        let convention = self.convention.convention();
        let (text, game) = position::argument_or_stdin(&self.position, convention)?;
        let (position, options) = (game.position(), self.options(true));
        let format = self.output.format.format();
        let is_stdin = position::is_stdin(&self.position);
        let inputs = is_stdin.then_some(STANDARD);
        let mut output = self.output.open(&self.engine.book, inputs.as_slice())?;
        let mut solver = self.engine.solver()?;
        let interrupt = Interrupt::listen()?;
        let start = Instant::now();
        let mut bar = self.engine.progress.count("nodes", None, 0);
        let until = (&interrupt.stop).into();
        let analysis = solver.analyze_observed(position, options, until, &mut bar);
        bar.finish_and_clear();
        // After a stop, it has what was proven.
        let analysis = analysis.unwrap_or_else(|ended| ended.proven);
        let time = start.elapsed();
        let mut record = Record::analyzed(text.given(), position, options, &analysis, time);
        if self.why && analysis.bounds.is_solved(options.mode) {
            let mut explainer = Explainer::new(&mut solver, options.mode, &interrupt.stop);
            record.why = explainer.why(position);
        }
        ignore_closed_stdout(match format {
            Some(Format::Svg) => output.append(picture(&game, &record).to_string()),
            Some(format) => {
                let fields = Record::FIELDS;
                let printer = Printer { format, fields };
                output.append([printer.header().into_bytes(), printer.lines(&record)?].concat())
            }
            None => output.append_styled(|out| show(out, &game, &record, time)),
        })?;
        // After a stop the result is not complete, and a file keeps its content.
        let done = if interrupt.stop.is_stopped() {
            output.leave([])?
        } else {
            output.finish()?;
            "the result is written".to_owned()
        };
        Ok(interrupt.exit_code(ExitCode::SUCCESS, done))
    }
}

fn show(out: &mut impl Write, game: &Game, record: &Record, time: Duration) -> io::Result<()> {
    let scores = record.scores.unwrap_or([ColumnValue::UNPLAYABLE; 7]);
    let beside = Notes {
        words: scores.map(ColumnValue::word),
        ..Notes::default()
    };
    board::draw(out, &Diagram::with_notes(game, &beside))?;
    writeln!(out, "\n{}", verdict(game.position(), record))?;
    if let Some(why) = &record.why {
        writeln!(out, "{}", why.text)?;
    }
    if let (Some(best), Some(pv)) = (record.best, &record.pv) {
        writeln!(out, "best column {best}, best line {pv}")?;
        let (nodes, time) = (grouped(record.nodes), duration(time));
        writeln!(out, "{nodes} nodes in {time}")?;
    }
    Ok(())
}

/// Draws the board with the scores of the columns and a ring for the best column.
fn picture(game: &Game, record: &Record) -> Board {
    Board {
        position: *game.position(),
        moves: Move::line(game.start(), game.moves()),
        best: record.best.into_iter().collect(),
        scores: record.scores,
        cells: record.why.as_ref().map_or(0, Why::bits),
        title: verdict(game.position(), record),
        is_file: true,
        ..Board::default()
    }
}

/// Describes the value of the position in words.
fn verdict(position: &Position, record: &Record) -> String {
    let mover = position.side_to_move().letter();
    if let Some(ending) = words::ending(position) {
        return ending;
    }
    let Some(end) = record.outcome.map(words::verb) else {
        return format!("{mover} to move, stopped before the proof");
    };
    match (record.score, record.plies) {
        (Some(score), Some(plies)) => {
            let plies = counted(plies.into(), "ply");
            format!("{mover} to move {end} in {plies}, score {score}")
        }
        _ => format!("{mover} to move {end}"),
    }
}
