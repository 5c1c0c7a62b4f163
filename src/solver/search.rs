//! The exact search: negamax with alpha-beta, mostly on null windows.
//!
//! Every value is in the unit of [`Score`](crate::game::Score). Within the window it is the
//! position's score; a value up to `alpha` bounds the score from above, one from `beta` on from
//! below (fail-soft). Counted as a node is a quiet position that is expanded: no forced
//! sequence, no table hit, nothing that is decided statically or by the next two stones.

#![expect(clippy::inline_always, reason = "see `arch`")]

mod finish;

use std::ops::ControlFlow;

use super::arch::Kernel;
use super::best_move::BestMove;
use super::children::{self, Children, Memory, Undecided};
use super::crew::Crew;
use super::killers::{Killers, Place, Trail};
use super::known::Known;
use super::lanes::bytes;
use super::limits::{Meter, Stopped};
use super::node::{Node, Settled};
use super::policy;
use super::positions::Played;
use super::table::{Slot, Table, UNTABLED_STONES};
use super::teamwork::Part;
use super::turn::Turn;
use super::vector::{Full, Vector};
use super::weights::Scales;
use super::window::Window;

/// Nodes after which it pays to look how a move was refuted.
const WORTH_HEEDING: u64 = 128;

/// Nodes after which a search is worth the network's advice, which takes as long as a
/// node.
const WORTH_ADVICE: u64 = 512;

/// A search over a table, and its budget.
pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) crew: &'a Crew<'a>,
    pub(super) kernel: Kernel,
    pub(super) weights: &'a Scales,
    pub(super) killers: &'a mut Killers,
    /// The moves that lead to the position searched.
    pub(super) trail: Trail,
    pub(super) part: Part,
    pub(super) meter: Meter<'a>,
}

impl<'a> Search<'a> {
    /// The value of a settled position, for the side to move in it.
    pub(super) fn value(&mut self, settled: &Settled, window: Window<i8>) -> Result<i8, Stopped> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Open { node, turn } => {
                self.trail = Trail::default();
                let known = self.known(node);
                Ok(self
                    .directed(node, node.slot(), known, *turn, window)?
                    .value)
            }
        }
    }

    /// What the rules and the table tell of a node.
    pub(super) fn known(&self, node: &Node) -> Known {
        let known = node.known();
        let entry = self.table.probe(node.slot());
        entry.map_or(known, |entry| known.with(entry))
    }

    /// As [`Search::value`] for a child of the root, marked meanwhile.
    pub(super) fn marked_value(
        &mut self,
        settled: &Settled,
        window: Window<i8>,
    ) -> Result<i8, Stopped> {
        let crew = self.crew;
        let _mark = settled.slot().and_then(|slot| crew.marks.mark(slot));
        self.value(settled, window)
    }

    /// The value, for one side or the other, of a node whose `turn` it is, and the best column
    /// for the side to move.
    #[inline(always)]
    fn directed(
        &mut self,
        node: &Node,
        slot: Slot,
        known: Known,
        turn: Turn,
        window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        let window = turn.window(window);
        let BestMove { value, column } = if let Some(value) = known.decides(window) {
            let column = known.best;
            BestMove { value, column }
        } else {
            let kernel = self.kernel;
            kernel.negamax(self, node, slot, known, window)?
        };
        Ok(BestMove {
            value: turn.value(value),
            column,
        })
    }

    /// Looks at a node's moves and searches them until one reaches `beta`.
    #[inline(always)]
    fn expand<V: Full>(
        &mut self,
        node: &Node,
        window: Window<i8>,
        favourite: u8,
    ) -> Result<BestMove, Stopped> {
        let place = Place::new(node.stones, window.alpha, self.trail);
        let has_few = V::has_few(node.moves);
        // Twice the same, for what either kind of vector holds has a type of its own: handed on
        // as one type it would go through memory.
        let mut children = if has_few {
            match self.begin::<V, V::Few, _>(node, window, self.table)? {
                ControlFlow::Break(best) => return Ok(best),
                ControlFlow::Continue(moves) => {
                    moves.children(node, favourite, &self.killers.suspects(&place))
                }
            }
        } else {
            match self.begin::<V, V, _>(node, window, self.table)? {
                ControlFlow::Break(best) => return Ok(best),
                ControlFlow::Continue(moves) => {
                    moves.children(node, favourite, &self.killers.suspects(&place))
                }
            }
        };
        let remembered = if has_few {
            children.matches::<V, V::Few>()
        } else {
            children.matches::<V, V>()
        };
        self.search_moves::<V>(node, &mut children, remembered, &place, window)
    }

    /// Searches the moves that are left of a node until one reaches `beta`; those of the
    /// lanes in `remembered` the table may know, see [`Children::matches`].
    #[inline(always)]
    pub(super) fn search_moves<V: Full>(
        &mut self,
        node: &Node,
        children: &mut Children,
        remembered: u64,
        place: &Place,
        mut window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        let mut best = children.best;
        window.raise(best.value);
        for (lane, matches) in bytes(remembered) {
            children.recall(lane, matches);
            let least = children.at_least(lane);
            if least >= window.beta {
                return Ok(children.best_by(least, lane));
            }
            if least > window.alpha {
                best = children.best_by(least, lane);
                window.raise(least);
            }
        }
        if node.stones < policy::ADVISED_STONES
            && self.meter.nodes() >= WORTH_ADVICE
            && !children.open.is_power_of_two()
        {
            children.take_advice(&self.kernel.advise(node, window.alpha));
        }
        let mut is_shared = self.crew.shares(node.stones);
        let mut next = if is_shared {
            self.next_shared(children, window.alpha)
        } else {
            Some(children.order.first())
        };
        while let Some(lane) = next {
            let cell = children.cell(node, lane);
            self.trail = place.trail.after(cell);
            let before = self.meter.nodes();
            let child = if is_shared {
                // Other threads may have proven more since the node was looked at.
                children.recall_again::<V>(lane);
                match self.shared_child(node, children, lane, window)? {
                    ControlFlow::Break(decided) => return Ok(decided),
                    ControlFlow::Continue(child) => child,
                }
            } else {
                self.child(children, lane, window)?
            };
            children.improve(&mut best, child.value, lane, is_shared);
            if child.value >= window.beta {
                if children.order.is_past_first() {
                    self.killers.learn(place, cell);
                }
                break;
            }
            window.raise(child.value);
            if self.meter.nodes() - before >= WORTH_HEEDING {
                children.heed(node, lane, child.column);
            }
            is_shared = self.crew.shares(node.stones);
            next = if is_shared {
                self.next_shared(children, window.alpha)
            } else {
                children.order.next::<V>()
            };
        }
        Ok(best)
    }

    /// Looks at a node's moves: breaks off with the best one if none has to be searched. A
    /// position that second stones decide is no node, and is not counted.
    #[inline(always)]
    pub(super) fn begin<F: Full, V: Vector, M: Memory<V>>(
        &mut self,
        node: &Node,
        window: Window<i8>,
        memory: M,
    ) -> Result<ControlFlow<BestMove, Undecided<'a, V, M::Keys>>, Stopped> {
        // Before all else, for it takes the longest, and all that follows waits for it.
        let moves = Played::<V>::of(node);
        if let Some(best) = finish::second::<F, V>(node, &moves, window) {
            return Ok(ControlFlow::Break(best));
        }
        self.meter.enter_node(node.stones)?;
        if finish::asks_for_third(node, window) {
            return Ok(ControlFlow::Break(finish::third::<F, V>(node, moves)));
        }
        let weights = self.weights.of(node.stones, window.alpha);
        Ok(children::look(node, moves, window, weights, memory))
    }

    /// The value of a lane's move.
    #[inline(always)]
    pub(super) fn child(
        &mut self,
        children: &Children,
        lane: usize,
        window: Window<i8>,
    ) -> Result<BestMove, Stopped> {
        let (node, slot) = (children.node(lane), children.slot(lane));
        let known = children.known(lane);
        self.directed(&node, slot, known, children.turn(lane), window)
    }
}

/// As [`Search::value`] for a node of which `known` is proven already, what the table
/// holds included, and leaves it open. [`Kernel::negamax`] is this, compiled for the
/// machine.
#[inline(always)]
pub(super) fn negamax<V: Full>(
    search: &mut Search,
    node: &Node,
    slot: Slot,
    mut known: Known,
    window: Window<i8>,
) -> Result<BestMove, Stopped> {
    if let Some(value) = search.crew.openings.of_node(node) {
        return Ok(BestMove::somehow(value));
    }
    let window = window.within(known.lower, known.upper);
    let before = search.meter.nodes();
    let best = search.expand::<V>(node, window, known.best)?;
    let nodes = search.meter.nodes() - before;
    if nodes > 0 && node.stones < UNTABLED_STONES {
        let (lower, upper) = window.told_by(best.value).get();
        known = Known {
            lower: known.lower.max(lower),
            upper: known.upper.min(upper),
            best: best.column,
        };
        search.table.store::<V>(slot, known, nodes - 1);
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Mode;
    use crate::solver::crew::Tools;
    use crate::solver::report::Bounds;
    use crate::solver::{Silent, Solver, StopFlag, sample};

    #[test]
    fn a_value_is_told_as_far_as_its_window_asks() {
        let mut solver = Solver::new(1).expect("1 MiB can be had");
        let stop = StopFlag::default();
        let (mut inside, mut outside) = (0, 0);
        for position in sample::positions().filter(|position| position.stones() > 20) {
            let exact = solver.solve(&position, Mode::Strong, &stop).bounds.exact();
            let exact = exact.expect("nobody stops it").get();
            let (least, most) = Bounds::of_unfinished(position.stones()).get();
            let table = Table::new(1).expect("1 MiB can be had");
            let tools = Tools::over(&table);
            let crew = Crew::new(tools, position.stones(), None);
            let ask = |mut search: Search| {
                let root = Settled::of(&position);
                // With an empty table, and with what was asked before.
                for (alpha, beta) in
                    (least..most).flat_map(|alpha| [(alpha, most), (least, alpha + 1)])
                {
                    if outside % 3 == 0 {
                        table.clear();
                    }
                    let window = Window { alpha, beta };
                    let value = search.value(&root, window).expect("nobody stops it");
                    let (lower, upper) = window.told_by(value).get();
                    assert!(
                        lower <= exact && exact <= upper,
                        "{position:?} {window:?} {value}"
                    );
                    if alpha < exact && exact < beta {
                        assert_eq!(value, exact, "{position:?} {window:?}");
                        inside += 1;
                    } else {
                        outside += 1;
                    }
                }
            };
            crew.run(&stop, &mut Silent, ask, |_| {});
            if inside > 10_000 {
                break;
            }
        }
        assert!(outside > 10_000, "only {outside}");
    }
}
