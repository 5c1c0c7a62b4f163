//! The analysis of many positions on all cores in one call.

use std::num::NonZero;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::game::Position;
use crate::solver::{Analysis, AnalysisOptions, Solver, TableError};

impl Solver {
    /// Analyzes many positions on all cores. Returns the analyses in the order of the positions.
    ///
    /// The threads share the table and the book of this solver. Each takes one position at a time,
    /// so that a hard one delays only its own thread.
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
        let solvers: Vec<Solver> = solvers.collect::<Result<_, _>>()?;
        let answers: Vec<OnceLock<Analysis>> = positions.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        // Relaxed: the positions do not change, and each `OnceLock` publishes its own answer.
        let claim = || next.fetch_add(1, Ordering::Relaxed);
        thread::scope(|scope| {
            for mut solver in solvers {
                solver.set_threads(1);
                scope.spawn(|| {
                    let mut solver = solver;
                    while let Some(index) = Some(claim()).filter(|&index| index < positions.len()) {
                        answers[index].get_or_init(|| solver.analyze(&positions[index], options));
                    }
                });
            }
        });
        let answers = answers.into_iter().map(OnceLock::into_inner);
        Ok(answers
            .map(|answer| answer.expect("every position was claimed"))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::sample;

    #[test]
    fn analyses_come_in_order_whatever_the_threads_do() {
        let late = sample::positions().filter(|position| position.stones() > 24);
        let positions: Vec<Position> = late.take(400).collect();
        let options = AnalysisOptions {
            line: true,
            ..AnalysisOptions::default()
        };
        let mut solver = Solver::without_book(4).expect("4 MiB can be had");
        let mut found = solver
            .analyze_all(&positions, options)
            .expect("small tables");
        for (position, found) in positions.iter().zip(&mut found) {
            let alone = solver.analyze(position, options);
            // Only the nodes depend on the table.
            found.nodes = alone.nodes;
            assert_eq!(*found, alone, "{position:?}");
        }
        assert_eq!(solver.analyze_all(&[], options), Ok(Vec::new()));
    }
}
