//! The depth-limited search: alpha-beta to a depth, then the static evaluation.
//!
//! It finds a sensible move long before the exact search has its proof. Proven and estimated values
//! share one scale: a proven score `s` is `1000 * s`, so estimates always lie between the slowest
//! win and the slowest loss. The search also uses the bounds in the table of the exact search.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::Search;
use crate::game::bitboard::{BOTTOM, STRIDE, WIDTH, centre_first};
use crate::solver::eval;
use crate::solver::node::{Node, Settled};
use crate::solver::ordering::WeightSets;
use crate::solver::ordering::move_score::short_score;
use crate::solver::types::{NodeBounds, Unfinished, Window};

/// The value of a proven score of 1.
pub(crate) const PROVEN: i32 = 1000;
/// A number above every value.
pub(crate) const INFINITE: i32 = 100 * PROVEN;

/// Log2 of the number of entries: 768 KiB, which fit in the cache together with the table of the
/// exact search.
const ENTRY_BITS: u32 = 15;

/// The table of the depth-limited search. A new entry always replaces the old one. The table takes
/// no memory before the first entry.
pub(crate) struct DepthTable(Vec<Entry>);

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    lower: i32,
    upper: i32,
    depth: u8,
    /// The cell of the best move, counted from one; 0 for none.
    best: u8,
}

impl DepthTable {
    pub(crate) fn new() -> DepthTable {
        DepthTable(Vec::new())
    }

    /// Returns the index of a node's entry and the node's key.
    fn place(node: &Node) -> (usize, u64) {
        let key = node.mover + node.mask + BOTTOM;
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - ENTRY_BITS);
        (mixed as usize, key)
    }

    fn probe(&self, node: &Node) -> Option<Entry> {
        let (place, key) = DepthTable::place(node);
        let entry = self.0.get(place).copied();
        entry.filter(|entry| entry.key == key)
    }

    fn store(&mut self, place: usize, entry: Entry) {
        if self.0.is_empty() {
            self.0.resize(1 << ENTRY_BITS, Entry::default());
        }
        self.0[place] = entry;
    }

    /// Returns the column of a node's table move, counted from one.
    pub(crate) fn table_move(&self, node: &Node) -> Option<u8> {
        self.probe(node)
            .filter(|entry| entry.best != 0)
            .map(|entry| (entry.best - 1) / STRIDE + 1)
    }
}

/// A depth-limited search, with the table and the budget of the exact search.
pub(crate) struct DepthSearch<'a, 'b> {
    pub(crate) search: &'b mut Search<'a>,
    pub(crate) table: &'b mut DepthTable,
}

impl DepthSearch<'_, '_> {
    /// Returns the value of a position whose forced moves have been played, for its side to move.
    /// Looks `depth` plies ahead, without counting forced replies.
    pub(crate) fn value(
        &mut self,
        settled: &Settled,
        depth: u8,
        window: Window<i32>,
    ) -> Result<i32, Unfinished> {
        match settled {
            Settled::Decided(score) => Ok(PROVEN * i32::from(*score)),
            Settled::Quiet { node, perspective } => {
                let value = self.negamax(node, depth, perspective.window(window))?;
                Ok(perspective.value(value))
            }
        }
    }

    fn negamax(&mut self, node: &Node, depth: u8, window: Window<i32>) -> Result<i32, Unfinished> {
        self.search
            .limiter
            .enter_node(node.stones, self.search.table)?;
        let proven = self.proven(node);
        if proven.lower == proven.upper {
            return Ok(PROVEN * i32::from(proven.lower));
        }
        let (lowest, highest) = estimate_range(proven.lower, proven.upper);
        if depth == 0 {
            return Ok(eval::evaluate_node(node).clamp(lowest, highest));
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
        let (value, best) = self.search_moves(node, depth, window, entry.best)?;
        let value = value.clamp(lowest, highest);
        let (place, key) = DepthTable::place(node);
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

    /// Searches the moves of a node, `table_move` first. Returns the best value and its move. Moves
    /// are numbers of cells, counted from one; 0 is no move.
    fn search_moves(
        &mut self,
        node: &Node,
        depth: u8,
        window: Window<i32>,
        table_move: u8,
    ) -> Result<(i32, u8), Unfinished> {
        let table_move = table_move.checked_sub(1).map_or(0, |place| 1 << place);
        let weights = WeightSets::built_in().of(node.stones, 0);
        let mut moves: ArrayVec<(u64, Node, i64), { WIDTH as usize }> = centre_first(node.moves)
            .map(|cell| (cell, node.after(cell)))
            .map(|(cell, after)| (cell, after, short_score(node, &after, weights)))
            .collect();
        moves.sort_by_key(|&(cell, _, score)| (cell != table_move, Reverse(score)));
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

    /// Returns the bounds that the book, the rules and the table prove.
    fn proven(&self, node: &Node) -> NodeBounds {
        if let Some(score) = self.search.book.score_of_node(node) {
            return NodeBounds::exactly(score);
        }
        let bounds = self.search.probe(node);
        // A book with wrong scores can leave bounds in the table that contradict the rules.
        if bounds.lower <= bounds.upper {
            bounds
        } else {
            node.static_bounds()
        }
    }
}

/// Returns the least and the greatest value that an estimate may have within proven bounds. If a
/// bound is 0, a draw, the range ends next to it, so that an estimate differs from a proven draw.
pub(crate) fn estimate_range(lower: i8, upper: i8) -> (i32, i32) {
    let value = |score: i8, at_draw: i32| match score {
        0 => at_draw,
        score => PROVEN * i32::from(score),
    };
    (value(lower, 1), value(upper, -1))
}
