//! The ladder as a family of oracles: every step that can afford a position finds
//! its score, and no step ever finds another one.

use claimeven::bench::{Case, TestSet};
use claimeven::game::Score;
use claimeven::ladder::{Resources, Step};
use claimeven::solver::{Mode, StopFlag};
use claimeven::testset::Kind;

use crate::sample;
use crate::stored;

/// What a step may spend on a position, and a table as small as short keys allow.
fn resources(positions: u64) -> Resources {
    Resources {
        slots: 1 << 17,
        hash_mib: 8,
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
const BEGIN_EASY: &str = include_str!("../data/begin-easy.txt");
const BEGIN_MEDIUM: &str = include_str!("../data/begin-medium.txt");
const BEGIN_HARD: &str = include_str!("../data/begin-hard.txt");

fn cases(text: &str) -> Vec<Case> {
    let set = TestSet::parse("made", text).expect("a committed set");
    assert_eq!(set.cases.len(), 100);
    set.cases
}

#[test]
fn the_committed_sets_hold_the_positions_of_their_kinds() {
    for kind in Kind::all() {
        let text = match kind.name {
            "end-easy" => END_EASY,
            "middle-easy" => MIDDLE_EASY,
            "middle-medium" => MIDDLE_MEDIUM,
            "begin-easy" => BEGIN_EASY,
            "begin-medium" => BEGIN_MEDIUM,
            _ => BEGIN_HARD,
        };
        for case in cases(text) {
            assert!(kind.holds(&case.position, case.score), "{kind:?}: {case:?}");
        }
    }
}

#[test]
fn every_step_agrees_with_the_committed_sets_as_far_as_it_comes() {
    for (text, effort, first_to_solve_all) in [
        (END_EASY, 200_000, Step::MinMax),
        (MIDDLE_EASY, 20_000, Step::ThreatOrder),
        (MIDDLE_MEDIUM, 20_000, Step::Full),
        (BEGIN_EASY, 20_000, Step::Full),
        (BEGIN_MEDIUM, 20_000, Step::Full),
        (BEGIN_HARD, 20_000, Step::Full),
    ] {
        // The engine knows no limit: of the openings it gets the fuller boards.
        let mut cases = cases(text);
        cases.sort_by_key(|case| std::cmp::Reverse(case.position.stones()));
        let cases = match text {
            BEGIN_HARD => &cases[..4],
            BEGIN_MEDIUM => &cases[..40],
            _ => &cases[..],
        };
        for mode in [Mode::Strong, Mode::Weak] {
            for step in Step::ALL {
                let solved = solved(step, mode, cases, effort);
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
    // part9, part10 and part12, on the first positions of the committed sets.
    for (text, count, step, strong, weak) in [
        (END_EASY, 100, Step::MinMax, 60_467, 60_467),
        (END_EASY, 100, Step::Foresight, 2_001, 1_346),
        (END_EASY, 100, Step::ThreatOrder, 1_787, 1_160),
        (END_EASY, 100, Step::LowerBounds, 1_719, 1_123),
        (MIDDLE_EASY, 100, Step::Foresight, 309_913, 5_863_495),
        (MIDDLE_EASY, 100, Step::ThreatOrder, 22_290, 34_987),
        (MIDDLE_EASY, 100, Step::LowerBounds, 20_046, 30_790),
        (MIDDLE_MEDIUM, 100, Step::LowerBounds, 5_747_255, 2_770_402),
        (BEGIN_EASY, 20, Step::ThreatOrder, 22_439, 8_948),
        (BEGIN_EASY, 20, Step::LowerBounds, 20_608, 7_865),
        (BEGIN_MEDIUM, 20, Step::LowerBounds, 16_256_917, 5_158_882),
    ] {
        let cases = &cases(text)[..count];
        let found = [Mode::Strong, Mode::Weak].map(|mode| explored(step, mode, cases));
        assert_eq!(found, [strong, weak], "{step}");
    }
}
