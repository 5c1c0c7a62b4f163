//! Searches with books of invented scores. A search alone would not find these scores.

use std::sync::Arc;

use super::*;
use crate::book::tests::invented::invent;
use crate::game::random::Random;
use crate::game::{Columns, Mode, Outcome, Score, replay};
use crate::solver::tests::sample;
use crate::solver::{
    AnalysisOptions, Bounds, Limits, Report, Scores, Silent, Solver, StopFlag, Task,
};

/// Returns a book of ply 6 whose deepest scores are invented: from draws to early wins.
fn invented(seed: u64) -> Arc<Book> {
    invented_of_ply(6, seed)
}

fn invented_of_ply(ply: u8, seed: u64) -> Arc<Book> {
    let mut random = Random(seed);
    let mut score = || i8::try_from(random.below(17)).ok().and_then(Score::new);
    let book = invent(ply, |_| score().expect("a score"));
    Arc::new(Book::read(book).expect("just written"))
}

fn solver(book: &Arc<Book>) -> Solver {
    let mut solver = Solver::without_book(1).expect("a megabyte");
    solver.set_book(Some(Arc::clone(book)));
    solver
}

/// Returns positions whose moves all lead to positions in the book.
fn covered(count: usize) -> impl Iterator<Item = Position> {
    sample::positions()
        .filter(|position| position.stones() < 6)
        .take(count)
}

/// Returns the value of each column according to the book.
fn expected(book: &Book, position: &Position) -> Vec<(Column, Bounds)> {
    let value = |column: Column| {
        if position.wins(column) {
            return Score::win_in(1, position.stones());
        }
        -book.lookup(&position.play(column)).expect("covered")
    };
    let columns = position.legal_columns().iter();
    columns
        .map(|column| (column, Bounds::exactly(value(column))))
        .collect()
}

fn search(book: &Arc<Book>, task: &Task) -> Report {
    solver(book).search(task, &StopFlag::default(), &mut Silent)
}

/// Returns the position to which a line leads.
fn end(position: &Position, line: &[Column]) -> Position {
    line.iter().fold(*position, |at, &column| at.play(column))
}

#[test]
fn a_search_takes_every_column_from_the_book_whatever_its_limits() {
    let book = invented(1);
    for position in covered(300) {
        for mode in [Mode::Strong, Mode::Weak] {
            let mut task = Task::all_columns(position, mode);
            task.limits.depth = Some(1);
            let report = search(&book, &task);
            assert_eq!(report.columns, expected(&book, &position), "{position:?}");
            // With five stones, the replies are not in the book.
            assert!(report.solved && (report.nodes == 0 || position.stones() == 5));
            let best = report.lines.first().map(|line| line.bounds);
            let told = book.lookup(&position).map(Bounds::exactly);
            assert_eq!(best, told, "{position:?}");
            assert!(report.lines.is_sorted_by_key(|line| -line.bounds.lower));
        }
    }
}

#[test]
fn no_limit_hides_the_score_of_the_book() {
    // Positions of the book's last ply: their moves lead beyond it.
    let book = Arc::new(Book::embedded());
    let last = |position: &Position| position.stones() == book.ply();
    for position in sample::positions().filter(last).take(20) {
        let mut task = Task::new(position, Mode::Strong);
        task.limits.depth = Some(1);
        let report = search(&book, &task);
        let told = book.lookup(&position).expect("covered");
        assert_eq!(
            report.lines[0].bounds,
            Bounds::exactly(told),
            "{position:?}"
        );

        let mut task = Task::all_columns(position, Mode::Strong);
        task.limits.nodes = Some(1);
        for (_, bounds) in search(&book, &task).columns {
            assert!(bounds.upper <= told, "{position:?}");
        }
    }
}

#[test]
fn lines_follow_the_book_as_far_as_it_goes() {
    let book = invented(2);
    for position in covered(300) {
        let mut task = Task::new(position, Mode::Strong);
        task.limits.nodes = Some(1);
        let report = search(&book, &task);
        let (mut after, mut score) = (position, book.lookup(&position).expect("covered"));
        let line = &report.lines[0].pv;
        assert!(line.len() >= usize::from(6 - position.stones()) || end(&position, line).is_over());
        for column in line {
            if after.stones() == 6 || after.wins(*column) {
                break;
            }
            after = after.play(*column);
            score = -score;
            assert_eq!(book.lookup(&after), Some(score), "{position:?}");
        }
    }
}

#[test]
fn a_line_is_searched_to_the_end_of_the_game_only_without_limits() {
    let book = invented_of_ply(10, 6);
    let position = replay("444444222").expect("a game");
    // Returns the number of columns whose line reaches the end of the game, and the nodes.
    let complete = |limits| {
        let reports = position.legal_columns().iter().map(|column| {
            let task = Task {
                columns: [column].into_iter().collect(),
                limits,
                ..Task::new(position, Mode::Strong)
            };
            let report = search(&book, &task);
            let is_over = end(&position, &report.lines[0].pv).is_over();
            (usize::from(is_over), report.nodes)
        });
        reports.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    };
    let (lines, nodes) = complete(Limits::default());
    assert!(lines == 6 && nodes > 0, "{lines} {nodes}");
    let timed = Limits {
        timed: true,
        ..Limits::default()
    };
    let (some_lines, some_nodes) = complete(timed);
    // Only the replies are searched.
    assert!(some_lines < 6, "{some_lines}");
    assert!(some_nodes < nodes, "{some_nodes} of {nodes}");
}

#[test]
fn search_moves_and_mates_are_answered_from_the_book() {
    let book = invented(3);
    for position in covered(100) {
        let columns: Columns = Column::ALL[1..3].iter().copied().collect();
        let mut task = Task::new(position, Mode::Strong);
        (task.columns, task.limits.timed) = (columns, true);
        let report = search(&book, &task);
        let mut wanted = expected(&book, &position);
        wanted.retain(|(column, _)| columns.contains(*column));
        assert_eq!(report.columns, wanted);
        let best = wanted.iter().map(|(_, bounds)| bounds.lower).max();
        assert_eq!(Some(report.lines[0].bounds.lower), best);

        task.limits.mate = Some(3);
        assert_eq!(search(&book, &task).columns, wanted);
    }
}

#[test]
fn analyses_come_from_the_book_without_a_node() {
    let book = invented(4);
    let mut solver = solver(&book);
    let stop = StopFlag::default();
    for position in covered(300) {
        for (scores, mode) in [(Scores::All, Mode::Strong), (Scores::Best, Mode::Weak)] {
            let options = AnalysisOptions {
                mode,
                scores,
                line: false,
            };
            let answer = solver
                .analyze_until(&position, options, &stop)
                .expect("not stopped");
            let told = book.lookup(&position).expect("covered");
            assert_eq!(answer.bounds.outcome(), Some(told.outcome()));
            assert_eq!(answer.nodes, 0);
            let wanted = expected(&book, &position);
            let found = answer.columns.iter().flatten();
            match scores {
                Scores::All => assert!(found.eq(wanted.iter().map(|(_, bounds)| bounds))),
                Scores::Best | Scores::Ties => assert_eq!(found.count(), 0),
            }
            let best = wanted
                .iter()
                .find(|(column, _)| Some(*column) == answer.best);
            let best = best.map(|(_, bounds)| bounds.lower.outcome());
            assert_eq!(best, Some(told.outcome()), "{position:?}");
        }
        let solution = solver.solve_until(&position, Mode::Strong, &stop);
        assert_eq!(solution.bounds.exact(), book.lookup(&position));
        assert_eq!(solution.nodes, 0);
    }
}

/// A win at once is not in the book. The positions after all other moves are.
#[test]
fn a_limited_search_of_a_win_at_once_needs_no_nodes_beyond_the_book() {
    let mut solver = solver(&invented_of_ply(8, 1));
    let position = replay("112233").expect("a game");
    let mut task = Task::all_columns(position, Mode::Strong);
    task.limits.depth = Some(1);
    let report = solver.search(&task, &StopFlag::default(), &mut Silent);
    assert!(report.solved && report.nodes == 0, "{report:?}");
    assert_eq!(report.lines[0].column.number(), 4);
}

/// In column 1, the second player's stone is at the bottom and the first player's stone is on it.
/// No game leads to this position, but games lead to the positions after it.
#[test]
fn the_book_is_used_inside_the_tree_if_it_lacks_the_root() {
    let most = Score::win_in(2, 6);
    let book = Book::read(invent(6, |_| most)).expect("just written");
    let root = Position::from_bits(0b10, 0b11).expect("one stone each");
    assert_eq!(book.lookup(&root), None);
    let children = root.legal_columns().iter();
    let known = children.filter(|&column| book.lookup(&root.play(column)).is_some());
    assert_eq!(known.count(), 6);
    let mut solver = solver(&Arc::new(book));
    // Search only the move in column 1, whose position the book lacks. By the book, the first
    // player's next stone elsewhere leads to a win.
    let mut task = Task::new(root, Mode::Weak);
    task.columns = Column::ALL[..1].iter().copied().collect();
    let report = solver.search(&task, &StopFlag::default(), &mut Silent);
    assert_eq!(report.lines[0].bounds.outcome(), Some(Outcome::Win));
    assert!(report.nodes > 0 && report.book_hits > 6, "{report:?}");
}

#[test]
fn beyond_the_book_and_without_it_the_nodes_are_the_same() {
    let book = invented(5);
    let stop = StopFlag::default();
    let mut checked = 0;
    for position in sample::positions()
        .filter(|position| position.stones() > 14)
        .take(100)
    {
        let with = solver(&book).solve_until(&position, Mode::Strong, &stop);
        let mut without = solver(&book);
        without.set_book(None);
        assert_eq!(without.solve_until(&position, Mode::Strong, &stop), with);
        checked += with.nodes;
    }
    assert!(checked > 1000);
    let position = replay("4453").expect("a game");
    let mut task = Task::new(position, Mode::Strong);
    task.limits.depth = Some(6);
    let mut without = Solver::without_book(1).expect("a megabyte");
    let report = without.search(&task, &stop, &mut Silent);
    assert!(report.nodes > 0 && report.book_hits == 0);
}

/// The checksum of a book does not prove its scores.
#[test]
fn a_book_with_wrong_scores_does_not_break_a_search() {
    for ply in [9, 10] {
        let stop = StopFlag::default();
        for score in [-9, 0, 9] {
            let score = Score::new(score).expect("a score");
            let book = Book::read(invent(ply, |_| score)).expect("just written");
            let mut solver = solver(&Arc::new(book));
            let last = sample::positions().filter(|position| position.stones() == ply);
            for position in last.take(20) {
                let mut task = Task::all_columns(position, Mode::Strong);
                task.limits.nodes = Some(2_000);
                let report = solver.search(&task, &stop, &mut Silent);
                assert!(
                    report
                        .columns
                        .iter()
                        .all(|(_, bounds)| bounds.lower <= bounds.upper)
                );
                solver.solve_until(&position, Mode::Strong, &stop);
            }
        }
    }
}
