//! `claimeven testset`: makes test sets and checks them.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::{CliError, INTERRUPTED, TableArguments, bench, progress, stop_on_interrupt};
use crate::bench::TestSet;
use crate::solver::{Mode, Solver, StopFlag};
use crate::testset::{self, Recipe};

/// What to do with test sets.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make the six sets from random play, with exact scores
    Generate(Generate),
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
    #[arg(long, value_name = "N", default_value = "1000")]
    count: NonZeroUsize,
    /// Folder for the files, made if it is not there
    #[arg(long, value_name = "DIR")]
    output: PathBuf,
    #[command(flatten)]
    table: TableArguments,
}

/// Arguments of `testset check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Files with lines of moves and a score, such as "4453 2"
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    table: TableArguments,
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
            seed: self.seed,
            count: self.count.get(),
        };
        // Made first: a folder that cannot be had shows before the long run.
        let failed = |path: &Path| {
            let path = path.to_owned();
            move |error| CliError::Write { path, error }
        };
        fs::create_dir_all(&self.output).map_err(failed(&self.output))?;
        let mut solver = self.table.solver()?;
        let stop = stop_on_interrupt()?;
        let bar = progress::bar("positions", 6 * recipe.count);
        let mut written = Ok(());
        let sets = testset::generate(&mut solver, recipe, &stop, &mut |set| {
            bar.set_message(set.kind.name);
            bar.inc(1);
            if set.is_full() {
                let path = self.output.join(set.kind.name).with_extension("txt");
                written = fs::write(&path, set.to_string()).map_err(failed(&path));
            }
            if written.is_err() {
                stop.stop();
            }
        });
        bar.finish_and_clear();
        written?;
        Ok(match sets {
            Some(_) => ExitCode::SUCCESS,
            None => ExitCode::from(INTERRUPTED),
        })
    }
}

impl Check {
    fn run(&self) -> Result<ExitCode, CliError> {
        let files = self.files.iter();
        let sets = files.map(|path| bench::read(path));
        let sets = sets.collect::<Result<Vec<TestSet>, CliError>>()?;
        let mut solver = self.table.solver()?;
        let stop = stop_on_interrupt()?;
        let mut wrong = 0;
        for set in &sets {
            let Some(checked) = check(&mut solver, set, &stop)? else {
                return Ok(ExitCode::from(INTERRUPTED));
            };
            wrong += checked.wrong;
            writeln!(io::stdout().lock(), "{}: {checked}", set.name)?;
        }
        Ok(if wrong == 0 {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        })
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
        write!(
            f,
            "{positions} positions, {wrong} wrong, {} to {} stones, {} to {} plies to the end",
            stones.0, stones.1, plies.0, plies.1
        )
    }
}

/// Solves a set and tells of every wrong score; `None` after a stop.
fn check(solver: &mut Solver, set: &TestSet, stop: &StopFlag) -> Result<Option<Checked>, CliError> {
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
            return Ok(None);
        };
        if score != case.score {
            checked.wrong += 1;
            bar.suspend(|| {
                let (name, line, told) = (&set.name, case.line, case.score);
                writeln!(
                    io::stdout().lock(),
                    "{name}: line {line}: the score is {score}, not {told}"
                )
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
    Ok(Some(checked))
}
