//! What the trainers fit networks and weights by: no part of what a version promises.
//!
//! A sample for the policy network tells what it costs to try one move or another first.

use std::ops::ControlFlow;

use super::node::{Node, Settled};
use super::ordering::KillerMoves;
use super::search::{Search, children_of};
use super::simd::Portable;
use super::types::Window;
use super::{Silent, Solver, StopFlag};
use crate::game::{Column, Position};

pub use super::eval::{Inputs, NETWORK_UNITS};
pub use super::ordering::policy::{ALPHAS, PLANES, PolicyInput, UNITS};
pub use super::ordering::weights::{BUILT_IN_WEIGHTS, WEIGHTS};

/// A node some of whose moves exceed a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderingSample {
    /// The node as the network sees it.
    pub input: PolicyInput,
    /// The moves that the search would choose from.
    pub moves: Vec<SampleMove>,
}

/// A move of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleMove {
    /// The move.
    pub column: Column,
    /// Its score by the other parts of move ordering.
    pub score: i64,
    /// The nodes of a search, with an empty table, that tries it first and then, should it fail,
    /// goes on as usual.
    pub nodes: u64,
}

impl Solver {
    /// Whether the value of an unfinished position exceeds `alpha`, and the table move after the
    /// search.
    #[doc(hidden)]
    pub fn exceeds(&mut self, position: &Position, alpha: i8) -> (bool, Option<Column>) {
        let settled = Settled::of(position);
        let value = self.run(position, &StopFlag::default(), |mut search: Search| {
            search.value(&settled, Window::null(alpha))
        });
        let best = quiet(position)
            .and_then(|node| self.table.probe(node.slot()))
            .and_then(|known| Column::from_number(known.table_move));
        (value.is_ok_and(|value| value > alpha), best)
    }

    /// Tries every move first so as to exceed `alpha`, and forgets what was proven before.
    ///
    /// `None` if the position is no node with several moves to choose from, if its value does
    /// not exceed `alpha`, or if that takes more than `max_nodes` nodes.
    #[doc(hidden)]
    pub fn ordering_sample(
        &mut self,
        position: &Position,
        alpha: i8,
        max_nodes: u64,
    ) -> Option<OrderingSample> {
        let node = quiet(position)?;
        let window = Window::null(alpha);
        self.table.clear();
        let weights = self.weights.of(node.stones, alpha);
        let (table, killers) = (&self.table, &KillerMoves::NONE);
        let expanded = children_of(Portable, &node, window, weights, table, 0, killers);
        let ControlFlow::Continue(children) = expanded else {
            return None;
        };
        if children.open.is_power_of_two() {
            return None;
        }
        let moves = children.scores().map(|(column, score)| {
            let nodes = self.nodes_with_first(position, column, window, max_nodes)?;
            Some(SampleMove {
                column,
                score,
                nodes,
            })
        });
        Some(OrderingSample {
            input: PolicyInput::new(&node, alpha),
            moves: moves.collect::<Option<_>>()?,
        })
    }

    /// The nodes of a search that tries one move first.
    fn nodes_with_first(
        &self,
        position: &Position,
        first: Column,
        window: Window<i8>,
        max_nodes: u64,
    ) -> Option<u64> {
        self.table.clear();
        let context = self.context(position, Some(max_nodes));
        let (stop, mut observer) = (StopFlag::default(), Silent);
        let worker = self.worker(&stop, &mut observer);
        let mut search = Search::new(&context, worker);
        let after = Settled::after(position, first);
        let mut value = -search.value(&after, window.flipped()).ok()?;
        if value <= window.alpha {
            value = search.value(&Settled::of(position), window).ok()?;
        }
        (value > window.alpha).then(|| search.meter.total())
    }
}

/// The node that a position is, if it is one.
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
    fn a_sample_tells_what_each_move_costs_if_it_is_tried_first() {
        let mut solver = Solver::new(1).expect("1 MiB can be had");
        let stop = StopFlag::default();
        let (mut samples, mut differing, mut cheapest, mut dearest) = (0, 0, 0, 0);
        let late = |position: &Position| (18..26).contains(&position.stones());
        for position in sample::positions().filter(late) {
            let solution = solver.solve(&position, Mode::Strong, &stop);
            let value = solution.bounds.exact().expect("nobody stops it").get();
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
