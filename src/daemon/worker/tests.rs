//! Tests of the worker without the session.

use std::time::Instant;

use super::*;
use crate::game::{Mode, Position, notation};
use crate::solver::Task;

/// A position that takes a while to solve.
fn position() -> Position {
    notation::replay("44444222").expect("a game")
}

const TABLE: TableSpec = TableSpec {
    hash_mib: 1,
    cleared: false,
};

/// Creates a reporter whose clock started at `started` and whose messages are not received.
fn reporter(started: Instant) -> Reporter {
    Reporter {
        notices: mpsc::channel(1).0,
        progress: watch::channel(Progress::default()).0,
        clock: ProcessClock::started(started),
    }
}

#[test]
fn no_more_threads_search_than_the_machine_has_cores() {
    let cores = thread::available_parallelism().expect("the system knows it");
    assert_eq!(usable_threads(1), 1);
    assert_eq!(usable_threads(cores.get()), cores.get());
    assert_eq!(usable_threads(usize::MAX), cores.get());
}

#[test]
fn the_counters_are_updated_now_and_then() {
    let begun = Instant::now().checked_sub(PULSE);
    let reporter = reporter(begun.expect("up for a while"));
    let mut observer = ProgressSender::new(1, &reporter);
    let counters = || {
        (
            reporter.progress.borrow().nodes,
            reporter.progress.borrow().hashfull,
        )
    };
    observer.set_hashfull(3);
    observer.last_pulse = reporter.clock.now() + Duration::from_secs(3600);
    observer.pulse(1, &|| 5);
    assert_eq!(counters(), (0, 3));
    observer.last_pulse = Moment::START;
    observer.pulse(7, &|| 5);
    assert_eq!(counters(), (7, 5));
}

#[test]
fn a_table_is_cleared_on_request() {
    let reporter = reporter(Instant::now());
    let mut kept = KeptSolver::default();
    let mut nodes = |table| {
        let solver = kept.prepare(table, &reporter);
        let stop = StopFlag::default();
        let solver = solver.expect("one mebibyte is left");
        solver.solve_until(&position(), Mode::Strong, &stop).nodes
    };
    let first = nodes(TABLE);
    assert!(nodes(TABLE) < first);
    let cleared = TableSpec {
        cleared: true,
        ..TABLE
    };
    assert_eq!(nodes(cleared), first);
}

#[test]
fn a_stopped_bench_has_fewer_positions_than_asked_for() {
    let reporter = reporter(Instant::now());
    let stop = StopFlag::default();
    stop.stop();
    let mut sender = ProgressSender::new(1, &reporter);
    let row = run_bench(BenchArgs::default(), &stop, &mut sender);
    let row = row.expect("memory");
    assert!(row.positions < row.of, "{row:?}");
}

#[test]
fn a_bench_solves_the_number_of_positions_asked_for() {
    let reporter = reporter(Instant::now());
    let stop = StopFlag::default();
    let args = BenchArgs {
        mode: Mode::Weak,
        limit: Some(2),
    };
    let row = run_bench(args, &stop, &mut ProgressSender::new(1, &reporter));
    let row = row.expect("memory");
    assert_eq!((row.positions, row.correct, row.of), (2, 2, 2));
    let latest = reporter.progress.borrow().bench.expect("on the way");
    assert_eq!((latest.positions, latest.of), (2, 2));
}

#[test]
fn a_search_ends_with_the_used_part_of_its_table() {
    let mut worker =
        Worker::spawn(ProcessClock::started(Instant::now())).expect("a thread can be started");
    worker.start(QueuedJob {
        id: 1,
        job: Job::Search {
            task: Task::new(position(), Mode::Strong),
            table: TABLE,
            threads: 1,
            own_book: false,
            practical: false,
        },
        stop: StopFlag::default(),
        book: None,
    });
    let notice = worker.notices.blocking_recv();
    let Some(Notice::Done { id: 1, ending }) = notice else {
        panic!("{notice:?}");
    };
    let Ending::Searched { report, hashfull } = ending else {
        panic!("{ending:?}");
    };
    assert!(report.solved && hashfull > 0, "{hashfull}");
}
