//! The ladder's table as text, JSON or CSV. Pure except for printing.

use std::io;
use std::iter;
use std::time::Duration;

use serde::Serialize;

use crate::cli::format::Format;
use crate::cli::formatting::{duration, grouped, thousandths};
use crate::cli::progress::Progress;
use crate::cli::stdout::print;
use crate::game::Mode;
use crate::ladder::Step;
use crate::ladder::measure::Measurement;
use crate::ladder::published::{self, Figures};
use crate::testset::{PositionKind, TestSet};

/// A printer of measurements. It prints each one at once for programs, and one step at a time for
/// people.
pub(super) struct Printer<'a> {
    /// The format for programs: one record per step and set. `None` is the table for people: three
    /// lines per step, one column per set.
    pub(super) format: Option<Format>,
    pub(super) progress: Progress,
    pub(super) mode: Mode,
    pub(super) sets: &'a [TestSet],
    /// For each set, the kind whose published figures are shown, if any.
    pub(super) kinds: Vec<Option<PositionKind>>,
}

/// The record of a step on a set, as printed for programs. The means are empty if the budget ended
/// the measurement or if nothing was published.
#[derive(Serialize)]
struct StepRecord<'a> {
    /// Empty for Fhourstones, which is not a step.
    step: Option<&'a str>,
    title: &'a str,
    mode: Mode,
    set: &'a str,
    positions: u32,
    correct: Option<u32>,
    mean_time_us: Option<f64>,
    mean_nodes: Option<f64>,
    knps: Option<f64>,
    /// `measured` in this run, or `published` by the tutorial.
    source: &'a str,
}

/// The first row of CSV.
const CSV_HEADER: &str =
    "step,title,mode,set,positions,correct,mean_time_us,mean_nodes,knps,source\n";

/// Minimum width of a column: room for ten million positions.
const COLUMN_WIDTH: usize = 10;

/// A function that formats one value of a record for people.
type FormatValue = fn(&StepRecord) -> Option<String>;

/// The lines of a step in the table for people, each with its name.
const LINES: [(&str, FormatValue); 3] = [
    ("mean time", |record| {
        let micros = record.mean_time_us?;
        Some(duration(Duration::from_secs_f64(micros / 1e6)))
    }),
    ("positions", |record| record.mean_nodes.map(rounded)),
    ("K pos/s", |record| record.knps.map(rounded)),
];

/// The note below a table with published figures.
const NOTE: &str = "
Figures of published lines and of Fhourstones are from Pascal Pons, \"Solving Connect 4\",
blog.gamesolver.org: his machine, his sets of 1,000 positions of each kind. The other lines were
measured here on the given positions. - means not published, or not finished within --budget.
";

impl Printer<'_> {
    /// Prints the heading of the table.
    pub(super) fn begin(&self) -> io::Result<()> {
        match self.format {
            None => {
                let names = self.across(self.sets.iter().map(|set| Some(set.name.clone())));
                print(format!("{:28}{names}\n", self.mode))
            }
            Some(format) => print(format.header(CSV_HEADER)),
        }
    }

    /// Prints a measurement for programs.
    pub(super) fn print_measured(&self, measured: &Measurement) -> io::Result<()> {
        self.print_record(&StepRecord::measured(measured, self.mode))
    }

    /// Prints the measurements of a step for people, and its published figures.
    pub(super) fn end_step(&self, step: Step, measurements: &[Measurement]) -> io::Result<()> {
        if self.format.is_none() {
            let record = |measured| Some(StepRecord::measured(measured, self.mode));
            let mut lines = lines(&measurements.iter().map(record).collect::<Vec<_>>());
            let wrong = measurements.iter().map(|measured| measured.row.wrong.len());
            if wrong.clone().any(|wrong| wrong > 0) {
                let counts = wrong.map(|wrong| Some(wrong.to_string()));
                lines.push(("wrong", counts.collect()));
            }
            print(self.block(&format!("{:>4} {}", step.name(), step.title()), lines))?;
        }
        let figures = |kind: &PositionKind| published::of_step(step, self.mode, kind);
        let records = self.published(Some(step.name()), step.title(), figures);
        self.print_published(&format!("{:>4} published", step.name()), &records)
    }

    /// Ends the table with the published figures of Fhourstones.
    pub(super) fn end(&self) -> io::Result<()> {
        let name = "Fhourstones";
        let figures = |kind: &PositionKind| published::of_fhourstones(self.mode, kind);
        let records = self.published(None, name, figures);
        self.print_published(&format!("     {name}"), &records)?;
        if self.format.is_none() && self.kinds.iter().any(Option::is_some) {
            print(NOTE)?;
        }
        Ok(())
    }

    /// Returns the published figures of a program on each set.
    fn published<'a>(
        &'a self,
        step: Option<&'a str>,
        title: &'a str,
        figures: impl Fn(&PositionKind) -> Option<Figures>,
    ) -> Vec<Option<StepRecord<'a>>> {
        let sets = self.sets.iter().zip(&self.kinds);
        let record = |(set, kind): (&'a TestSet, &Option<PositionKind>)| {
            let figures = figures(kind.as_ref()?)?;
            Some(StepRecord {
                step,
                title,
                mode: self.mode,
                set: &set.name,
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

    /// Prints the published figures of a program. For people, leaves out empty lines.
    fn print_published(&self, title: &str, records: &[Option<StepRecord>]) -> io::Result<()> {
        if self.format.is_none() {
            let mut lines = lines(records);
            lines.retain(|(_, texts)| texts.iter().any(Option::is_some));
            return print(self.block(title, lines));
        }
        let mut records = records.iter().flatten();
        records.try_for_each(|record| self.print_record(record))
    }

    /// Prints a record, if the output is for programs.
    fn print_record(&self, record: &StepRecord) -> io::Result<()> {
        match self.format {
            None => Ok(()),
            Some(format) => print(format.lines(CSV_HEADER, record)?),
        }
    }

    /// Formats the lines of a program, with its title before the first line.
    fn block(&self, title: &str, lines: Vec<NamedLine>) -> String {
        let titles = iter::once(title).chain(iter::repeat(""));
        let lines = titles
            .zip(lines)
            .map(|(title, (name, texts))| format!("{title:17}  {name:9}{}\n", self.across(texts)));
        lines.collect()
    }

    /// Formats the columns of a line, one text per set. `None` and missing texts become `-`: the
    /// budget ended that measurement, or nothing was published.
    fn across(&self, texts: impl IntoIterator<Item = Option<String>>) -> String {
        let texts = texts.into_iter().chain(iter::repeat(None));
        let columns = self.sets.iter().zip(texts).map(|(set, text)| {
            let text = text.as_deref().unwrap_or("-");
            let width = set.name.chars().count().max(COLUMN_WIDTH);
            format!("  {text:>width$}")
        });
        columns.collect()
    }
}

/// A line of the table for people: its name and one text per set.
type NamedLine = (&'static str, Vec<Option<String>>);

/// Formats the lines of a program from one record per set.
fn lines(records: &[Option<StepRecord>]) -> Vec<NamedLine> {
    let line = |(name, format): (&'static str, FormatValue)| {
        let texts = records.iter().map(|record| format(record.as_ref()?));
        (name, texts.collect())
    };
    LINES.into_iter().map(line).collect()
}

impl<'a> StepRecord<'a> {
    fn measured(measured: &'a Measurement, mode: Mode) -> StepRecord<'a> {
        let row = &measured.row;
        let mean = |value: f64| measured.finished.then(|| thousandths(value));
        StepRecord {
            step: Some(measured.step.name()),
            title: measured.step.title(),
            mode,
            set: &row.set,
            positions: row.positions,
            correct: Some(row.correct),
            mean_time_us: mean(row.mean_time_us()),
            mean_nodes: mean(row.mean_nodes()),
            knps: mean(row.knps()),
            source: "measured",
        }
    }
}

/// Formats a value, rounded to a whole number, with commas between thousands.
fn rounded(value: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "means of counts"
    )]
    let whole = value.round() as u64;
    grouped(whole)
}
