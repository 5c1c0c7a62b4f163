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
use super::print::records::{Format, one_of};
use crate::game::{self, Move, Size};
use crate::review::record::{OtherSize, Record, Value};
use crate::review::report::{Board, words};
use crate::review::why::Explainer;
use crate::sizes::{self, Game, Position};
use crate::solver::{Analysis, AnalysisOptions, ColumnValue, Scores};
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
        if !self.many.input.is_empty() {
            return self.solve_many();
        }
        match self.of_size() {
            Some(reader) => self.show_sized(reader),
            None => self.show_usual(),
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

    /// Shows one position on the usual board.
    fn show_usual(&self) -> Result<ExitCode, CliError> {
        let convention = self.convention.convention();
        let (text, game) = position::argument_or_stdin(&self.position, convention)?;
        let (position, options) = (game.position(), self.options(true));
        let output = self.open_output()?;
        let mut solver = self.engine.solver()?;
        let interrupt = self.interrupt()?;
        let start = Instant::now();
        let mut bar = self.engine.progress.count("nodes", None, 0);
        let until = (&interrupt.stop).into();
        let analysis = solver.analyze_observed(position, options, until, &mut bar);
        bar.finish_and_clear();
        // After a stop, it has what was proven.
        let analysis = analysis.unwrap_or_else(|ended| ended.proven);
        let record = Record::new(*position, options, analysis.clone(), start.elapsed());
        let mut record = record.of_text(text.given());
        if self.why && analysis.bounds.is_solved(options.mode) {
            let mut explainer = Explainer::new(&mut solver, options.mode, &interrupt.stop);
            record.why = explainer.why(position);
        }
        let is_picture = self.output.format.format() == Some(Format::Svg);
        let picture = is_picture.then(|| picture(&game, options, &analysis, &record));
        self.print(output, &game.into(), &record, picture, &interrupt)
    }

    /// Shows one position on a board of another size.
    fn show_sized(&self, reader: OfSize) -> Result<ExitCode, CliError> {
        let (text, game) = position::argument_or_stdin(&self.position, reader)?;
        let (position, options) = (game.position(), self.options(true));
        let output = self.open_output()?;
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
        let record = Record::new(*position, options, analysis, start.elapsed());
        self.print(
            output,
            &game,
            &record.of_text(text.given()),
            None,
            &interrupt,
        )
    }

    /// Prints a position with its record, or its picture. After a signal the result is not complete,
    /// and a file keeps its content.
    fn print(
        &self,
        mut output: Target,
        game: &Game,
        record: &Record,
        picture: Option<Board>,
        interrupt: &Interrupt,
    ) -> Result<ExitCode, CliError> {
        let fields = Record::fields(game.position().size());
        let written = match (picture, self.output.format.printer(fields)) {
            (Some(picture), _) => output.append(picture.to_string()),
            (None, Some(printer)) => output.append(printer.all([record])?),
            (None, None) => output.append_styled(|out| show(out, game, record)),
        };
        ignore_closed_stdout(written)?;
        let done = if interrupt.came() {
            output.leave([])?
        } else {
            output.finish()?;
            "the result is written".to_owned()
        };
        Ok(interrupt.exit_code(ExitCode::SUCCESS, done))
    }
}

/// Draws the board, and writes the value of the position, best play and the cost of the analysis, as
/// far as they are known.
fn show(out: &mut impl Write, game: &Game, record: &Record) -> io::Result<()> {
    let words = record.scores.iter().flatten();
    let words = words.map(|value| value.as_ref().map_or(String::new(), Value::to_string));
    board::draw(out, &sizes::diagram(game, words.collect()))?;
    writeln!(out, "\n{}", verdict(*game.position(), record))?;
    if let Some(OtherSize {
        bounds: Some(bounds),
        ..
    }) = &record.other_size
    {
        writeln!(out, "proven so far: {bounds}")?;
    }
    if let Some(why) = &record.why {
        writeln!(out, "{}", why.text)?;
    }
    if let (Some(best), Some(pv)) = (record.best, record.pv.as_ref().filter(|pv| !pv.is_empty())) {
        writeln!(out, "best column {best}, best line {pv}")?;
        let time = duration(Duration::from_micros(record.time_us));
        writeln!(out, "{} nodes in {time}", grouped(record.nodes))?;
    }
    Ok(())
}

/// Draws the board with the scores of the columns and a ring for the best column.
fn picture(
    game: &game::Game,
    options: AnalysisOptions,
    analysis: &Analysis,
    record: &Record,
) -> Board {
    let mode = options.mode;
    let value = |bounds| ColumnValue { bounds, mode };
    let every = options.scores == Scores::All;
    Board {
        position: *game.position(),
        moves: Move::line(game.start(), game.moves()),
        best: analysis.best.into_iter().collect(),
        scores: every.then(|| analysis.columns.map(value)),
        cells: record.why.clone().map_or(vec![], |why| why.cells),
        title: verdict((*game.position()).into(), record),
        is_file: true,
        ..Board::default()
    }
}

/// Describes the value of a position in words: the end of the game, or the outcome as far as it is
/// proven, and the score with the plies to the end.
fn verdict(position: Position, record: &Record) -> String {
    if let Some(result) = position.result() {
        return words::result(result);
    }
    let mover = record.side.letter();
    let Some(end) = record.outcome.map(words::verb) else {
        return format!("{mover} to move, stopped before the proof");
    };
    match record.score.zip(record.plies) {
        Some((score, plies)) => {
            let plies = counted(plies.into(), "ply");
            format!("{mover} to move {end} in {plies}, score {score}")
        }
        None => format!("{mover} to move {end}"),
    }
}
