//! Which null window to search next.

use super::report::Mode;
use crate::game::Score;

/// What a position with `stones` stones is worth at least and at most.
pub(super) fn span(stones: u8) -> (i8, i8) {
    let lower = -((42 - stones) / 2).cast_signed();
    let upper = ((43 - stones) / 2).cast_signed();
    (lower.max(Score::MIN.get()), upper.min(Score::MAX.get()))
}

/// The `alpha` of the null window to search next, if the bounds leave a question.
pub(super) fn next(lower: i8, upper: i8, mode: Mode) -> Option<i8> {
    match mode {
        Mode::Weak if lower > 0 || upper < 0 || lower == upper => None,
        Mode::Weak => Some(if upper > 0 { 0 } else { -1 }),
        Mode::Strong if lower == upper => None,
        Mode::Strong => Some(halve(lower, upper)),
    }
}

/// Values this close to a draw are approached one by one.
const NEAR: i8 = 6;

/// Far from a draw, halves the bounds, but on the side of the draw: a long way to
/// win or lose is ruled out at little cost. Near it, asks who wins first and then
/// steps outwards, where every window is about as costly as the one before.
fn halve(lower: i8, upper: i8) -> i8 {
    if lower >= -NEAR && upper <= NEAR {
        return 0.clamp(lower, upper - 1);
    }
    let middle = lower + (upper - lower) / 2;
    if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_leaves_less_to_ask_and_the_value_is_found() {
        for value in -18..=18 {
            let (mut lower, mut upper) = span(0);
            while let Some(alpha) = next(lower, upper, Mode::Strong) {
                assert!(lower <= alpha && alpha < upper, "{lower}..{upper}: {alpha}");
                if value > alpha {
                    lower = alpha + 1;
                } else {
                    upper = alpha;
                }
            }
            assert_eq!((lower, upper), (value, value));
        }
    }

    #[test]
    fn weak_windows_ask_only_for_the_outcome() {
        assert_eq!(next(-18, 18, Mode::Weak), Some(0));
        assert_eq!(next(-18, 0, Mode::Weak), Some(-1));
        assert_eq!(next(0, 0, Mode::Weak), None);
        assert_eq!(next(1, 18, Mode::Weak), None);
        assert_eq!(next(-18, -1, Mode::Weak), None);
    }
}
