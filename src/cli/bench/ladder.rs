//! `claimeven bench --ladder`: measures the steps from plain min-max to the engine.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;

use super::print_wrong;
use super::table::Table;
use crate::cli::arguments::SolverArguments;
use crate::cli::error::CliError;
use crate::cli::io::stdout::say;
use crate::measure::ladder::measure::{Measure, Measurement};
use crate::measure::ladder::{Resources, Step};
use crate::measure::testset::{PositionKind, TestSet};
use crate::solver::StopFlag;

/// Arguments of `bench --ladder`.
#[derive(Debug, Args)]
pub(super) struct LadderArguments {
    /// Measure every step from plain min-max to the engine
    ///
    /// --hash sets the size of the engine's table. The other steps use the tutorial's size.
    #[arg(long, conflicts_with_all = ["format", "json"])]
    pub(super) ladder: bool,
    /// Measure these steps, such as 3,9-12,full
    #[arg(
        long,
        value_name = "STEPS",
        requires = "ladder",
        value_delimiter = ',',
        default_value = "3-full",
        value_parser = parse_steps
    )]
    steps: Vec<RangeInclusive<Step>>,
    /// Spend at most TIME of CPU time per step and set, such as 90s, 5m or 500ms
    #[arg(long, value_name = "TIME", requires = "ladder", default_value = "60s", value_parser = parse_budget)]
    budget: Duration,
    /// Show the tutorial's published figures below the measured ones
    ///
    /// A published figure is the mean of 1,000 positions of one of six kinds, measured on the
    /// machine of the tutorial's author. With --weak, the figures of Fhourstones are also shown. A
    /// FILE with positions of several kinds has no published figures.
    #[arg(long, requires = "ladder")]
    published: bool,
}

/// Reads a range of steps: `7`, `full`, `9-12`.
fn parse_steps(text: &str) -> Result<RangeInclusive<Step>, String> {
    let find = |name: &str| {
        Step::named(name).ok_or_else(|| format!("expected a step, 3 to 12 or full; found {name:?}"))
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = find(first)?..=find(last)?;
    if range.is_empty() {
        return Err(format!("expected the lower step first; found {text:?}"));
    }
    Ok(range)
}

/// Reads a time above zero, such as `90s`, `5m` or `500ms`.
fn parse_budget(text: &str) -> Result<Duration, String> {
    let is_unit = |c: char| !c.is_ascii_digit();
    let (number, unit) = text.split_at(text.find(is_unit).unwrap_or(text.len()));
    let millis = match unit {
        "ms" => Some(1),
        "s" => Some(1000),
        "m" => Some(60_000),
        _ => None,
    };
    let number = number.parse().ok().filter(|&number: &u64| number > 0);
    let product = number.zip(millis).and_then(|(a, b)| a.checked_mul(b));
    let budget = product.map(Duration::from_millis);
    budget.ok_or_else(|| "expected a number above 0 and ms, s or m, such as 90s".to_owned())
}

impl LadderArguments {
    /// Measures every step on every set. Returns whether all scores are correct, and how
    /// much was measured, in words.
    pub(super) fn run(
        &self,
        sets: &[TestSet],
        solver: &SolverArguments,
        stop: &StopFlag,
    ) -> Result<(bool, String), CliError> {
        let (mode, hash_mib) = (solver.mode(), solver.table.hash_mib(1)?);
        let kind = |set| PositionKind::of(set).filter(|_| self.published);
        let kinds = sets.iter().map(kind).collect();
        let table = Table { mode, sets, kinds };
        let budget = self.budget;
        let measure = Measure { mode, budget, stop };
        say(table.heading())?;
        let (mut all_correct, mut done) = (true, 0);
        for step in self.steps() {
            let mut solver = step.solver(Resources {
                hash_mib,
                ..Resources::default()
            })?;
            let sets = sets.iter().take_while(|_| !stop.is_stopped());
            let measured = sets.clone().map(|set| measure.measure(&mut *solver, set));
            let measurements: Vec<Measurement> = measured.collect();
            say(table.step(step, &measurements))?;
            for (set, Measurement { row, .. }) in sets.zip(&measurements) {
                all_correct &= row.wrong.is_empty();
                let source = format!("{step}: {}", set.source);
                print_wrong(&source, &row.wrong, true)?;
            }
            if stop.is_stopped() {
                break;
            }
            done += 1;
        }
        say(table.end())?;
        let steps = self.steps().count();
        Ok((all_correct, format!("{done} of {steps} steps are measured")))
    }

    fn steps(&self) -> impl Iterator<Item = Step> {
        let asked = |step: &Step| self.steps.iter().any(|steps| steps.contains(step));
        Step::all().filter(asked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_have_a_unit_and_are_not_zero() {
        for (text, millis) in [
            ("1ms", Some(1)),
            ("90s", Some(90_000)),
            ("5m", Some(300_000)),
            ("0ms", None),
            ("5", None),
            ("s", None),
            ("-1s", None),
            ("1h", None),
            ("9999999999999999999s", None),
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
            ("2", Err("expected a step, 3 to 12 or full; found \"2\"")),
            ("9-", Err("expected a step, 3 to 12 or full; found \"\"")),
            ("9-4", Err("expected the lower step first; found \"9-4\"")),
        ] {
            let found = parse_steps(text).map(|steps| {
                let steps = Step::all().filter(|step| steps.contains(step));
                let names: Vec<&str> = steps.map(Step::name).collect();
                names.join(" ")
            });
            let wanted = names.map(str::to_owned).map_err(str::to_owned);
            assert_eq!(found, wanted, "{text}");
        }
    }
}
