//! The steps of the ladder as oracles: each finds the score of a position or gives up, and none
//! finds a wrong score.

use std::time::Duration;

use claimeven::game::Mode;
use claimeven::internals::measure::ladder::measure::measure;
use claimeven::internals::measure::ladder::{Resources, Step};
use claimeven::internals::measure::testset::Case;
use claimeven::internals::measure::testset::PositionKind;
use claimeven::solver::{StopFlag, Until};

use crate::helpers::program::{assert_contains, claimeven};
use crate::stored_scores;

/// A table as small as short keys allow.
const SMALL: Resources = Resources {
    slots: 1 << 17,
    hash_mib: 8,
};

/// Returns how many of the cases a step solves. Panics at a wrong answer.
fn solved(step: Step, mode: Mode, cases: &[Case], effort: u64) -> usize {
    let mut solver = step.solver(SMALL).expect("a megabyte");
    let flag = StopFlag::default();
    // The engine is not limited, because it must solve all.
    let until = Until::from(&flag).nodes((step.name() != "full").then_some(effort));
    let solve = |case: &&Case| {
        solver.clear();
        let (bounds, _) = solver.solve(&case.position, mode, until);
        if bounds.is_solved(mode) {
            let right = match mode {
                Mode::Strong => bounds.exact() == Some(case.score),
                Mode::Weak => bounds.lower.signum() == case.score.signum(),
            };
            assert!(right, "step {step}, {mode:?}: {bounds:?} of {case:?}");
        }
        bounds.is_solved(mode)
    };
    cases.iter().filter(solve).count()
}

#[test]
fn every_step_that_finds_a_score_finds_the_stored_one() {
    let cases: Vec<Case> = stored_scores::stored()
        .iter()
        .map(|stored| Case {
            line: 0,
            position: stored.position,
            score: stored.score(),
        })
        .collect();
    let late = cases.iter().filter(|case| case.position.stones() >= 24);
    let late: Vec<Case> = late.copied().collect();
    for mode in [Mode::Strong, Mode::Weak] {
        let counts = Step::all().map(|step| match step.name() {
            "full" => solved(step, mode, &late, 20_000),
            _ => solved(step, mode, &cases, 20_000),
        });
        let counts: Vec<usize> = counts.collect();
        let [
            min_max,
            alpha_beta,
            centre,
            bits,
            table,
            ..,
            lower,
            sized,
            full,
        ] = counts[..]
        else {
            panic!("{counts:?}");
        };
        assert!(min_max > 100, "{counts:?}");
        assert!(alpha_beta > min_max && centre > alpha_beta, "{counts:?}");
        assert!(
            centre == bits && bits < table && table < lower && lower < sized,
            "{counts:?}"
        );
        assert_eq!(full, late.len());
    }
}

fn step(name: &str) -> Step {
    Step::named(name).expect("a step")
}

/// Returns the positions of a committed set.
fn cases(name: &str) -> Vec<Case> {
    let kind = PositionKind::ALL.into_iter().find(|kind| kind.name == name);
    kind.expect("a kind").sample().cases
}

#[test]
fn every_step_agrees_with_the_committed_sets_as_far_as_it_solves_them() {
    for (name, effort, first_to_solve_all) in [
        ("end-easy", 30_000, step("3")),
        ("middle-easy", 100_000, step("10")),
        ("middle-medium", 20_000, step("full")),
        ("begin-easy", 20_000, step("full")),
        ("begin-medium", 20_000, step("full")),
        ("begin-hard", 20_000, step("full")),
    ] {
        // The engine solves all: it gets only the openings with the most stones.
        let mut cases = cases(name);
        cases.sort_by_key(|case| std::cmp::Reverse(case.position.stones()));
        let cases = match name {
            "begin-hard" => &cases[..4],
            "begin-medium" => &cases[..40],
            _ => &cases[..],
        };
        for mode in [Mode::Strong, Mode::Weak] {
            for step in Step::all() {
                let solved = solved(step, mode, cases, effort);
                let all = solved == cases.len();
                assert!(all || step < first_to_solve_all, "{step}: {solved}");
            }
        }
    }
}

/// Returns the positions explored on a whole set, with the tutorial's own table.
fn explored(step: Step, mode: Mode, cases: &[Case]) -> u64 {
    let mut solver = step.solver(Resources::default()).expect("64 MiB");
    let nodes = cases.iter().map(|case| {
        solver.clear();
        let never = StopFlag::default();
        let (_, nodes) = solver.solve(&case.position, mode, (&never).into());
        nodes
    });
    nodes.sum()
}

#[test]
fn the_steps_explore_exactly_as_many_positions_as_the_tutorials_programs() {
    // Counted with the programs of Pascal Pons's repository at the tags part3,
    // part9, part10 and part12, on the first positions of the committed sets.
    for (name, count, step, strong, weak) in [
        ("end-easy", 100, step("3"), 153_051, 153_051),
        ("end-easy", 100, step("9"), 4_277, 2_399),
        ("end-easy", 100, step("10"), 3_756, 2_050),
        ("end-easy", 100, step("12"), 3_544, 1_962),
        ("middle-easy", 100, step("9"), 309_042, 1_474_378),
        ("middle-easy", 100, step("10"), 45_845, 94_551),
        ("middle-easy", 100, step("12"), 40_107, 82_844),
        ("middle-medium", 100, step("12"), 3_254_076, 1_532_937),
        ("begin-easy", 20, step("10"), 77_181, 859_338),
        ("begin-easy", 20, step("12"), 70_186, 741_026),
        ("begin-medium", 20, step("12"), 11_302_823, 5_025_124),
    ] {
        let cases = &cases(name)[..count];
        let found = [Mode::Strong, Mode::Weak].map(|mode| explored(step, mode, cases));
        assert_eq!(found, [strong, weak], "{step} {name}");
    }
}

#[test]
fn the_table_in_the_documentation_has_the_positions_of_todays_engine() {
    let run = claimeven("bench --ladder --steps full --limit 10 --budget 600 --json");
    let rows = run.records().into_iter();
    let means = rows.map(|row| row["mean_nodes"].as_f64().expect("a mean").round());
    let cells: Vec<String> = means.map(|mean| mean.to_string()).collect();
    let table = include_str!("../../src/measure/ladder/mod.rs").replace(',', "");
    assert_contains(&table, &format!("//! | full | {} |\n", cells.join(" | ")));
}

#[test]
fn a_measurement_ends_with_its_budget() {
    let set = PositionKind::ALL[5].sample();
    let mut solver = step("3").solver(SMALL).expect("no table");
    let (budget, stop) = (Duration::from_millis(1), StopFlag::default());
    let row = measure(solver.as_mut(), &set, Mode::Strong, budget, &stop);
    assert!(row.positions < row.of, "{row:?}");
}
