//! Several threads find the results of one thread.

use claimeven::game::{Mode, Position};
use claimeven::solver::{Silent, Solver, StopFlag, Task};

use crate::helpers::engine::Engine;
use crate::helpers::random::cases;
use crate::helpers::sample::{self, Play, Random};

fn solver(threads: usize) -> Solver {
    let mut solver = Solver::without_book(16).expect("memory for a small table");
    solver.set_threads(threads);
    solver
}

/// Returns openings that take one thread long enough for the others to help.
fn openings(seed: u64, usual: usize) -> impl Iterator<Item = Position> {
    let mut random = Random::seeded(seed);
    (0..cases(usual)).map(move |_| {
        let stones = 9 + random.below(7);
        sample::position(&sample::undecided(&mut random, stones, Play::Careful))
    })
}

#[test]
fn scores_and_outcomes_are_those_of_one_thread() {
    let stop = StopFlag::default();
    let mut alone = solver(1);
    let mut helped = 0;
    for (index, position) in openings(1, 60).enumerate() {
        let mut crew = solver(2 + index % 7);
        let mode = [Mode::Strong, Mode::Strong, Mode::Weak][index % 3];
        alone.clear();
        let expected = alone.solve_until(&position, mode, &stop);
        let found = crew.solve_until(&position, mode, &stop);
        match mode {
            Mode::Strong => assert_eq!(found.bounds, expected.bounds, "{position:?}"),
            Mode::Weak => {
                assert_eq!(found.bounds.outcome(), expected.bounds.outcome());
                assert!(found.bounds.is_solved(mode), "{position:?}");
            }
        }
        helped += usize::from(expected.nodes > 50_000);
    }
    assert!(helped > 10, "only {helped} took long");
}

#[test]
fn the_best_move_has_the_outcome_that_one_thread_finds() {
    let stop = StopFlag::default();
    let outcome = |position: &Position| {
        let bounds = solver(1).solve_until(position, Mode::Strong, &stop).bounds;
        bounds.outcome().expect("the search is not stopped")
    };
    for (index, position) in openings(3, 30).enumerate() {
        let mode = [Mode::Strong, Mode::Strong, Mode::Weak][index % 3];
        let mut task = Task::new(position, mode);
        let some = index % 5 == 0;
        if some {
            // These columns may be worth less than the position.
            task.columns = position.legal_columns().iter().skip(4).collect();
        }
        let report = solver(2 + index % 7).search(&task, &stop, &mut Silent);
        assert!(report.solved, "{position:?}");
        let best = &report.lines[0];
        let found = best.bounds.outcome().expect("it is solved");
        assert!(best.bounds.is_solved(mode), "{position:?}");
        assert_eq!(
            (-best.bounds).outcome(),
            Some(outcome(&position.play(best.column)))
        );
        if !some {
            assert_eq!(found, outcome(&position), "{position:?}");
        }
    }
}

#[test]
fn every_column_has_the_score_that_one_thread_finds() {
    let stop = StopFlag::default();
    for (index, position) in openings(2, 12).enumerate() {
        let task = Task::all_columns(position, Mode::Strong);
        let expected = solver(1).search(&task, &stop, &mut Silent);
        let found = solver(2 + index % 3).search(&task, &stop, &mut Silent);
        assert!(found.solved);
        assert_eq!(found.columns, expected.columns, "{position:?}");
        assert_eq!(found.lines.len(), expected.lines.len());
    }
}

#[test]
fn a_node_limit_holds_for_all_threads_together() {
    let mut task = Task::new(Position::EMPTY, Mode::Strong);
    task.limits.nodes = Some(300_000);
    let report = solver(4).search(&task, &StopFlag::default(), &mut Silent);
    assert!(!report.solved);
    // Each thread adds its nodes from time to time.
    let limits = 300_000..320_000;
    assert!(limits.contains(&report.nodes), "{}", report.nodes);
}

#[test]
fn the_engine_stops_and_continues_with_many_threads() {
    let mut engine = Engine::start_without_book();
    engine.send("uci\nsetoption name Threads value 16");
    for _ in 0..20 {
        engine.ask(
            "ucinewgame\nposition startpos\ngo infinite\nstop",
            "bestmove ...",
        );
    }
    let analysis = "analysis 1:-2 2:-4 3:2 4:2 5:-2 6:2 7:2";
    engine.send("position moves 445332\nanalyze");
    assert_eq!(engine.expect("analysis ..."), analysis);
    engine.quit();
}
