//! A move at the root and what is known of it.

use super::evaluate::{self, LARGEST};
use super::horizon::{self, PROVEN};
use super::node::Settled;
use super::openings::Openings;
use super::report::Bounds;
use crate::game::{Column, Position, Score};

/// A move at the root and what is known of it, for the side that makes it.
pub(super) struct RootMove {
    pub(super) column: Column,
    /// The position after it, for the opponent.
    pub(super) settled: Settled,
    bounds: Bounds,
    /// What the search with a horizon made of it, whatever is proven since.
    estimate: i32,
    /// Best play to the end of the game, once it is proven.
    pub(super) pv: Vec<Column>,
}

impl RootMove {
    pub(super) fn new(root: &Position, column: Column, openings: &Openings) -> RootMove {
        let after = root.play(column);
        let settled = openings.settle_after(root, column);
        let bounds = match settled {
            Settled::Decided(score) => Bounds::proven(-score, -score),
            Settled::Open { .. } => Bounds::of_unfinished(root.stones()),
        };
        RootMove {
            column,
            settled,
            bounds,
            estimate: -evaluate::evaluate(&after),
            pv: Vec::new(),
        }
    }

    /// What it is worth at least.
    pub(super) fn lower(&self) -> i8 {
        self.bounds.lower.get()
    }

    /// What it is worth at most.
    pub(super) fn upper(&self) -> i8 {
        self.bounds.upper.get()
    }

    /// What is proven of it.
    pub(super) fn bounds(&self) -> Bounds {
        self.bounds
    }

    /// Takes over what else is proven of it.
    pub(super) fn learn(&mut self, told: Bounds) {
        self.bounds.narrow(told);
    }

    /// It is worth at least `value`.
    pub(super) fn raise(&mut self, value: i8) {
        self.learn(Bounds {
            lower: Score::proven(value),
            ..Bounds::UNKNOWN
        });
    }

    /// It is worth at most `value`.
    pub(super) fn cap(&mut self, value: i8) {
        self.learn(Bounds {
            upper: Score::proven(value),
            ..Bounds::UNKNOWN
        });
    }

    /// The move's place on the horizon search's scale: what is proven, or an
    /// estimate within it.
    pub(super) fn worth(&self) -> i32 {
        if let Some(score) = self.bounds.exact() {
            return PROVEN * i32::from(score.get());
        }
        let (lowest, highest) = horizon::left_by(self.lower(), self.upper());
        self.estimate.clamp(lowest, highest)
    }

    /// What it may be worth by the estimate and by what is proven, as
    /// [`Line::estimate`](super::report::Line::estimate) tells it.
    pub(super) fn guess(&self) -> i32 {
        match self.worth().clamp(-LARGEST, LARGEST) {
            0 => 1,
            guess => guess,
        }
    }

    /// Takes over what the search with a horizon found `depth` plies ahead of a root with
    /// `stones` stones: the value, or, if it does not exceed `alpha`, that it is no more.
    pub(super) fn learn_ahead(&mut self, value: i32, alpha: i32, depth: u8, stones: u8) {
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
        // Whatever ends the game within the depth was seen.
        let in_sight = exactly && score != 0 && Score::proven(score).plies(stones) <= depth;
        if exactly && score > 0 || in_sight {
            self.raise(score);
        }
        if score < 0 || in_sight {
            self.cap(score);
        }
    }
}
