//! `claimeven bench --ladder`: the steps to today's engine, side by side.

mod print;

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::Args;

use super::bench::place;
use super::formatting::parse_duration;
use super::stdout::print;
use super::{CliError, ignore_closed_stdout, progress, wrong};
use crate::game::Mode;
use crate::ladder::measure::Measure;
use crate::ladder::{Resources, Step, published};
use crate::solver::StopFlag;
use crate::testset::{PositionKind, TestSet};
use print::{Format, Printer};

/// Arguments of `bench --ladder`.
#[derive(Debug, Args)]
pub(super) struct LadderArguments {
    /// Measure every step from plain min-max to the engine
    ///
    /// --hash is the size of the engine's table. Those of the other steps are the tutorial's.
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
    #[arg(long, value_name = "TIME", requires = "ladder", default_value = "60s", value_parser = parse_budget)]
    budget: Duration,
    /// Print CSV
    #[arg(long, requires = "ladder", conflicts_with = "json")]
    csv: bool,
    /// Show the tutorial's published figures below ours
    ///
    /// They are means of sets of 1,000 positions of one of six kinds, on its author's machine;
    /// with --weak those of Fhourstones come with them. None are shown for a FILE whose positions
    /// are of several kinds.
    #[arg(long, requires = "ladder")]
    published: bool,
}

/// A range of steps: `7`, `full`, `9-12`.
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

/// Reads a time that is not zero.
fn parse_budget(text: &str) -> Result<Duration, String> {
    let budget = parse_duration(text)?;
    if budget.is_zero() {
        return Err("expected more than no time".to_owned());
    }
    Ok(budget)
}

/// The arguments of a run that `bench` has in common with it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) mode: Mode,
    pub(super) json: bool,
    pub(super) hash_mib: usize,
    pub(super) stop: &'a StopFlag,
}

impl LadderArguments {
    /// Measures every step on every set. Returns whether all answers were right.
    pub(super) fn run(
        &self,
        files: &[PathBuf],
        sets: &[TestSet],
        run: Run<'_>,
    ) -> Result<bool, CliError> {
        let kinds = self.published_kinds(sets, run.mode)?;
        let mut printer = Printer::new(self.format(run), run.mode, sets, kinds);
        ignore_closed_stdout(printer.begin())?;
        for step in self.steps() {
            let wrong = self.measure(step, (files, sets), run, &mut printer)?;
            if self.format(run) == Format::Text {
                ignore_closed_stdout(print(wrong))?;
            } else {
                progress::tell(&wrong);
            }
            if run.stop.is_stopped() {
                break;
            }
        }
        ignore_closed_stdout(printer.end())?;
        let mut rows = printer.cells().iter().map(|cell| &cell.row);
        Ok(rows.all(|row| row.correct == row.positions))
    }

    /// Measures one step on every set, or on those before a stop, and prints the results.
    /// Returns the lines that tell of wrong answers.
    fn measure(
        &self,
        step: Step,
        (files, sets): (&[PathBuf], &[TestSet]),
        run: Run<'_>,
        printer: &mut Printer,
    ) -> Result<String, CliError> {
        let measure = Measure {
            mode: run.mode,
            budget: self.budget,
            stop: run.stop,
        };
        let mut solver = step.solver(Resources {
            hash_mib: run.hash_mib,
            ..Resources::default()
        })?;
        let mut wrong = String::new();
        for (index, set) in sets.iter().enumerate() {
            if run.stop.is_stopped() {
                break;
            }
            let bar = progress::bar(&format!("{step}, {}", set.name), set.cases.len());
            let cell = measure.cell(step, solver.as_mut(), set, &mut |row| {
                bar.set_position(row.positions.into());
            });
            bar.finish_and_clear();
            let place = format!("{step}: {}", place(files, index, set));
            wrong += &wrong::lines(&place, &cell.row.wrong, run.mode);
            ignore_closed_stdout(printer.add(cell))?;
        }
        ignore_closed_stdout(printer.end_step(step))?;
        Ok(wrong)
    }

    /// The kind of each set whose published figures are to be shown.
    fn published_kinds(
        &self,
        sets: &[TestSet],
        mode: Mode,
    ) -> Result<Vec<Option<PositionKind>>, CliError> {
        if !self.published {
            return Ok(vec![None; sets.len()]);
        }
        let kinds: Vec<Option<PositionKind>> = sets.iter().map(PositionKind::of).collect();
        let has_figures = |kind: &PositionKind| {
            let of_step = |step| published::of_step(step, mode, kind).is_some();
            self.steps().any(of_step) || published::of_fhourstones(mode, kind).is_some()
        };
        if !kinds.iter().flatten().any(has_figures) {
            return Err(CliError::NothingPublished { mode });
        }
        Ok(kinds)
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let asked = |step: &Step| self.steps.iter().any(|steps| steps.0.contains(step));
        Step::ALL.into_iter().filter(asked)
    }

    fn format(&self, run: Run<'_>) -> Format {
        match (run.json, self.csv) {
            (true, _) => Format::Json,
            (false, true) => Format::Csv,
            (false, false) => Format::Text,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_is_some_time() {
        for (text, millis) in [
            ("1ms", Some(1)),
            ("2s", Some(2000)),
            ("0s", None),
            ("0ms", None),
        ] {
            let wanted = millis.map(Duration::from_millis);
            assert_eq!(parse_budget(text).ok(), wanted, "{text}");
        }
    }

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
}
