//! The bench: solves positions with known scores and counts correct answers, nodes and time.
//!
//! Knows the game and the solver, reads no files, prints nothing. Its clock is the CPU time
//! of the calling thread where the platform tells it, else the wall clock. The time that
//! reading the clock takes, a third of that of the easiest positions, is not counted.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

use crate::game::{Mode, Position, Score};
use crate::solver::{Analysis, AnalysisOptions, Bounds, Scores, Solution, Solver, StopFlag};
use crate::testset::{Case, TestSet};

/// The table in MiB with which the node count is the signature of a version.
pub const HASH_MIB: usize = 64;

/// Three positions of each number of stones from 8 to 19, reached by random play, in
/// which nobody can win at once. The scores were confirmed by another program.
const BUILT_IN: &str = "\
32737157 3
63266341 0
61121155 16
343344733 5
672115664 2
471616772 -1
3164325563 1
4156756337 4
3115157453 3
67276476614 3
14547361644 5
36457114461 15
347115552376 -2
153534351311 2
411335344264 14
6626723167774 -1
5721671226266 4
1151667477536 2
15455421521325 13
66477436734563 -5
13547245526572 -2
216621333572721 10
731374442117574 0
772257647737124 3
6135175275467425 12
7111647242461751 0
3272742566164617 -11
61467464634643463 5
17552231351773223 1
42223322732556674 12
546475562671614455 -5
224143776272353421 0
356416151556626571 2
3534515251753244571 0
3467415215222464451 -11
7731115665776415414 2
";

/// The nodes that the built-in set takes in strong mode: the signature of a version's search, with
/// which `scripts/bench.sh` and the tests compare what the bench counts.
///
/// # Panics
/// The stored counts do not begin with it.
#[must_use]
pub fn signature() -> u64 {
    let stored = include_str!("../scripts/bench-nodes.txt");
    let first = stored
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("nodes "));
    first
        .and_then(|nodes| nodes.parse().ok())
        .expect("`scripts/bench.sh --write` writes it first")
}

/// The set that is part of the program.
#[must_use]
pub fn built_in() -> TestSet {
    TestSet::parse("built-in", BUILT_IN).expect("a test reads the constant")
}

/// A solver that can be measured.
pub trait Contender {
    /// The number of its threads.
    fn threads(&self) -> usize {
        1
    }
    /// Empties its table.
    fn clear(&mut self);
    /// Solves a position that is not over, until `mode` is satisfied or `stop` is set: what
    /// is proven, and how many nodes it took.
    fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution;
}

impl Contender for Solver {
    fn threads(&self) -> usize {
        self.threads()
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        self.solve(position, mode, stop)
    }
}

/// A solver that is asked for the value of every column, not only of the best. It works on
/// one thread.
pub struct EveryColumn(pub Solver);

impl Contender for EveryColumn {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        let options = AnalysisOptions {
            mode,
            scores: Scores::All,
            line: false,
        };
        match self.0.analyse(position, options, stop) {
            Some(Analysis { bounds, nodes, .. }) => Solution { bounds, nodes },
            None => Solution {
                bounds: Bounds::UNKNOWN,
                nodes: 0,
            },
        }
    }
}

/// The result of a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The set's name.
    pub set: String,
    /// How many positions were solved: after a stop, fewer than the set has.
    pub positions: u32,
    /// How many of them have the expected value.
    pub correct: u32,
    /// The others.
    pub wrong: Vec<Wrong>,
    /// Time of solving, without clearing the table and reading the clock: CPU time on one
    /// thread, wall-clock time on several.
    pub time: Duration,
    /// Nodes visited.
    pub nodes: u64,
}

/// A position whose value is not the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wrong {
    /// The position, its line and its expected score.
    pub case: Case,
    /// What the solver found.
    pub found: Bounds,
}

impl Row {
    /// Mean time of a position in microseconds; 0 if none was solved.
    #[must_use]
    pub fn mean_time_us(&self) -> f64 {
        self.time.as_secs_f64() * 1e6 / f64::from(self.positions.max(1))
    }

    /// Mean nodes of a position; 0 if none was solved.
    #[must_use]
    pub fn mean_nodes(&self) -> f64 {
        as_f64(self.nodes) / f64::from(self.positions.max(1))
    }

    /// Thousands of nodes a second; 0 if no time passed.
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

/// Solves a set, each position with an empty table. Calls `tell` after each.
///
/// In weak mode only the outcome is asked for and compared. After a stop, the row holds what
/// was solved before; the position that was being solved does not count.
pub fn run(
    solver: &mut dyn Contender,
    set: &TestSet,
    mode: Mode,
    stop: &StopFlag,
    tell: &mut dyn FnMut(&Row),
) -> Row {
    let watch = SolveTimer::new(solver.threads());
    let mut row = Row {
        set: set.name.clone(),
        positions: 0,
        correct: 0,
        wrong: Vec::new(),
        time: Duration::ZERO,
        nodes: 0,
    };
    for case in &set.cases {
        if stop.is_stopped() {
            break;
        }
        solver.clear();
        let (solution, time) = watch.time(|| solver.solve(&case.position, mode, stop));
        if !solution.bounds.is_solved(mode) {
            break;
        }
        row.positions += 1;
        if agrees(solution.bounds, case.score, mode) {
            row.correct += 1;
        } else {
            let (case, found) = (*case, solution.bounds);
            row.wrong.push(Wrong { case, found });
        }
        row.time += time;
        row.nodes += solution.nodes;
        tell(&row);
    }
    row
}

fn agrees(found: Bounds, expected: Score, mode: Mode) -> bool {
    match mode {
        Mode::Strong => found.exact() == Some(expected),
        Mode::Weak => found.outcome() == Some(expected.outcome()),
    }
}

/// A clock that does not count the time of its own readings.
struct SolveTimer {
    threads: usize,
    /// How long a reading takes.
    own: Duration,
}

impl SolveTimer {
    /// How many readings are measured; their median is the time of one.
    const READINGS: usize = 1001;

    fn new(threads: usize) -> SolveTimer {
        let own = Duration::ZERO;
        let naive = SolveTimer { threads, own };
        let mut empty = [Duration::ZERO; SolveTimer::READINGS].map(|_| naive.time(|| ()).1);
        empty.sort_unstable();
        let own = empty[SolveTimer::READINGS / 2];
        SolveTimer { threads, own }
    }

    /// Does some work; returns its result and its time.
    fn time<T>(&self, work: impl FnOnce() -> T) -> (T, Duration) {
        let clock = Clock::start(self.threads);
        let result = work();
        (result, clock.elapsed().saturating_sub(self.own))
    }
}

/// The CPU time of this thread, or wall-clock time if there are several threads.
enum Clock {
    Thread(ThreadTime),
    Wall(Instant),
}

impl Clock {
    fn start(threads: usize) -> Clock {
        match ThreadTime::try_now() {
            Ok(now) if threads == 1 => Clock::Thread(now),
            _ => Clock::Wall(Instant::now()),
        }
    }

    fn elapsed(&self) -> Duration {
        match self {
            Clock::Thread(start) => start.elapsed(),
            Clock::Wall(start) => start.elapsed(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_signature_is_what_the_bench_counts() {
        let mut solver = Solver::new(HASH_MIB).expect("room for it");
        let stop = StopFlag::default();
        let row = run(&mut solver, &built_in(), Mode::Strong, &stop, &mut |_| {});
        assert_eq!(row.nodes, signature());
    }

    #[test]
    fn the_built_in_positions_are_different_and_nobody_wins_at_once() {
        let cases = built_in().cases;
        let keys: HashSet<u64> = cases.iter().map(|case| case.position.key()).collect();
        assert_eq!(keys.len(), 36);
        for (case, stones) in cases.iter().zip((8..20).flat_map(|stones| [stones; 3])) {
            let position = case.position;
            assert_eq!((position.stones(), position.winning_moves()), (stones, 0));
        }
    }

    #[test]
    fn a_wrong_score_is_not_counted_as_correct_and_a_stop_ends_the_run() {
        let lines = "411335344264 13\n411335344264 14\n411335344264 -14\n";
        let set = TestSet::parse("test", lines).expect("three positions");
        let mut solver = Solver::new(1).expect("a megabyte");
        let stop = StopFlag::default();
        let row = run(&mut solver, &set, Mode::Strong, &stop, &mut |_| {});
        assert_eq!((row.positions, row.correct), (3, 1));
        let wrong: Vec<usize> = row.wrong.iter().map(|wrong| wrong.case.line).collect();
        assert_eq!(wrong, [1, 3]);
        assert_eq!(row.wrong[0].found.exact(), Score::new(14));
        let row = run(&mut solver, &set, Mode::Weak, &stop, &mut |row| {
            if row.positions == 2 {
                stop.stop();
            }
        });
        assert_eq!((row.positions, row.correct), (2, 2));
    }
}
