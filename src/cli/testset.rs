//! `claimeven testset`: makes test sets and checks their scores.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use indicatif::ProgressBar;

use super::arguments::{SearchArguments, whole};
use super::files::target::Target;
use super::formatting::counted;
use super::stdout::print;
use super::{CliError, Interrupt, bench, ignore_closed_stdout};
use crate::bench::WrongScore;
use crate::game::Mode;
use crate::solver::{Solver, StopFlag};
use crate::testset::{self, Filter, PositionKind, Recipe, TestSet};

pub(super) const USAGE: &str = "claimeven testset [OPTIONS] <COMMAND>";

pub(super) const EXAMPLES: &str = "\
Examples:
  Make a set of 200 positions of 15 to 28 stones:
    claimeven testset generate --kind middle-easy --seed 1 --output set.txt
  Check its scores:
    claimeven testset check set.txt
  Measure the engine on it:
    claimeven bench set.txt";

const GENERATE_USAGE: &str = "\
claimeven testset generate [OPTIONS] --seed <N> --output <FILE>
           <--kind <KIND>|--ply <N>|--balanced>";

const GENERATE_EXAMPLES: &str = "\
Examples:
  Make a set of 200 positions of one kind, the same on every machine:
    claimeven testset generate --kind middle-easy --seed 1 --output set.txt
  Make a set of 50 positions of 20 stones:
    claimeven testset generate --ply 20 --seed 1 --count 50 --output ply20.txt
  Make openings for matches, one FEN per line:
    claimeven testset generate --balanced --seed 1 --output openings.epd";

const CHECK_USAGE: &str = "claimeven testset check [OPTIONS] <FILE>...";

const CHECK_EXAMPLES: &str = "\
Examples:
  Check the scores of a file:
    claimeven testset check set.txt
  Check several files:
    claimeven testset check set.txt ply20.txt
  Check hard positions, with a table of 256 MiB:
    claimeven testset check --hash 256 set.txt";

/// The subcommands of `testset`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a set from random play, with exact scores
    Generate(Generate),
    /// Solve the positions of files and compare the scores
    Check(Check),
}

/// Arguments of `testset generate`.
#[derive(Debug, Args)]
#[command(override_usage = GENERATE_USAGE, after_long_help = GENERATE_EXAMPLES)]
pub struct Generate {
    #[command(flatten)]
    filter: FilterArguments,
    /// Seed for random play
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Make N positions
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u32>(1..=u32::MAX.into()))]
    count: u32,
    /// Write the set to FILE
    ///
    /// If the name ends in .epd, the format is EPD, one FEN per line; otherwise each line has the
    /// columns played and a score.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    search: SearchArguments,
}

/// The options that select the positions of the set. Exactly one is given.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct FilterArguments {
    /// Take positions of this kind
    #[arg(long, value_parser = PossibleValuesParser::new(PositionKind::ALL.map(|kind| kind.name)))]
    kind: Option<String>,
    /// Take positions with N stones
    #[arg(long, value_name = "N", value_parser = whole::<u8>(8..=36))]
    ply: Option<u8>,
    /// Take balanced openings of 4 to 8 stones, for matches
    #[arg(long)]
    balanced: bool,
}

/// Arguments of `testset check`.
#[derive(Debug, Args)]
#[command(override_usage = CHECK_USAGE, after_long_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Check FILE, with a position and its score per line, such as "4453 -2"
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    search: SearchArguments,
}

impl Command {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        match self {
            Command::Generate(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
        }
    }
}

impl Generate {
    fn run(&self) -> Result<ExitCode, CliError> {
        let recipe = Recipe {
            filter: self.filter.filter(),
            seed: self.seed,
            count: self.count as usize,
        };
        let (count, most) = (self.count, recipe.filter.most());
        if count > most {
            let error = format!("expected at most {most} such positions; found --count {count}");
            return Err(CliError::Message(error));
        }
        let target = Target::open(&self.output)?;
        let mut solver = self.search.solver()?;
        let interrupt = Interrupt::listen()?;
        let bar = self.search.progress.bar("positions", recipe.count);
        let set = testset::generate(&mut solver, recipe, &interrupt.stop, &mut || bar.inc(1));
        bar.finish_and_clear();
        let is_epd = self.output.extension().is_some_and(|end| end == "epd");
        let text = if is_epd { set.epd() } else { set.to_string() };
        if set.is_full() {
            target.write(text)?;
            return Ok(ExitCode::SUCCESS);
        }
        let left = if set.positions.is_empty() {
            "no position is made".to_owned()
        } else {
            target.leave(text)?
        };
        Ok(interrupt.exit_code(ExitCode::FAILURE, left))
    }
}

impl FilterArguments {
    fn filter(&self) -> Filter {
        let named = |kind: &PositionKind| self.kind.as_deref() == Some(kind.name);
        match (PositionKind::ALL.into_iter().find(named), self.ply) {
            (Some(kind), _) => Filter::Kind(kind),
            (None, Some(ply)) => Filter::Ply(ply),
            (None, None) => Filter::Balanced,
        }
    }
}

impl Check {
    fn run(&self) -> Result<ExitCode, CliError> {
        let sets = bench::read_all(&self.files)?;
        let mut solver = self.search.solver()?;
        let interrupt = Interrupt::listen()?;
        let stop = &interrupt.stop;
        let (mut wrong, mut checked_positions) = (0, 0);
        for set in &sets {
            let bar = self.search.progress.bar(&set.name, set.cases.len());
            let checked = check(&mut solver, set, stop, &bar)?;
            bar.finish_and_clear();
            wrong += checked.wrong;
            checked_positions += checked.stones.len();
            let stopped = if stop.is_stopped() { ", stopped" } else { "" };
            ignore_closed_stdout(print(format!("{}: {checked}{stopped}\n", set.name)))?;
            if stop.is_stopped() {
                break;
            }
        }
        let all: usize = sets.iter().map(|set| set.cases.len()).sum();
        let done = format!("{checked_positions} of {all} positions are checked");
        Ok(interrupt.exit_code(ExitCode::from(u8::from(wrong > 0)), done))
    }
}

/// The result of checking a set.
#[derive(Default)]
struct Checked {
    wrong: usize,
    /// The number of stones on the board, for each position.
    stones: Vec<u8>,
    /// The number of plies to the end of the game, for each position.
    plies: Vec<u8>,
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let positions = counted(self.stones.len() as u64, "position");
        write!(f, "{positions}, {} wrong", self.wrong)?;
        for (numbers, what) in [(&self.stones, "stones"), (&self.plies, "plies to the end")] {
            if let (Some(least), Some(most)) = (numbers.iter().min(), numbers.iter().max()) {
                let from = (least < most).then(|| format!("{least} to "));
                write!(f, ", {}{most} {what}", from.unwrap_or_default())?;
            }
        }
        Ok(())
    }
}

/// Solves a set until a stop, and prints every wrong score.
fn check(
    solver: &mut Solver,
    set: &TestSet,
    stop: &StopFlag,
    bar: &ProgressBar,
) -> Result<Checked, CliError> {
    let mut checked = Checked::default();
    for case in &set.cases {
        let solution = solver.solve_until(&case.position, Mode::Strong, stop);
        let found = solution.bounds;
        let Some(score) = found.exact() else {
            break;
        };
        if let Some(wrong) = WrongScore::compare(case.line, case.score, found, Mode::Strong) {
            checked.wrong += 1;
            let line = format!("{}: {wrong}\n", set.source);
            bar.suspend(|| ignore_closed_stdout(print(line)))?;
        }
        let stones = case.position.stones();
        checked.stones.push(stones);
        checked.plies.push(score.plies(stones));
        bar.inc(1);
    }
    Ok(checked)
}
