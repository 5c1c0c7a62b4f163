//! A move at the root and what is known of it.

use super::evaluate::{self, LARGEST};
use super::horizon::{self, PROVEN};
use super::node::Settled;
use super::openings::Openings;
use super::report::Bounds;
use super::table::Known;
use super::windows::{self, Window};
use crate::game::{Column, Position, Score};

/// A move at the root and what is known of it, for the side that makes it.
pub(super) struct RootMove {
    pub(super) column: Column,
    /// The position after it, for the opponent.
    pub(super) settled: Settled,
    lower: i8,
    upper: i8,
    /// What the search with a horizon made of it, whatever is proven since.
    estimate: i32,
    /// Best play to the end of the game, once it is proven.
    pub(super) pv: Vec<Column>,
}

impl RootMove {
    pub(super) fn new(root: &Position, column: Column, openings: &Openings) -> RootMove {
        let after = root.play(column);
        let settled = openings.settle_after(root, column);
        let (lower, upper) = match settled {
            Settled::Decided(score) => (-score, -score),
            Settled::Open { .. } => windows::span(root.stones()),
        };
        RootMove {
            column,
            settled,
            lower,
            upper,
            estimate: -evaluate::evaluate(&after),
            pv: Vec::new(),
        }
    }

    /// What it is worth at least.
    pub(super) fn lower(&self) -> i8 {
        self.lower
    }

    /// What it is worth at most.
    pub(super) fn upper(&self) -> i8 {
        self.upper
    }

    /// What is proven of it.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            lower: Score::proven(self.lower),
            upper: Score::proven(self.upper),
        }
    }

    pub(super) fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// It is worth at least `value`; what is known already stands against a book
    /// that tells otherwise. Likewise [`RootMove::cap`].
    pub(super) fn raise(&mut self, value: i8) {
        self.lower = self.lower.max(value).min(self.upper);
    }

    pub(super) fn cap(&mut self, value: i8) {
        self.upper = self.upper.min(value).max(self.lower);
    }

    /// A search of this window found this value.
    pub(super) fn learn_in(&mut self, window: Window<i8>, value: i8) {
        let (least, most) = window.told_by(value);
        self.raise(least);
        self.cap(most);
    }

    /// The move's place on the horizon search's scale: what is proven, or an
    /// estimate within it.
    pub(super) fn worth(&self) -> i32 {
        if self.is_exact() {
            return PROVEN * i32::from(self.lower);
        }
        let (lowest, highest) = horizon::left_by(Known {
            lower: self.lower,
            upper: self.upper,
            best: 0,
        });
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

    /// Takes over what the search with a horizon found `depth` plies ahead of a
    /// root with `stones` stones: exactly, or only that it is no more than that.
    pub(super) fn learn(&mut self, value: i32, exactly: bool, depth: u8, stones: u8) {
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
