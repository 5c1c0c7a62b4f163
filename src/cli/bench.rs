//! `claimeven bench`: positions with known scores, against the clock.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::number::{duration, thousandths};
use super::{CliError, INTERRUPTED, SolverArguments, ladder, progress, stop_on_interrupt};
use crate::bench::{self, Row, TestSet};
use crate::protocol::options::MAX_THREADS;
use crate::solver::StopFlag;
use crate::testset::Kind;

/// Arguments of `bench`.
#[derive(Debug, Args)]
pub struct Arguments {
    /// Files with lines of moves and a score, such as "4453 2"; without one, a built-in
    /// set, with --ladder a set of each of the six kinds
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Take only so many positions of each file
    #[arg(long, value_name = "N")]
    limit: Option<NonZeroUsize>,
    /// Let so many threads work on each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_THREADS)), conflicts_with = "ladder")]
    threads: u16,
    #[command(flatten)]
    solver: SolverArguments,
    #[command(flatten)]
    ladder: ladder::LadderArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        let sets = self.sets()?;
        let stop = stop_on_interrupt()?;
        let all_correct = if self.ladder.ladder {
            let run = ladder::Run {
                mode: self.solver.mode(),
                json: self.solver.json,
                hash_mib: self.solver.table.hash_mib()?,
            };
            self.ladder.run(&sets, run, &stop)?
        } else {
            self.measure(&sets, &stop)?
        };
        Ok(match (stop.is_stopped(), all_correct) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, true) => ExitCode::SUCCESS,
            (false, false) => ExitCode::FAILURE,
        })
    }

    /// Measures the engine; tells whether all answers were right.
    fn measure(&self, sets: &[TestSet], stop: &StopFlag) -> Result<bool, CliError> {
        let mut solver = self.solver.table.solver()?;
        solver.set_threads(self.threads.into());
        let mut table = Table::new(sets, self.solver.json);
        for set in sets {
            let bar = progress::bar(&set.name, set.cases.len());
            let row = bench::run(&mut solver, set, self.solver.mode(), stop, &mut |row| {
                bar.set_position(row.positions.into());
            });
            bar.finish_and_clear();
            table.add(&row)?;
            if stop.is_stopped() {
                break;
            }
        }
        table.finish()?;
        Ok(table.all_correct)
    }

    /// Every set, read before the first is solved so that a fault shows at once.
    fn sets(&self) -> Result<Vec<TestSet>, CliError> {
        let files = self.files.iter();
        let mut sets = files
            .map(|path| read(path))
            .collect::<Result<Vec<_>, _>>()?;
        if sets.is_empty() {
            sets = self.built_in();
        }
        if let Some(limit) = self.limit {
            for set in &mut sets {
                set.cases.truncate(limit.get());
            }
        }
        Ok(sets)
    }

    /// What is measured when no file is named.
    fn built_in(&self) -> Vec<TestSet> {
        if self.ladder.ladder {
            Kind::ALL.iter().map(Kind::sample).collect()
        } else {
            vec![TestSet::built_in()]
        }
    }
}

/// A file as a test set, called as the file is.
pub(super) fn read(path: &Path) -> Result<TestSet, CliError> {
    let bytes = std::fs::read(path).map_err(|error| CliError::Read {
        path: path.to_owned(),
        error,
    })?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    TestSet::parse(&name, &String::from_utf8_lossy(&bytes)).map_err(|error| CliError::TestSet {
        path: path.to_owned(),
        error,
    })
}

/// Prints rows as they come and sums up.
struct Table {
    json: bool,
    name_width: usize,
    empty: bool,
    nodes: u64,
    all_correct: bool,
}

/// A row in JSON.
#[derive(Serialize)]
struct RowRecord<'a> {
    set: &'a str,
    positions: u32,
    correct: u32,
    mean_time_us: f64,
    mean_nodes: f64,
    knps: f64,
}

impl Table {
    fn new(sets: &[TestSet], json: bool) -> Table {
        let names = sets.iter().map(|set| set.name.chars().count());
        Table {
            json,
            name_width: names.max().unwrap_or(0).max("set".len()),
            empty: true,
            nodes: 0,
            all_correct: true,
        }
    }

    fn add(&mut self, row: &Row) -> io::Result<()> {
        self.nodes += row.nodes;
        self.all_correct &= row.correct == row.positions;
        let mut out = io::stdout().lock();
        if self.json {
            let line = serde_json::to_string(&RowRecord::from(row))?;
            writeln!(out, "{line}")?;
        } else {
            self.write_row(&mut out, row)?;
        }
        self.empty = false;
        out.flush()
    }

    fn write_row(&self, out: &mut impl Write, row: &Row) -> io::Result<()> {
        let width = self.name_width;
        if self.empty {
            writeln!(
                out,
                "{:width$}  positions  correct  mean time  mean nodes    knps",
                "set"
            )?;
        }
        writeln!(
            out,
            "{:width$}  {:9}  {:7}  {:>9}  {:10.0}  {:6.0}",
            row.set,
            row.positions,
            row.correct,
            duration(Duration::from_secs_f64(row.mean_time_us() / 1e6)),
            row.mean_nodes(),
            row.knps()
        )
    }

    /// The signature, for people only: JSON has a row a line and nothing else.
    fn finish(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let mut out = io::stdout().lock();
        writeln!(out, "nodes {}", self.nodes)?;
        out.flush()
    }
}

impl<'a> From<&'a Row> for RowRecord<'a> {
    fn from(row: &'a Row) -> RowRecord<'a> {
        RowRecord {
            set: &row.set,
            positions: row.positions,
            correct: row.correct,
            mean_time_us: thousandths(row.mean_time_us()),
            mean_nodes: thousandths(row.mean_nodes()),
            knps: thousandths(row.knps()),
        }
    }
}
