//! Tests of the solver's public interface.

pub(super) mod sample;

use super::*;
use crate::game::{Column, Columns, Score, replay};

fn solver_of(hash_mib: usize) -> Solver {
    Solver::without_book(hash_mib).expect("some MiB can be had")
}

/// Searches until the task is done or a limit of the task is reached.
fn report(solver: &mut Solver, task: &Task) -> Report {
    solver.search(task, &StopFlag::default(), &mut Silent)
}

#[test]
fn a_symmetric_position_has_symmetric_bounds_whenever_the_search_ends() {
    let early = [1_000, 20_000, 200_000].map(|nodes| ("", nodes));
    let later = (1..1500).step_by(3).map(|nodes| ("32561375", nodes));
    for (moves, nodes) in early.into_iter().chain(later) {
        let position = replay(moves).expect("a game");
        assert_eq!(position, position.mirror());
        let mut solver = solver_of(1);
        let mut task = Task::all_columns(position, Mode::Strong);
        task.limits.nodes = Some(nodes);
        let report = report(&mut solver, &task);
        for (column, bounds) in &report.columns {
            let mirror = column.mirror();
            assert!(
                report.columns.contains(&(mirror, *bounds)),
                "{column:?} {nodes}"
            );
        }
    }
}

#[test]
fn estimates_fall_with_the_rank_and_agree_with_the_bounds() {
    let mut solver = solver_of(1);
    let (mut estimates, mut halves) = (0, 0);
    let positions = sample::positions().filter(|position| position.stones() < 22);
    for (position, nodes) in positions.take(2400).zip((500..8000).cycle().step_by(97)) {
        let mut task = Task::all_columns(position, Mode::Strong);
        task.limits.nodes = Some(nodes);
        let report = report(&mut solver, &task);
        let open = report.lines.iter();
        let open = open.filter(|line| line.bounds.outcome().is_none());
        let mut before = i32::MAX;
        for Line {
            bounds, estimate, ..
        } in open
        {
            assert!(*estimate <= before, "{position:?} {nodes}");
            before = *estimate;
            let (lower, upper) = (bounds.lower.get(), bounds.upper.get());
            assert!(lower < 0 || *estimate > 0, "{position:?} {nodes}");
            assert!(upper > 0 || *estimate < 0, "{position:?} {nodes}");
            estimates += 1;
            halves += usize::from(lower == 0 || upper == 0);
        }
    }
    assert!(estimates > 5000 && halves > 50, "{estimates}, {halves}");
}

/// Checks that a line is legal, and that its end and the positions in the book agree with the bounds
/// of its first move. In weak mode, only the outcome must agree, if it is proven. Returns the number
/// of positions in the book.
fn assert_fits(position: &Position, mode: Mode, line: &Line, book: Option<&Book>) -> usize {
    assert_eq!(line.pv.first(), Some(&line.column));
    let (mut end, mut bounds, mut booked) = (*position, line.bounds, 0);
    for &column in &line.pv {
        assert!(end.can_play(column), "{position:?} {line:?}");
        end = end.play(column);
        bounds = -bounds;
        if mode == Mode::Strong
            && let Some(score) = book.and_then(|book| book.lookup(&end))
        {
            let is_within = bounds.lower <= score && score <= bounds.upper;
            assert!(is_within, "{position:?} {line:?}");
            booked += 1;
        }
    }
    let bounds = line.bounds;
    if end.is_over() {
        let found = Bounds::of_finished(&end);
        let same_side = line.pv.len().is_multiple_of(2);
        let score = if same_side { found } else { -found }.lower;
        let is_outcome = mode == Mode::Weak && bounds.exact().is_none();
        let has_outcome = is_outcome && bounds.outcome() == Some(score.outcome());
        let is_within = bounds.lower <= score && score <= bounds.upper;
        assert!(has_outcome || is_within, "{position:?} {line:?}");
    } else if let Some(score) = bounds.exact() {
        let plies = usize::from(score.plies(position.stones()));
        assert!(line.pv.len() < plies, "{position:?} {line:?}");
    }
    booked
}

#[test]
fn a_line_never_contradicts_the_bounds_of_its_first_move() {
    let mut solver = solver_of(1);
    let (mut exact, mut open, mut booked) = (0, 0, 0);
    for book in [None, Some(Arc::new(Book::embedded()))] {
        solver.set_book(book.clone());
        let positions = sample::positions().filter(|position| position.stones() < 24);
        for (position, nodes) in positions.take(3000).zip((1..4000).cycle().step_by(97)) {
            let mode = [Mode::Strong, Mode::Weak][usize::from(nodes % 3 == 0)];
            let mut task = Task::all_columns(position, mode);
            task.limits.nodes = Some(nodes);
            let report = report(&mut solver, &task);
            for line in &report.lines {
                booked += assert_fits(&position, mode, line, book.as_deref());
                exact += usize::from(line.bounds.exact().is_some());
                open += usize::from(line.bounds.outcome().is_none());
            }
        }
    }
    assert!(
        exact > 5000 && open > 5000 && booked > 500,
        "{exact}, {open}, {booked}"
    );
}

/// Checks that every move of a line with a proven score keeps this score.
fn assert_keeps(judge: &mut Solver, position: &Position, line: &Line) {
    let (mut after, mut bounds) = (*position, line.bounds);
    for &column in &line.pv {
        after = after.play(column);
        bounds = -bounds;
        let found = judge.solve_until(&after, Mode::Strong, &StopFlag::default());
        let score = found.bounds.exact().expect("not stopped");
        let keeps = match bounds.exact() {
            Some(expected) => score == expected,
            None => Some(score.outcome()) == bounds.outcome(),
        };
        assert!(keeps, "{position:?} {line:?}");
    }
}

#[test]
fn a_line_cut_short_by_a_limit_keeps_the_proven_value() {
    let mut solver = solver_of(1);
    let mut judge = solver_of(4);
    let book = Arc::new(Book::embedded());
    judge.set_book(Some(Arc::clone(&book)));
    for (book, stones, count) in [(None, 19..26, 4000), (Some(book), 9..16, 1500)] {
        solver.set_book(book);
        let (mut exact, mut outcomes, mut alone) = (0, 0, 0);
        let positions = sample::positions().filter(|position| stones.contains(&position.stones()));
        for (position, number) in positions.take(count).zip((10..4000).cycle().step_by(37)) {
            solver.clear();
            let limits = match number % 4 {
                0 => depth(2),
                _ => nodes(number),
            };
            let task = match number % 3 {
                0 => Task::new(position, Mode::Strong),
                _ => Task::all_columns(position, Mode::Strong),
            };
            let task = Task { limits, ..task };
            let report = report(&mut solver, &task);
            assert!(limits.nodes.is_none_or(|most| report.nodes <= most));
            for line in &report.lines {
                if line.bounds.outcome().is_some() {
                    assert_keeps(&mut judge, &position, line);
                    exact += usize::from(line.bounds.exact().is_some());
                    outcomes += usize::from(line.bounds.exact().is_none());
                    let continues = !position.play(line.column).is_over();
                    alone += usize::from(continues && line.pv.len() == 1);
                }
            }
        }
        assert!(exact > 1000 && outcomes > 100, "{exact}, {outcomes}");
        assert!(alone * 10 < exact, "{alone} of {exact} without a reply");
    }
}

#[test]
fn a_finished_game_has_its_score_without_a_search() {
    for (moves, score) in [("1212121", -18), ("4455667", -18)] {
        let position = replay(moves).expect("a game");
        assert!(position.is_over());
        let mut solver = solver_of(1);
        let stop = StopFlag::default();
        let exact = Some(crate::game::Score::proven(score));
        for policy in [WindowPolicy::Single, WindowPolicy::Related] {
            solver.set_window_policy(policy);
            let solution = solver.solve_until(&position, Mode::Strong, &stop);
            assert_eq!((solution.bounds.exact(), solution.nodes), (exact, 0));
        }
    }
}

#[test]
fn solvers_that_share_a_table_share_their_proofs_and_the_book() {
    let mut first = solver_of(4);
    let mut second = first.sharing().expect("1 MiB can be had");
    let position = replay("44444222").expect("a legal line");
    let stop = StopFlag::default();
    let cold = first.solve_until(&position, Mode::Strong, &stop);
    let warm = second.solve_until(&position, Mode::Strong, &stop);
    assert_eq!(warm.bounds, cold.bounds);
    assert!(
        warm.nodes * 10 < cold.nodes,
        "{} {}",
        warm.nodes,
        cold.nodes
    );

    first.clear();
    let again = first.solve_until(&position, Mode::Strong, &stop);
    assert_eq!(again.nodes, cold.nodes);

    first.set_book(Some(Arc::new(Book::embedded())));
    let mut third = first.sharing().expect("1 MiB can be had");
    let booked = third.solve_until(&Position::EMPTY, Mode::Strong, &stop);
    let score = booked.bounds.exact().map(Score::get);
    assert_eq!((score, booked.nodes), (Some(1), 0));
}

fn limited(moves: &str, limits: Limits) -> Report {
    let mut solver = solver_of(4);
    let position = replay(moves).expect("a game");
    let task = Task {
        limits,
        ..Task::new(position, Mode::Strong)
    };
    report(&mut solver, &task)
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

fn depth(depth: u8) -> Limits {
    Limits {
        depth: Some(depth),
        ..Limits::default()
    }
}

#[test]
fn a_search_to_a_depth_ends_exactly_there() {
    for plies in 1..8 {
        assert_eq!(limited("", depth(plies)).depth, plies);
    }
}

#[test]
fn a_depth_ends_once_the_position_is_solved() {
    let moves = "2541266355551";
    let unlimited = limited(moves, Limits::default());
    let report = limited(moves, depth(28));
    assert_eq!(report.lines[0].bounds, unlimited.lines[0].bounds);
    assert!(report.solved);
    // A depth-limited search to this depth takes a thousand times the nodes of the proof.
    assert!(report.nodes < 20 * unlimited.nodes, "{}", report.nodes);
}

#[test]
fn a_depth_that_covers_the_whole_game_is_no_limit() {
    let moves = "2232341145311512135567";
    let whole = limited(moves, depth(20));
    assert!(whole.solved);
    assert_eq!(whole.nodes, limited(moves, Limits::default()).nodes);
}

#[test]
fn a_mate_found_by_a_mate_search_has_its_distance() {
    let limits = Limits {
        mate: Some(19),
        ..Limits::default()
    };
    let report = limited("445332", limits);
    let score = report.lines[0].bounds.exact();
    assert_eq!(score.map(Score::get), Some(2));
}

#[test]
fn a_resized_table_replaces_the_tables_of_all_threads() {
    let mut solver = solver_of(1);
    solver.set_threads(2);
    let position = replay("44444222").expect("a game");
    solver.solve_until(&position, Mode::Strong, &StopFlag::default());
    assert!(solver.pool.has_helped());
    solver.resize(2).expect("2 MiB can be had");
    assert!(!solver.pool.has_helped());
}

#[test]
fn no_table_has_0_mib() {
    assert!(matches!(Solver::new(0), Err(TableError::Zero)));
    assert!(matches!(Solver::without_book(0), Err(TableError::Zero)));
    let mut solver = solver_of(1);
    let error = solver.resize(0).expect_err("0 is refused");
    assert_eq!(
        error.to_string(),
        "expected a table of at least 1 MiB; found 0"
    );
}

#[test]
fn the_only_move_that_can_have_the_books_score_has_it() {
    let mut solver = solver_of(1);
    solver.set_book(Some(Arc::new(Book::embedded())));
    let mut glance = |moves: &str, columns: Columns| {
        let position = replay(moves).expect("a game");
        let mut task = Task::all_columns(position, Mode::Strong);
        task.limits.nodes = Some(1);
        task.columns = columns;
        let report = report(&mut solver, &task);
        report.columns
    };
    // All other moves lose at once, and by the book the position is won.
    let found = glance("447141356177", Columns::ALL);
    assert_eq!(found[0].1.exact().map(Score::get), Some(4));
    // If only some moves are searched, none of them needs to have the book's score. This one is
    // worth 3, and another one is worth 5.
    let found = glance("612755556515", [Column::ALL[3]].into_iter().collect());
    assert!(found[0].1.lower.get() <= 3);
}

/// Searches for one and for all lines, on one thread and on two, with a warm table.
#[test]
fn the_first_line_of_a_search_without_limits_is_that_of_an_analysis() {
    let mut judge = solver_of(4);
    let stop = StopFlag::default();
    let options = AnalysisOptions {
        mode: Mode::Strong,
        scores: Scores::Best,
        line: true,
    };
    // These positions are their own mirror images.
    let symmetric = ["4444442266", "32561375"].map(|moves| replay(moves).expect("a game"));
    let mut choices = 0;
    for threads in [1, 2] {
        let mut solver = solver_of(4);
        solver.set_threads(threads);
        let positions = sample::positions().filter(|position| position.stones() > 17);
        for position in symmetric.into_iter().chain(positions).take(400) {
            let analysis = judge.analyze_until(&position, options, &stop);
            let analysis = analysis.expect("not stopped");
            let one = Task::new(position, Mode::Strong);
            for task in [one, Task::all_columns(position, Mode::Strong)] {
                let report = report(&mut solver, &task);
                assert_eq!(report.lines[0].pv, analysis.line, "{position:?}");
                let exact = report.lines[0].bounds.exact();
                assert_eq!(exact, analysis.bounds.exact(), "{position:?}");
                let value = |other: &&Line| other.bounds == report.lines[0].bounds;
                choices += usize::from(report.lines.iter().filter(value).count() > 1);
            }
        }
    }
    assert!(choices > 100, "only {choices} with a choice");
}

#[test]
fn each_of_several_lines_has_an_estimate_of_its_own() {
    let (mut equal, mut all) = (0, 0);
    for moves in ["", "4", "44", "443", "1234", "725"] {
        let position = replay(moves).expect("a game");
        let estimates = |columns| {
            let task = Task {
                columns,
                limits: depth(4),
                ..Task::all_columns(position, Mode::Strong)
            };
            let mut solver = solver_of(1);
            let report = report(&mut solver, &task);
            let lines = report.lines.into_iter();
            lines
                .map(|line| (line.column, line.estimate))
                .collect::<Vec<_>>()
        };
        for (column, estimate) in estimates(Columns::ALL) {
            let alone = estimates([column].into_iter().collect());
            equal += usize::from(alone == [(column, estimate)]);
            all += 1;
        }
    }
    // Not all are equal, because the tables are not the same.
    assert!(all > 40 && equal * 10 >= all * 9, "{equal} of {all}");
}

#[test]
fn a_new_solver_has_the_book_and_is_printed_without_its_table() {
    let new = Solver::new(1).expect("1 MiB can be had");
    assert_eq!(new.book.is_some(), cfg!(feature = "book"));
    let mut without = solver_of(1);
    assert!(without.book.is_none());
    without.set_book(new.book);
    let printed = format!("{without:?}");
    assert!(printed.len() < 200, "{printed}");
}

#[test]
fn a_search_that_pauses_finds_the_same() {
    let stop = StopFlag::default();
    let mut count = 0;
    let positions = sample::positions().filter(|position| (12..24).contains(&position.stones()));
    for (position, mode) in positions
        .zip([Mode::Strong, Mode::Weak].into_iter().cycle())
        .take(60)
    {
        let mut solver = solver_of(1);
        for task in [Task::new(position, mode), Task::all_columns(position, mode)] {
            solver.clear();
            let whole = report(&mut solver, &task);
            solver.clear();
            let mut search = solver.begin_search(&task);
            let paused = loop {
                let report = solver.resume_search(&mut search, 700, &stop, &mut Silent);
                if let Some(report) = report {
                    break report;
                }
                count += 1;
            };
            assert!(whole.solved && paused.solved);
            let outcomes = |report: &Report| {
                let bounds = report.columns.iter().map(|(_, bounds)| bounds);
                bounds.map(|bounds| bounds.outcome()).collect::<Vec<_>>()
            };
            if mode == Mode::Strong {
                assert_eq!(paused.lines[0].bounds, whole.lines[0].bounds, "{position}");
                assert_eq!(paused.lines[0].pv, whole.lines[0].pv, "{position}");
            }
            if task.lines > 1 {
                assert_eq!(outcomes(&paused), outcomes(&whole), "{position}");
            }
        }
    }
    assert!(count > 500, "only {count} pauses");
}
