//! Trials: in the middle of a search, each move of some nodes is tried first, to measure what that
//! costs. They are for the training of the policy network.
//!
//! A trial begins with a copy of the search's table and killers, so that it costs what it would
//! cost this search. With an empty table, other moves would be the cheapest: a search that has just
//! visited similar positions finds many proofs in its table.
//!
//! The recursion knows nothing of trials: they replace the function pointer through which it goes.

use super::{Kernel, Search, SearchContext};
use crate::game::Column;
use crate::solver::node::{Node, Settled};
use crate::solver::smp::SharedContext;
use crate::solver::tt::{Table, TtKey};
use crate::solver::types::{
    BestMove, NodeBounds, Perspective, Silent, StopFlag, Unfinished, Window,
};

/// Moves are tried only after this many nodes of the search.
const NODES_BEFORE: u64 = 64;
/// The least number of nodes in which a search solves a node whose moves are tried: with fewer,
/// there is little to gain.
const LEAST_NODES: u64 = 60;
/// The most nodes of a trial: this multiple of the nodes of the cheapest one so far, and some more.
const LIMIT_FACTOR: u64 = 8;
const LIMIT_MARGIN: u64 = 200;

/// The cost of trying each move first, in nodes, at a node of a search whose value exceeds `alpha`.
/// Stones are in the layout of `bitboard`.
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
    /// The kernel that searches.
    kernel: Kernel,
    /// The table of the trials, of the same size as that of the search.
    table: &'a Table,
    /// Chooses by its number of stones whether the moves of a node are tried.
    choose: &'a mut dyn FnMut(u8) -> bool,
    samples: Vec<OrderingSample>,
}

/// Tries the moves of a node, and then searches it as without trials.
fn search_node(
    search: &mut Search,
    node: &Node,
    tt_key: TtKey,
    bounds: NodeBounds,
    window: Window<i8>,
) -> Result<BestMove, Unfinished> {
    let mut kernel = search.kernel;
    if let Some(mut trials) = search.trials.take() {
        kernel = trials.kernel;
        if search.limiter.nodes() >= NODES_BEFORE && (trials.choose)(node.stones) {
            let window = window.within(bounds.lower, bounds.upper);
            let sample = search.sample(&trials, node, bounds, window);
            trials.samples.extend(sample);
        }
        search.trials = Some(trials);
    }
    kernel.search_node::<true>(search, node, tt_key, bounds, window)
}

impl<'a> Search<'a> {
    /// Begins to try the moves of those nodes that `choose` chooses. The search itself does not
    /// change.
    pub(crate) fn begin_trials(&mut self, table: &'a Table, choose: &'a mut dyn FnMut(u8) -> bool) {
        self.trials = Some(Trials {
            kernel: self.kernel,
            table,
            choose,
            samples: Vec::new(),
        });
        self.kernel.search_node = search_node;
    }

    /// Ends the trials, and returns the samples.
    pub(crate) fn end_trials(&mut self) -> Vec<OrderingSample> {
        let Some(trials) = self.trials.take() else {
            return Vec::new();
        };
        self.kernel = trials.kernel;
        trials.samples
    }

    /// Returns the costs of a node's moves. Returns `None` if the search takes few nodes, if no
    /// move cuts, or if there is only one.
    fn sample(
        &self,
        trials: &Trials,
        node: &Node,
        bounds: NodeBounds,
        window: Window<i8>,
    ) -> Option<OrderingSample> {
        // Returns the value, or `None` if `most` nodes do not suffice, and the nodes. If `first` is
        // given, tries this column first.
        let trial = |first: Option<Column>, most: u64| {
            self.with_copy(trials, node.stones, most, |mut search| {
                let first = first.and_then(|column| search.value_of(node, column, window).ok());
                let value = first.filter(|&value| value >= window.beta).or_else(|| {
                    let tt_key = node.tt_key();
                    let side = Perspective::Same;
                    let best = search.value_from::<true>(side, node, tt_key, bounds, window);
                    best.ok().map(|best| best.value)
                });
                (value, search.limiter.total())
            })
        };
        let (value, mut least) = trial(None, u64::MAX);
        if value? < window.beta || least < LEAST_NODES {
            return None;
        }
        let scores: Vec<_> = self.with_copy(trials, node.stones, u64::MAX, |mut search| {
            let children = search.children_of(node, window, bounds.table_move).ok()?;
            Some(children.scores().collect())
        })?;
        let moves = scores.into_iter().map(|(column, score)| {
            let (_, nodes) = trial(Some(column), LIMIT_FACTOR * least + LIMIT_MARGIN);
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

    /// Returns the value of a node's move in a column, for the side that makes it.
    fn value_of(
        &mut self,
        node: &Node,
        column: Column,
        window: Window<i8>,
    ) -> Result<i8, Unfinished> {
        let cell = node.move_in(column.number());
        match node.after(cell).settle() {
            Settled::Decided(value) => Ok(-value),
            Settled::Quiet { node, perspective } => {
                let last_moves = self.last_moves;
                self.last_moves = last_moves.after(cell);
                let (tt_key, bounds) = (node.tt_key(), self.probe(&node));
                let side = perspective.next();
                let best = self.value_from::<true>(side, &node, tt_key, bounds, window);
                self.last_moves = last_moves;
                Ok(best?.value)
            }
        }
    }

    /// Does some work with a copy of this search that uses the table of the trials and at most `most`
    /// nodes.
    fn with_copy<T>(
        &self,
        trials: &Trials,
        stones: u8,
        most: u64,
        work: impl FnOnce(Search) -> T,
    ) -> T {
        let table = trials.table;
        table.copy_from(self.table);
        let shared = SharedContext::new(1, stones, Some(most));
        let (stop, mut observer) = (StopFlag::default(), Silent);
        let mut search = Search::new(SearchContext {
            kernel: trials.kernel,
            weights: self.weights,
            book: None,
            shared: &shared,
            table,
            stop: &stop,
            observer: &mut observer,
        });
        search.killers = self.killers.clone();
        search.last_moves = self.last_moves;
        search.limiter.begin_copy(&self.limiter);
        work(search)
    }
}
