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

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use clap::error::ErrorKind;

use super::arguments::{ConventionArguments, EngineArguments, OutputArguments, exit_wrong, whole};
use super::error::{CliError, ignore_closed_stdout};
use super::io::entries::Reading;
use super::io::inputs::STANDARD;
use super::io::interrupt::Interrupt;
use super::io::json::OfSize;
use super::io::output::Target;
use super::io::position;
use super::print::board;
use super::print::numbers::{counted, duration, grouped};
use super::print::records::{Format, Printer, one_of};
use crate::game::diagram::Notes;
use crate::game::{Diagram, Game, Move, Outcome, Position, Score, Side, Size};
use crate::review::record::{Record, SizedRecord};
use crate::review::report::{Board, words};
use crate::review::why::{Explainer, Why};
use crate::sizes;
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
  Show the score of each column on a board of 9 columns and 7 rows:
    claimeven analyze --size 9x7 --movetime 10000 5544
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
    /// Analyze boards of another size: 4 to 12 columns x 4 to 12 rows, such as 9x7
    #[arg(long, value_name = "SIZE", conflicts_with_all = ["why", "book"])]
    size: Option<Size>,
    /// Stop after MS milliseconds and print the bounds proven by then
    #[arg(long, value_name = "MS", conflicts_with = "input", value_parser = whole::<u64>(1..=u32::MAX.into()))]
    movetime: Option<u64>,
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

    /// Returns the reader of boards of another size, if the user has named one.
    fn of_size(&self) -> Option<OfSize> {
        let convention = self.convention.convention();
        let size = self.size.filter(|size| *size != Size::USUAL)?;
        if self.output.format.format() == Some(Format::Svg) {
            let error = "--format svg draws the usual board: it cannot be used with --size";
            exit_wrong("analyze", ErrorKind::ArgumentConflict, error);
        }
        Some(OfSize { size, convention })
    }

    /// Returns a stop flag that a signal sets, or the end of the time.
    fn interrupt(&self) -> Result<Interrupt, CliError> {
        let interrupt = Interrupt::listen()?;
        if let Some(time) = self.movetime {
            interrupt.stop.stop_after(Duration::from_millis(time));
        }
        Ok(interrupt)
    }

    /// Opens the output of one position.
    fn open_output(&self) -> Result<Target, CliError> {
        let is_stdin = position::is_stdin(&self.position);
        let inputs = is_stdin.then_some(STANDARD);
        self.output.open(&self.engine.book, inputs.as_slice())
    }

    fn show_one(&self) -> Result<ExitCode, CliError> {
        if let Some(reader) = self.of_size() {
            return self.show_sized(reader);
        }
        let convention = self.convention.convention();
        let (text, game) = position::argument_or_stdin(&self.position, convention)?;
        let (position, options) = (game.position(), self.options(true));
        let format = self.output.format.format();
        let mut output = self.open_output()?;
        let mut solver = self.engine.solver()?;
        let interrupt = self.interrupt()?;
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
        let written = match format {
            Some(Format::Svg) => output.append(picture(&game, &record).to_string()),
            Some(format) => {
                let fields = Record::FIELDS;
                output.append(Printer { format, fields }.all([record])?)
            }
            None => output.append_styled(|out| show(out, &game, &record, time)),
        };
        end(output, written, &interrupt)
    }

    /// Shows one position on a board of another size.
    fn show_sized(&self, reader: OfSize) -> Result<ExitCode, CliError> {
        let (text, game) = position::argument_or_stdin(&self.position, reader)?;
        let (position, options) = (game.position(), self.options(true));
        let mut output = self.open_output()?;
        let hash_mib = self.engine.solver.table.hash_mib(1)?;
        let mut solver = sizes::Solver::new(reader.size, hash_mib)?;
        let interrupt = self.interrupt()?;
        let start = Instant::now();
        let bar = self.engine.progress.count("nodes", None, 0);
        let shown = bar.clone();
        solver.set_observer(Some(Box::new(move |nodes, bounds| {
            shown.set_position(nodes);
            shown.set_message(format!("nodes, {}", bounds.word(options.mode)));
        })));
        let analysis = solver.analyze_until(position, options, &interrupt.stop);
        bar.finish_and_clear();
        let time = start.elapsed();
        let record = SizedRecord::new(text.given(), position, options, &analysis, time);
        let written = match self.output.format.printer(SizedRecord::fields(reader.size)) {
            Some(printer) => output.append(printer.all([record])?),
            None => output.append_styled(|out| {
                let words = analysis.words(options.mode);
                board::draw(out, &sizes::diagram(&game, &words))?;
                show_sized(out, position, &record, time)
            }),
        };
        end(output, written, &interrupt)
    }
}

/// Ends a command whose result was written. After a signal the result is not complete, and a file
/// keeps its content.
fn end(
    output: Target,
    written: Result<(), CliError>,
    interrupt: &Interrupt,
) -> Result<ExitCode, CliError> {
    ignore_closed_stdout(written)?;
    let done = if interrupt.came() {
        output.leave([])?
    } else {
        output.finish()?;
        "the result is written".to_owned()
    };
    Ok(interrupt.exit_code(ExitCode::SUCCESS, done))
}

/// Writes the value of a position on a board of another size, and best play.
fn show_sized(
    out: &mut impl Write,
    position: &sizes::Position,
    record: &SizedRecord,
    time: Duration,
) -> io::Result<()> {
    let (mover, score) = (position.side_to_move(), record.score);
    let value = || value_in_words(mover, record.outcome, score.zip(record.plies));
    let ending = position.result().map(words::result);
    writeln!(out, "\n{}", ending.unwrap_or_else(value))?;
    if let Some(bounds) = &record.bounds {
        writeln!(out, "proven so far: {bounds}")?;
    }
    show_best(out, record.best, record.pv.as_deref(), record.nodes, time)
}

/// Writes the best column, the best line and the cost of an analysis, if they are known.
fn show_best(
    out: &mut impl Write,
    best: Option<impl Display>,
    pv: Option<&str>,
    nodes: u64,
    time: Duration,
) -> io::Result<()> {
    if let (Some(best), Some(pv)) = (best, pv.filter(|pv| !pv.is_empty())) {
        writeln!(out, "best column {best}, best line {pv}")?;
        let (nodes, time) = (grouped(nodes), duration(time));
        writeln!(out, "{nodes} nodes in {time}")?;
    }
    Ok(())
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
    show_best(out, record.best, record.pv.as_deref(), record.nodes, time)
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
    let (mover, score) = (position.side_to_move(), record.score.map(Score::get));
    let value = || value_in_words(mover, record.outcome, score.zip(record.plies));
    words::ending(position).unwrap_or_else(value)
}

/// Describes the value of a position that is not over, as far as it is proven: its outcome, and its
/// score with the plies to the end.
fn value_in_words(mover: Side, outcome: Option<Outcome>, score: Option<(i8, u8)>) -> String {
    let mover = mover.letter();
    let Some(end) = outcome.map(words::verb) else {
        return format!("{mover} to move, stopped before the proof");
    };
    match score {
        Some((score, plies)) => {
            let plies = counted(plies.into(), "ply");
            format!("{mover} to move {end} in {plies}, score {score}")
        }
        None => format!("{mover} to move {end}"),
    }
}
