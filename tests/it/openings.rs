//! The opening suite that matches are played with, as it is committed.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use claimeven::game::{Score, fen};
use claimeven::solver::{Solver, StopFlag};
use claimeven::testset::TestSet;
use claimeven::testset::openings;

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
