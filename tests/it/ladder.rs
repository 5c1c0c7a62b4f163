//! The ladder as a family of oracles: every step that can afford a position finds
//! its score, and no step ever finds another one.

use claimeven::bench::Case;
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
