//! A move at the root and what is known of it.

use crate::game::{Column, Position, Score};
use crate::solver::eval::{LARGEST, evaluate};
use crate::solver::node::Settled;
use crate::solver::search::{PROVEN, SearchBook, estimate_range};
use crate::solver::types::Bounds;

/// A move at the root and what is known of it, for the side that makes it.
pub(crate) struct RootMove {
    pub(crate) column: Column,
    /// The position after it, for the opponent.
    pub(crate) settled: Settled,
    bounds: Bounds,
    /// The value that the depth-limited search found, whatever is proven since.
    estimate: i32,
    /// Best play to the end of the game, once it is proven.
    pub(crate) pv: Vec<Column>,
}

impl RootMove {
    pub(crate) fn new(root: &Position, column: Column, book: &SearchBook) -> RootMove {
        let after = root.play(column);
        let settled = book.settle_after(root, column);
        let bounds = match settled {
            Settled::Decided(score) => Bounds::proven(-score, -score),
            Settled::Quiet { .. } => Bounds::of_unfinished(root.stones()),
        };
        RootMove {
            column,
            settled,
            bounds,
            estimate: -evaluate(&after),
            pv: Vec::new(),
        }
    }

    /// What it is worth at least.
    pub(crate) fn lower(&self) -> i8 {
        self.bounds.lower.get()
    }

    /// What it is worth at most.
    pub(crate) fn upper(&self) -> i8 {
        self.bounds.upper.get()
    }

    /// What is proven of it.
    pub(crate) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Narrows its bounds by what else is proven of it.
    pub(crate) fn narrow(&mut self, proven: Bounds) {
        self.bounds.narrow(proven);
    }

    /// It is worth at least `value`.
    pub(crate) fn raise(&mut self, value: i8) {
        self.narrow(Bounds {
            lower: Score::proven(value),
            ..Bounds::UNKNOWN
        });
    }

    /// It is worth at most `value`.
    pub(crate) fn cap(&mut self, value: i8) {
        self.narrow(Bounds {
            upper: Score::proven(value),
            ..Bounds::UNKNOWN
        });
    }

    /// The move's value on the scale of the depth-limited search: what is proven, or an estimate
    /// within the bounds.
    pub(crate) fn value(&self) -> i32 {
        if let Some(score) = self.bounds.exact() {
            return PROVEN * i32::from(score.get());
        }
        let (lowest, highest) = estimate_range(self.lower(), self.upper());
        self.estimate.clamp(lowest, highest)
    }

    /// The value as [`Line::estimate`](crate::solver::Line::estimate) tells it.
    pub(crate) fn estimate(&self) -> i32 {
        match self.value().clamp(-LARGEST, LARGEST) {
            0 => 1,
            estimate => estimate,
        }
    }

    /// Takes over what the depth-limited search found `depth` plies ahead of a root with `stones`
    /// stones: the value, or, if it does not exceed `alpha`, that it is no more.
    pub(crate) fn take_estimate(&mut self, value: i32, alpha: i32, depth: u8, stones: u8) {
        let exactly = value > alpha;
        let capped = value.clamp(-LARGEST, LARGEST);
        let estimate = if exactly {
            capped
        } else {
            self.estimate.min(capped)
        };
        self.estimate = if estimate == 0 { 1 } else { estimate };
        #[expect(clippy::cast_possible_truncation, reason = "a score")]
        let score = (value / PROVEN) as i8;
        // Every end of the game within the depth was seen.
        let in_sight = exactly && score != 0 && Score::proven(score).plies(stones) <= depth;
        if exactly && score > 0 || in_sight {
            self.raise(score);
        }
        if score < 0 || in_sight {
            self.cap(score);
        }
    }
}
