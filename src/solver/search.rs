//! The exact search: negamax on a null window.
//!
//! Every value is a bound in the tutorial's unit: above `alpha` it bounds the
//! position's score from below, otherwise from above (fail-soft). A node is a
//! quiet position that is expanded: forced sequences, positions decided
//! statically and table hits are none.

use super::arch::Kernel;
use super::children::{Children, lanes};
use super::limits::{Meter, Stopped};
use super::node::{Node, Settled};
use super::order::{CENTRE_FIRST, Order, TABLE_MOVE};
use super::table::{Known, Slot, Table, UNTABLED_STONES};

/// A search over a table, and its budget.
pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) kernel: Kernel,
    pub(super) meter: Meter<'a>,
}

/// The best value of a node found so far, and its column counted from one.
#[derive(Clone, Copy)]
struct Best {
    value: i8,
    column: u8,
}

impl Best {
    fn improve(&mut self, value: i8, lane: usize) {
        if value > self.value {
            self.value = value;
            self.column = CENTRE_FIRST[lane] + 1;
        }
    }
}

impl Search<'_> {
    /// The value of a settled position, for the side to move in it, as a bound
    /// above or not above `alpha`.
    pub(super) fn value(&mut self, settled: &Settled, alpha: i8) -> Result<i8, Stopped> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Open { node, same_side } => {
                self.directed(node, node.slot(), node.known(), *same_side, alpha)
            }
        }
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

    /// As [`Search::value`] for a node of which `known` is proven already.
    fn negamax(
        &mut self,
        node: &Node,
        slot: Slot,
        mut known: Known,
        alpha: i8,
    ) -> Result<i8, Stopped> {
        let tabled = node.stones < UNTABLED_STONES;
        if tabled && let Some(entry) = self.table.probe(slot) {
            known = known.with(entry);
        }
        if let Some(value) = known.decides(alpha) {
            return Ok(value);
        }
        self.meter.enter_node(node.stones)?;
        let before = self.meter.nodes();
        let best = self.expand(node, alpha, known.best)?;
        if tabled {
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
    fn expand(&mut self, node: &Node, alpha: i8, favourite: u8) -> Result<Best, Stopped> {
        let children = self.kernel.look(node);
        let mut best = Best {
            value: i8::MIN,
            column: 0,
        };
        if children.wins {
            best.improve(
                ((41 - node.stones) / 2).cast_signed(),
                children.decided.trailing_zeros() as usize,
            );
            return Ok(best);
        }
        for lane in lanes(children.decided | children.open) {
            best.improve(children.at_least(lane, children.known(lane)), lane);
        }
        if best.value > alpha {
            return Ok(best);
        }
        for lane in lanes(children.open) {
            self.table.prefetch(children.slot(lane));
        }
        self.ask_table(&children, &mut best);
        if best.value > alpha {
            return Ok(best);
        }
        for lane in order(&children, favourite).lanes() {
            let child = children.node(lane);
            let slot = children.slot(lane);
            let known = children.known(lane);
            let value = self.directed(&child, slot, known, children.again(lane), alpha)?;
            best.improve(value, lane);
            if value > alpha {
                break;
            }
        }
        Ok(best)
    }

    /// Takes from the table what children are worth at least.
    fn ask_table(&self, children: &Children, best: &mut Best) {
        for lane in lanes(children.open) {
            if let Some(known) = self.table.probe(children.slot(lane)) {
                best.improve(children.at_least(lane, known), lane);
            }
        }
    }
}

fn order(children: &Children, favourite: u8) -> Order {
    let mut order = Order::default();
    for lane in lanes(children.open) {
        let mut promise = children.promise(lane);
        if favourite == CENTRE_FIRST[lane] + 1 {
            promise += TABLE_MOVE;
        }
        order.add(lane, promise);
    }
    order
}
