//! The engine's first moves without its book, within limits that are too small for a proof.

use claimeven::book::Book;
use claimeven::game::{Column, Mode, Position};
use claimeven::solver::{Limits, Silent, Solver, StopFlag, Task};

/// Returns all boards with one more stone than these.
fn children(boards: &[Position]) -> Vec<Position> {
    let mut children = Vec::new();
    for board in boards {
        children.extend(
            board
                .legal_columns()
                .iter()
                .map(|column| board.play(column)),
        );
    }
    children
}

/// Returns whether a move gives away the outcome of a board, by the book.
fn gives_away(book: &Book, board: &Position, column: Column) -> bool {
    let score = |board| book.lookup(board).expect("the book has the first boards");
    (-score(&board.play(column))).outcome() != score(board).outcome()
}

/// Returns limits within which the choice depends on estimates.
fn limits() -> impl Iterator<Item = Limits> {
    let nodes = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000];
    let nodes = nodes
        .into_iter()
        .map(|nodes| Limits::default().nodes(nodes));
    let depths = (1..=6).map(|depth| Limits::default().depth(depth));
    nodes.chain(depths)
}

#[test]
fn the_first_moves_give_away_no_more_than_the_most_central_ones() {
    let one_stone = children(&[Position::EMPTY]);
    let two_stones = children(&one_stone);
    let boards = [vec![Position::EMPTY], one_stone, two_stones].concat();
    assert_eq!(boards.len(), 1 + 7 + 49);

    let book = Book::embedded();
    let lost_by = |number| {
        let column = Column::from_number(number).expect("a column");
        let lost = |board: &&Position| gives_away(&book, board, column);
        boards.iter().filter(lost).count()
    };
    // The centre gives away some boards and the edge more, so the comparison can fail.
    let by_centre = lost_by(4);
    assert_eq!(by_centre, 14);
    assert!(lost_by(1) > by_centre);

    let mut solver = Solver::without_book(1).expect("1 MiB can be had");
    for limits in limits() {
        let mut by_engine = 0;
        for board in &boards {
            solver.clear();
            let mut task = Task::new(*board, Mode::Strong);
            task.limits = limits;
            let report = solver.search(&task, &StopFlag::default(), &mut Silent);
            let chosen = report.lines[0].column;
            by_engine += usize::from(gives_away(&book, board, chosen));
        }
        assert!(by_engine <= by_centre, "{limits:?}: {by_engine}");
    }
}
