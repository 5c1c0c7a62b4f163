//! `claimeven testset`: makes test sets and checks them.

use std::fs;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::stdout::print;
use super::whole::{Target, cannot_write};
use super::{
    CliError, INTERRUPTED, Interrupt, TableArguments, bench, ignore_closed_stdout, progress,
};
use crate::game::Mode;
use crate::solver::{Solver, StopFlag};
use crate::testset::TestSet;
use crate::testset::{self, Kind, MadeSet, Recipe, openings, reachable};

/// What to do with test sets.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make the six sets from random play, with exact scores
    Generate(Generate),
    /// Make balanced openings for matches, as EPD and as lines of columns
    Openings(Openings),
    /// Make a set of positions of one ply, with exact scores
    Reachable(Reachable),
    /// Solve the positions of files and compare the scores
    Check(Check),
}

/// Arguments of `testset generate`.
#[derive(Debug, Args)]
pub struct Generate {
    /// Number from which everything follows
    #[arg(long)]
    seed: u64,
    /// Positions a set
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    count: u32,
    /// Folder for the files, made if it is not there
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    table: TableArguments,
}

/// Arguments of `testset openings`.
#[derive(Debug, Args)]
pub struct Openings {
    /// Number from which everything follows
    #[arg(long)]
    seed: u64,
    /// How many openings
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u16).range(1..=openings::MOST.into()))]
    count: u16,
    /// Folder for openings.epd and openings.txt, made if it is not there
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    table: TableArguments,
}

/// Arguments of `testset reachable`.
#[derive(Debug, Args)]
pub struct Reachable {
    /// Number from which everything follows
    #[arg(long)]
    seed: u64,
    /// Stones on the board
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(8..=36))]
    ply: u8,
    /// How many positions
    #[arg(long, value_name = "N", default_value = "1000")]
    count: NonZeroU16,
    /// File for the set
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    table: TableArguments,
}

/// Arguments of `testset check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Files with lines of moves, or a FEN, and a score, such as "4453 2"
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    table: TableArguments,
}

impl Command {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        match self {
            Command::Generate(arguments) => arguments.run(),
            Command::Openings(arguments) => arguments.run(),
            Command::Reachable(arguments) => arguments.run(),
            Command::Check(arguments) => arguments.run(),
        }
    }
}

impl Generate {
    fn run(&self) -> Result<ExitCode, CliError> {
        let recipe = Recipe {
            seed: self.seed,
            count: self.count as usize,
        };
        make_folder(&self.output)?;
        let target = |kind: &Kind| Target::open(&self.output.join(kind.name).with_extension("txt"));
        for kind in &Kind::ALL {
            target(kind)?;
        }
        let mut solver = self.table.solver()?;
        let stop = Interrupt::listen()?.stop;
        let bar = progress::bar("positions", 6 * recipe.count);
        let mut written = Ok(());
        let sets = testset::generate(&mut solver, recipe, &stop, &mut |set| {
            bar.set_message(set.kind.name);
            bar.inc(1);
            if set.is_full() {
                written = target(&set.kind).and_then(|target| target.write(set.to_string()));
            }
            if written.is_err() {
                stop.stop();
            }
        });
        bar.finish_and_clear();
        written?;
        for set in sets.iter().filter(|set| !set.is_full()) {
            if !set.positions.is_empty() {
                target(&set.kind)?.leave(set.to_string())?;
            }
        }
        Ok(ending(sets.iter().all(MadeSet::is_full)))
    }
}

impl Openings {
    fn run(&self) -> Result<ExitCode, CliError> {
        let recipe = Recipe {
            seed: self.seed,
            count: self.count.into(),
        };
        make_folder(&self.output)?;
        let epd = Target::open(&self.output.join("openings.epd"))?;
        let lines = Target::open(&self.output.join("openings.txt"))?;
        let mut solver = self.table.solver()?;
        let stop = Interrupt::listen()?.stop;
        let bar = progress::bar("openings", recipe.count);
        let suite = openings::generate(&mut solver, recipe, &stop, &mut || bar.inc(1));
        bar.finish_and_clear();
        if suite.is_full() {
            epd.write(suite.epd())?;
            lines.write(suite.to_string())?;
        } else if !suite.openings.is_empty() {
            epd.leave(suite.epd())?;
            lines.leave(suite.to_string())?;
        }
        Ok(ending(suite.is_full()))
    }
}

impl Reachable {
    fn run(&self) -> Result<ExitCode, CliError> {
        let recipe = Recipe {
            seed: self.seed,
            count: self.count.get().into(),
        };
        let target = Target::open(&self.output)?;
        let mut solver = self.table.solver()?;
        let stop = Interrupt::listen()?.stop;
        let bar = progress::bar("positions", recipe.count);
        let set = reachable::generate(&mut solver, recipe, self.ply, &stop, &mut || bar.inc(1));
        bar.finish_and_clear();
        if set.is_full() {
            target.write(set.to_string())?;
        } else if !set.positions.is_empty() {
            target.leave(set.to_string())?;
        }
        Ok(ending(set.is_full()))
    }
}

/// Called before the long run: a folder that cannot be had shows at once.
fn make_folder(path: &Path) -> Result<(), CliError> {
    if path.exists() && !path.is_dir() {
        let path = path.to_owned();
        return Err(CliError::NotAFolder { path });
    }
    fs::create_dir_all(path).map_err(cannot_write(path))
}

/// The exit code of sets that are full, or that Ctrl-C has left as they are.
fn ending(full: bool) -> ExitCode {
    if full {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INTERRUPTED)
    }
}

impl Check {
    fn run(&self) -> Result<ExitCode, CliError> {
        let sets = bench::read_all(&self.files)?;
        let mut solver = self.table.solver()?;
        let interrupt = Interrupt::listen()?;
        let stop = &interrupt.stop;
        let mut wrong = 0;
        for set in &sets {
            let checked = check(&mut solver, set, stop)?;
            wrong += checked.wrong;
            let stopped = if stop.is_stopped() { ", stopped" } else { "" };
            ignore_closed_stdout(print(format!("{}: {checked}{stopped}\n", set.name)))?;
            if stop.is_stopped() {
                break;
            }
        }
        Ok(interrupt.exit_code(wrong == 0))
    }
}

/// What was found in a set.
struct Checked {
    positions: usize,
    wrong: usize,
    /// The least and the most stones, and plies to the end.
    stones: (u8, u8),
    plies: (u8, u8),
}

impl std::fmt::Display for Checked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Checked {
            positions,
            wrong,
            stones,
            plies,
        } = self;
        write!(f, "{positions} positions, {wrong} wrong")?;
        if *positions == 0 {
            return Ok(());
        }
        write!(
            f,
            ", {} to {} stones, {} to {} plies to the end",
            stones.0, stones.1, plies.0, plies.1
        )
    }
}

/// Solves a set, or what of it is solved before a stop, and tells of every wrong score.
fn check(solver: &mut Solver, set: &TestSet, stop: &StopFlag) -> Result<Checked, CliError> {
    let mut checked = Checked {
        positions: 0,
        wrong: 0,
        stones: (u8::MAX, 0),
        plies: (u8::MAX, 0),
    };
    let bar = progress::bar(&set.name, set.cases.len());
    for case in &set.cases {
        let solution = solver.solve(&case.position, Mode::Strong, stop);
        let Some(score) = solution.bounds.exact() else {
            break;
        };
        if score != case.score {
            checked.wrong += 1;
            bar.suspend(|| {
                let (name, line, told) = (&set.name, case.line, case.score);
                ignore_closed_stdout(print(format!(
                    "{name}: line {line}: the score is {score}, not {told}\n"
                )))
            })?;
        }
        let stones = case.position.stones();
        let plies = score.plies(stones);
        checked.positions += 1;
        checked.stones = (checked.stones.0.min(stones), checked.stones.1.max(stones));
        checked.plies = (checked.plies.0.min(plies), checked.plies.1.max(plies));
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(checked)
}
