//! The interface for the trainers in `scripts/trainers`. It is compiled with the feature `training`
//! and for tests, and may change in any version.
//!
//! Its constants are copies of private ones of the solver.

pub use super::eval::inputs::EvalInput;
use super::eval::{layer, network};
use super::node::Node;
use super::ordering::{WeightSets, policy, weights};
use super::root::{self, WindowPolicy, WindowSchedule};
pub use super::search::trials::{OrderingSample, SampleMove};
use super::{Silent, Solver, StopFlag};
use crate::game::{Mode, Position};

/// Planes of the networks' inputs.
pub const PLANES: usize = layer::PLANES;
/// Units of the evaluation network's hidden layer.
pub const EVAL_UNITS: usize = network::UNITS;
/// The evaluation uses the network for openings if a position has at most this many stones.
pub const OPENING_STONES: u8 = network::OPENING_STONES;
/// Units of the policy network's hidden layer.
pub const POLICY_UNITS: usize = policy::UNITS;
/// The least `alpha` that the policy network distinguishes.
pub const LEAST_ALPHA: i8 = policy::LEAST_ALPHA;
/// The number of values of `alpha` that it distinguishes.
pub const ALPHAS: usize = policy::ALPHAS;
/// The number of weights of move scores.
pub const WEIGHTS: usize = weights::WEIGHTS;
/// The built-in weights.
pub static BUILT_IN_WEIGHTS: [i16; WEIGHTS] = weights::BUILT_IN_WEIGHTS;

impl EvalInput {
    /// Returns the input for a position.
    #[must_use]
    pub fn of(position: &Position) -> EvalInput {
        EvalInput::of_node(&Node::of(position))
    }
}

impl OrderingSample {
    /// Returns the planes of the policy network's input: the stones of the side to move and of the
    /// opponent, the cells that complete a four of either, and the playable cells.
    ///
    /// # Panics
    /// Panics if the sample is not of a position.
    #[must_use]
    pub fn planes(&self) -> [u64; PLANES] {
        let position = Position::from_bits(self.mover, self.mask).expect("a position");
        layer::planes(&Node::of(&position))
    }
}

impl Solver {
    /// Replaces the weights of move scores. They change the order in which moves are searched, but
    /// no value. A weight out of range counts as the nearest one in range.
    pub fn set_weights(&mut self, numbers: &[i16; WEIGHTS]) {
        *self.weights = WeightSets::new(numbers);
    }

    /// Solves an unfinished position with an empty table, and measures what it costs to try each
    /// move of some nodes first. `choose` is asked with the number of stones of each node whether
    /// its moves are tried. The trials use the table of another solver, of the same size. Returns
    /// the samples of those nodes where a move cuts.
    pub fn ordering_samples(
        &mut self,
        trials: &Solver,
        position: &Position,
        choose: &mut dyn FnMut(u8) -> bool,
    ) -> Vec<OrderingSample> {
        self.table.clear();
        let shared = self.begin(position, None);
        let (stop, mut observer) = (StopFlag::default(), Silent);
        let mut search = self.thread(&shared, &self.table, &stop, &mut observer);
        search.begin_trials(&trials.table, choose);
        let schedule = WindowSchedule::new(Mode::Strong, WindowPolicy::Single, position);
        root::solve(&mut search, position, schedule);
        search.end_trials()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::tests::sample;

    #[test]
    fn a_sample_has_the_cost_of_each_move_and_the_search_goes_on_as_without() {
        let [mut solver, trials] =
            [(); 2].map(|()| Solver::without_book(1).expect("1 MiB can be had"));
        let stop = StopFlag::default();
        let (mut count, mut cheapest, mut dearest) = (0, 0, 0);
        let late = |position: &Position| (18..26).contains(&position.stones());
        for position in sample::positions().filter(late) {
            let mut is_even = |stones| stones % 2 == 0;
            let samples = solver.ordering_samples(&trials, &position, &mut is_even);
            let again = solver.solve_until(&position, Mode::Strong, &stop);
            solver.clear();
            solver.solve(&position);
            let expected = solver.solve_until(&position, Mode::Strong, &stop);
            assert_eq!(again, expected);
            for sample in samples {
                let nodes = sample.moves.iter().map(|tried| tried.nodes);
                assert!(sample.moves.len() > 1);
                assert_eq!(sample.mask.count_ones() % 2, 0);
                count += 1;
                cheapest += nodes.clone().min().unwrap_or(0);
                dearest += nodes.max().unwrap_or(0);
            }
            if count > 1_000 {
                break;
            }
        }
        assert!(
            count > 1_000 && dearest > 2 * cheapest,
            "{count} {cheapest} {dearest}"
        );
    }
}
