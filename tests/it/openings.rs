//! The opening suite that matches are played with, as it is committed.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use claimeven::book::Book;
use claimeven::game::{Score, fen, notation};
use claimeven::solver::{Solver, StopFlag};
use claimeven::testset::{Recipe, TestSet, openings, reachable};

const OPENINGS: usize = 200;

/// Openings whose score is confirmed here: of the most stones, since those of the
/// fewest take seconds each.
const SOLVED: usize = 8;

fn committed(file: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts/clients");
    fs::read_to_string(folder.join(file)).expect("the suite is committed")
}

#[test]
fn the_committed_suite_holds_different_openings_of_four_to_eight_stones() {
    let set = TestSet::parse("openings", &committed("openings.txt")).expect("a set");
    let epd = committed("openings.epd");
    assert_eq!(set.cases.len(), OPENINGS);
    assert_eq!(epd.lines().count(), OPENINGS);
    let mut keys = HashSet::new();
    for ((case, line), stones) in set.cases.iter().zip(epd.lines()).zip((4..=8).cycle()) {
        let position = case.position;
        assert_eq!(fen::parse(line), Ok(position), "{line}");
        assert_eq!(line.split(' ').count(), 4, "{line}");
        assert_eq!(position.stones(), stones, "{line}");
        assert!(case.score >= Score::DRAW, "{line}");
        assert!(keys.insert(position.key()), "{line}: there twice");
        assert!(
            position == position.mirror() || keys.insert(position.mirror().key()),
            "{line}: there as its mirror image"
        );
    }
}

#[test]
fn committed_openings_are_balanced_and_have_the_score_they_are_given() {
    let set = TestSet::parse("openings", &committed("openings.txt")).expect("a set");
    let mut solver = Solver::new(64).expect("64 MiB can be had");
    let mut confirmed = 0;
    let longest = set.cases.iter().filter(|case| case.position.stones() == 8);
    for case in longest.take(SOLVED) {
        let found = openings::balance(&mut solver, &case.position, &StopFlag::default());
        assert_eq!(found, Some(Some(case.score)), "line {}", case.line);
        confirmed += 1;
    }
    assert_eq!(confirmed, SOLVED);
}

#[test]
fn of_a_position_and_its_mirror_image_no_more_than_one_is_taken() {
    let mut solver = Solver::new(1).expect("a megabyte");
    solver.set_book(Some(Book::embedded().into()));
    let never = StopFlag::default();
    let recipe = |count| Recipe { seed: 1, count };
    let suite = openings::generate(&mut solver, recipe(200), &never, &mut || ());
    let images = suite.openings.iter().map(|opening| opening.position);
    let images: HashSet<u64> = images
        .map(|position| position.canonical().0.key())
        .collect();
    assert_eq!(images.len(), 200);
    // More than half of all that there are.
    let set = reachable::generate(&mut solver, recipe(20), 2, &never, &mut || ());
    let images = set.positions.iter().map(|(moves, _)| {
        let position = notation::replay(&notation::packed(moves)).expect("a game");
        position.canonical().0.key()
    });
    assert_eq!(images.collect::<HashSet<u64>>().len(), 20);
}
