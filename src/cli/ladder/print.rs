//! The ladder's table as text, JSON or CSV. Pure but for printing.

use std::io::{self, Write};
use std::iter;
use std::time::Duration;

use serde::Serialize;

use crate::cli::number::{duration, grouped, thousandths};
use crate::cli::print_json;
use crate::cli::stdout::print;
use crate::game::Mode;
use crate::ladder::Step;
use crate::ladder::measure::Cell;
use crate::testset::TestSet;

/// A form of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    /// For people: three lines for each step, a column for each set.
    Text,
    /// For programs: an object for each cell.
    Json,
    /// For programs: a line for each cell.
    Csv,
}

/// Prints cells: for programs each as it comes, for people one step at a time.
pub(super) struct Printer {
    format: Format,
    mode: Mode,
    /// The sets' names.
    sets: Vec<String>,
    cells: Vec<Cell>,
}

/// A cell for programs. The means are empty if the budget ended the cell.
#[derive(Serialize)]
struct CellRecord<'a> {
    step: &'a str,
    title: &'a str,
    mode: &'a str,
    set: &'a str,
    positions: u32,
    correct: u32,
    mean_time_us: Option<f64>,
    mean_nodes: Option<f64>,
    knps: Option<f64>,
}

/// The least width of a column: room for ten million positions.
const COLUMN_WIDTH: usize = 10;

/// A line of the table for people: its name, and its text for a cell.
type Line = (&'static str, fn(&Cell) -> String);

const LINES: [Line; 3] = [
    ("mean time", |cell| {
        duration(Duration::from_secs_f64(cell.row.mean_time_us() / 1e6))
    }),
    ("positions", |cell| rounded(cell.row.mean_nodes())),
    ("K pos/s", |cell| rounded(cell.row.knps())),
];

impl Printer {
    pub(super) fn new(format: Format, mode: Mode, sets: &[TestSet]) -> Printer {
        Printer {
            format,
            mode,
            sets: sets.iter().map(|set| set.name.clone()).collect(),
            cells: Vec::new(),
        }
    }

    /// Prints the head of the table.
    pub(super) fn begin(&self) -> io::Result<()> {
        match self.format {
            Format::Text => {
                let names = self.across(self.sets.iter().cloned().map(Some));
                print(format!("{:28}{names}\n", self.mode.word()))
            }
            Format::Json => Ok(()),
            Format::Csv => {
                print("step,title,mode,set,positions,correct,mean_time_us,mean_nodes,knps\n")
            }
        }
    }

    /// Adds a cell, even if it cannot be printed.
    pub(super) fn add(&mut self, cell: Cell) -> io::Result<()> {
        self.cells.push(cell);
        let cell = &self.cells[self.cells.len() - 1];
        let record = CellRecord::new(cell, self.mode);
        match self.format {
            Format::Text => Ok(()),
            Format::Json => print_json(&record),
            Format::Csv => print(record.csv()?),
        }
    }

    /// Ends a step, which gets no more cells.
    pub(super) fn end_step(&self, step: Step) -> io::Result<()> {
        if self.format != Format::Text {
            return Ok(());
        }
        let mut text = Vec::new();
        let cells: Vec<&Cell> = self.cells.iter().filter(|cell| cell.step == step).collect();
        let mut title = format!("{:>4} {}", step.name(), step.title());
        for (name, value) in LINES {
            let values = cells.iter().map(|cell| cell.finished.then(|| value(cell)));
            writeln!(text, "{title:17}  {name:9}{}", self.across(values))?;
            title.clear();
        }
        let wrong = cells
            .iter()
            .map(|cell| cell.row.positions - cell.row.correct);
        if wrong.clone().any(|wrong| wrong > 0) {
            let counts = self.across(wrong.map(|wrong| Some(wrong.to_string())));
            writeln!(text, "{title:17}  {:9}{counts}", "wrong")?;
        }
        print(text)
    }

    /// All cells so far.
    pub(super) fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The columns of a line, a text for each set. `None`, or a missing text, is shown as `-`:
    /// the budget ended that cell.
    fn across(&self, texts: impl Iterator<Item = Option<String>>) -> String {
        let texts = texts.chain(iter::repeat(None));
        let columns = self.sets.iter().zip(texts).map(|(set, text)| {
            let text = text.as_deref().unwrap_or("-");
            let width = set.chars().count().max(COLUMN_WIDTH);
            format!("  {text:>width$}")
        });
        columns.collect()
    }
}

impl<'a> CellRecord<'a> {
    fn new(cell: &'a Cell, mode: Mode) -> CellRecord<'a> {
        let row = &cell.row;
        let whole = |value: f64| cell.finished.then(|| thousandths(value));
        CellRecord {
            step: cell.step.name(),
            title: cell.step.title(),
            mode: mode.word(),
            set: &row.set,
            positions: row.positions,
            correct: row.correct,
            mean_time_us: whole(row.mean_time_us()),
            mean_nodes: whole(row.mean_nodes()),
            knps: whole(row.knps()),
        }
    }

    /// The cell as a line of CSV.
    fn csv(&self) -> io::Result<Vec<u8>> {
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let fields: [&str; 9] = [
            self.step,
            self.title,
            self.mode,
            self.set,
            &self.positions.to_string(),
            &self.correct.to_string(),
            &number(self.mean_time_us),
            &number(self.mean_nodes),
            &number(self.knps),
        ];
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(fields)?;
        writer.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// A value rounded to a whole number, with commas between thousands.
fn rounded(value: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "means of counts"
    )]
    let whole = value.round() as u64;
    grouped(whole)
}
