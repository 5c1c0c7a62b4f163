//! The engine with its opening book, whatever the ply of the book.

use std::sync::Arc;

use claimeven::book::Book;
use claimeven::game::{Columns, Mode, Position};
use claimeven::internals::build::{Sample, solve_again};
use claimeven::internals::measure::bench;
use claimeven::internals::measure::testset::{Case, PositionKind};
use claimeven::solver::{Silent, Solver, StopFlag, Task};

use crate::helpers::engine::{Engine, fits};
use crate::helpers::folder::Folder;
use crate::helpers::program::{assert_contains, assert_starts};
use crate::helpers::sample::{self, Play, Random};

fn solver(book: Option<Book>) -> Solver {
    let mut solver = Solver::without_book(16).expect("memory for a small table");
    solver.set_book(book.map(Arc::new));
    solver
}

/// Returns the last line before the answer.
fn last_info(lines: &[String]) -> &str {
    let mut lines = lines.iter().rev();
    let info = lines.find(|line| line.starts_with("info depth "));
    info.expect("a search reports something")
}

/// Returns the number or word after a name in an `info` line.
fn field<'a>(info: &'a str, name: &str) -> &'a str {
    let mut words = info.split(' ').skip_while(|word| *word != name);
    words
        .nth(1)
        .unwrap_or_else(|| panic!("no {name} in {info}"))
}

#[test]
fn openings_have_the_scores_that_a_search_without_the_book_finds() {
    let ply = Book::embedded().ply();
    // A shallow book has only hard positions: a few are enough.
    let count = if ply < 8 { 2 } else { 40 };
    let (mut with, mut without) = (solver(Some(Book::embedded())), solver(None));
    let stop = StopFlag::default();
    let mut random = Random::seeded(5);
    for _ in 0..count {
        let moves = sample::undecided(&mut random, ply.into(), Play::Careful);
        let position = sample::position(&moves);
        let found = with.solve_until(&position, Mode::Strong, &stop);
        assert_eq!(found.nodes, 0, "{position:?}");
        let searched = without.solve_until(&position, Mode::Strong, &stop);
        assert_eq!(found.bounds, searched.bounds, "{position:?}");
    }
}

#[test]
fn hard_positions_have_the_scores_that_a_search_without_the_book_finds() {
    let book = Book::embedded();
    let ply = book.extra_ply().expect("the book has been deepened");
    let sample = Sample {
        ply,
        count: 40,
        seed: 7,
    };
    let never = StopFlag::default();
    let right = solve_again(&book, sample, &mut solver(None), &never, &mut || {});
    assert_eq!(right, Ok(40));
}

#[test]
fn known_scores_are_found_with_the_book() {
    let mut solver = solver(Some(Book::embedded()));
    let stop = StopFlag::default();
    let ply = Book::embedded().ply();
    let mut easy = PositionKind::ALL[3].sample();
    easy.cases.extend(bench::built_in().cases);
    let (mut searched, mut looked_up) = (0, 0);
    for case in &easy.cases {
        let solution = solver.solve_until(&case.position, Mode::Strong, &stop);
        assert_eq!(
            solution.bounds.exact().map(i8::from),
            Some(case.score),
            "{case:?}"
        );
        searched += usize::from(solution.nodes > 0);
        looked_up += usize::from(case.position.stones() <= ply && solution.nodes == 0);
    }
    let is_covered = |case: &&Case| case.position.stones() <= ply;
    assert_eq!(looked_up, easy.cases.iter().filter(is_covered).count());
    assert!(searched > 30);
}

#[test]
fn an_opening_is_answered_exactly_by_any_go() {
    let mut engine = Engine::start();
    for go in [
        "go depth 1",
        "go nodes 1",
        "go movetime 5",
        "go wtime 9 btime 9",
        "go mate 21",
    ] {
        let lines = engine.ask(go, "bestmove ...");
        let info = last_info(&lines);
        assert_contains(info, " score mate 21 nodes ");
        assert_ne!(field(info, "tbhits"), "0", "{info}");
        assert_eq!(lines.last().map(String::as_str), Some("bestmove 4"), "{go}");
    }
    let lines = engine.ask("go searchmoves 1 7", "bestmove ...");
    assert_contains(last_info(&lines), " score mate -20 ");
    let lines = engine.ask(
        "setoption name MultiPV value 3\ngo movetime 5",
        "bestmove ...",
    );
    let last = lines.iter().rev().skip(1).take(3);
    assert!(
        last.map(|info| field(info, "multipv")).eq(["3", "2", "1"]),
        "{lines:?}"
    );
    engine.ready_after("go ponder wtime 1000 btime 1000");
    engine.send("ponderhit");
    assert_eq!(engine.expect("bestmove ..."), "bestmove 4");
    engine.send("analyze movetime 5");
    let wanted = "analysis 1:-2 2:-1 3:0 4:1 5:0 6:-1 7:-2";
    assert_eq!(engine.expect("analysis ..."), wanted);
}

#[test]
fn without_own_book_a_search_visits_the_nodes_of_one_without_a_book() {
    let mut task = Task::new(Position::EMPTY, Mode::Strong);
    task.limits.depth = Some(8);
    let mut solver = Solver::without_book(64).expect("64 MiB can be had");
    let report = solver.search(&task, &StopFlag::default(), &mut Silent);
    assert!(report.nodes > 100 && report.book_hits == 0);
    let mut engine = Engine::start_without_book();
    let lines = engine.ask("go depth 8", "bestmove ...");
    assert_eq!(field(last_info(&lines), "nodes"), report.nodes.to_string());
    assert_eq!(field(last_info(&lines), "tbhits"), "0");
    assert!(!lines.iter().any(|line| line.contains("book")), "{lines:?}");
    let lines = engine.ask(
        "setoption name OwnBook value true\ngo depth 8",
        "bestmove ...",
    );
    assert_eq!(field(last_info(&lines), "nodes"), "0");
}

#[test]
fn a_book_in_use_is_reported_once() {
    let mut engine = Engine::start();
    let lines = engine.ask("go nodes 1", "bestmove ...");
    let (ply, stored) = (Book::embedded().ply(), Book::embedded().stored());
    let report = format!("info string book of ply {ply}, {stored} positions, ");
    assert_starts(&lines[0], &report);
    let lines = engine.ask("go nodes 1", "bestmove ...").concat();
    assert!(!lines.contains("book of ply"), "{lines}");
}

/// The error contains no byte of a file that is not a book: a client must not read files this way.
#[test]
fn an_invalid_book_is_one_error_line_and_the_earlier_book_stays() {
    let whole = Book::embedded().bytes().to_vec();
    let mut changed = whole.clone();
    *changed.last_mut().expect("a book has bytes") ^= 1;
    let folder = Folder::new();
    let mut engine = Engine::start();
    let short = "found ... bytes, expected ...";
    let checksum = "byte 32: found checksum ..., expected ... for these bytes";
    let foreign = "expected a file that holds a book";
    for (bytes, error) in [
        (&whole[..whole.len() - 64], short),
        (&changed, checksum),
        (b"\x7fELF", foreign),
        (b"secret", foreign),
        (b"root:*:0", foreign),
        (b"secret secret secret secret secret secret\n", foreign),
        (b"", foreign),
    ] {
        let path = folder.write("file", bytes);
        let set = format!("setoption name BookFile value {path}");
        let lines = engine.ready_after(&set);
        let error =
            format!("info string error BookFile {path}: {error}; the book of ply ... stays");
        assert!(lines.len() == 2 && fits(&error, &lines[0]), "{lines:?}");
    }
    let good = folder.write("good", &whole);
    let set = format!("setoption name BookFile value {good}\ngo depth 1");
    let lines = engine.ask(&set, "bestmove ...");
    assert_starts(&lines[0], "info string book of ply ");
    assert_contains(last_info(&lines), " score mate 21 nodes 0 ");
}

#[test]
fn columns_of_an_opening_have_the_scores_of_the_book() {
    let book = Book::embedded();
    let mut solver = solver(Some(Book::embedded()));
    let mut random = Random::seeded(9);
    let mut compared = 0;
    for index in 0..200 {
        let stones = index % usize::from(book.ply()).max(1);
        let position = sample::position(&sample::undecided(&mut random, stones, Play::Careful));
        let mut task = Task::all_columns(position, [Mode::Strong, Mode::Weak][index % 2]);
        task.limits.depth = Some(1);
        let report = solver.search(&task, &StopFlag::default(), &mut Silent);
        for (column, bounds) in report.columns {
            if !position.wins(column) {
                let wanted = book.lookup(&position.play(column)).map(|score| -score);
                assert_eq!(bounds.exact(), wanted, "{position:?}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500 || book.ply() == 0);
}

#[test]
fn a_line_agrees_with_the_exact_scores_of_the_book() {
    let ply = usize::from(Book::embedded().ply());
    let mut solver = solver(Some(Book::embedded()));
    let mut random = Random::seeded(11);
    let mut fitting = 0;
    for _ in 0..12 {
        let stones = ply.saturating_sub(1);
        let position = sample::position(&sample::undecided(&mut random, stones, Play::Careful));
        for column in position.legal_columns().iter() {
            let task = Task::new(position, Mode::Weak).columns(Columns::from_iter([column]));
            let report = solver.search(&task, &StopFlag::default(), &mut Silent);
            let line = &report.lines[0];
            if let Some(score) = line.bounds.exact() {
                let plies = usize::from(score.plies(position.stones()));
                assert_eq!(line.pv.len(), plies, "{position:?} {:?}", line.column);
                fitting += 1;
            }
        }
    }
    assert!(fitting > 30 || ply == 0, "only {fitting}");
}
