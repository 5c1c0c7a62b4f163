//! Test sets from random play: the committed ones follow from their seed.

use std::collections::HashSet;
use std::fs;

use claimeven::book::Book;
use claimeven::game::{Score, fen, replay};
use claimeven::internals::measure::testset::{
    self, Filter, MadeSet, PositionKind, Recipe, TestSet,
};
use claimeven::internals::notation;
use claimeven::solver::{Solver, StopFlag};

use crate::pages::root;

const OPENINGS: usize = 200;

/// The number of openings whose score is confirmed here. They have the most stones, since those
/// with the fewest take seconds each.
const SOLVED: usize = 8;

fn committed(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("the set is committed")
}

fn openings() -> TestSet {
    let text = committed("scripts/clients/openings.txt");
    TestSet::parse("openings", &text).expect("a set")
}

/// Makes a set with seed 1. It uses the book, because positions of few stones take an hour without
/// it.
fn make(filter: Filter, count: usize) -> MadeSet {
    let mut solver = Solver::without_book(16).expect("16 MiB can be had");
    solver.set_book(Some(Book::embedded().into()));
    let seed = 1;
    let recipe = Recipe {
        filter,
        seed,
        count,
    };
    testset::generate(&mut solver, recipe, &StopFlag::default(), &mut || ())
}

#[test]
fn the_committed_sets_follow_from_their_seed() {
    for kind in PositionKind::ALL {
        let sample = committed(&format!("src/measure/testset/samples/{}.txt", kind.name));
        let made = make(Filter::Kind(kind), 100).to_string();
        assert!(made.lines().eq(sample.lines()), "{made}");
    }
    let suite = make(Filter::Balanced, OPENINGS);
    let lines = committed("scripts/clients/openings.txt");
    assert!(suite.to_string().lines().eq(lines.lines()));
    let epd = committed("scripts/clients/openings.epd");
    assert!(suite.epd().lines().eq(epd.lines()));
}

#[test]
fn the_committed_openings_are_different_and_have_four_to_eight_stones() {
    let set = openings();
    let epd = committed("scripts/clients/openings.epd");
    assert_eq!(set.cases.len(), OPENINGS);
    assert_eq!(epd.lines().count(), OPENINGS);
    let mut images = HashSet::new();
    for ((case, line), stones) in set.cases.iter().zip(epd.lines()).zip((4..=8).cycle()) {
        let position = case.position;
        assert_eq!(fen::parse(line), Ok(position), "{line}");
        assert_eq!(line.split(' ').count(), 4, "{line}");
        assert_eq!(position.stones(), stones, "{line}");
        assert!(case.score >= 0, "{line}");
        let is_new = images.insert(position.canonical().0.key());
        assert!(is_new, "{line}: there twice or as its mirror image");
    }
}

#[test]
fn committed_openings_are_balanced_and_have_the_score_they_are_given() {
    let set = openings();
    let mut solver = Solver::without_book(64).expect("64 MiB can be had");
    let mut confirmed = 0;
    let longest = set.cases.iter().filter(|case| case.position.stones() == 8);
    for case in longest.take(SOLVED) {
        let found = Filter::Balanced.score(&mut solver, &case.position, &StopFlag::default());
        assert_eq!(found, Some(Score::new(case.score)), "line {}", case.line);
        confirmed += 1;
    }
    assert_eq!(confirmed, SOLVED);
}

#[test]
fn a_set_has_a_position_or_its_mirror_image_but_not_both() {
    // More than half of all such positions.
    let set = make(Filter::Ply(2), 20);
    let images = set.positions.iter().map(|(moves, _)| {
        let position = replay(&notation::packed(moves)).expect("a game");
        position.canonical().0.key()
    });
    assert_eq!(images.collect::<HashSet<u64>>().len(), 20);
}
