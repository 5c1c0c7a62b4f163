//! The worker without the session: what it hears, tells and keeps.

use std::time::Instant;

use super::*;
use crate::daemon::time::Budget;
use crate::game::notation;

/// What takes a while.
fn position() -> Position {
    notation::replay("44444222").expect("a game")
}

fn table(cleared: bool) -> TableWish {
    TableWish {
        hash_mib: 1,
        cleared,
    }
}

fn report(depth: u8, nodes: u64) -> Report {
    Report {
        lines: Vec::new(),
        columns: Vec::new(),
        depth,
        seldepth: depth,
        nodes,
        book_hits: 0,
        solved: false,
    }
}

/// Has a listener hear something of a search whose clock runs: whether it ends it.
fn ends(budget: Budget, hear: impl FnOnce(&mut Listener<'_>)) -> bool {
    let (progress, _receiver) = watch::channel(Progress::default());
    let stopwatch = Stopwatch::started(Instant::now());
    let (control, mut pauses) = (JobControl::default(), Pauses::new(Moment::START));
    control.run_clock(Moment::START, budget);
    hear(&mut Listener::new(
        1,
        &progress,
        &control,
        &mut pauses,
        stopwatch,
    ));
    control.stop.is_stopped()
}

#[test]
fn no_more_threads_search_than_the_machine_runs_at_a_time() {
    let cores = thread::available_parallelism().expect("the system tells");
    assert_eq!(at_a_time(1), 1);
    assert_eq!(at_a_time(cores.get()), cores.get());
    assert_eq!(at_a_time(usize::MAX), cores.get());
}

#[test]
fn a_search_ends_at_its_hard_limit_or_with_the_depth_past_its_soft_one() {
    let (past, later) = (Duration::ZERO, Duration::from_secs(3600));
    let (soft, hard) = (past, later);
    let budget = Budget { soft, hard };
    let many = 1 << 20;
    assert!(!ends(budget, |listener| listener.pulse(many, &|| 0)));
    assert!(!ends(budget, |listener| listener.report(&report(0, many))));
    assert!(ends(budget, |listener| listener.report(&report(1, many))));
    let hard = past;
    assert!(ends(Budget { soft, hard }, |listener| listener
        .pulse(many, &|| 0)));
}

#[test]
fn a_sign_of_life_comes_now_and_then_with_the_latest_counts() {
    let (progress, receiver) = watch::channel(Progress::default());
    let begun = Instant::now().checked_sub(PULSE);
    let stopwatch = Stopwatch::started(begun.expect("up for a while"));
    let (control, mut pauses) = (JobControl::default(), Pauses::new(Moment::START));
    let mut listener = Listener::new(1, &progress, &control, &mut pauses, stopwatch);
    let heard = || (receiver.borrow().nodes, receiver.borrow().hashfull);
    listener.has_used(3);
    listener.last_pulse = stopwatch.now() + Duration::from_secs(3600);
    listener.pulse(1, &|| 5);
    assert_eq!(heard(), (0, 3));
    listener.last_pulse = Moment::START;
    listener.pulse(7, &|| 5);
    assert_eq!(heard(), (7, 5));
}

#[test]
fn a_table_is_cleared_when_that_is_wished() {
    let (notices, _notices) = mpsc::channel(4);
    let (progress, _progress) = watch::channel(Progress::default());
    let reporter = Reporter { notices, progress };
    let mut kept = Kept::default();
    let mut nodes = |cleared| {
        let solver = kept.prepare(table(cleared), &reporter);
        let stop = StopFlag::default();
        solver.solve(&position(), Mode::Strong, &stop).nodes
    };
    let first = nodes(false);
    assert!(nodes(false) < first);
    assert_eq!(nodes(true), first);
}

#[test]
fn a_bench_that_is_stopped_tells_nothing() {
    let (progress, _receiver) = watch::channel(Progress::default());
    let stopwatch = Stopwatch::started(Instant::now());
    let (control, mut pauses) = (JobControl::default(), Pauses::new(Moment::START));
    control.stop.stop();
    let mut listener = Listener::new(1, &progress, &control, &mut pauses, stopwatch);
    let row = run_bench(Mode::Strong, None, &control.stop, &mut listener);
    assert_eq!(row, Ok(None));
}

#[test]
fn a_bench_takes_as_many_positions_as_it_is_told_to() {
    let (progress, receiver) = watch::channel(Progress::default());
    let stopwatch = Stopwatch::started(Instant::now());
    let (control, mut pauses) = (JobControl::default(), Pauses::new(Moment::START));
    let mut listener = Listener::new(1, &progress, &control, &mut pauses, stopwatch);
    let row = run_bench(Mode::Weak, Some(2), &control.stop, &mut listener);
    let row = row.expect("memory").expect("nobody stops it");
    assert_eq!((row.positions, row.correct), (2, 2));
    let step = receiver.borrow().bench.expect("told on the way");
    assert_eq!((step.solved, step.of), (2, 2));
}

#[test]
fn a_search_ends_with_the_use_of_its_table() {
    let mut worker =
        Worker::spawn(Stopwatch::started(Instant::now())).expect("a thread can be started");
    let search = SearchWork {
        task: Task::new(position(), Mode::Strong),
        table: table(false),
        threads: 1,
        own_book: false,
    };
    worker.start(Order {
        job: Job {
            id: 1,
            work: Work::Search(search),
        },
        control: JobControl::default(),
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
