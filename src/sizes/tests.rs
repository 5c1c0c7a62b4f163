//! Checks of the solver against a plain search, and of the table's keys.

use std::collections::HashMap;

use super::{Position, Size, Solver};

/// Finds the scores of all positions that can be reached from `position`, by trying every move.
fn score(position: Position, known: &mut HashMap<Position, i8>) -> i8 {
    let to_the_end = |stones: u8| ((position.size().cells() + 1 - stones) / 2).cast_signed();
    if position.is_lost() {
        return -to_the_end(position.stones() - 1);
    }
    if let Some(&score) = known.get(&position) {
        return score;
    }
    let columns: Vec<u8> = position.legal_columns().collect();
    let values = columns.into_iter().map(|column| {
        let after = position.play(column).expect("a legal move");
        -self::score(after, known)
    });
    let best = values.max().unwrap_or(0);
    known.insert(position, best);
    best
}

/// Checks the solver on every position of a size that is not over.
fn check_every_position(size: &str) {
    let size: Size = size.parse().expect("a size");
    let mut known = HashMap::new();
    score(Position::empty(size), &mut known);
    let mut solver = Solver::new(size, 16).expect("16 MiB can be had");
    for (position, score) in &known {
        assert_eq!(solver.solve(position), *score, "{position:?}");
    }
    assert!(known.len() > 100_000, "{}", known.len());
}

#[test]
fn every_score_on_4x4_is_that_of_a_plain_search() {
    check_every_position("4x4");
}

#[test]
fn every_score_on_5x4_is_that_of_a_plain_search() {
    check_every_position("5x4");
}

#[test]
fn every_score_on_4x5_is_that_of_a_plain_search() {
    check_every_position("4x5");
}

/// Takes minutes and some gigabytes.
#[test]
#[ignore = "minutes: run it after a change of `sizes`"]
fn every_score_on_5x5_and_6x4_is_that_of_a_plain_search() {
    check_every_position("6x4");
    check_every_position("5x5");
}
