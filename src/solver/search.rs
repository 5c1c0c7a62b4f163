//! The exact search: negamax on a null window.
//!
//! Every value is a bound in the tutorial's unit: above `alpha` it bounds the
//! position's score from below, otherwise from above (fail-soft). A node is a
//! quiet position that is expanded: forced sequences, positions decided
//! statically and table hits are none.

use super::arch::Kernel;
use super::children::{Best, Children};
use super::crew::Crew;
use super::lanes::{LANES, lanes};
use super::limits::{Meter, Stopped};
use super::node::{Node, Settled};
use super::table::{Known, Slot, Table, UNTABLED_STONES};

/// A search over a table, and its budget.
pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) crew: &'a Crew<'a>,
    pub(super) kernel: Kernel,
    pub(super) meter: Meter<'a>,
}

impl Search<'_> {
    /// The value of a settled position, for the side to move in it, as a bound
    /// above or not above `alpha`.
    pub(super) fn value(&mut self, settled: &Settled, alpha: i8) -> Result<i8, Stopped> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Open { node, same_side } => {
                let slot = node.slot();
                let known = node.known();
                let known = self
                    .table
                    .probe(slot)
                    .map_or(known, |entry| known.with(entry));
                self.directed(node, slot, known, *same_side, alpha)
            }
        }
    }

    /// As [`Search::value`] for a child of the root, marked meanwhile.
    pub(super) fn marked_value(&mut self, settled: &Settled, alpha: i8) -> Result<i8, Stopped> {
        let crew = self.crew;
        let _mark = settled.slot().and_then(|slot| crew.mark(slot));
        self.value(settled, alpha)
    }

    #[inline]
    fn directed(
        &mut self,
        node: &Node,
        slot: Slot,
        known: Known,
        same_side: bool,
        alpha: i8,
    ) -> Result<i8, Stopped> {
        if same_side {
            self.negamax(node, slot, known, alpha)
        } else {
            Ok(-self.negamax(node, slot, known, -alpha - 1)?)
        }
    }

    /// As [`Search::value`] for a node of which `known` is proven already, what
    /// the table holds included.
    fn negamax(
        &mut self,
        node: &Node,
        slot: Slot,
        mut known: Known,
        alpha: i8,
    ) -> Result<i8, Stopped> {
        if let Some(value) = known.decides(alpha) {
            return Ok(value);
        }
        if let Some(score) = self.crew.openings.of_node(node) {
            return Ok(score);
        }
        self.meter.enter_node(node.stones)?;
        let before = self.meter.nodes();
        let best = self.expand(node, alpha, known.best)?;
        if node.stones < UNTABLED_STONES {
            if best.value > alpha {
                known.lower = known.lower.max(best.value);
            } else {
                known.upper = known.upper.min(best.value);
            }
            known.best = best.column;
            self.table.store(slot, known, self.meter.nodes() - before);
        }
        Ok(best.value)
    }

    /// Searches a node's moves until one exceeds `alpha`.
    pub(super) fn expand(
        &mut self,
        node: &Node,
        alpha: i8,
        favourite: u8,
    ) -> Result<Best, Stopped> {
        let children = self.kernel.look(node, alpha, favourite, self.table);
        let mut best = children.best;
        if best.value > alpha {
            return Ok(best);
        }
        let mut knowns = [Known::NOTHING; LANES];
        for lane in lanes(children.open) {
            knowns[lane] = self.recall(&children, lane);
            let least = children.at_least(lane, knowns[lane]);
            if least > alpha {
                return Ok(Best::new(least, lane));
            }
        }
        let crowded = self.crew.marks_children_at(node.stones);
        let mut order = children.order;
        while let Some(lane) = order.next() {
            if crowded && order.may_put_off() && self.crew.is_marked(children.slot(lane)) {
                order.put_off(lane);
                continue;
            }
            let value = if crowded {
                self.shared_child(&children, lane, alpha)?
            } else {
                self.child(&children, lane, knowns[lane], alpha)?
            };
            best.improve(value, lane);
            if value > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// The value of a lane's move, of which `known` is proven already.
    #[inline]
    fn child(
        &mut self,
        children: &Children,
        lane: usize,
        known: Known,
        alpha: i8,
    ) -> Result<i8, Stopped> {
        let (node, slot) = (children.node(lane), children.slot(lane));
        self.directed(&node, slot, known, children.again(lane), alpha)
    }

    /// As [`Search::child`], where other threads may have proven more meanwhile.
    fn shared_child(&mut self, children: &Children, lane: usize, alpha: i8) -> Result<i8, Stopped> {
        let crew = self.crew;
        let _mark = crew.mark(children.slot(lane));
        self.child(children, lane, self.recall(children, lane), alpha)
    }

    /// What is proven of a lane's position by the rules and by the table.
    #[inline]
    fn recall(&self, children: &Children, lane: usize) -> Known {
        let known = children.known(lane);
        match self.table.probe(children.slot(lane)) {
            Some(entry) => known.with(entry),
            None => known,
        }
    }
}
