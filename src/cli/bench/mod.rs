//! `claimeven bench`: measures the engine on positions with known scores.
//!
//! | File | Contents |
//! |-|-|
//! | `ladder` | `--ladder`: measures the steps from plain min-max to the engine |

mod ladder;

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::arguments::{EMBEDDED, FormatArguments, SolverArguments, open_book, whole};
use super::error::{CliError, in_file};
use super::io::inputs::check_input;
use super::io::interrupt::Interrupt;
use super::io::lines::refuse_compressed;
use super::io::progress::Progress;
use super::io::stderr;
use super::io::stdout::say;
use super::print::numbers::{duration, thousandths};
use super::print::records::Printer;
use crate::game::read::{self, Convention};
use crate::game::{Size, TextError, printable};
use crate::measure::bench::{self, Contender, EveryColumn, Row, WrongScore};
use crate::measure::testset::{self, PositionKind, TestSet};
use crate::session::protocol::options::MAX_THREADS;
use crate::sizes;
use crate::solver::StopFlag;

const USAGE: &str = "claimeven bench [OPTIONS] [FILE]...";

const EXAMPLES: &str = "\
Examples:
  Measure the engine on its built-in positions:
    claimeven bench
  Measure it on the first positions of a file, with two threads per position:
    claimeven bench --limit 20 --threads 2 set.txt
  Measure the solver of boards of other sizes:
    printf '4453 0\\n' > 6x5.txt && claimeven bench --size 6x5 6x5.txt
  Compare it with two solvers of the tutorial:
    claimeven bench --ladder --steps 4,12,full --limit 10 set.txt";

/// Arguments of `bench`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_long_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Solve the positions in FILE, one per line with its score, such as "4453 -2"
    ///
    /// A position is written as the columns played or as a FEN. Without a file, the built-in
    /// positions are solved: one set or, with --ladder, one set of each of the six kinds.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Solve only the first N positions of each file
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=u32::MAX.into()))]
    limit: Option<usize>,
    /// Use N threads
    ///
    /// Other commands use all cores, except solve --stats. Here the default is one thread, because
    /// only then the number of nodes is the same in every run. All threads work on one position.
    #[arg(short = 'j', long, value_name = "N", default_value_t = 1, value_parser = whole::<u16>(1..=MAX_THREADS.into()), conflicts_with = "ladder")]
    threads: u16,
    /// Compute the score of every column, not only of the best
    #[arg(long, conflicts_with_all = ["ladder", "threads"])]
    columns: bool,
    /// Use the built-in opening book, or the one in FILE, instead of none
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = EMBEDDED,
        conflicts_with = "ladder"
    )]
    book: Option<PathBuf>,
    /// Solve positions of boards of another size, such as 9x7
    #[arg(long, value_name = "SIZE", requires = "files", conflicts_with_all = ["ladder", "columns", "book", "threads"])]
    size: Option<Size>,
    #[command(flatten)]
    solver: SolverArguments,
    #[command(flatten)]
    format: FormatArguments,
    #[command(flatten)]
    progress: Progress,
    #[command(flatten)]
    ladder: ladder::LadderArguments,
}

impl Arguments {
    pub(super) fn run(&self) -> Result<ExitCode, CliError> {
        if let Some(size) = self.size.filter(|size| *size != Size::USUAL) {
            let sets = read_all(&self.files, |text| {
                let labelled = |text| sizes::labelled(text, size, Convention::default());
                let (read, score) = read::scored(text, size, labelled)?;
                Ok((*read.game.position(), score))
            })?;
            let sets = self.limited(sets);
            let solver = sizes::Solver::new(size, self.solver.table.hash_mib(1)?)?;
            return self.show(&sets, |stop, show| {
                self.measure(Box::new(solver), &sets, stop, show)
            });
        }
        let sets = self.limited(self.sets()?);
        // Standard output may be the file of the book: nothing is printed before that is refused.
        let engine = (!self.ladder.ladder).then(|| self.engine()).transpose()?;
        self.show(&sets, |stop, show| match engine {
            None => self.ladder.run(&sets, &self.solver, stop, show),
            Some(engine) => self.measure(engine, &sets, stop, show),
        })
    }

    /// Shows each row that `measure` passes on.
    fn show<P>(
        &self,
        sets: &[TestSet<P>],
        measure: impl FnOnce(&StopFlag, Show<'_>) -> Result<String, CliError>,
    ) -> Result<ExitCode, CliError> {
        let interrupt = Interrupt::listen()?;
        let printer = self.format.printer(RowRecord::FIELDS);
        let names = sets.iter().map(|set| set.name.chars().count());
        let width = names.max().unwrap_or(0).max("set".len()) + self.ladder.width();
        say(RowRecord::heading(printer, width))?;
        let mut all_correct = true;
        let mut show = |row: &Row, source: &str| {
            all_correct &= row.wrong.is_empty();
            let record = RowRecord::new(row);
            say(match printer {
                None => record.text(width).into_bytes(),
                Some(printer) => printer.lines(&record)?,
            })?;
            print_wrong(source, &row.wrong, printer.is_none())
        };
        let done = measure(&interrupt.stop, &mut show)?;
        Ok(interrupt.exit_code(ExitCode::from(u8::from(!all_correct)), done))
    }

    /// Creates the engine with its table, threads and book.
    fn engine(&self) -> Result<Box<dyn Contender>, CliError> {
        let mut solver = self.solver.table.solver()?;
        solver.set_threads(self.threads.into());
        if let Some(book) = &self.book {
            solver.set_book(Some(Arc::new(open_book(book)?)));
        }
        Ok(if self.columns {
            Box::new(EveryColumn(solver))
        } else {
            Box::new(solver)
        })
    }

    /// Measures the engine, and passes each row to `show` with the source of its set. Returns how
    /// much was solved, in words.
    fn measure<P: Copy>(
        &self,
        mut engine: Box<dyn Contender<P>>,
        sets: &[TestSet<P>],
        stop: &StopFlag,
        show: Show<'_>,
    ) -> Result<String, CliError> {
        let mode = self.solver.mode();
        let (mut nodes, mut positions) = (0, 0);
        for set in sets {
            let bar = self
                .progress
                .count(set.name.clone(), Some(set.cases.len() as u64), 0);
            let row = bench::run(&mut *engine, set, mode, stop, &mut |row| {
                bar.set_position(row.positions.into());
            });
            bar.finish_and_clear();
            nodes += row.nodes;
            positions += row.positions;
            show(&row, &set.source)?;
            if stop.is_stopped() {
                break;
            }
        }
        // This sum is the signature of the search, but not after a stop.
        if self.format.format().is_none() && !stop.is_stopped() {
            say(format!("nodes {nodes}\n"))?;
        }
        let all: usize = sets.iter().map(|set| set.cases.len()).sum();
        Ok(format!("{positions} of {all} positions are solved"))
    }

    /// Returns all sets. They are read before the first one is solved, so that errors are
    /// reported at once.
    fn sets(&self) -> Result<Vec<TestSet>, CliError> {
        match (&self.files[..], self.ladder.ladder) {
            ([], true) => Ok(PositionKind::ALL.iter().map(PositionKind::sample).collect()),
            ([], false) => Ok(vec![bench::built_in()]),
            (files, _) => read_all(files, testset::read_case),
        }
    }

    /// Returns the first positions of each set.
    fn limited<P>(&self, mut sets: Vec<TestSet<P>>) -> Vec<TestSet<P>> {
        if let Some(limit) = self.limit {
            for set in &mut sets {
                set.cases.truncate(limit);
            }
        }
        sets
    }
}

/// Shows a row with the source of its set.
type Show<'a> = &'a mut dyn FnMut(&Row, &str) -> Result<(), CliError>;

/// The maximum number of wrong scores printed for a set. Others usually have the same cause.
const SHOWN_WRONG: usize = 10;

/// Prints the first wrong scores of a set and the number of the others. Prints them on stdout if
/// stdout is for people, otherwise on stderr.
fn print_wrong(source: &str, wrong: &[WrongScore], for_people: bool) -> Result<(), CliError> {
    let shown = wrong.iter().take(SHOWN_WRONG);
    let mut lines: Vec<String> = shown.map(|wrong| format!("{source}: {wrong}")).collect();
    if let Some(rest @ 1..) = wrong.len().checked_sub(SHOWN_WRONG) {
        lines.push(format!("{source}: {rest} more scores are wrong"));
    }
    for line in lines {
        if for_people {
            say(line + "\n")?;
        } else {
            stderr::print_line(line);
        }
    }
    Ok(())
}

/// Reads files as test sets. The name of a set is the stem of its file, or the path if two stems
/// are equal.
pub(super) fn read_all<P: Copy + Into<sizes::Position>>(
    paths: &[PathBuf],
    read_case: impl Fn(&str) -> Result<(P, i8), TextError>,
) -> Result<Vec<TestSet<P>>, CliError> {
    let stem = |path: &Path| path.file_stem().map(OsStr::to_os_string);
    let stems: HashSet<_> = paths.iter().map(|path| stem(path)).collect();
    let differ = stems.len() == paths.len();
    let name = |path: &Path| match stem(path) {
        Some(stem) if differ => printable(&stem.to_string_lossy()),
        _ => printable(&path.display().to_string()),
    };
    let read = |path| read(path, &name(path), &read_case);
    paths.iter().map(read).collect()
}

fn read<P: Copy + Into<sizes::Position>>(
    path: &PathBuf,
    name: &str,
    read_case: impl Fn(&str) -> Result<(P, i8), TextError>,
) -> Result<TestSet<P>, CliError> {
    check_input(path)?;
    let file = File::open(path).map_err(in_file(path))?;
    let mut source = BufReader::new(file);
    // An error occurs again when the set is read.
    refuse_compressed(source.fill_buf().unwrap_or_default(), path)?;
    let set = TestSet::read(name, source, read_case).map_err(in_file(path))?;
    let source = printable(&path.display().to_string());
    Ok(TestSet { source, ..set })
}

/// A row of the table of results.
#[derive(Serialize)]
struct RowRecord<'a> {
    set: &'a str,
    positions: u32,
    correct: u32,
    mean_time_us: f64,
    p99_time_us: f64,
    max_time_us: f64,
    mean_nodes: f64,
    knps: f64,
}

impl RowRecord<'_> {
    /// The fields in a table.
    const FIELDS: &'static str = "\
        set,positions,correct,mean_time_us,p99_time_us,max_time_us,mean_nodes,knps";

    fn new(row: &Row) -> RowRecord<'_> {
        let micros = |time: Duration| thousandths(time.as_secs_f64() * 1e6);
        RowRecord {
            set: &row.set,
            positions: row.positions,
            correct: row.correct,
            mean_time_us: thousandths(row.mean_time_us()),
            p99_time_us: micros(row.percentile(99)),
            max_time_us: micros(row.percentile(100)),
            mean_nodes: thousandths(row.mean_nodes()),
            knps: thousandths(row.knps()),
        }
    }

    /// Formats the heading of the table. For people, the sets' names have `width` characters.
    fn heading(printer: Option<Printer>, width: usize) -> String {
        match printer {
            None => format!(
                "{:width$}  positions  correct  mean time      p99      max  mean nodes    knps\n",
                "set"
            ),
            Some(printer) => printer.header(),
        }
    }

    /// Formats the row for people.
    fn text(&self, width: usize) -> String {
        let time = |micros: f64| duration(Duration::from_secs_f64(micros / 1e6));
        format!(
            "{:width$}  {:9}  {:7}  {:>9}  {:>7}  {:>7}  {:10.0}  {:6.0}\n",
            self.set,
            self.positions,
            self.correct,
            time(self.mean_time_us),
            time(self.p99_time_us),
            time(self.max_time_us),
            self.mean_nodes,
            self.knps
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_bound_the_given_share_of_the_times() {
        let times: Vec<Duration> = (1..=199).rev().map(Duration::from_micros).collect();
        let row = Row {
            of: 0,
            set: "set".to_owned(),
            positions: 199,
            correct: 199,
            wrong: Vec::new(),
            time: times.iter().sum(),
            times,
            nodes: 400,
        };
        let percentiles = [50, 99, 100].map(|percent| row.percentile(percent).as_micros());
        assert_eq!(percentiles, [100, 198, 199]);
        let none = Row {
            times: Vec::new(),
            ..row.clone()
        };
        assert_eq!(none.percentile(99), Duration::ZERO);
        let record = RowRecord::new(&row);
        let text = record.text(3);
        assert!(
            text.ends_with("  100 us   198 us   199 us           2      20\n"),
            "{text}"
        );
        let micros = [record.mean_time_us, record.p99_time_us, record.max_time_us];
        let shown = micros.map(|time| time.to_string());
        assert_eq!(shown, ["100", "198", "199"]);
    }
}
