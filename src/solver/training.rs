//! The interface for the trainers in `scripts/trainers`. It is compiled with the feature `training`
//! and for tests, and may change in any version.
//!
//! Its constants and types are copies of private ones of the solver, except [`EvalInput`].

pub use super::eval::inputs::EvalInput;
use super::eval::{layer, network};
use super::node::{Node, Settled};
use super::ordering::{WeightSets, policy, weights};
use super::search::Search;
use super::types::Window;
use super::{Silent, Solver, StopFlag};
use crate::game::{Column, Position};

/// Planes of the evaluation network's input.
pub const EVAL_PLANES: usize = layer::PLANES;
/// Units of the evaluation network's hidden layer.
pub const EVAL_UNITS: usize = network::UNITS;
/// The evaluation uses the network for openings if a position has at most this many stones.
pub const OPENING_STONES: u8 = network::OPENING_STONES;
/// Planes of the policy network's input.
pub const POLICY_PLANES: usize = layer::PLANES;
/// Units of the policy network's hidden layer.
pub const POLICY_UNITS: usize = policy::UNITS;
/// The number of values of `alpha` that the policy network distinguishes.
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

/// The cost of trying each move first, in nodes, at a node whose value exceeds `alpha`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderingSample {
    /// The planes of the policy network's input, in the layout of
    /// [`bitboard`](crate::game::bitboard).
    pub cells: [u64; POLICY_PLANES],
    /// The `alpha` to exceed, counted from the least one that the network distinguishes.
    pub alpha_index: usize,
    /// The side to move: 0 for the first player, 1 for the second.
    pub player: usize,
    /// The moves that the search chooses from.
    pub moves: Vec<SampleMove>,
}

/// A move of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleMove {
    /// The move.
    pub column: Column,
    /// Its move score without the policy network, the table move and the killers.
    pub score: i64,
    /// The nodes of a search with an empty table that tries this move first and, if it fails,
    /// continues as usual.
    pub nodes: u64,
}

impl Solver {
    /// Replaces the weights of move scores. They change the order in which moves are searched, but
    /// no value. A weight out of range counts as the nearest one in range.
    pub fn set_weights(&mut self, numbers: &[i16; WEIGHTS]) {
        *self.weights = WeightSets::new(numbers);
    }

    /// Returns whether the value of an unfinished position exceeds `alpha`, and the best move that
    /// the search stores in the table.
    pub fn exceeds(&mut self, position: &Position, alpha: i8) -> (bool, Option<Column>) {
        let settled = Settled::of(position);
        let value = self.run(
            position,
            None,
            &StopFlag::default(),
            |mut search: Search| search.value(&settled, Window::null(alpha)),
        );
        let best = quiet(position)
            .and_then(|node| self.table.probe(node.tt_key()))
            .and_then(|bounds| Column::from_number(bounds.table_move));
        (value.is_ok_and(|value| value > alpha), best)
    }

    /// Measures for every move how many nodes a search takes to prove that the value exceeds
    /// `alpha` if it tries this move first. Clears the table before each search.
    ///
    /// Returns `None` if the position is not a node with several moves to choose from, if its value
    /// does not exceed `alpha`, or if a search takes more than `max_nodes` nodes.
    pub fn ordering_sample(
        &mut self,
        position: &Position,
        alpha: i8,
        max_nodes: u64,
    ) -> Option<OrderingSample> {
        let node = quiet(position)?;
        let window = Window::null(alpha);
        self.table.clear();
        let scores = self.run(position, None, &StopFlag::default(), |mut search| {
            let children = search.children_of(&node, window).ok()?;
            Some(children.scores().collect::<Vec<_>>())
        })?;
        if scores.len() < 2 {
            return None;
        }
        let moves = scores.into_iter().map(|(column, score)| {
            let nodes = self.nodes_with_first(position, column, window, max_nodes)?;
            Some(SampleMove {
                column,
                score,
                nodes,
            })
        });
        let moves = moves.collect::<Option<_>>()?;
        let policy::PolicyInput {
            cells,
            alpha_index,
            player,
        } = policy::PolicyInput::new(&node, alpha);
        Some(OrderingSample {
            cells,
            alpha_index,
            player,
            moves,
        })
    }

    /// Returns the nodes of a search that tries one move first.
    fn nodes_with_first(
        &self,
        position: &Position,
        first: Column,
        window: Window<i8>,
        max_nodes: u64,
    ) -> Option<u64> {
        self.table.clear();
        let shared = self.begin(position, Some(max_nodes));
        let context = self.context(&shared, 0);
        let (stop, mut observer) = (StopFlag::default(), Silent);
        let env = self.thread_env(&stop, &mut observer);
        let mut search = Search::new(&context, env);
        let after = Settled::after(position, first);
        let mut value = -search.value(&after, window.flipped()).ok()?;
        if value <= window.alpha {
            value = search.value(&Settled::of(position), window).ok()?;
        }
        (value > window.alpha).then(|| search.limiter.total())
    }
}

/// Returns the node of a position. Returns `None` if a rule decides the position or forces its next
/// move.
fn quiet(position: &Position) -> Option<Node> {
    match Settled::of(position) {
        Settled::Quiet { node, .. } if node.stones == position.stones() => Some(node),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;
    use crate::solver::sample;

    #[test]
    fn a_sample_has_the_cost_of_each_move_if_it_is_tried_first() {
        let mut solver = Solver::without_book(1).expect("1 MiB can be had");
        let stop = StopFlag::default();
        let (mut samples, mut differing, mut cheapest, mut dearest) = (0, 0, 0, 0);
        let late = |position: &Position| (18..26).contains(&position.stones());
        for position in sample::positions().filter(late) {
            let solution = solver.solve_until(&position, Mode::Strong, &stop);
            let value = solution.bounds.exact().expect("not stopped").get();
            solver.clear();
            let (exceeds, best) = solver.exceeds(&position, value - 1);
            assert!(exceeds, "{position:?}");
            let best = best.map(|column| solver.exceeds(&position.play(column), -value).0);
            assert_ne!(best, Some(true), "{position:?}");
            assert!(!solver.exceeds(&position, value).0, "{position:?}");
            assert_eq!(solver.ordering_sample(&position, value, u64::MAX), None);
            let Some(sample) = solver.ordering_sample(&position, value - 1, u64::MAX) else {
                continue;
            };
            let nodes = sample.moves.iter().map(|tried| tried.nodes);
            let (least, most) = (nodes.clone().min(), nodes.max());
            assert!(sample.moves.len() > 1);
            assert_eq!(
                solver.ordering_sample(&position, value - 1, u64::MAX),
                Some(sample)
            );
            samples += 1;
            differing += u64::from(least != most);
            cheapest += least.unwrap_or(0);
            dearest += most.unwrap_or(0);
            if samples == 1_000 {
                break;
            }
        }
        assert!(differing > 500, "{differing}");
        assert!(dearest > 2 * cheapest, "{cheapest} {dearest}");
    }
}
