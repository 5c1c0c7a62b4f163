//! What it costs to try one move or another first: what [`policy`](super::policy) learns
//! from.

use std::ops::ControlFlow;

use super::arch::Portable;
use super::children;
use super::crew::Crew;
use super::killers::Suspects;
use super::node::{Node, Settled};
use super::policy::Question;
use super::positions::Played;
use super::window::Window;
use super::{Silent, Solver, StopFlag};
use crate::game::{Column, Position};

/// A node some of whose moves exceed a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    /// What the network sees of it.
    pub question: Question,
    /// The moves that the search would choose from.
    pub moves: Vec<Tried>,
}

/// A move tried first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tried {
    /// The move.
    pub column: Column,
    /// What the search's order makes of it.
    pub promise: i64,
    /// The nodes of a search, with an empty table, that tries it first and then, should it
    /// fail, goes on as usual.
    pub nodes: u64,
}

impl Solver {
    /// Whether the value of an unfinished position exceeds `alpha`, and the move that its
    /// last search found best, if the table remembers that.
    pub fn exceeds(&mut self, position: &Position, alpha: i8) -> (bool, Option<Column>) {
        let settled = Settled::of(position);
        let stop = StopFlag::default();
        let crew = Crew::new(self.tools().alone(), position.stones(), None);
        let value = crew.run(
            &stop,
            &mut Silent,
            |mut search| search.value(&settled, Window::null(alpha)),
            |_| (),
        );
        let best = quiet(position)
            .and_then(|node| self.table.probe(node.slot()))
            .and_then(|known| Column::from_number(known.best));
        (value.is_ok_and(|value| value > alpha), best)
    }

    /// Tries every move first so as to exceed `alpha`, and forgets what was proven before.
    ///
    /// `None` if the position is no node with several moves to choose from, if its value does
    /// not exceed `alpha`, or if that takes more than so many nodes.
    pub fn trial(&mut self, position: &Position, alpha: i8, most_nodes: u64) -> Option<Trial> {
        let node = quiet(position)?;
        let window = Window::null(alpha);
        self.table.clear();
        let weights = self.weights.of(node.stones, alpha);
        let moves = Played::<Portable>::of(&node);
        let look = children::look(&node, moves, window, weights, &self.table);
        let ControlFlow::Continue(undecided) = look else {
            return None;
        };
        let children = undecided.children(&node, 0, &Suspects::NONE);
        if children.open.is_power_of_two() {
            return None;
        }
        let tried = children.promises().map(|(column, promise)| {
            let nodes = self.nodes_with_first(position, column, window, most_nodes)?;
            Some(Tried {
                column,
                promise,
                nodes,
            })
        });
        Some(Trial {
            question: Question::new(&node, alpha),
            moves: tried.collect::<Option<_>>()?,
        })
    }

    /// The nodes of a search that tries one move first.
    fn nodes_with_first(
        &self,
        position: &Position,
        first: Column,
        window: Window<i8>,
        most_nodes: u64,
    ) -> Option<u64> {
        self.table.clear();
        let crew = Crew::new(self.tools().alone(), position.stones(), Some(most_nodes));
        let stop = StopFlag::default();
        crew.run(
            &stop,
            &mut Silent,
            |mut search| {
                let after = Settled::after(position, first);
                let mut value = -search.value(&after, window.flipped()).ok()?;
                if value <= window.alpha {
                    value = search.value(&Settled::of(position), window).ok()?;
                }
                (value > window.alpha).then(|| search.meter.total())
            },
            |_| (),
        )
    }
}

/// The node that a position is, if it is one.
fn quiet(position: &Position) -> Option<Node> {
    match Settled::of(position) {
        Settled::Open { node, .. } if node.stones == position.stones() => Some(node),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;
    use crate::solver::sample;

    #[test]
    fn a_trial_tells_what_each_move_costs_if_it_is_tried_first() {
        let mut solver = Solver::new(1).expect("1 MiB can be had");
        let stop = StopFlag::default();
        let (mut trials, mut differing, mut cheapest, mut dearest) = (0, 0, 0, 0);
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
            assert_eq!(solver.trial(&position, value, u64::MAX), None);
            let Some(trial) = solver.trial(&position, value - 1, u64::MAX) else {
                continue;
            };
            let nodes = trial.moves.iter().map(|tried| tried.nodes);
            let (least, most) = (nodes.clone().min(), nodes.max());
            assert!(trial.moves.len() > 1);
            assert_eq!(solver.trial(&position, value - 1, u64::MAX), Some(trial));
            trials += 1;
            differing += u64::from(least != most);
            cheapest += least.unwrap_or(0);
            dearest += most.unwrap_or(0);
            if trials == 1_000 {
                break;
            }
        }
        assert!(differing > 500, "{differing}");
        assert!(dearest > 2 * cheapest, "{cheapest} {dearest}");
    }
}
