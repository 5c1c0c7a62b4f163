//! The analysis of many positions on all cores in one call.

use std::convert::Infallible;
use std::num::NonZero;
use std::thread;

use super::{Question, analyzing, start_with};
use crate::game::Position;
use crate::solver::{Analysis, AnalysisOptions, Solver, StopFlag, TableError};

impl Solver {
    /// Analyzes many positions on all cores. Returns the analyses in the order of the positions.
    ///
    /// The threads share the table and the book of this solver. Each takes one position at a time,
    /// so that a hard one delays only its own thread. A position that repeats a recent one, or its
    /// mirror image, is not searched again: its analysis has 0 nodes.
    ///
    /// ```
    /// use claimeven::game::{Position, Score};
    /// use claimeven::solver::{AnalysisOptions, Solver};
    ///
    /// let positions = ["4453", "445332", ""].map(|moves| moves.parse::<Position>().unwrap());
    /// let analyses = Solver::new(64)?.analyze_all(&positions, AnalysisOptions::default())?;
    /// let scores = analyses.iter().map(|analysis| analysis.score().map(Score::get));
    /// assert_eq!(scores.collect::<Vec<_>>(), [Some(-2), Some(2), Some(1)]);
    /// # Ok::<(), claimeven::solver::TableError>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a thread's own part of the table cannot be allocated.
    ///
    /// # Panics
    /// Panics if a thread cannot be started.
    pub fn analyze_all(
        &self,
        positions: &[Position],
        options: AnalysisOptions,
    ) -> Result<Vec<Analysis>, TableError> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let solvers = (0..cores.min(positions.len())).map(|_| self.sharing());
        let mut solvers: Vec<Solver> = solvers.collect::<Result<_, _>>()?;
        for solver in &mut solvers {
            solver.set_threads(1);
        }
        let started = start_with(solvers, analyzing(options), &StopFlag::default());
        let (mut feed, mut answers) = started.expect("a thread can be started");
        let mut analyses = Vec::with_capacity(positions.len());
        thread::scope(|scope| {
            scope.spawn(move || {
                let questions = positions.iter().map(|&position| Question {
                    tag: (),
                    position: Some(position),
                });
                // Cannot fail: the answers are taken until the end.
                let _ = feed.push_all(questions);
            });
            let Ok(ended) = answers.take_all(|answered| {
                let solved = answered.and_then(|answered| answered.solved);
                analyses.extend(solved.map(|(_, analysis)| analysis));
                Ok::<(), Infallible>(())
            });
            ended.expect("no solver thread fails or is stopped");
        });
        Ok(analyses)
    }
}
