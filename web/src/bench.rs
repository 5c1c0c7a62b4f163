//! The bench, which pauses.

use claimeven::game::read::{self, Convention};
use claimeven::game::{Mode, Position, Score};
use claimeven::session::protocol::BenchArgs;
use claimeven::session::{BenchCounts, Progress};
use claimeven::solver::{Solver, StopFlag};

use crate::now;

/// The positions of the bench and their scores.
const POSITIONS: &str = include_str!("../../src/measure/testset/samples/built-in.txt");

/// The size of the table in MiB, as in every bench.
const HASH_MIB: usize = 64;

/// A running bench.
pub(crate) struct Bench {
    mode: Mode,
    cases: Vec<(Position, Score)>,
    counts: BenchCounts,
    solver: Option<Solver>,
    /// Whether the solver has begun with the next position.
    has_begun: bool,
}

impl Bench {
    pub(crate) fn new(args: BenchArgs) -> Bench {
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        let cases: Vec<_> = lines
            .filter_map(|line| read::scored(line, Convention::default()).ok())
            .map(|scored| (*scored.game.position(), scored.score))
            .take(args.limit.unwrap_or(usize::MAX))
            .collect();
        Bench {
            mode: args.mode,
            counts: BenchCounts {
                positions: 0,
                correct: 0,
                of: u32::try_from(cases.len()).unwrap_or(u32::MAX),
                time: std::time::Duration::ZERO,
                nodes: 0,
            },
            cases,
            solver: None,
            has_begun: false,
        }
    }

    /// Continues the bench. Returns `None` if it pauses: after `nodes` nodes of a position, or after
    /// a position.
    pub(crate) fn resume(
        &mut self,
        nodes: u64,
        stop: &StopFlag,
        progress: &mut Progress,
    ) -> Option<Result<BenchCounts, String>> {
        let Some(&(position, score)) = self.cases.get(self.counts.positions as usize) else {
            return Some(Ok(self.counts));
        };
        let solver = match &mut self.solver {
            Some(solver) => solver,
            None => match Solver::without_book(HASH_MIB) {
                Ok(solver) => self.solver.insert(solver),
                Err(error) => return Some(Err(format!("bench: {error}"))),
            },
        };
        if !std::mem::replace(&mut self.has_begun, true) {
            solver.clear();
        }
        // After a pause, the solver begins again and finds its proofs in the table.
        let begun = now();
        let solution = solver.solve_within(&position, self.mode, Some(nodes), stop);
        self.counts.time += now().since(begun);
        self.counts.nodes += solution.nodes;
        progress.nodes = self.counts.nodes;
        if !solution.bounds.is_solved(self.mode) {
            return stop.is_stopped().then_some(Ok(self.counts));
        }
        self.has_begun = false;
        let is_correct = match self.mode {
            Mode::Strong => solution.bounds.exact() == Some(score),
            Mode::Weak => solution.bounds.outcome() == Some(score.outcome()),
        };
        self.counts.positions += 1;
        self.counts.correct += u32::from(is_correct);
        progress.revision += 1;
        progress.bench = Some(self.counts);
        None
    }
}
