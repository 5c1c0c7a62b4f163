//! Trials: in the middle of a search, each move of some nodes is tried first, to measure what that
//! costs. They are for the training of the policy network.
//!
//! A trial begins with a copy of the search's table and killers, so that it costs what it would
//! cost this search. With an empty table, other moves would be the cheapest: a search that has just
//! visited similar positions finds many proofs in its table.

use super::{Search, SearchBook, SearchContext};
use crate::game::Column;
use crate::solver::node::Node;
use crate::solver::smp::{SharedContext, ThreadEnv};
use crate::solver::tt::Table;
use crate::solver::types::{NodeBounds, Perspective, Silent, StopFlag, Window};

/// Moves are tried only after this many nodes of the search.
const NODES_BEFORE: u64 = 64;
/// The least number of nodes in which a search solves a node whose moves are tried: with fewer,
/// there is little to gain.
const LEAST_NODES: u64 = 60;
/// The most nodes of a trial: this multiple of the nodes of the cheapest one so far, and some more.
const LIMIT_FACTOR: u64 = 8;
const LIMIT_MARGIN: u64 = 200;

/// The cost of trying each move first, in nodes, at a node of a search whose value exceeds `alpha`.
/// Stones are in the layout of [`bitboard`](crate::game::bitboard).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderingSample {
    /// The stones of the side to move.
    pub mover: u64,
    /// All stones.
    pub mask: u64,
    /// The alpha of the search.
    pub alpha: i8,
    /// The moves that the search chooses from.
    pub moves: Vec<SampleMove>,
}

/// A move of a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SampleMove {
    /// The move.
    pub column: Column,
    /// Its move score without the policy network.
    pub score: i64,
    /// The nodes of the search if it tries this move first and, if that fails, continues as usual.
    /// The count stops at a multiple of the nodes of the cheapest move so far.
    pub nodes: u64,
}

/// The trials of a search.
pub(crate) struct Trials<'a> {
    /// The table of the trials, of the same size as that of the search.
    pub(crate) table: &'a Table,
    /// Chooses by its number of stones whether the moves of a node are tried.
    pub(crate) choose: &'a mut dyn FnMut(u8) -> bool,
    pub(crate) samples: Vec<OrderingSample>,
}

impl Search<'_> {
    /// Tries the moves of a node that is about to be searched, if it is chosen. The search itself
    /// does not change.
    pub(super) fn try_moves(&mut self, node: &Node, bounds: NodeBounds, window: Window<i8>) {
        if let Some(mut trials) = self.trials.take() {
            if self.limiter.nodes() >= NODES_BEFORE && (trials.choose)(node.stones) {
                let sample = self.sample(trials.table, node, bounds, window);
                trials.samples.extend(sample);
            }
            self.trials = Some(trials);
        }
    }

    /// Returns the costs of a node's moves. Returns `None` if the search takes few nodes, if no
    /// move cuts, or if there is only one.
    fn sample(
        &self,
        table: &Table,
        node: &Node,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Option<OrderingSample> {
        // Returns the value, or `None` if `most` nodes do not suffice, and the nodes. `first` is the
        // column to try first, counted from one, or 0 to try the moves in their usual order.
        let trial = |first: u8, most: u64| {
            self.with_copy(table, node.stones, most, |mut search| {
                search.first = first;
                let tt_key = node.tt_key();
                let best = search.value_from(Perspective::Same, node, tt_key, bounds, window);
                (best.ok().map(|best| best.value), search.limiter.total())
            })
        };
        let (value, mut least) = trial(0, u64::MAX);
        if value? < window.beta || least < LEAST_NODES {
            return None;
        }
        let scores: Vec<_> = self.with_copy(table, node.stones, u64::MAX, |mut search| {
            let children = search.children_of(node, window, bounds.table_move).ok()?;
            Some(children.scores().collect())
        })?;
        let moves = scores.into_iter().map(|(column, score)| {
            let (_, nodes) = trial(column.number(), LIMIT_FACTOR * least + LIMIT_MARGIN);
            least = least.min(nodes);
            SampleMove {
                column,
                score,
                nodes,
            }
        });
        let moves: Vec<_> = moves.collect();
        (moves.len() > 1).then_some(OrderingSample {
            mover: node.mover,
            mask: node.mask,
            alpha: window.alpha,
            moves,
        })
    }

    /// Does some work with a copy of this search that uses `table` and at most `most` nodes.
    fn with_copy<T>(
        &self,
        table: &Table,
        stones: u8,
        most: u64,
        work: impl FnOnce(Search) -> T,
    ) -> T {
        table.copy_from(self.table);
        let shared = SharedContext::new(1, stones, Some(most));
        let context = SearchContext {
            kernel: self.kernel,
            weights: self.weights,
            book: SearchBook::new(None, 0),
            shared: &shared,
        };
        let (stop, mut observer) = (StopFlag::default(), Silent);
        let env = ThreadEnv {
            table,
            stop: &stop,
            observer: &mut observer,
        };
        let mut search = Search::new(&context, env);
        search.killers = self.killers.clone();
        search.last_moves = self.last_moves;
        search.limiter.begin_copy(&self.limiter);
        work(search)
    }
}
