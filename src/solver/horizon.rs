//! The search with a horizon: alpha-beta to a depth, estimated beyond it.
//!
//! It finds a sensible move long before the exact search has its proof. Values
//! share one scale: a proven score `s` is `1000 * s`, so estimates always lie
//! between the slowest win and the slowest loss. What the exact table has proven
//! is taken over.

use std::cmp::Reverse;

use super::evaluate;
use super::known::Known;
use super::limits::Stopped;
use super::node::{Node, Settled};
use super::order;
use super::positions::safe_moves;
use super::search::Search;
use super::vector::Choice;
use super::weights::Scales;
use super::window::Window;
use crate::game::bitboard::{BOTTOM, STRIDE, WIDTH, playable};

/// A proven score's place on the scale of values.
pub(super) const PROVEN: i32 = 1000;
/// Above every value.
pub(super) const INFINITE: i32 = 100 * PROVEN;

/// Log2 of the entries of the horizon's own table: 768 KiB, in the cache with the exact one.
const ENTRY_BITS: u32 = 15;

/// Values found to some depth, overwritten by later ones; no memory before the first.
pub(super) struct HorizonTable(Vec<Entry>);

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    lower: i32,
    upper: i32,
    depth: u8,
    /// The cell of the best move, counted from one; 0 for none.
    best: u8,
}

impl HorizonTable {
    pub(super) fn new() -> HorizonTable {
        HorizonTable(Vec::new())
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Entry::default());
    }

    fn place(node: &Node) -> (usize, u64) {
        let key = node.mover + node.mask + BOTTOM;
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - ENTRY_BITS);
        (mixed as usize, key)
    }

    fn probe(&self, node: &Node) -> Option<Entry> {
        let (place, key) = HorizonTable::place(node);
        let entry = self.0.get(place).copied();
        entry.filter(|entry| entry.key == key)
    }

    fn store(&mut self, place: usize, entry: Entry) {
        if self.0.is_empty() {
            self.0.resize(1 << ENTRY_BITS, Entry::default());
        }
        self.0[place] = entry;
    }

    /// The column of the best move remembered for a node, counted from one.
    pub(super) fn best(&self, node: &Node) -> Option<u8> {
        self.probe(node)
            .filter(|entry| entry.best != 0)
            .map(|entry| (entry.best - 1) / STRIDE + 1)
    }
}

/// A search with a horizon over the exact search's table and budget.
pub(super) struct Horizon<'a, 'b> {
    pub(super) search: &'b mut Search<'a>,
    pub(super) table: &'b mut HorizonTable,
}

impl Horizon<'_, '_> {
    /// The value of a settled position for the side to move in it, `depth` choices ahead:
    /// forced replies do not count.
    pub(super) fn value(
        &mut self,
        settled: &Settled,
        depth: u8,
        window: Window<i32>,
    ) -> Result<i32, Stopped> {
        match settled {
            Settled::Decided(score) => Ok(PROVEN * i32::from(*score)),
            Settled::Open { node, turn } => {
                let value = self.negamax(node, depth, turn.window(window))?;
                Ok(turn.value(value))
            }
        }
    }

    fn negamax(&mut self, node: &Node, depth: u8, window: Window<i32>) -> Result<i32, Stopped> {
        self.search.meter.enter_node(node.stones)?;
        let proven = self.proven(node);
        if proven.lower == proven.upper {
            return Ok(PROVEN * i32::from(proven.lower));
        }
        let (lowest, highest) = left_by(proven.lower, proven.upper);
        if depth == 0 {
            return Ok(evaluate::value_of(node).clamp(lowest, highest));
        }
        if lowest >= window.beta {
            return Ok(lowest);
        }
        if highest <= window.alpha {
            return Ok(highest);
        }
        let entry = self.table.probe(node).unwrap_or_default();
        if entry.depth >= depth {
            if entry.lower >= window.beta {
                return Ok(entry.lower);
            }
            if entry.upper <= window.alpha {
                return Ok(entry.upper);
            }
        }
        let (value, best) = self.expand(node, depth, window, entry.best)?;
        let value = value.clamp(lowest, highest);
        let (place, key) = HorizonTable::place(node);
        let entry = Entry {
            key,
            lower: if value > window.alpha {
                value
            } else {
                -INFINITE
            },
            upper: if value < window.beta { value } else { INFINITE },
            depth,
            best,
        };
        self.table.store(place, entry);
        Ok(value)
    }

    /// Searches a node's moves: the best value and its cell, counted from one.
    fn expand(
        &mut self,
        node: &Node,
        depth: u8,
        window: Window<i32>,
        favourite: u8,
    ) -> Result<(i32, u8), Stopped> {
        let favourite = favourite.checked_sub(1).map_or(0, |place| 1 << place);
        let mut moves: arrayvec::ArrayVec<(u64, Node, u64), { WIDTH as usize }> =
            order::centre_first(node.moves)
                .map(|cell| (cell, node.after(cell)))
                .map(|(cell, after)| (cell, after, promise(node, &after)))
                .collect();
        moves.sort_by_key(|&(cell, _, promise)| (cell != favourite, Reverse(promise)));
        let (mut best, mut best_cell) = (-INFINITE, 0);
        for (cell, after, _) in moves {
            let inner = Window {
                alpha: window.alpha.max(best),
                beta: window.beta,
            };
            let value = -self.value(&after.settle(), depth - 1, inner.flipped())?;
            if value > best {
                best = value;
                #[expect(clippy::cast_possible_truncation, reason = "at most 48")]
                let place = cell.trailing_zeros() as u8 + 1;
                best_cell = place;
                if best >= window.beta {
                    break;
                }
            }
        }
        Ok((best, best_cell))
    }

    fn proven(&self, node: &Node) -> Known {
        if let Some(score) = self.search.crew.openings.of_node(node) {
            return Known::exactly(score);
        }
        let known = self.search.known(node);
        // With a book of wrong scores the table may contradict the rules.
        if known.lower <= known.upper {
            known
        } else {
            node.known()
        }
    }
}

/// What the move of `node` that leads to `after` promises.
fn promise(node: &Node, after: &Node) -> u64 {
    let weights = Scales::built_in().of(node.stones, 0);
    let gained = order::promise(after.theirs, node.theirs, playable(after.mask), weights);
    let forces = safe_moves(after.mask, after.theirs).is_power_of_two();
    gained + u64::weight(weights.forcing).only(forces)
}

/// The values that proven bounds leave: an open outcome is never called a draw.
pub(super) fn left_by(lower: i8, upper: i8) -> (i32, i32) {
    let lowest = match lower {
        win @ 1.. => PROVEN * i32::from(win),
        0 => 1,
        loss => PROVEN * i32::from(loss),
    };
    let highest = match upper {
        win @ 1.. => PROVEN * i32::from(win),
        0 => -1,
        loss => PROVEN * i32::from(loss),
    };
    (lowest, highest)
}
