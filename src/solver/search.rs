//! The exact search: negamax on a null window.
//!
//! Every value is a bound in the tutorial's unit: above `alpha` it bounds the
//! position's score from below, otherwise from above (fail-soft). A node is a
//! quiet position that is expanded: forced sequences, positions decided
//! statically and table hits are none.

use arrayvec::ArrayVec;

use super::bounds;
use super::limits::{Meter, Stopped};
use super::node::{Node, Settled};
use super::order::{self, FORCING, TABLE_MOVE};
use super::table::{Known, Slot, Table, UNTABLED_STONES};
use crate::game::bitboard::{STRIDE, WIDTH};

/// Nodes with at most this many stones ask the table about all children before
/// they search one (enhanced transposition cutoffs).
const CHILD_PROBE_STONES: u8 = 28;

/// A search over a table, and its budget.
pub(super) struct Search<'a> {
    pub(super) table: &'a Table,
    pub(super) meter: Meter<'a>,
}

/// A move worth searching.
struct Candidate {
    /// Where its forced replies end.
    node: Node,
    /// Whether the side that made the move is to move again there.
    same_side: bool,
    promise: i32,
    slot: Slot,
    /// Counted from one.
    column: u8,
}

/// The moves worth searching, best first.
type Candidates = ArrayVec<Candidate, { WIDTH as usize }>;

/// What a node's moves say before any of them is searched.
struct Outlook {
    candidates: Candidates,
    /// The best value among the moves decided statically.
    best: i8,
    /// The column with that value, counted from one.
    column: u8,
}

impl Search<'_> {
    /// The value of a settled position, for the side to move in it, as a bound
    /// above or not above `alpha`.
    pub(super) fn value(&mut self, settled: &Settled, alpha: i8) -> Result<i8, Stopped> {
        match settled {
            Settled::Decided(score) => Ok(*score),
            Settled::Open { node, same_side } => self.directed(node, *same_side, alpha),
        }
    }

    #[inline]
    fn directed(&mut self, node: &Node, same_side: bool, alpha: i8) -> Result<i8, Stopped> {
        if same_side {
            self.negamax(node, alpha)
        } else {
            Ok(-self.negamax(node, -alpha - 1)?)
        }
    }

    fn negamax(&mut self, node: &Node, alpha: i8) -> Result<i8, Stopped> {
        let mut known = Known {
            lower: node.floor(),
            upper: node.ceiling(),
            best: 0,
        };
        bounds::narrow(node, &mut known.lower, &mut known.upper);
        if let Some(value) = known.decides(alpha) {
            return Ok(value);
        }
        let slot = node.slot();
        let tabled = node.stones < UNTABLED_STONES;
        if tabled && let Some(entry) = self.table.probe(slot) {
            known = known.with(entry);
            if let Some(value) = known.decides(alpha) {
                return Ok(value);
            }
        }
        self.meter.enter_node(node.stones)?;
        let before = self.meter.nodes();
        let (value, column) = self.expand(node, alpha, known.best)?;
        if tabled {
            if value > alpha {
                known.lower = known.lower.max(value);
            } else {
                known.upper = known.upper.min(value);
            }
            known.best = column;
            self.table.store(slot, known, self.meter.nodes() - before);
        }
        Ok(value)
    }

    /// Searches a node's moves until one exceeds `alpha`: its value and column.
    fn expand(&mut self, node: &Node, alpha: i8, favourite: u8) -> Result<(i8, u8), Stopped> {
        let Outlook {
            candidates,
            mut best,
            mut column,
        } = self.look_ahead(node, alpha, favourite);
        if best > alpha {
            return Ok((best, column));
        }
        for candidate in &candidates {
            let value = self.directed(&candidate.node, candidate.same_side, alpha)?;
            if value > best {
                best = value;
                column = candidate.column;
                if value > alpha {
                    break;
                }
            }
        }
        Ok((best, column))
    }

    /// Settles every move, asks the table about the open ones where that pays,
    /// and puts them in order. Ends early when a move exceeds `alpha`.
    #[inline]
    fn look_ahead(&self, node: &Node, alpha: i8, favourite: u8) -> Outlook {
        let mut outlook = Outlook {
            candidates: Candidates::new(),
            best: i8::MIN,
            column: 0,
        };
        for cell in order::centre_first(node.moves) {
            #[expect(clippy::cast_possible_truncation, reason = "at most 48")]
            let column = cell.trailing_zeros() as u8 / STRIDE + 1;
            let after = node.after(cell);
            match after.settle() {
                Settled::Decided(score) => {
                    if -score > outlook.best {
                        outlook.best = -score;
                        outlook.column = column;
                        if outlook.best > alpha {
                            return outlook;
                        }
                    }
                }
                Settled::Open { node, same_side } => {
                    let slot = node.slot();
                    if node.stones < UNTABLED_STONES {
                        self.table.prefetch(slot);
                    }
                    let forcing = node.stones > after.stones;
                    outlook.candidates.push(Candidate {
                        promise: order::promise(&after)
                            + if forcing { FORCING } else { 0 }
                            + if column == favourite { TABLE_MOVE } else { 0 },
                        node,
                        same_side: !same_side,
                        slot,
                        column,
                    });
                }
            }
        }
        if node.stones <= CHILD_PROBE_STONES {
            self.probe_children(&mut outlook, alpha);
        }
        sort_by_promise(&mut outlook.candidates);
        outlook
    }

    /// Takes from the table what it knows of the children.
    fn probe_children(&self, outlook: &mut Outlook, alpha: i8) {
        for candidate in &outlook.candidates {
            if let Some(entry) = self.table.probe(candidate.slot) {
                let lower = if candidate.same_side {
                    entry.lower
                } else {
                    -entry.upper
                };
                if lower > alpha {
                    outlook.best = lower;
                    outlook.column = candidate.column;
                    return;
                }
            }
        }
    }
}

/// Stable, so that equal promises keep the order from the centre outwards.
#[inline]
fn sort_by_promise(candidates: &mut Candidates) {
    for end in 1..candidates.len() {
        let mut place = end;
        while place > 0 && candidates[place - 1].promise < candidates[place].promise {
            candidates.swap(place - 1, place);
            place -= 1;
        }
    }
}
