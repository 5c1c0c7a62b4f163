//! Bounds of a value, and the alpha-beta windows that ask for them.

use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

use crate::game::{Expected, Mode, Outcome, Position, Score};

/// The bounds proven on a value: it lies in `lower..=upper`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The least that the value can be.
    pub lower: Score,
    /// The most that the value can be.
    pub upper: Score,
}

impl Bounds {
    /// All scores: nothing is proven.
    pub const UNKNOWN: Bounds = Bounds {
        lower: Score::MIN,
        upper: Score::MAX,
    };

    /// Returns the bounds of a value that is known exactly.
    #[must_use]
    pub fn exactly(score: Score) -> Bounds {
        Bounds {
            lower: score,
            upper: score,
        }
    }

    /// Returns bounds computed by the search, which are valid scores by construction.
    pub(crate) const fn proven(lower: i8, upper: i8) -> Bounds {
        Bounds {
            lower: Score::proven(lower),
            upper: Score::proven(upper),
        }
    }

    /// Returns the bounds of a value of at least `lower`.
    pub(crate) fn at_least(lower: i8) -> Bounds {
        Bounds {
            lower: Score::proven(lower),
            ..Bounds::UNKNOWN
        }
    }

    /// Returns the bounds of a value of at most `upper`.
    pub(crate) fn at_most(upper: i8) -> Bounds {
        Bounds {
            upper: Score::proven(upper),
            ..Bounds::UNKNOWN
        }
    }

    /// Returns the bounds of an unfinished position with `stones` stones.
    #[inline]
    pub(crate) fn of_unfinished(stones: u8) -> Bounds {
        Bounds {
            lower: Score::loss_in(1, stones).max(Score::MIN),
            upper: Score::win_in(1, stones).min(Score::MAX),
        }
    }

    /// Returns the exact score of a finished position: a loss if the last stone won, else a draw.
    #[must_use]
    pub fn of_finished(position: &Position) -> Bounds {
        Bounds::exactly(if position.is_lost() {
            Score::loss_in(0, position.stones())
        } else {
            Score::DRAW
        })
    }

    /// Returns the bounds of a position's value, given those of its moves; `None` without a move.
    #[must_use]
    pub fn of_best(moves: impl IntoIterator<Item = Bounds>) -> Option<Bounds> {
        moves.into_iter().reduce(|best, other| Bounds {
            lower: best.lower.max(other.lower),
            upper: best.upper.max(other.upper),
        })
    }

    /// Narrows these bounds by other bounds of the same value. A book with wrong scores can make
    /// the two contradict each other; then these bounds shrink to their end that is nearer to
    /// `other`.
    pub(crate) fn narrow(&mut self, other: Bounds) {
        let Bounds { lower, upper } = *self;
        self.lower = lower.max(other.lower).min(upper);
        self.upper = upper.min(other.upper).max(lower);
    }

    /// Returns the lower and the upper bound as numbers.
    pub(crate) const fn get(self) -> (i8, i8) {
        (self.lower.get(), self.upper.get())
    }

    /// Returns the value if both bounds are equal.
    #[must_use]
    pub fn exact(self) -> Option<Score> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// Returns the outcome if both bounds have the same one.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        (self.lower.outcome() == self.upper.outcome()).then_some(self.lower.outcome())
    }

    /// Whether the bounds settle what `mode` asks for: the value or the outcome.
    #[must_use]
    pub fn is_solved(self, mode: Mode) -> bool {
        match mode {
            Mode::Strong => self.exact().is_some(),
            Mode::Weak => self.outcome().is_some(),
        }
    }
}

/// Nothing is proven.
impl Default for Bounds {
    fn default() -> Bounds {
        Bounds::UNKNOWN
    }
}

/// Prints a score if it is exact, otherwise both bounds: `2` or `-4..2`.
impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.exact() {
            Some(score) => score.fmt(f),
            None => f.pad(&format!("{}..{}", self.lower, self.upper)),
        }
    }
}

impl FromStr for Bounds {
    type Err = Expected;

    fn from_str(text: &str) -> Result<Bounds, Expected> {
        let (lower, upper) = text.split_once("..").unwrap_or((text, text));
        let (lower, upper) = (lower.parse()?, upper.parse()?);
        if lower > upper {
            return Err(Expected::new("the lower bound before the upper", text));
        }
        Ok(Bounds { lower, upper })
    }
}

/// Writes a number if the score is exact, otherwise the text.
#[cfg(feature = "serde")]
impl serde::Serialize for Bounds {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.exact() {
            Some(score) => score.serialize(serializer),
            None => serializer.collect_str(self),
        }
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Bounds {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Bounds, D::Error> {
        #[derive(serde::Deserialize)]
        #[serde(untagged, expecting = "expected a score, or bounds such as -4..2")]
        enum Spelled {
            Exact(Score),
            Text(String),
        }
        match Spelled::deserialize(deserializer)? {
            Spelled::Exact(score) => Ok(Bounds::exactly(score)),
            Spelled::Text(text) => text.parse().map_err(serde::de::Error::custom),
        }
    }
}

/// The bounds of the same value seen by the opponent.
impl Neg for Bounds {
    type Output = Bounds;

    fn neg(self) -> Bounds {
        Bounds {
            lower: -self.upper,
            upper: -self.lower,
        }
    }
}

/// An alpha-beta window. A search returns the exact value if it is between `alpha` and `beta`, and
/// otherwise only a bound. `V` is `i8` for scores and `i32` for the depth-limited search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window<V> {
    pub(crate) alpha: V,
    pub(crate) beta: V,
}

impl<V: Copy + Neg<Output = V>> Window<V> {
    /// Returns the same window seen by the opponent.
    #[inline]
    pub(crate) fn flipped(self) -> Window<V> {
        Window {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

impl Window<i8> {
    /// Returns the null window that asks whether the value exceeds `alpha`.
    #[inline]
    pub(crate) fn null(alpha: i8) -> Window<i8> {
        let beta = alpha + 1;
        Window { alpha, beta }
    }

    /// Whether `alpha` is at least `beta`, so that no search is needed.
    pub(crate) fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether this is a null window.
    #[inline]
    pub(crate) fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }

    /// Raises `alpha` to the value of a move.
    #[inline]
    pub(crate) fn raise(&mut self, value: i8) {
        self.alpha = self.alpha.max(value);
    }

    /// Returns the bounds proven by a fail-soft search that found the value `found` in this window.
    #[inline]
    pub(crate) fn bounds_of(self, found: i8) -> Bounds {
        let (mut lower, mut upper) = Bounds::UNKNOWN.get();
        if found > self.alpha {
            lower = found;
        }
        if found < self.beta {
            upper = found;
        }
        Bounds::proven(lower, upper)
    }

    /// Returns the part of the window within known bounds.
    #[inline]
    pub(crate) fn within(self, lower: i8, upper: i8) -> Window<i8> {
        Window {
            alpha: self.alpha.max(lower),
            beta: self.beta.min(upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_read_back_from_their_text() {
        for (bounds, text) in [
            (Bounds::proven(-4, 2), "-4..2"),
            (Bounds::proven(2, 2), "2"),
            (Bounds::default(), "-18..18"),
        ] {
            assert_eq!(
                (bounds.to_string().as_str(), text.parse()),
                (text, Ok(bounds))
            );
        }
        for text in ["", "2..", "2..1", "1..19", "1..2..3"] {
            assert!(text.parse::<Bounds>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_window_can_be_flipped_and_turns_a_value_into_bounds() {
        let window = Window { alpha: -2, beta: 3 };
        assert_eq!(window.flipped(), Window { alpha: -3, beta: 2 });
        assert_eq!(Window::null(-1).flipped(), Window::null(0));
        assert!(Window::null(4).is_null() && !window.is_null());
        assert_eq!(window.bounds_of(-2), Bounds::proven(-18, -2));
        assert_eq!(window.bounds_of(1), Bounds::proven(1, 1));
        assert_eq!(window.bounds_of(4), Bounds::proven(4, 18));
        assert_eq!(window.within(-9, 1), Window { alpha: -2, beta: 1 });
        assert!(window.within(3, 9).is_empty() && !window.within(2, 9).is_empty());
    }
}
