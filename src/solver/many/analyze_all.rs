//! The analysis of many positions on all cores in one call.

use std::num::NonZero;
use std::thread;

use super::{Question, analyzing, answer_each};
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
        self.analyze_all_until(positions, options, &StopFlag::default(), |_| ())
    }

    /// Analyzes many positions like [`Solver::analyze_all`], until `stop` is set. Then it returns
    /// the analyses of the first positions, as many as are ready in order. Calls `advance` with each
    /// analysis, in the same order, as soon as it is ready.
    ///
    /// ```
    /// use claimeven::solver::{AnalysisOptions, Solver, StopFlag};
    ///
    /// let positions = ["4453".parse()?, "445332".parse()?];
    /// let (stop, mut done) = (StopFlag::default(), 0);
    /// let solver = Solver::new(64)?;
    /// let options = AnalysisOptions::default();
    /// solver.analyze_all_until(&positions, options, &stop, |_| {
    ///     done += 1;
    ///     println!("{done} of {}", positions.len());
    /// })?;
    /// assert_eq!(done, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Fails if a thread's own part of the table cannot be allocated.
    ///
    /// # Panics
    /// Panics if a thread cannot be started.
    pub fn analyze_all_until(
        &self,
        positions: &[Position],
        options: AnalysisOptions,
        stop: &StopFlag,
        mut advance: impl FnMut(&Analysis),
    ) -> Result<Vec<Analysis>, TableError> {
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let solvers = (0..cores.min(positions.len())).map(|_| self.sharing());
        let mut solvers: Vec<Solver> = solvers.collect::<Result<_, _>>()?;
        for solver in &mut solvers {
            solver.set_threads(1);
        }
        let questions = positions.iter().map(|&position| Question {
            tag: (),
            position: Some(position),
        });
        let mut analyses = Vec::with_capacity(positions.len());
        let analyze = analyzing(move |_| options);
        answer_each(solvers, analyze, stop, questions, |answered| {
            if let Some((_, analysis)) = answered.and_then(|answered| answered.solved) {
                advance(&analysis);
                analyses.push(analysis);
            }
        });
        Ok(analyses)
    }
}
