//! The exact search: negamax on a null window.
//!
//! Every value is a bound in the tutorial's unit: above `alpha` it bounds the
//! position's score from below, otherwise from above (fail-soft). A node is a
//! quiet position that is expanded: forced sequences, positions decided
//! statically and table hits are none.

#![expect(clippy::inline_always, reason = "see `arch`")]

use std::ops::ControlFlow;

use super::arch::Kernel;
use super::children::{self, Best, Children};
use super::crew::Crew;
use super::killers::{Killers, Place, Trail};
use super::lanes::bytes;
use super::limits::{Meter, Stopped};
use super::node::{Node, Settled};
use super::table::{Known, Slot, Table, UNTABLED_STONES};
use super::teamwork::Part;
use super::vector::Vector;
use super::weights::Weights;

/// Nodes after which it pays to look how a move was refuted.
const WORTH_HEEDING: u64 = 128;

/// A search over a table, and its budget.
pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) crew: &'a Crew<'a>,
    pub(super) kernel: Kernel,
    pub(super) killers: &'a mut Killers,
    /// The moves that lead to the position searched.
    pub(super) trail: Trail,
    pub(super) part: Part,
    pub(super) meter: Meter<'a>,
}

impl Search<'_> {
    /// The value of a settled position, for the side to move in it, as a bound
    /// above or not above `alpha`.
    pub(super) fn value(&mut self, settled: &Settled, alpha: i8) -> Result<i8, Stopped> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Open { node, same_side } => {
                self.trail = Trail::default();
                let slot = node.slot();
                let known = node.known();
                let known = self
                    .table
                    .probe(slot)
                    .map_or(known, |entry| known.with(entry));
                Ok(self.directed(node, slot, known, *same_side, alpha)?.value)
            }
        }
    }

    /// As [`Search::value`] for a child of the root, marked meanwhile.
    pub(super) fn marked_value(&mut self, settled: &Settled, alpha: i8) -> Result<i8, Stopped> {
        let crew = self.crew;
        let _mark = settled.slot().and_then(|slot| crew.mark(slot));
        self.value(settled, alpha)
    }

    /// The value, for one side or the other, and the best column for the side to move.
    #[inline(always)]
    fn directed(
        &mut self,
        node: &Node,
        slot: Slot,
        known: Known,
        same_side: bool,
        alpha: i8,
    ) -> Result<Best, Stopped> {
        let alpha = if same_side { alpha } else { -alpha - 1 };
        let Best { value, column } = if let Some(value) = known.decides(alpha) {
            let column = known.best;
            Best { value, column }
        } else {
            let kernel = self.kernel;
            kernel.negamax(self, node, slot, known, alpha)?
        };
        Ok(Best {
            value: if same_side { value } else { -value },
            column,
        })
    }

    /// Searches a node's moves until one exceeds `alpha`.
    #[inline(always)]
    pub(super) fn expand<V: Vector>(
        &mut self,
        node: &Node,
        alpha: i8,
        favourite: u8,
    ) -> Result<Best, Stopped> {
        let weights = Weights::of(node.stones, alpha);
        let place = Place::new(node.stones, alpha, self.trail);
        let mut children = match children::look::<V>(node, alpha, weights, self.table) {
            ControlFlow::Break(best) => return Ok(best),
            ControlFlow::Continue(undecided) => {
                undecided.children(node, favourite, &self.killers.suspects(&place))
            }
        };
        let mut best = children.best;
        for (lane, matches) in bytes(children.matches::<V>()) {
            children.recall(lane, matches);
            let least = children.at_least(lane);
            if least > alpha {
                return Ok(Best::new(least, lane));
            }
        }
        loop {
            let is_shared = self.crew.shares(node.stones);
            let Some(lane) = self.next_lane(node, &mut children, is_shared) else {
                break;
            };
            let cell = Children::cell(node, lane);
            self.trail = place.trail.after(cell);
            let before = self.meter.nodes();
            let child = if is_shared {
                // Other threads may have proven more since the node was looked at.
                children.recall_again::<V>(lane);
                match self.shared_child(node, &children, lane, alpha)? {
                    ControlFlow::Break(decided) => return Ok(decided),
                    ControlFlow::Continue(child) => child,
                }
            } else {
                self.child(&children, lane, alpha)?
            };
            children.improve(&mut best, child.value, lane, is_shared);
            if child.value > alpha {
                if children.order.is_past_first() {
                    self.killers.learn(&place, cell);
                }
                break;
            }
            if self.meter.nodes() - before >= WORTH_HEEDING {
                children.heed(node, lane, child.column, weights.refutation);
            }
        }
        Ok(best)
    }

    /// The lane to search next.
    #[inline(always)]
    fn next_lane(&self, node: &Node, children: &mut Children, is_shared: bool) -> Option<usize> {
        if is_shared {
            self.next_shared(node, children)
        } else {
            children.order.next()
        }
    }

    /// The value of a lane's move.
    #[inline(always)]
    pub(super) fn child(
        &mut self,
        children: &Children,
        lane: usize,
        alpha: i8,
    ) -> Result<Best, Stopped> {
        let (node, slot) = (children.node(lane), children.slot(lane));
        let known = children.known(lane);
        self.directed(&node, slot, known, children.again(lane), alpha)
    }
}

/// As [`Search::value`] for a node of which `known` is proven already, what the table
/// holds included, and leaves it open. [`Kernel::negamax`] is this, compiled for the
/// machine.
#[inline(always)]
pub(super) fn negamax<V: Vector>(
    search: &mut Search,
    node: &Node,
    slot: Slot,
    mut known: Known,
    alpha: i8,
) -> Result<Best, Stopped> {
    if let Some(value) = search.crew.openings.of_node(node) {
        return Ok(Best { value, column: 0 });
    }
    search.meter.enter_node(node.stones)?;
    let before = search.meter.nodes();
    let best = search.expand::<V>(node, alpha, known.best)?;
    if node.stones < UNTABLED_STONES {
        if best.value > alpha {
            known.lower = known.lower.max(best.value);
        } else {
            known.upper = known.upper.min(best.value);
        }
        known.best = best.column;
        let nodes = search.meter.nodes() - before;
        search.table.store::<V>(slot, known, nodes);
    }
    Ok(best)
}
