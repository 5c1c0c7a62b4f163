//! Tests of the runner without a session.

use super::reporter::PULSE;
use super::*;
use crate::game::{Mode, Position, replay};
use crate::measure::bench::Row;
use crate::session::TableSpec;
use crate::session::protocol::BenchArgs;
use crate::solver::{Observer, Report, Task};

const TABLE: TableSpec = TableSpec {
    hash_mib: 1,
    cleared: false,
};

/// A host whose clock the test sets, and which keeps what it receives.
#[derive(Default)]
struct TestHost {
    now: Moment,
    notices: Vec<Notice>,
    shown: Vec<Progress>,
}

impl Host for TestHost {
    fn now(&self) -> Moment {
        self.now
    }
    fn time_worked(&self) -> Duration {
        Duration::ZERO
    }
    fn cores(&self) -> usize {
        2
    }
    fn notify(&mut self, notice: Notice) {
        self.notices.push(notice);
    }
    fn show(&mut self, progress: &Progress) {
        self.shown.push(progress.clone());
    }
}

fn runner() -> Runner<TestHost> {
    Runner::new(TestHost::default())
}

/// Returns a search of a position that takes a while to solve.
fn search(table: TableSpec, threads: usize) -> Job {
    let position: Position = replay("44444222").expect("a game");
    Job::Search {
        task: Task::new(position, Mode::Strong),
        table,
        threads,
        own_book: false,
        practical: false,
        why: None,
    }
}

/// Runs a job in slices of this many nodes. Returns its ending and the number of its slices.
fn run(runner: &mut Runner<TestHost>, job: Job, nodes: u64, stop: &StopFlag) -> (Ending, usize) {
    runner.begin(7, job).expect("one mebibyte is left");
    let mut slices = 1;
    while !runner.resume(nodes, None, stop) {
        slices += 1;
    }
    match runner.host().notices.pop() {
        Some(Notice::Done { id: 7, ending }) => (ending, slices),
        notice => panic!("{notice:?}"),
    }
}

fn report(runner: &mut Runner<TestHost>, job: Job, nodes: u64) -> (Report, usize) {
    match run(runner, job, nodes, &StopFlag::default()) {
        (Ending::Searched { report, .. }, slices) => (report, slices),
        ending => panic!("{ending:?}"),
    }
}

fn bench(runner: &mut Runner<TestHost>, args: BenchArgs, nodes: u64) -> Row {
    match run(runner, Job::Bench(args), nodes, &StopFlag::default()).0 {
        Ending::Benched(Ok(counts)) => counts,
        ending => panic!("{ending:?}"),
    }
}

#[test]
fn no_more_threads_search_than_the_machine_has_cores() {
    for (asked, used) in [(1, 1), (2, 2), (usize::MAX, 2)] {
        let mut runner = runner();
        runner.begin(1, search(TABLE, asked)).expect("a mebibyte");
        let kept = runner.solver.as_ref().expect("a search needs it");
        assert_eq!(kept.solver.threads(), used);
    }
}

#[test]
fn the_counters_are_shown_now_and_then() {
    let mut reporter = Reporter::new(TestHost::default());
    reporter.begin(1);
    reporter.pulse(1, &|| 5);
    assert_eq!(reporter.host.shown, []);
    reporter.host.now = Moment::START + PULSE;
    reporter.pulse(7, &|| 5);
    let shown = reporter.host.shown.pop().expect("it is due");
    assert_eq!((shown.nodes, shown.hashfull), (7, 5));
}

#[test]
fn a_table_is_cleared_on_request() {
    let mut runner = runner();
    let mut nodes = |cleared| {
        let table = TableSpec { cleared, ..TABLE };
        report(&mut runner, search(table, 1), u64::MAX).0.nodes
    };
    let first = nodes(false);
    assert!(nodes(false) < first);
    assert_eq!(nodes(true), first);
}

#[test]
fn a_search_in_slices_finds_the_same() {
    let (whole, slices) = report(&mut runner(), search(TABLE, 1), u64::MAX);
    assert_eq!(slices, 1);
    let mut runner = runner();
    let (paused, slices) = report(&mut runner, search(TABLE, 1), 4_000);
    assert!(slices > 5, "{slices}");
    assert_eq!(paused.lines, whole.lines);
    assert!(runner.nodes() >= whole.nodes && runner.stage.is_none());
}

#[test]
fn a_stopped_bench_has_fewer_positions_than_asked_for() {
    let stop = StopFlag::default();
    stop.stop();
    let (ending, _) = run(&mut runner(), Job::Bench(BenchArgs::default()), 1, &stop);
    let Ending::Benched(Ok(counts)) = ending else {
        panic!("{ending:?}");
    };
    assert!(counts.positions < counts.of, "{counts:?}");
}

#[test]
fn a_bench_solves_the_number_of_positions_asked_for() {
    let args = BenchArgs {
        mode: Mode::Weak,
        limit: Some(2),
    };
    let mut runner = runner();
    let counts = bench(&mut runner, args, u64::MAX);
    assert_eq!((counts.positions, counts.correct, counts.of), (2, 2, 2));
    let shown = runner.host().shown.iter();
    let rows = shown.filter_map(|shown| shown.bench.as_ref());
    let mut shown: Vec<u32> = rows.map(|row| row.positions).collect();
    shown.dedup();
    assert_eq!(shown, [1, 2]);
    let sliced = bench(&mut runner, args, 1_000);
    assert_eq!((sliced.positions, sliced.correct), (2, 2));
    assert!(sliced.nodes >= counts.nodes);
}
