//! What is proven of a value: a lower and an upper bound.

use crate::game::{Mode, Outcome, Position, Score};

/// What is proven of a value: it lies in `lower..=upper`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this.
    pub lower: Score,
    /// The value is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Every score there is.
    pub const UNKNOWN: Bounds = Bounds {
        lower: Score::MIN,
        upper: Score::MAX,
    };

    /// A value that is known exactly.
    #[must_use]
    pub fn exactly(score: Score) -> Bounds {
        Bounds {
            lower: score,
            upper: score,
        }
    }

    /// Bounds that the search has computed: in range by construction.
    pub(crate) const fn proven(lower: i8, upper: i8) -> Bounds {
        Bounds {
            lower: Score::proven(lower),
            upper: Score::proven(upper),
        }
    }

    /// Every score that an unfinished position with `stones` stones may have.
    pub(crate) fn of_unfinished(stones: u8) -> Bounds {
        Bounds {
            lower: Score::loss_in(1, stones).max(Score::MIN),
            upper: Score::win_in(1, stones).min(Score::MAX),
        }
    }

    /// The score of a finished position: the last stone has won, or the board is full.
    #[must_use]
    pub fn of_finished(position: &Position) -> Bounds {
        Bounds::exactly(if position.is_lost() {
            Score::loss_in(0, position.stones())
        } else {
            Score::DRAW
        })
    }

    /// The value of a position from the values of its moves; `None` without a move.
    #[must_use]
    pub fn of_best(moves: impl IntoIterator<Item = Bounds>) -> Option<Bounds> {
        moves.into_iter().reduce(|best, other| Bounds {
            lower: best.lower.max(other.lower),
            upper: best.upper.max(other.upper),
        })
    }

    /// Narrows the bounds by others of the same value. Bounds that contradict these (a book with
    /// wrong scores may) count only up to these.
    pub(crate) fn narrow(&mut self, other: Bounds) {
        let Bounds { lower, upper } = *self;
        self.lower = lower.max(other.lower).min(upper);
        self.upper = upper.min(other.upper).max(lower);
    }

    /// The bounds as plain numbers.
    pub(crate) const fn get(self) -> (i8, i8) {
        (self.lower.get(), self.upper.get())
    }

    /// The value itself, once the bounds meet.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The outcome, once no other is left within the bounds.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower.outcome() == self.upper.outcome()).then_some(self.lower.outcome())
    }

    /// Whether these bounds answer all that `mode` asks.
    #[must_use]
    pub fn is_solved(self, mode: Mode) -> bool {
        match mode {
            Mode::Strong => self.exact().is_some(),
            Mode::Weak => self.outcome().is_some(),
        }
    }
}

/// The same value seen by the opponent.
impl std::ops::Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}
