//! The moves of a root: the bounds of each, their ranks, and the next query for the exact search.

use crate::game::bitboard::{centre_first, playable};
use crate::game::{Column, Columns, Position, Score};
use crate::solver::eval::{LARGEST, evaluate};
use crate::solver::node::Settled;
use crate::solver::search::{PROVEN, Search, SearchBook, estimate_range};
use crate::solver::types::{Bounds, Unfinished, Window};

/// A move of the root. Its values are for the side that makes it.
pub(crate) struct RootMove {
    pub(crate) column: Column,
    /// The settled position after the move, with the opponent to move.
    pub(crate) settled: Settled,
    /// The bounds proven on its value.
    pub(crate) bounds: Bounds,
    /// The latest value from the depth-limited search. It may lie outside the bounds.
    estimate: i32,
    /// A line of best play, once at least its first reply is proven, and the bounds that the line
    /// keeps.
    pub(crate) pv: Option<(Bounds, Vec<Column>)>,
}

impl RootMove {
    fn new(root: &Position, column: Column, book: &SearchBook) -> RootMove {
        let settled = book.settle_after(root, column);
        let bounds = match settled {
            Settled::Decided(score) => Bounds::proven(-score, -score),
            Settled::Quiet { .. } => Bounds::of_unfinished(root.stones()),
        };
        RootMove {
            column,
            settled,
            bounds,
            estimate: -evaluate(&root.play(column)),
            pv: None,
        }
    }

    /// Returns the value on the scale of the depth-limited search: the proven score, or an
    /// estimate within the bounds.
    pub(crate) fn value(&self) -> i32 {
        if let Some(score) = self.bounds.exact() {
            return PROVEN * i32::from(score.get());
        }
        let (lower, upper) = self.bounds.get();
        let (lowest, highest) = estimate_range(lower, upper);
        self.estimate.clamp(lowest, highest)
    }

    /// Returns the value as reported in [`Line::estimate`](crate::solver::Line::estimate).
    pub(crate) fn estimate(&self) -> i32 {
        match self.value().clamp(-LARGEST, LARGEST) {
            0 => 1,
            estimate => estimate,
        }
    }

    /// Takes a value that the depth-limited search has found, searching `depth` plies from a root
    /// with `stones` stones. A value of at most `alpha` is only an upper bound.
    pub(crate) fn take_estimate(&mut self, value: i32, alpha: i32, depth: u8, stones: u8) {
        let is_exact = value > alpha;
        let capped = value.clamp(-LARGEST, LARGEST);
        let estimate = if is_exact {
            capped
        } else {
            self.estimate.min(capped)
        };
        self.estimate = if estimate == 0 { 1 } else { estimate };
        #[expect(clippy::cast_possible_truncation, reason = "a score")]
        let score = (value / PROVEN) as i8;
        // A win or loss within the searched depth is exact, because the search has seen every end
        // of the game within that depth.
        let in_sight = is_exact && score != 0 && Score::proven(score).plies(stones) <= depth;
        if is_exact && score > 0 || in_sight {
            self.bounds.narrow(Bounds::at_least(score));
        }
        if score < 0 || in_sight {
            self.bounds.narrow(Bounds::at_most(score));
        }
    }
}

/// The moves of one position.
pub(crate) struct RootMoves {
    pub(crate) moves: Vec<RootMove>,
    /// Whether the position is its own mirror image.
    is_symmetric: bool,
    /// The position's score, if it is in the book. No move is worth more.
    pub(crate) book_score: Option<i8>,
    /// Whether these are all moves of the position, so that one of them has its score.
    pub(crate) is_complete: bool,
    /// The best move, once it has been chosen.
    chosen: Option<Column>,
}

/// A question about the root: which moves exceed the `alpha` of a window?
pub(crate) struct RootQuery {
    pub(crate) window: Window<i8>,
    /// The indices of the moves to search, best first: those not yet known to be among the best.
    open: Vec<usize>,
    /// The search ends once this many moves exceed `alpha`.
    wanted: usize,
}

impl RootMoves {
    /// Creates the moves in those of `columns` that can be played or, if there are none, all moves.
    /// The most central ones come first, and the left one of two equally central ones.
    pub(crate) fn new(position: &Position, columns: Columns, book: &SearchBook) -> RootMoves {
        let legal = position.legal_columns();
        let asked = legal.and(columns);
        let columns = if asked.is_empty() { legal } else { asked };
        let playable = centre_first(playable(position.mask())).map(Column::of_cell);
        let asked = playable.filter(|&column| columns.contains(column));
        let moves: Vec<RootMove> = asked
            .map(|column| RootMove::new(position, column, book))
            .collect();
        let mut root = RootMoves {
            is_symmetric: *position == position.mirror(),
            book_score: book.probe(position),
            is_complete: moves.len() == legal.len(),
            chosen: None,
            moves,
        };
        if let Some(score) = root.book_score {
            root.cap(score);
        }
        root
    }

    /// Returns the indices of the moves by rank, best first.
    pub(crate) fn ranking(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        order.sort_by_key(|&index| {
            let RootMove { column, bounds, .. } = self.moves[index];
            let is_other = self.chosen != Some(column);
            (is_other, -self.moves[index].value(), -bounds.lower.get())
        });
        order
    }

    /// Returns the next query about the values of the best `ranks` moves, or `None` if they are
    /// known. `next_alpha` chooses the `alpha` of the query from the bounds of the best move that
    /// is left.
    pub(crate) fn next_query(
        &self,
        ranks: usize,
        next_alpha: impl Fn(Bounds) -> Option<i8>,
    ) -> Option<RootQuery> {
        let mut open = self.ranking();
        for wanted in (1..=ranks.min(open.len())).rev() {
            let bounds = Bounds::of_best(open.iter().map(|&index| self.moves[index].bounds))?;
            if let Some(alpha) = next_alpha(bounds) {
                return Some(RootQuery {
                    window: Window::null(alpha),
                    open,
                    wanted,
                });
            }
            // The best of these moves is known; the next rank goes to one of the others.
            let is_best = |&index: &usize| self.moves[index].bounds.lower == bounds.lower;
            let best = open.iter().position(is_best)?;
            open.remove(best);
        }
        None
    }

    /// Returns a query about all moves, none of which ends it early.
    pub(crate) fn query_all(&self, window: Window<i8>) -> RootQuery {
        RootQuery {
            window,
            open: (0..self.moves.len()).collect(),
            wanted: usize::MAX,
        }
    }

    /// Searches the next move of a query. Returns whether another one is left to search.
    pub(crate) fn search_next(
        &mut self,
        search: &mut Search,
        query: &mut RootQuery,
    ) -> Result<bool, Unfinished> {
        let (window, open) = (query.window, &mut query.open);
        let has_failed = |root_move: &RootMove| root_move.bounds.upper.get() <= window.alpha;
        open.retain(|&index| !has_failed(&self.moves[index]));
        let children = open.iter().map(|&index| &self.moves[index].settled);
        let Some(next) = search.next_of_root(children, self.moves.iter().any(has_failed)) else {
            return Ok(false);
        };
        let root_move = &mut self.moves[open.remove(next)];
        let (lower, upper) = root_move.bounds.get();
        let open_window = window.within(lower, upper);
        if !open_window.is_empty() {
            let value = -search.busy_value(&root_move.settled, open_window.flipped())?;
            root_move.bounds.narrow(open_window.bounds_of(value));
        }
        query.wanted -= usize::from(root_move.bounds.lower.get() > window.alpha);
        Ok(query.wanted > 0)
    }

    /// Searches the moves of a query, one after the other, until enough of them exceed its `alpha`.
    pub(crate) fn search(
        &mut self,
        search: &mut Search,
        mut query: RootQuery,
    ) -> Result<(), Unfinished> {
        while self.search_next(search, &mut query)? {
            self.infer();
        }
        self.infer();
        Ok(())
    }

    /// Returns the columns of the moves that are proven to be worth at least `keep`.
    pub(crate) fn columns_worth(&self, keep: i8) -> Columns {
        let moves = self.moves.iter();
        let kept = moves.filter(|root_move| root_move.bounds.lower.get() >= keep);
        kept.map(|root_move| root_move.column).collect()
    }

    /// Returns the bounds of the best move's value; `None` without a move.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        Bounds::of_best(self.moves.iter().map(|root_move| root_move.bounds))
    }

    /// Ranks the move in a column first. This move is proven to be worth at least `keep`.
    pub(crate) fn choose(&mut self, column: Column, keep: i8) {
        self.chosen = Some(column);
        if let Some(best) = self.moves.iter_mut().find(|other| other.column == column) {
            best.bounds.narrow(Bounds::at_least(keep));
        }
    }

    /// Lowers the upper bound of every move to `value`.
    pub(crate) fn cap(&mut self, value: i8) {
        for root_move in &mut self.moves {
            root_move.bounds.narrow(Bounds::at_most(value));
        }
    }

    /// Narrows the bounds of moves by those of others. At a symmetric root, mirror images have the
    /// same value. If only one move can still reach the score that the book has for the root, its
    /// value is at least that score.
    pub(crate) fn infer(&mut self) {
        for index in 0..self.moves.len() {
            let mirror = self.moves[index].column.mirror();
            let mut others = self.moves.iter().filter(|_| self.is_symmetric);
            if let Some(twin) = others.find(|other| other.column == mirror) {
                let bounds = twin.bounds;
                self.moves[index].bounds.narrow(bounds);
            }
        }
        let Some(score) = self.book_score.filter(|_| self.is_complete) else {
            return;
        };
        let can_have = |other: &&mut RootMove| other.bounds.upper.get() >= score;
        let mut likely = self.moves.iter_mut().filter(can_have);
        if let (Some(only), None) = (likely.next(), likely.next()) {
            only.bounds.narrow(Bounds::at_least(score));
        }
    }
}
