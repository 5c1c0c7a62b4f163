//! The ladder as a family of oracles: every step that can afford a position finds
//! its score, and no step ever finds another one.

use claimeven::bench::{Case, TestSet};
use claimeven::game::Score;
use claimeven::ladder::{Resources, Step};
use claimeven::solver::{Mode, StopFlag};

use crate::sample;
use crate::stored;

/// What a step may spend on a position, and a table as small as short keys allow.
fn resources(positions: u64) -> Resources {
    Resources {
        slots: 1 << 17,
        hash_mib: 1,
        positions,
    }
}

/// How many of the cases a step solves; panics at a wrong answer.
fn solved(step: Step, mode: Mode, cases: &[Case], effort: u64) -> usize {
    let mut solver = step.solver(resources(effort)).expect("a megabyte");
    let never = StopFlag::default();
    let solve = |case: &&Case| {
        solver.clear();
        let bounds = solver.solve(&case.position, mode, &never).bounds;
        if bounds.settled(mode) {
            let right = match mode {
                Mode::Strong => bounds.exact() == Some(case.score),
                Mode::Weak => bounds.outcome() == Some(case.score.outcome()),
            };
            assert!(right, "step {step}, {mode:?}: {bounds:?} of {case:?}");
        }
        bounds.settled(mode)
    };
    cases.iter().filter(solve).count()
}

#[test]
fn every_step_that_finds_a_score_finds_the_stored_one() {
    let cases: Vec<Case> = stored::stored()
        .iter()
        .map(|stored| Case {
            line: 0,
            position: sample::position(&stored.moves),
            score: Score::new(stored.score()).expect("a stored score"),
        })
        .collect();
    let late = cases.iter().filter(|case| case.position.stones() >= 24);
    let late: Vec<Case> = late.copied().collect();
    for mode in [Mode::Strong, Mode::Weak] {
        let counts = Step::ALL.map(|step| match step {
            // The engine cannot be limited; it is tested on all of them elsewhere.
            Step::Full => solved(step, mode, &late, u64::MAX),
            _ => solved(step, mode, &cases, 20_000),
        });
        let [min_max, alpha_beta, centre, bits, table, .., lower, full] = counts;
        assert!(min_max > 100, "{counts:?}");
        assert!(alpha_beta > min_max && centre > alpha_beta, "{counts:?}");
        assert!(
            centre == bits && bits < table && table < lower,
            "{counts:?}"
        );
        assert_eq!(full, late.len());
    }
}

const END_EASY: &str = include_str!("../data/end-easy.txt");
const MIDDLE_EASY: &str = include_str!("../data/middle-easy.txt");
const MIDDLE_MEDIUM: &str = include_str!("../data/middle-medium.txt");

fn cases(text: &str) -> Vec<Case> {
    let set = TestSet::parse("made", text).expect("a committed set");
    assert_eq!(set.cases.len(), 100);
    set.cases
}

#[test]
fn every_step_agrees_with_the_committed_sets_as_far_as_it_comes() {
    for (text, effort, first_to_solve_all) in [
        (END_EASY, 200_000, Step::MinMax),
        (MIDDLE_EASY, 20_000, Step::ThreatOrder),
        (MIDDLE_MEDIUM, 20_000, Step::Full),
    ] {
        let cases = cases(text);
        for mode in [Mode::Strong, Mode::Weak] {
            for step in Step::ALL {
                let solved = solved(step, mode, &cases, effort);
                let all = solved == cases.len();
                assert!(all || step < first_to_solve_all, "{step}: {solved}");
            }
        }
    }
}

/// Positions explored on a whole set, with the tutorial's own table.
fn explored(step: Step, mode: Mode, cases: &[Case]) -> u64 {
    let mut solver = step.solver(Resources::default()).expect("64 MiB");
    let nodes = cases.iter().map(|case| {
        solver.clear();
        let never = StopFlag::default();
        solver.solve(&case.position, mode, &never).nodes
    });
    nodes.sum()
}

#[test]
fn the_steps_explore_exactly_what_the_tutorials_programs_explore() {
    // Counted with the programs of Pascal Pons's repository at the tags part3,
    // part9, part10 and part12, on the committed sets.
    for (text, step, strong, weak) in [
        (END_EASY, Step::MinMax, 60_467, 60_467),
        (END_EASY, Step::Foresight, 2_001, 1_346),
        (END_EASY, Step::ThreatOrder, 1_787, 1_160),
        (END_EASY, Step::LowerBounds, 1_719, 1_123),
        (MIDDLE_EASY, Step::Foresight, 309_913, 5_863_495),
        (MIDDLE_EASY, Step::ThreatOrder, 22_290, 34_987),
        (MIDDLE_EASY, Step::LowerBounds, 20_046, 30_790),
        (MIDDLE_MEDIUM, Step::LowerBounds, 5_747_255, 2_770_402),
    ] {
        let cases = cases(text);
        let found = [Mode::Strong, Mode::Weak].map(|mode| explored(step, mode, &cases));
        assert_eq!(found, [strong, weak], "{step}");
    }
}
