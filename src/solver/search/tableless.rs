//! The search without a table, for roots with at least [`TABLELESS_STONES`] stones.
//!
//! Below such a root a search takes a handful of nodes, and hardly any position comes up twice: a
//! table, killers and refutation bonuses pay only in larger trees. The search returns a value and
//! no best move. (The late tier of the table begins earlier, at `tt::LATE_STONES` stones.)
//!
//! (End-Easy takes 7 % more nodes than with a table, but on an EPYC with AVX-512 the search with a
//! table takes 1.3 times as long. If the search without a table began at 27 stones, such roots
//! would take 1.3 times the nodes and 1.14 times the time; if it began at 26 stones, 1.6 and 1.11
//! times.)

#![expect(clippy::inline_always, reason = "as in `simd`")]

use super::expand::ExpandIsa;
use super::{NodeExit, Search};
use crate::solver::node::{Node, Settled};
use crate::solver::types::{NodeBounds, Perspective, Unfinished, Window};

/// Roots with at least this many stones are searched without a table.
pub(crate) const TABLELESS_STONES: u8 = 28;

impl Search<'_> {
    /// Returns the value of a late position, like [`Search::value`].
    #[inline]
    pub(crate) fn tableless_value(
        &mut self,
        settled: &Settled,
        window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Quiet { node, perspective } => {
                self.tableless_value_from(*perspective, node, node.static_bounds(), window)
            }
        }
    }

    /// Returns the value of a node like [`Search::value_from`], but without a table.
    #[inline(always)]
    fn tableless_value_from(
        &mut self,
        perspective: Perspective,
        node: &Node,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        let window = perspective.window(window);
        let value = if let Some(best) = bounds.decides(window) {
            best.value
        } else {
            let kernel = self.kernel;
            kernel.search_tableless(self, node, window.within(bounds.lower, bounds.upper))?
        };
        Ok(perspective.value(value))
    }

    /// Searches a node like [`Search::search_node`], but without a table.
    #[inline(always)]
    pub(super) fn search_tableless<I: ExpandIsa>(
        &mut self,
        isa: I,
        node: &Node,
        mut window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        let mut children = match isa.expand_tableless(self, node, window) {
            Ok(children) => children,
            Err(NodeExit::Decided(best)) => return Ok(best.value),
            Err(NodeExit::Unfinished(reason)) => return Err(reason),
        };
        let mut value = children.best.value;
        window.raise(value);
        while let Some(lane) = children.queue.next(isa) {
            let (node, bounds) = (children.node(lane), children.bounds(lane));
            let perspective = children.perspective(lane);
            value = value.max(self.tableless_value_from(perspective, &node, bounds, window)?);
            if value >= window.beta {
                break;
            }
            window.raise(value);
        }
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::with_search;
    use super::*;
    use crate::solver::{Bounds, sample};

    #[test]
    fn a_value_is_that_of_the_search_with_a_table() {
        let (mut exact, mut bounds) = (0, 0);
        let late = sample::positions().filter(|position| position.stones() >= TABLELESS_STONES);
        with_search(1, TABLELESS_STONES, |mut search| {
            for position in late.take(20_000) {
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
        });
        assert!(exact > 5_000, "only {exact} values");
        assert!(bounds > 50_000, "only {bounds} bounds");
    }
}
