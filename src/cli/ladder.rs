//! `claimeven bench --ladder`: the steps to today's engine, side by side.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::number::{duration, grouped, parse_duration, thousandths};
use super::{CliError, progress};
use crate::bench::TestSet;
use crate::ladder::measure::{Cell, Measure};
use crate::ladder::{Resources, Step, chart};
use crate::solver::{Mode, StopFlag};

/// Arguments of `bench --ladder`.
#[derive(Debug, Args)]
pub(super) struct LadderArguments {
    /// Measure every step from plain min-max to the engine
    #[arg(long)]
    pub(super) ladder: bool,
    /// Steps to measure, such as 3,9-12,full
    #[arg(
        long,
        value_name = "STEPS",
        requires = "ladder",
        value_delimiter = ',',
        default_value = "3-full"
    )]
    steps: Vec<Steps>,
    /// CPU time for one step on one set, such as 90s, 5m or 500ms
    #[arg(long, value_name = "TIME", requires = "ladder", default_value = "60s", value_parser = parse_duration)]
    budget: Duration,
    /// Print CSV
    #[arg(long, requires = "ladder", conflicts_with = "json")]
    csv: bool,
    /// Draw positions and time to a file
    #[arg(long, value_name = "FILE", requires = "ladder")]
    svg: Option<PathBuf>,
}

/// Steps that follow one another: `7`, `full`, `9-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Steps(Vec<Step>);

impl FromStr for Steps {
    type Err = String;

    fn from_str(text: &str) -> Result<Steps, String> {
        let find = |name: &str| {
            let step = Step::ALL.into_iter().find(|step| step.name() == name);
            step.ok_or_else(|| format!("{name:?} is not a step, expected 3 to 12 or full"))
        };
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let range = find(first)?..=find(last)?;
        if range.is_empty() {
            return Err(format!("{text:?} goes down, expected the lower step first"));
        }
        let steps = Step::ALL.into_iter();
        Ok(Steps(steps.filter(|step| range.contains(step)).collect()))
    }
}

/// How cells are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Json,
    Csv,
}

/// A cell for programs: what the budget did not allow is left empty.
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

impl<'a> CellRecord<'a> {
    fn new(cell: &'a Cell, mode: Mode) -> CellRecord<'a> {
        let row = &cell.row;
        let whole = |value: f64| cell.finished.then(|| thousandths(value));
        CellRecord {
            step: cell.step.name(),
            title: cell.step.title(),
            mode: mode_name(mode),
            set: &row.set,
            positions: row.positions,
            correct: row.correct,
            mean_time_us: whole(row.mean_time_us()),
            mean_nodes: whole(row.mean_nodes()),
            knps: whole(row.knps()),
        }
    }

    fn csv(&self) -> String {
        let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
        format!(
            "{},{},{},{},{},{},{},{},{}",
            self.step,
            self.title,
            self.mode,
            quoted(self.set),
            self.positions,
            self.correct,
            number(self.mean_time_us),
            number(self.mean_nodes),
            number(self.knps)
        )
    }
}

/// A field of a CSV line: file names may hold anything.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

const fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Strong => "strong",
        Mode::Weak => "weak",
    }
}

/// What a run is about, beside its steps and sets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    pub(super) mode: Mode,
    pub(super) json: bool,
    pub(super) hash_mib: usize,
}

impl LadderArguments {
    /// Measures every step on every set; tells whether all answers were right.
    pub(super) fn run(
        &self,
        sets: &[TestSet],
        run: Run,
        stop: &StopFlag,
    ) -> Result<bool, CliError> {
        // Opened first: a path that cannot be written shows before the long run.
        let drawing = self.svg.as_ref().map(|path| {
            File::create(path).map_err(|error| CliError::Write {
                path: path.clone(),
                error,
            })
        });
        let mut drawing = drawing.transpose()?;
        let measure = Measure {
            mode: run.mode,
            budget: self.budget,
            stop,
        };
        let mut table = Table::begin(self.format(run), run.mode, sets)?;
        for step in self.steps() {
            let mut solver = step.solver(Resources {
                hash_mib: run.hash_mib,
                ..Resources::default()
            })?;
            for set in sets {
                if stop.is_stopped() {
                    break;
                }
                let bar = progress::bar(&format!("{step}, {}", set.name), set.cases.len());
                let cell = measure.cell(step, solver.as_mut(), set, &mut |row| {
                    bar.set_position(row.positions.into());
                });
                bar.finish_and_clear();
                table.add(cell)?;
            }
        }
        if let Some(file) = &mut drawing {
            let title = format!("{} solvers, mean of a position", mode_name(run.mode));
            file.write_all(chart::draw(&title, &table.cells).as_bytes())?;
        }
        Ok(table.all_correct())
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let asked = |step: &Step| self.steps.iter().any(|steps| steps.0.contains(step));
        Step::ALL.into_iter().filter(asked)
    }

    fn format(&self, run: Run) -> Format {
        match (run.json, self.csv) {
            (true, _) => Format::Json,
            (false, true) => Format::Csv,
            (false, false) => Format::Text,
        }
    }
}

/// Prints cells as they come.
struct Table {
    format: Format,
    mode: Mode,
    name_width: usize,
    cells: Vec<Cell>,
}

impl Table {
    fn begin(format: Format, mode: Mode, sets: &[TestSet]) -> io::Result<Table> {
        let names = sets.iter().map(|set| set.name.chars().count());
        let width = names.max().unwrap_or(0).max("set".len());
        let mut out = io::stdout().lock();
        match format {
            Format::Text => writeln!(
                out,
                "step  {:12}  {:width$}  mean time  mean positions  K pos/s",
                mode_name(mode),
                "set"
            )?,
            Format::Json => {}
            Format::Csv => writeln!(
                out,
                "step,title,mode,set,positions,correct,mean_time_us,mean_nodes,knps"
            )?,
        }
        Ok(Table {
            format,
            mode,
            name_width: width,
            cells: Vec::new(),
        })
    }

    fn add(&mut self, cell: Cell) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let record = CellRecord::new(&cell, self.mode);
        match self.format {
            Format::Text => writeln!(out, "{}", self.text(&record))?,
            Format::Json => writeln!(out, "{}", serde_json::to_string(&record)?)?,
            Format::Csv => writeln!(out, "{}", record.csv())?,
        }
        self.cells.push(cell);
        out.flush()
    }

    fn text(&self, record: &CellRecord) -> String {
        let dash = || "-".to_owned();
        let time = record
            .mean_time_us
            .map_or_else(dash, |us| duration(Duration::from_secs_f64(us / 1e6)));
        let nodes = record.mean_nodes.map_or_else(dash, rounded);
        let speed = record.knps.map_or_else(dash, rounded);
        let wrong = record.positions - record.correct;
        let note = match wrong {
            0 => String::new(),
            _ => format!("  {wrong} wrong"),
        };
        format!(
            "{:>4}  {:12}  {:width$}  {time:>9}  {nodes:>14}  {speed:>7}{note}",
            record.step,
            record.title,
            record.set,
            width = self.name_width
        )
    }

    fn all_correct(&self) -> bool {
        let mut rows = self.cells.iter().map(|cell| &cell.row);
        rows.all(|row| row.correct == row.positions)
    }
}

/// To the whole number, with its thousands set apart.
fn rounded(value: f64) -> String {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "means of counts"
    )]
    let whole = value.round() as u64;
    grouped(whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_named_alone_and_in_ranges() {
        for (text, names) in [
            ("7", Ok("7")),
            ("full", Ok("full")),
            ("9-11", Ok("9 10 11")),
            ("12-full", Ok("12 full")),
            ("2", Err("\"2\" is not a step, expected 3 to 12 or full")),
            ("9-", Err("\"\" is not a step, expected 3 to 12 or full")),
            (
                "9-4",
                Err("\"9-4\" goes down, expected the lower step first"),
            ),
        ] {
            let found = text.parse::<Steps>().map(|steps| {
                let names: Vec<&str> = steps.0.into_iter().map(Step::name).collect();
                names.join(" ")
            });
            let wanted = names.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(found, wanted, "{text}");
        }
    }

    #[test]
    fn names_with_commas_stay_one_field() {
        assert_eq!(quoted("end-easy"), "end-easy");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
