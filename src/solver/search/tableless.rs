//! The search without a table, for roots with at least [`TABLELESS_STONES`] stones.
//!
//! Below such a root a search takes a handful of nodes, and hardly any position comes up twice: a
//! table, killers and refutation bonuses pay only in larger trees. The search returns a value and
//! no best move. ("Late" in `tt` is wider: the late tier begins at `tt::LATE_STONES` stones.)
//!
//! (End-Easy, EPYC with AVX-512: 7 % more nodes; the search with a table takes 1.3 times as long.
//! From 27 stones on it would take 1.3 times the nodes and 1.14 times the time, from 26 on 1.6 and
//! 1.11 times.)

#![expect(clippy::inline_always, reason = "as in `simd::vector`")]

use std::ops::ControlFlow;

use super::Search;
use super::expand::{ChildVectors, Lookup};
use super::negamax::EXPANDS_IN_A_CALL;
use crate::solver::node::{Node, Nodes, Positions, Settled};
use crate::solver::ordering::MoveQueue;
use crate::solver::simd::{Isa, U64x8, Vector};
use crate::solver::types::{BestMove, NodeBounds, Perspective, Stopped, Window};

/// Roots with so many stones or more are searched without a table.
pub(crate) const TABLELESS_STONES: u8 = 28;

impl Search<'_> {
    /// The value of a late position, as [`Search::value`] tells it.
    pub(crate) fn tableless_value(
        &mut self,
        settled: &Settled,
        window: Window<i8>,
    ) -> Result<i8, Stopped> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Quiet { node, perspective } => {
                self.tableless_value_from(*perspective, node, node.static_bounds(), window)
            }
        }
    }

    /// As [`Search::value_from`], without a table.
    #[inline(always)]
    fn tableless_value_from(
        &mut self,
        perspective: Perspective,
        node: &Node,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Result<i8, Stopped> {
        let window = perspective.window(window);
        let value = if let Some(value) = bounds.decides(window) {
            value
        } else {
            let kernel = self.kernel;
            kernel.tableless_negamax(self, node, window.within(bounds.lower, bounds.upper))?
        };
        Ok(perspective.value(value))
    }

    /// As [`Search::expand_children`], without a table.
    #[inline(always)]
    pub(super) fn expand_tableless<I: Isa>(
        &mut self,
        isa: I,
        node: &Node,
        window: Window<i8>,
    ) -> ExpandedTableless {
        if I::has_few(node.moves) {
            self.expand_tableless_vectors::<I::Few>(isa, node, window)
        } else {
            self.expand_tableless_vectors::<I::Full>(isa, node, window)
        }
    }

    #[inline(always)]
    fn expand_tableless_vectors<V: Vector>(
        &mut self,
        isa: V::Isa,
        node: &Node,
        window: Window<i8>,
    ) -> ExpandedTableless {
        let expanded = self.expand_node::<V, _>(isa, node, window, NoTable)?;
        Ok(match expanded {
            ControlFlow::Break(best) => ControlFlow::Break(best),
            ControlFlow::Continue(vectors) => {
                ControlFlow::Continue(TablelessChildren::of(isa, &vectors, node))
            }
        })
    }
}

/// The children of a node, or its best move.
pub(super) type ExpandedTableless = Result<ControlFlow<BestMove, TablelessChildren>, Stopped>;

/// The value of a node. `expand` calls [`Search::expand_tableless`], see [`EXPANDS_IN_A_CALL`].
#[inline(always)]
pub(super) fn tableless_negamax<'a, I: Isa>(
    isa: I,
    search: &mut Search<'a>,
    node: &Node,
    mut window: Window<i8>,
    expand: impl Fn(&mut Search<'a>, &Node, Window<i8>) -> ExpandedTableless,
) -> Result<i8, Stopped> {
    let expanded = if EXPANDS_IN_A_CALL {
        expand(search, node, window)?
    } else {
        search.expand_tableless(isa, node, window)?
    };
    let mut children = match expanded {
        ControlFlow::Break(best) => return Ok(best.value),
        ControlFlow::Continue(children) => children,
    };
    let mut value = children.best;
    window.raise(value);
    while let Some(lane) = children.queue.next(isa) {
        let (node, bounds) = (children.nodes.node(lane), children.bounds(lane));
        let perspective = children.perspective(lane);
        value = value.max(search.tableless_value_from(perspective, &node, bounds, window)?);
        if value >= window.beta {
            break;
        }
        window.raise(value);
    }
    Ok(value)
}

/// No table to look children up in.
struct NoTable;

impl<V: Vector> Lookup<V> for NoTable {
    type Keys = ();

    #[inline(always)]
    fn keys(self, _: &Positions<V>, _: V::Mask) {}
}

/// The children of a node in memory, a lane a move. (As a part of
/// [`Children`](super::expand::Children) these fields would cost the search with a table 2 % of
/// its time.)
pub(super) struct TablelessChildren {
    nodes: Nodes,
    /// Bounds of each child, for its side to move.
    lower: U64x8,
    upper: U64x8,
    /// Lanes in which the side that made the move is to move again, a bit each.
    same_side: u8,
    /// The best value that is proven without search.
    best: i8,
    /// The lanes to search, best first.
    queue: MoveQueue,
}

impl TablelessChildren {
    #[inline(always)]
    fn of<V: Vector>(isa: V::Isa, vectors: &ChildVectors<V, ()>, node: &Node) -> TablelessChildren {
        TablelessChildren {
            nodes: vectors.positions.nodes(),
            lower: vectors.lower.to_array(),
            upper: vectors.upper.to_array(),
            same_side: V::movemask(vectors.same_side),
            best: vectors.best.value,
            queue: MoveQueue::new(isa, vectors.board_scores(node), vectors.open),
        }
    }

    /// What is proven of a child.
    #[inline]
    fn bounds(&self, lane: usize) -> NodeBounds {
        let (lower, upper) = (self.lower.0[lane], self.upper.0[lane]);
        NodeBounds::between(lower.cast_signed(), upper.cast_signed())
    }

    /// The side to move in a child, seen from the node.
    #[inline]
    fn perspective(&self, lane: usize) -> Perspective {
        if self.same_side >> lane & 1 != 0 {
            Perspective::Same
        } else {
            Perspective::Opponent
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::SearchContext;
    use super::*;
    use crate::solver::smp::ThreadEnv;
    use crate::solver::tt::Table;
    use crate::solver::{Bounds, Silent, StopFlag, sample};

    #[test]
    fn a_value_is_told_as_by_the_search_with_a_table() {
        let table = Table::new(1).expect("1 MiB can be had");
        let stop = StopFlag::default();
        let (mut exact, mut bounds) = (0, 0);
        let late = sample::positions().filter(|position| position.stones() >= TABLELESS_STONES);
        for position in late.take(20_000) {
            let context = SearchContext::of_one_thread(position.stones());
            let env = ThreadEnv {
                table: &table,
                stop: &stop,
                observer: &mut Silent,
            };
            let mut search = Search::new(&context, env);
            {
                let root = Settled::of(&position);
                let (least, most) = Bounds::of_unfinished(position.stones()).get();
                let all = Window {
                    alpha: least,
                    beta: most,
                };
                let expected = search.value(&root, all).expect("nobody stops it");
                let nulls = (least..most).map(Window::null);
                for window in nulls.chain([all, Window { alpha: -1, beta: 1 }]) {
                    let value = search
                        .tableless_value(&root, window)
                        .expect("nobody stops it");
                    let (lower, upper) = window.bounds_of(value).get();
                    assert!(
                        lower <= expected && expected <= upper,
                        "{position:?} {window:?} {value}"
                    );
                    if window.alpha < expected && expected < window.beta {
                        assert_eq!(value, expected, "{position:?} {window:?}");
                        exact += 1;
                    } else {
                        bounds += 1;
                    }
                }
            }
        }
        assert!(exact > 5_000, "only {exact} values");
        assert!(bounds > 50_000, "only {bounds} bounds");
    }
}
