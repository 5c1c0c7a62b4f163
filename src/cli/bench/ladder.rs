//! `claimeven bench --ladder`: measures the steps from plain min-max to the engine.

use std::ops::RangeInclusive;
use std::time::Duration;

use clap::Args;

use super::Show;
use crate::cli::arguments::{SolverArguments, whole};
use crate::cli::error::CliError;
use crate::measure::bench::Row;
use crate::measure::ladder::measure::measure;
use crate::measure::ladder::{Resources, Step};
use crate::measure::testset::TestSet;
use crate::solver::StopFlag;

/// Arguments of `bench --ladder`.
#[derive(Debug, Args)]
pub(super) struct LadderArguments {
    /// Measure every step from plain min-max to the engine
    ///
    /// --hash sets the size of the table of steps 13 and full. The others use the tutorial's size.
    #[arg(long)]
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
    /// Spend at most N seconds per step and set; then its row has fewer positions
    #[arg(long, value_name = "N", requires = "ladder", default_value_t = 10, value_parser = whole::<u64>(1..=u32::MAX.into()))]
    budget: u64,
}

/// Reads a range of steps: `7`, `full`, `9-12`.
fn parse_steps(text: &str) -> Result<RangeInclusive<Step>, String> {
    let find = |name: &str| {
        Step::named(name).ok_or_else(|| format!("expected a step, 3 to 13 or full; found {name:?}"))
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = find(first)?..=find(last)?;
    if range.is_empty() {
        return Err(format!("expected the lower step first; found {text:?}"));
    }
    Ok(range)
}

impl LadderArguments {
    /// Measures every step on every set, and passes each row to `show` with the source of its set.
    /// Returns how much was measured, in words.
    pub(super) fn run(
        &self,
        sets: &[TestSet],
        solver: &SolverArguments,
        stop: &StopFlag,
        show: Show<'_>,
    ) -> Result<String, CliError> {
        let (mode, hash_mib) = (solver.mode(), solver.table.hash_mib(1)?);
        let budget = Duration::from_secs(self.budget);
        let mut done = 0;
        for step in self.steps() {
            let mut solver = step.solver(Resources {
                hash_mib,
                ..Resources::default()
            })?;
            for set in sets.iter().take_while(|_| !stop.is_stopped()) {
                let [name, source] = [&set.name, &set.source].map(|set| format!("{step}: {set}"));
                let row = measure(&mut *solver, set, mode, budget, stop);
                show(&Row { set: name, ..row }, &source)?;
            }
            if stop.is_stopped() {
                break;
            }
            done += 1;
        }
        let steps = self.steps().count();
        Ok(format!("{done} of {steps} steps are measured"))
    }

    /// Returns the number of characters that the names of the steps add to those of the sets.
    pub(super) fn width(&self) -> usize {
        let names = self.steps().filter(|_| self.ladder);
        let widths = names.map(|step| format!("{step}: ").len());
        widths.max().unwrap_or(0)
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
    fn steps_are_named_alone_and_in_ranges() {
        for (text, names) in [
            ("7", Ok("7")),
            ("full", Ok("full")),
            ("9-11", Ok("9 10 11")),
            ("12-full", Ok("12 13 full")),
            ("2", Err("expected a step, 3 to 13 or full; found \"2\"")),
            ("9-", Err("expected a step, 3 to 13 or full; found \"\"")),
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
