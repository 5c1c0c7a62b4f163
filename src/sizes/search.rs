//! The search: negamax with null windows. No clock, no I/O.
//!
//! It is the last step of the tutorial's ladder, with the ideas of the 7x6 engine that pay on every
//! board:
//!
//! - a child is the position after a move and all forced replies; most that are decided so cost no
//!   node,
//! - bounds of all children, from proofs and from the table, are known before one is searched,
//! - an entry of the table has both bounds and the best move,
//! - moves are ordered by threats that can be played soon, with a fixed bonus for the centre.

#![expect(clippy::inline_always, reason = "as in `grid`")]

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::analysis::Bounds;
use super::grid::{Grid, MAX_WIDTH, Word};
use super::node::{Node, Settled};
use super::position::Position;
use super::table::{Place, Table};
use crate::solver::{BestMove, NodeBounds, Perspective, StopFlag, TableError, Window};

/// The error of a search that was stopped. `?` passes it up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stopped;

/// Nodes between two looks at the stop flag. They take about a millisecond.
const LOOK_INTERVAL: u64 = 1 << 12;

/// What a search reports to, and what stops it.
pub(super) struct Watch {
    pub(super) stop: StopFlag,
    /// The most nodes to visit.
    pub(super) limit: u64,
    /// The nodes visited.
    pub(super) nodes: u64,
    /// What is proven of the value, for the observer.
    pub(super) bounds: Bounds,
    pub(super) observer: Option<super::solver::Observer>,
}

impl Watch {
    /// Counts a node.
    #[inline(always)]
    fn count(&mut self) -> Result<(), Stopped> {
        if self.nodes.is_multiple_of(LOOK_INTERVAL) {
            if self.stop.is_stopped() {
                return Err(Stopped);
            }
            if let Some(observer) = &mut self.observer {
                observer(self.nodes, self.bounds);
            }
        }
        if self.nodes >= self.limit {
            return Err(Stopped);
        }
        self.nodes += 1;
        Ok(())
    }
}

/// A search on boards of one size.
pub(super) trait Engine: Send {
    /// Returns a bound of the value of a position that is not over: an upper bound of at most
    /// `alpha`, or a lower bound above it.
    fn ask(&mut self, position: &Position, alpha: i8) -> Result<i8, Stopped>;
    fn watch(&mut self) -> &mut Watch;
    /// Empties the table.
    fn clear(&mut self);
}

/// The search on boards of `HEIGHT` rows that fit into the words `W`.
pub(super) struct Search<W, const HEIGHT: u8> {
    grid: Grid<W, HEIGHT>,
    table: Table<W>,
    /// The table of late positions, small enough for the cache. They are many, and cheap to search
    /// again.
    late_table: Table<W>,
    watch: Watch,
    /// For each number of stones and kind of question, the move that last answered it.
    killers: Vec<[W; QUESTIONS]>,
}

/// The kinds of questions that share killers: whether the value is above a loss, a late loss, a draw,
/// or a win.
const QUESTIONS: usize = 4;

/// Returns the kind of a question.
#[inline(always)]
fn question(alpha: i8) -> usize {
    usize::from((alpha.clamp(-2, 1) + 2).cast_unsigned())
}

/// Nodes with fewer empty cells are not in the table, because they are not worth an entry.
const TABLED_EMPTY: u8 = 8;
/// Nodes with fewer empty cells are in the table of late positions.
const EARLY_EMPTY: u8 = 20;
/// The size of that table, unless the other one is smaller.
const LATE_MIB: usize = 4;
/// Children of nodes with fewer empty cells are looked up only when they are searched.
const PROBED_EMPTY: u8 = 13;
/// Positions with fewer stones share an entry with their mirror image.
const MIRRORED_STONES: u8 = 14;

/// What moves are worth in the order. The ratios are those of the 7x6 engine.
mod worth {
    /// A move that leaves one safe reply.
    pub(super) const FORCING: i16 = 110;
    /// A winning cell directly above a playable cell.
    pub(super) const ABOVE_PLAYABLE: i16 = 115;
    /// A winning cell two cells above a playable cell.
    pub(super) const TWO_ABOVE: i16 = 75;
    /// Each winning cell.
    pub(super) const THREAT: i16 = 50;
    /// The best move of an earlier search.
    pub(super) const TABLE_MOVE: i16 = 15;
    /// The move that answered the question in a similar node.
    pub(super) const KILLER: i16 = 15;
    /// A move onto an own stone.
    pub(super) const ON_OWN_STONE: i16 = 8;
    /// Each half column away from the centre.
    pub(super) const FROM_CENTRE: i16 = -4;
}

/// A move that is to be searched.
#[derive(Debug, Clone, Copy)]
struct Child<W> {
    /// The column of the move, counted from 1.
    column: u8,
    /// The cell of the move.
    cell: W,
    /// The node after the move and all forced replies.
    node: Node<W>,
    /// Its side to move, relative to the side that moves.
    perspective: Perspective,
    /// Its place in the table, if the node that is searched is in the table.
    place: Place<W>,
    /// The bounds of its value, for its side to move.
    known: NodeBounds,
    worth: i16,
}

/// The children of a node, from the centre outwards.
type Children<W> = ArrayVec<Child<W>, MAX_WIDTH>;

/// The indices of the children that are to be searched.
type Queue = ArrayVec<u8, MAX_WIDTH>;

impl<W: Word, const HEIGHT: u8> Search<W, HEIGHT> {
    pub(super) fn new(width: u8, hash_mib: usize) -> Result<Self, TableError> {
        let grid = Grid::new(width);
        let killers = vec![[W::NONE; QUESTIONS]; grid.cells.into()];
        Ok(Search {
            table: Table::new(width * (HEIGHT + 1), hash_mib)?,
            late_table: Table::new(width * (HEIGHT + 1), hash_mib.min(LATE_MIB))?,
            watch: Watch {
                stop: StopFlag::default(),
                limit: u64::MAX,
                nodes: 0,
                bounds: Bounds::exactly(0),
                observer: None,
            },
            grid,
            killers,
        })
    }

    /// Returns the number of empty cells.
    #[inline(always)]
    fn empty(&self, node: &Node<W>) -> u8 {
        self.grid.cells - node.stones
    }

    /// Returns the table that has a node.
    #[inline(always)]
    fn table(&self, node: &Node<W>) -> &Table<W> {
        if self.empty(node) < EARLY_EMPTY {
            &self.late_table
        } else {
            &self.table
        }
    }

    /// Returns the place of a node in its table. Few positions late in a game have a mirror image
    /// that is searched, too.
    #[inline(always)]
    fn place(&self, node: &Node<W>) -> Place<W> {
        let key = self.grid.key(node.mover, node.mask);
        let mirrored = node.stones < MIRRORED_STONES;
        self.table(node).place(if mirrored {
            key.min(self.grid.mirror(key))
        } else {
            key
        })
    }

    /// Returns the value of a quiet node if it is inside the window, otherwise a bound of it that is
    /// outside. `known` does not decide the window.
    fn search(
        &mut self,
        node: &Node<W>,
        place: Place<W>,
        mut known: NodeBounds,
        window: Window<i8>,
    ) -> Result<i8, Stopped> {
        let is_tabled = self.empty(node) >= TABLED_EMPTY;
        if is_tabled && let Some(found) = self.table(node).get(place) {
            known = known.with(found);
            if let Some(best) = known.decides(window) {
                return Ok(best.value);
            }
        }
        self.watch.count()?;
        let before = self.watch.nodes;
        let mut children = Children::new();
        let mut best = BestMove::NONE;
        if self.expand(
            node,
            known.table_move,
            window.alpha,
            &mut children,
            &mut best,
        ) {
            // Expanding the node again is as cheap as an entry.
            return Ok(best.value);
        }
        let mut queue = Queue::new();
        if !self.bound(node, window.alpha, &mut children, &mut queue, &mut best) {
            self.search_children(node, window, &children, queue, &mut best)?;
        }
        if is_tabled {
            if best.value > window.alpha {
                known.lower = known.lower.max(best.value);
            } else {
                known.upper = known.upper.min(best.value);
            }
            known.table_move = best.column;
            self.store(node, place, known, self.watch.nodes - before);
        }
        Ok(best.value)
    }

    /// Stores what is known of a node in its table.
    #[inline(always)]
    fn store(&mut self, node: &Node<W>, place: Place<W>, known: NodeBounds, nodes: u64) {
        if self.empty(node) < EARLY_EMPTY {
            // The subtrees are small. If they counted, old ones would fill the table.
            self.late_table.put(place, known, 1);
        } else {
            self.table.put(place, known, nodes);
        }
    }

    /// Lists the children that forced moves do not decide. Returns whether one that they decide
    /// answers the question.
    #[inline(always)]
    fn expand(
        &self,
        node: &Node<W>,
        table_move: u8,
        alpha: i8,
        children: &mut Children<W>,
        best: &mut BestMove,
    ) -> bool {
        let killer = self.killers[usize::from(node.stones)][question(alpha)];
        // A winning cell above one of the opponent's is rarely of use: play reaches the other first.
        let useless = self.grid.above(node.theirs);
        for &column in &self.grid.columns {
            let cell = column.cells & node.moves;
            if cell.is_none() {
                continue;
            }
            let after = self.grid.play(node, cell);
            let (child, perspective) = match self.grid.settle(after) {
                Settled::Decided(value) => {
                    best.improve(BestMove::new(-value, column.number));
                    if best.value > alpha {
                        return true;
                    }
                    continue;
                }
                Settled::Quiet(child, perspective) => (child, perspective.next()),
            };
            let place = self.place(&child);
            if self.empty(&child) >= TABLED_EMPTY {
                self.table(&child).prefetch(place);
            }
            let hint = |is_hinted: bool, worth: i16| if is_hinted { worth } else { 0 };
            let worth = self.threats_worth(&after, after.theirs & !useless)
                + worth::FROM_CENTRE * i16::from(column.from_centre)
                + hint(after.moves.is_single(), worth::FORCING)
                + hint(column.number == table_move, worth::TABLE_MOVE)
                + hint(cell == killer, worth::KILLER)
                + hint(!(cell >> 1 & node.mover).is_none(), worth::ON_OWN_STONE);
            children.push(Child {
                column: column.number,
                cell,
                node: child,
                perspective,
                place,
                known: NodeBounds::exactly(0),
                worth,
            });
        }
        false
    }

    /// Returns what the winning cells of the side that moved are worth.
    #[inline(always)]
    fn threats_worth(&self, after: &Node<W>, winning: W) -> i16 {
        let playable = self.grid.playable(after.mask);
        let count = |cells: W| i16::from(cells.count());
        worth::THREAT * count(winning)
            + worth::ABOVE_PLAYABLE * count(winning & playable << 1)
            + worth::TWO_ABOVE * count(winning & playable << 2)
    }

    /// Finds the bounds of the children, and queues those that are to be searched. Returns whether
    /// the bounds of one answer the question.
    #[inline(always)]
    fn bound(
        &self,
        node: &Node<W>,
        alpha: i8,
        children: &mut Children<W>,
        queue: &mut Queue,
        best: &mut BestMove,
    ) -> bool {
        for child in children.iter_mut() {
            child.known = self.grid.bounds(&child.node);
            let lower = child.perspective.bounds(child.known).lower;
            if lower > alpha {
                *best = BestMove::new(lower, child.column);
                return true;
            }
        }
        // The lines of the table have arrived by now.
        let is_probed = self.empty(node) >= PROBED_EMPTY;
        for (index, child) in (0..).zip(children) {
            if is_probed && let Some(found) = self.table(&child.node).get(child.place) {
                child.known = child.known.with(found);
            }
            let NodeBounds { lower, upper, .. } = child.perspective.bounds(child.known);
            if lower > alpha {
                *best = BestMove::new(lower, child.column);
                return true;
            }
            if upper <= alpha {
                best.improve(BestMove::new(upper, child.column));
            } else {
                queue.push(index);
            }
        }
        false
    }

    /// Searches the children, the most promising first, until one answers the question.
    #[inline(always)]
    fn search_children(
        &mut self,
        node: &Node<W>,
        window: Window<i8>,
        children: &Children<W>,
        mut queue: Queue,
        best: &mut BestMove,
    ) -> Result<(), Stopped> {
        // The sort is stable: of equal moves, the most central stays first.
        queue.sort_by_key(|&index| Reverse(children[usize::from(index)].worth));
        for index in queue {
            let child = &children[usize::from(index)];
            let asked = child.perspective.window(window);
            let value = self.search(&child.node, child.place, child.known, asked)?;
            let value = child.perspective.value(value);
            best.improve(BestMove::new(value, child.column));
            if value > window.alpha {
                let killers = &mut self.killers[usize::from(node.stones)];
                killers[question(window.alpha)] = child.cell;
                break;
            }
        }
        Ok(())
    }
}

impl<W: Word, const HEIGHT: u8> Engine for Search<W, HEIGHT> {
    fn ask(&mut self, position: &Position, alpha: i8) -> Result<i8, Stopped> {
        let (mover, mask) = (W::of(position.mover()), W::of(position.mask()));
        let wins = self.grid.winning_cells(mover, mask) & self.grid.playable(mask);
        if !wins.is_none() {
            return Ok(self.grid.win_next(position.stones()));
        }
        let node = self.grid.node(mover, mask, position.stones());
        match self.grid.settle(node) {
            Settled::Decided(value) => Ok(value),
            Settled::Quiet(node, perspective) => {
                let window = perspective.window(Window::null(alpha));
                let known = self.grid.bounds(&node);
                let value = match known.decides(window) {
                    Some(best) => best.value,
                    None => self.search(&node, self.place(&node), known, window)?,
                };
                Ok(perspective.value(value))
            }
        }
    }

    fn watch(&mut self) -> &mut Watch {
        &mut self.watch
    }

    fn clear(&mut self) {
        self.table.clear();
        self.late_table.clear();
        self.killers.fill([W::NONE; QUESTIONS]);
    }
}
