//! The ladder's table as text, JSON or CSV. Pure but for printing.

use std::fmt::Write as _;
use std::io;
use std::iter;
use std::time::Duration;

use serde::Serialize;

use crate::cli::formatting::{duration, grouped, thousandths};
use crate::cli::print_json;
use crate::cli::stdout::print;
use crate::game::Mode;
use crate::ladder::Step;
use crate::ladder::measure::Measurement;
use crate::ladder::published::{self, Figures};
use crate::testset::{PositionKind, TestSet};

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
    /// For each set the kind whose published figures are shown, if any.
    kinds: Vec<Option<PositionKind>>,
    cells: Vec<Measurement>,
}

/// A cell as programs get it. The means are empty if the budget ended the cell, and where
/// nothing was published.
#[derive(Serialize)]
struct CellRecord<'a> {
    /// Empty for Fhourstones, which is no step.
    step: Option<&'a str>,
    title: &'a str,
    mode: &'a str,
    set: &'a str,
    positions: u32,
    correct: Option<u32>,
    mean_time_us: Option<f64>,
    mean_nodes: Option<f64>,
    knps: Option<f64>,
    /// `measured` in this run, or `published` by the tutorial.
    source: &'a str,
}

/// The least width of a column: room for ten million positions.
const COLUMN_WIDTH: usize = 10;

/// What a line of the table for people shows of a cell.
type Shown = fn(&CellRecord) -> Option<String>;

/// The lines of a program, each with its name.
const LINES: [(&str, Shown); 3] = [
    ("mean time", |cell| {
        let micros = cell.mean_time_us?;
        Some(duration(Duration::from_secs_f64(micros / 1e6)))
    }),
    ("positions", |cell| cell.mean_nodes.map(rounded)),
    ("K pos/s", |cell| cell.knps.map(rounded)),
];

/// What stands below a table with published figures.
const NOTE: &str = "
published, and Fhourstones: by Pascal Pons in \"Solving Connect 4\", blog.gamesolver.org, on his
machine and his sets of 1,000 positions of each kind; all else: here, on the positions given.
- is what he did not publish, or what did not fit into --budget here
";

impl Printer {
    pub(super) fn new(
        format: Format,
        mode: Mode,
        sets: &[TestSet],
        kinds: Vec<Option<PositionKind>>,
    ) -> Printer {
        Printer {
            format,
            mode,
            sets: sets.iter().map(|set| set.name.clone()).collect(),
            kinds,
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
                print("step,title,mode,set,positions,correct,mean_time_us,mean_nodes,knps,source\n")
            }
        }
    }

    /// Adds a cell, even if it cannot be printed.
    pub(super) fn add(&mut self, cell: Measurement) -> io::Result<()> {
        self.cells.push(cell);
        let cell = &self.cells[self.cells.len() - 1];
        self.print_record(&CellRecord::measured(cell, self.mode))
    }

    /// Ends a step, which gets no more cells, and prints what was published of it.
    pub(super) fn end_step(&self, step: Step) -> io::Result<()> {
        if self.format == Format::Text {
            print(self.measured(step))?;
        }
        let figures = |kind: &PositionKind| published::of_step(step, self.mode, kind);
        let records = self.published(Some(step.name()), step.title(), figures);
        self.print_published(&format!("{:>4} published", step.name()), &records)
    }

    /// Ends the table, with what was published of Fhourstones.
    pub(super) fn end(&self) -> io::Result<()> {
        let name = "Fhourstones";
        let figures = |kind: &PositionKind| published::of_fhourstones(self.mode, kind);
        let records = self.published(None, name, figures);
        self.print_published(&format!("     {name}"), &records)?;
        if self.format == Format::Text && self.kinds.iter().any(Option::is_some) {
            print(NOTE)?;
        }
        Ok(())
    }

    /// All cells so far.
    pub(super) fn cells(&self) -> &[Measurement] {
        &self.cells
    }

    /// The lines of a step that was measured.
    fn measured(&self, step: Step) -> String {
        let cells: Vec<&Measurement> = self.cells.iter().filter(|cell| cell.step == step).collect();
        let records = cells
            .iter()
            .map(|cell| Some(CellRecord::measured(cell, self.mode)));
        let mut lines = lines(&records.collect::<Vec<_>>());
        let wrong = cells
            .iter()
            .map(|cell| cell.row.positions - cell.row.correct);
        if wrong.clone().any(|wrong| wrong > 0) {
            let counts = wrong.map(|wrong| Some(wrong.to_string()));
            lines.push(("wrong", counts.collect()));
        }
        self.block(&format!("{:>4} {}", step.name(), step.title()), lines)
    }

    /// What was published of a program on each set.
    fn published<'a>(
        &'a self,
        step: Option<&'a str>,
        title: &'a str,
        figures: impl Fn(&PositionKind) -> Option<Figures>,
    ) -> Vec<Option<CellRecord<'a>>> {
        let sets = self.sets.iter().zip(&self.kinds);
        let record = |(set, kind): (&'a String, &Option<PositionKind>)| {
            let figures = figures(kind.as_ref()?)?;
            Some(CellRecord {
                step,
                title,
                mode: self.mode.word(),
                set,
                positions: published::POSITIONS,
                correct: None,
                mean_time_us: Some(thousandths(figures.mean_time_us)),
                mean_nodes: figures.mean_nodes.map(thousandths),
                knps: figures.knps().map(thousandths),
                source: "published",
            })
        };
        sets.map(record).collect()
    }

    /// Prints what was published of a program, for people without the lines that are empty.
    fn print_published(&self, title: &str, records: &[Option<CellRecord>]) -> io::Result<()> {
        if self.format == Format::Text {
            let mut lines = lines(records);
            lines.retain(|(_, texts)| texts.iter().any(Option::is_some));
            return print(self.block(title, lines));
        }
        let mut records = records.iter().flatten();
        records.try_for_each(|record| self.print_record(record))
    }

    /// Prints a cell for programs.
    fn print_record(&self, record: &CellRecord) -> io::Result<()> {
        match self.format {
            Format::Text => Ok(()),
            Format::Json => print_json(record),
            Format::Csv => print(record.csv()?),
        }
    }

    /// The lines of a program below one another, its title before the first.
    fn block(&self, title: &str, lines: Vec<NamedLine>) -> String {
        let mut text = String::new();
        let titles = iter::once(title).chain(iter::repeat(""));
        for (title, (name, texts)) in titles.zip(lines) {
            // A String takes whatever is written.
            let _ = writeln!(text, "{title:17}  {name:9}{}", self.across(texts));
        }
        text
    }

    /// The columns of a line, a text for each set. `None`, or a missing text, is shown as `-`:
    /// the budget ended that cell, or nothing was published.
    fn across(&self, texts: impl IntoIterator<Item = Option<String>>) -> String {
        let texts = texts.into_iter().chain(iter::repeat(None));
        let columns = self.sets.iter().zip(texts).map(|(set, text)| {
            let text = text.as_deref().unwrap_or("-");
            let width = set.chars().count().max(COLUMN_WIDTH);
            format!("  {text:>width$}")
        });
        columns.collect()
    }
}

/// A line of the table for people: its name, and a text for each set.
type NamedLine = (&'static str, Vec<Option<String>>);

/// The lines that show some cells.
fn lines(cells: &[Option<CellRecord>]) -> Vec<NamedLine> {
    let line = |(name, shown): (&'static str, Shown)| {
        let texts = cells.iter().map(|cell| shown(cell.as_ref()?));
        (name, texts.collect())
    };
    LINES.into_iter().map(line).collect()
}

impl<'a> CellRecord<'a> {
    fn measured(cell: &'a Measurement, mode: Mode) -> CellRecord<'a> {
        let row = &cell.row;
        let mean = |value: f64| cell.finished.then(|| thousandths(value));
        CellRecord {
            step: Some(cell.step.name()),
            title: cell.step.title(),
            mode: mode.word(),
            set: &row.set,
            positions: row.positions,
            correct: Some(row.correct),
            mean_time_us: mean(row.mean_time_us()),
            mean_nodes: mean(row.mean_nodes()),
            knps: mean(row.knps()),
            source: "measured",
        }
    }

    /// The cell as a line of CSV.
    fn csv(&self) -> io::Result<Vec<u8>> {
        fn or_empty(value: Option<impl ToString>) -> String {
            value.map_or(String::new(), |value| value.to_string())
        }
        let fields: [&str; 10] = [
            self.step.unwrap_or(""),
            self.title,
            self.mode,
            self.set,
            &self.positions.to_string(),
            &or_empty(self.correct),
            &or_empty(self.mean_time_us),
            &or_empty(self.mean_nodes),
            &or_empty(self.knps),
            self.source,
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
