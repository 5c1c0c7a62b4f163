//! The bench: solves positions with known scores and counts correct answers, nodes and time.
//!
//! It reads no files and prints nothing. The caller passes in a clock. Reading the clock takes a
//! third as long as solving the easiest positions, so that time is subtracted.

use std::fmt;
use std::time::Duration;

use crate::game::{Mode, Outcome, Position};
use crate::measure::testset::{Case, TestSet};
use crate::sizes;
use crate::solver::{AnalysisOptions, Bounds, Solver, Until};

/// The size in MiB of the bench's table. The signature of a version is its node count with a table
/// of this size.
pub const HASH_MIB: usize = 64;

/// Returns the nodes that the built-in set takes in strong mode, the signature of this version's
/// search. `scripts/bench.sh` and the tests compare the bench with it.
///
/// # Panics
/// Panics if the file of stored counts does not begin with this number.
#[must_use]
pub fn signature() -> u64 {
    let stored = include_str!("../../scripts/bench-nodes.txt").lines().next();
    let nodes = stored.and_then(|line| line.strip_prefix("nodes ")?.parse().ok());
    nodes.expect("`scripts/bench.sh --write` writes it first")
}

/// Returns the set that is part of the program.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "the built-in set is valid")]
pub fn built_in() -> TestSet {
    let text = include_str!("testset/samples/built-in.txt");
    TestSet::parse("built-in", text).expect("a test reads the file")
}

/// A solver that can be measured.
pub trait Contender<P = Position> {
    /// Returns the number of its threads.
    fn threads(&self) -> usize {
        1
    }
    /// Empties its table.
    fn clear(&mut self);
    /// Solves a position that is not over, until `mode` is satisfied or a limit is reached. Returns
    /// the bounds that it has proven and the nodes it took.
    fn solve(&mut self, position: &P, mode: Mode, until: Until<'_>) -> (sizes::Bounds, u64);
}

impl Contender for Solver {
    fn threads(&self) -> usize {
        self.threads()
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, until: Until<'_>) -> (sizes::Bounds, u64) {
        let found = self.solve_until(position, mode, until);
        (found.bounds.into(), found.nodes)
    }
}

/// Solves positions of its size; those of the usual board as step 13 of the ladder.
impl<P: Copy + Into<sizes::Position>> Contender<P> for sizes::Solver {
    fn clear(&mut self) {
        self.clear();
    }

    fn solve(&mut self, position: &P, mode: Mode, until: Until<'_>) -> (sizes::Bounds, u64) {
        self.solve_until(&(*position).into(), mode, until)
    }
}

/// A solver that computes the value of every column, not only of the best. It uses one thread.
#[derive(Debug)]
pub struct EveryColumn(pub Solver);

impl Contender for EveryColumn {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, until: Until<'_>) -> (sizes::Bounds, u64) {
        let options = AnalysisOptions {
            mode,
            ..AnalysisOptions::default()
        };
        let found = self.0.analyze_until(position, options, until).ok();
        let unknown = (Bounds::UNKNOWN.into(), 0);
        found.map_or(unknown, |found| (found.bounds.into(), found.nodes))
    }
}

/// The result of a set.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Row {
    /// The set's name.
    pub set: String,
    /// Positions solved; after a stop, fewer than the set has.
    pub positions: u32,
    /// Positions of the set.
    pub of: u32,
    /// Positions with the expected value.
    pub correct: u32,
    /// The wrong values of the other positions.
    pub wrong: Vec<WrongScore>,
    /// Time for solving, without clearing the table and reading the clock: CPU time on one
    /// thread, wall-clock time on several.
    pub time: Duration,
    /// Time for each position.
    pub times: Vec<Duration>,
    /// Nodes visited.
    pub nodes: u64,
}

/// A score, or in weak mode an outcome, that differs from the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrongScore {
    /// Line of the position, counted from 1.
    pub line: u64,
    /// The score that the input gives.
    pub expected: i8,
    /// The value that the solver proved.
    pub found: sizes::Bounds,
    /// Whether scores or outcomes are compared.
    pub mode: Mode,
}

impl WrongScore {
    /// Compares the value of a solved position with the expected score. Returns `None` if they
    /// agree.
    #[must_use]
    pub fn compare(
        line: u64,
        expected: i8,
        found: sizes::Bounds,
        mode: Mode,
    ) -> Option<WrongScore> {
        let agrees = match mode {
            Mode::Strong => found.exact() == Some(expected),
            Mode::Weak => found.outcome() == Some(Outcome::of(expected)),
        };
        (!agrees).then_some(WrongScore {
            line,
            expected,
            found,
            mode,
        })
    }
}

impl fmt::Display for WrongScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The bounds of a solved position have one score or, in weak mode, one outcome.
        let (line, expected, found) = (self.line, self.expected, self.found.lower);
        match self.mode {
            Mode::Strong => write!(f, "line {line}: expected score {expected}; found {found}"),
            Mode::Weak => {
                let [expected, found] = [expected, found].map(Outcome::of);
                write!(f, "line {line}: expected a {expected}; found a {found}")
            }
        }
    }
}

impl Row {
    fn add(&mut self, wrong: Option<WrongScore>, time: Duration, nodes: u64) {
        self.positions += 1;
        match wrong {
            None => self.correct += 1,
            Some(wrong) => self.wrong.push(wrong),
        }
        self.time += time;
        self.times.push(time);
        self.nodes += nodes;
    }

    /// Returns the mean time per position in microseconds, or 0 if none was solved.
    #[must_use]
    pub fn mean_time_us(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / f64::from(self.positions.max(1))
    }

    /// Returns the time that `percent` % of the positions do not exceed, or zero if none was
    /// solved.
    #[must_use]
    pub fn percentile(&self, percent: usize) -> Duration {
        let mut ascending = self.times.clone();
        ascending.sort_unstable();
        let rank = (ascending.len() * percent).div_ceil(100);
        let time = ascending.get(rank.saturating_sub(1));
        time.copied().unwrap_or_default()
    }

    /// Returns the mean nodes per position, or 0 if none was solved.
    #[must_use]
    pub fn mean_nodes(&self) -> f64 {
        as_f64(self.nodes) / f64::from(self.positions.max(1))
    }

    /// Returns thousands of nodes per second, or 0 if no time passed.
    #[must_use]
    pub fn knps(&self) -> f64 {
        if self.time.is_zero() {
            return 0.0;
        }
        as_f64(self.nodes) / 1e3 / self.time.as_secs_f64()
    }
}

#[expect(clippy::cast_precision_loss, reason = "for means of a few digits")]
fn as_f64(count: u64) -> f64 {
    count as f64
}

/// Solves a set, each position with an empty table, and calls `on_solved` after each position.
///
/// In weak mode it compares outcomes only. After a stop, the row contains the positions solved
/// before; an unfinished position does not count.
#[cfg(feature = "cli")]
pub fn run<P: Copy>(
    solver: &mut dyn Contender<P>,
    set: &TestSet<P>,
    mode: Mode,
    stop: &crate::solver::StopFlag,
    on_solved: &mut dyn FnMut(&Row),
) -> Row {
    let clock = super::work_clock::of(solver.threads());
    let mut bench = Bench::new(set, mode, &clock);
    while !bench.resume(solver, stop.into(), &clock) {
        on_solved(&bench.row);
    }
    bench.row
}

/// The number of readings measured. Their median is the time of one reading.
const READINGS: usize = 1001;

/// A bench of a set, which pauses after each position and whenever its solver does.
#[derive(Debug)]
pub struct Bench<P = Position> {
    cases: Vec<Case<P>>,
    mode: Mode,
    row: Row,
    /// Time of one reading of the clock.
    reading: Duration,
    /// Time and nodes spent on the next position; `None` before the solver has begun with it.
    begun: Option<(Duration, u64)>,
}

impl<P: Copy> Bench<P> {
    /// Creates a bench that has solved no position. `clock` returns the time worked.
    #[must_use]
    pub fn new(set: &TestSet<P>, mode: Mode, clock: &dyn Fn() -> Duration) -> Bench<P> {
        let mut readings = [Duration::ZERO; READINGS].map(|_| {
            let start = clock();
            clock().saturating_sub(start)
        });
        readings.sort_unstable();
        Bench {
            cases: set.cases.clone(),
            mode,
            row: Row {
                set: set.name.clone(),
                of: u32::try_from(set.cases.len()).unwrap_or(u32::MAX),
                ..Row::default()
            },
            reading: readings[READINGS / 2],
            begun: None,
        }
    }

    /// Returns the positions solved so far.
    #[must_use]
    pub fn row(&self) -> &Row {
        &self.row
    }

    /// Returns the nodes visited so far, those of an unfinished position too.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.row.nodes + self.begun.map_or(0, |(_, nodes)| nodes)
    }

    /// Continues with the next position. Returns whether the bench has ended: all positions are
    /// solved, or the flag of `until` is set.
    ///
    /// A solver that reaches its limit of nodes begins the position again at the next call, and
    /// finds its proofs in its table.
    pub fn resume(
        &mut self,
        solver: &mut dyn Contender<P>,
        until: Until<'_>,
        clock: &dyn Fn() -> Duration,
    ) -> bool {
        let Some(&case) = self.cases.get(self.row.positions as usize) else {
            return true;
        };
        if until.stop.is_stopped() {
            return true;
        }
        let (time, nodes) = self.begun.take().unwrap_or_else(|| {
            solver.clear();
            (Duration::ZERO, 0)
        });
        let start = clock();
        let (bounds, more) = solver.solve(&case.position, self.mode, until);
        let time = time + clock().saturating_sub(start + self.reading);
        let nodes = nodes + more;
        if bounds.is_solved(self.mode) {
            let wrong = WrongScore::compare(case.line, case.score, bounds, self.mode);
            self.row.add(wrong, time, nodes);
        } else {
            self.begun = Some((time, nodes));
        }
        until.stop.is_stopped() && self.begun.is_some()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::solver::StopFlag;

    #[test]
    fn the_signature_is_what_the_bench_counts() {
        let mut solver = Solver::without_book(HASH_MIB).expect("room for it");
        let stop = StopFlag::default();
        let row = run(&mut solver, &built_in(), Mode::Strong, &stop, &mut |_| {});
        assert_eq!(row.nodes, signature());
    }

    #[test]
    fn the_built_in_positions_are_different_and_no_next_stone_wins() {
        let cases = built_in().cases;
        let keys: HashSet<u64> = cases.iter().map(|case| case.position.key()).collect();
        assert_eq!(keys.len(), 36);
        for (case, stones) in cases.iter().zip((8..20).flat_map(|stones| [stones; 3])) {
            let position = case.position;
            assert_eq!(
                (position.stones(), position.winning_move_cells()),
                (stones, 0)
            );
        }
    }

    #[test]
    fn a_wrong_score_is_not_counted_as_correct_and_a_stop_ends_the_run() {
        let lines = "411335344264 13\n411335344264 14\n411335344264 -14\n";
        let set = TestSet::parse("test", lines).expect("three positions");
        let mut solver = Solver::without_book(1).expect("a megabyte");
        let stop = StopFlag::default();
        let row = run(&mut solver, &set, Mode::Strong, &stop, &mut |_| {});
        assert_eq!((row.positions, row.correct), (3, 1));
        let wrong: Vec<String> = row.wrong.iter().map(WrongScore::to_string).collect();
        assert_eq!(wrong[0], "line 1: expected score 13; found 14");
        assert_eq!(wrong[1], "line 3: expected score -14; found 14");
        let row = run(&mut solver, &set, Mode::Weak, &stop, &mut |row| {
            if row.positions == 2 {
                stop.stop();
            }
        });
        assert_eq!((row.positions, row.correct), (2, 2));
        let wrong = WrongScore {
            mode: Mode::Weak,
            found: sizes::Bounds::exactly(0),
            ..WrongScore::compare(1, 18, Bounds::UNKNOWN.into(), Mode::Weak).expect("not agreed")
        };
        assert_eq!(wrong.to_string(), "line 1: expected a win; found a draw");
    }
}
