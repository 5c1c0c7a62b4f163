//! The worker without the session: what it is told, what it tells, and what it keeps.

use std::time::Instant;

use super::*;
use crate::game::{Position, notation};
use crate::solver::Task;

/// A position that takes a while to solve.
fn position() -> Position {
    notation::replay("44444222").expect("a game")
}

const TABLE: TableSpec = TableSpec {
    hash_mib: 1,
    cleared: false,
};

/// A reporter whose stopwatch was started at some time and to which nobody listens.
fn reporter(started: Instant) -> Reporter {
    Reporter {
        notices: mpsc::channel(1).0,
        progress: watch::channel(Progress::default()).0,
        stopwatch: Stopwatch::started(started),
    }
}

#[test]
fn no_more_threads_search_than_the_machine_runs_usable_threads() {
    let cores = thread::available_parallelism().expect("the system tells");
    assert_eq!(usable_threads(1), 1);
    assert_eq!(usable_threads(cores.get()), cores.get());
    assert_eq!(usable_threads(usize::MAX), cores.get());
}

#[test]
fn a_sign_of_life_comes_now_and_then_with_the_latest_counts() {
    let begun = Instant::now().checked_sub(PULSE);
    let reporter = reporter(begun.expect("up for a while"));
    let mut listener = Listener::new(1, &reporter);
    let heard = || {
        (
            reporter.progress.borrow().nodes,
            reporter.progress.borrow().hashfull,
        )
    };
    listener.has_used(3);
    listener.last_pulse = reporter.stopwatch.now() + Duration::from_secs(3600);
    listener.pulse(1, &|| 5);
    assert_eq!(heard(), (0, 3));
    listener.last_pulse = Moment::START;
    listener.pulse(7, &|| 5);
    assert_eq!(heard(), (7, 5));
}

#[test]
fn a_table_is_cleared_when_that_is_wished() {
    let reporter = reporter(Instant::now());
    let mut kept = Kept::default();
    let mut nodes = |table| {
        let solver = kept.prepare(table, &reporter);
        let stop = StopFlag::default();
        let solver = solver.expect("one mebibyte is left");
        solver.solve(&position(), Mode::Strong, &stop).nodes
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
fn a_bench_that_is_stopped_tells_nothing() {
    let reporter = reporter(Instant::now());
    let stop = StopFlag::default();
    stop.stop();
    let row = run_bench(Mode::Strong, None, &stop, &mut Listener::new(1, &reporter));
    assert_eq!(row, Ok(None));
}

#[test]
fn a_bench_takes_as_many_positions_as_it_is_told_to() {
    let reporter = reporter(Instant::now());
    let stop = StopFlag::default();
    let row = run_bench(Mode::Weak, Some(2), &stop, &mut Listener::new(1, &reporter));
    let row = row.expect("memory").expect("nobody stops it");
    assert_eq!((row.positions, row.correct), (2, 2));
    let told = reporter.progress.borrow().bench.expect("on the way");
    assert_eq!((told.solved, told.of), (2, 2));
}

#[test]
fn a_search_ends_with_the_use_of_its_table() {
    let mut worker =
        Worker::spawn(Stopwatch::started(Instant::now())).expect("a thread can be started");
    worker.start(Job {
        id: 1,
        work: Work::Search {
            task: Task::new(position(), Mode::Strong),
            table: TABLE,
            threads: 1,
            own_book: false,
        },
        stop: StopFlag::default(),
        book: None,
    });
    let told = worker.notices.blocking_recv();
    let Some(Notice::Done { id: 1, ending }) = told else {
        panic!("{told:?}");
    };
    let Ending::Searched { report, hashfull } = ending else {
        panic!("{ending:?}");
    };
    assert!(report.solved && hashfull > 0, "{hashfull}");
}
