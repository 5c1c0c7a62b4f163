//! Which null window to search next.

use super::report::Mode;
use crate::game::Score;

/// What a position with `stones` stones is worth at least and at most.
pub(super) fn span(stones: u8) -> (i8, i8) {
    let lower = -((42 - stones) / 2).cast_signed();
    let upper = ((43 - stones) / 2).cast_signed();
    (lower.max(Score::MIN.get()), upper.min(Score::MAX.get()))
}

/// Whose table a value is looked for in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Company {
    /// The position's own: few windows are best.
    Alone,
    /// That of related positions, the other moves of a root or the neighbours in
    /// a book, one after the other: the same windows are best for all of them, for
    /// each finds in the table what the others left there. (Nodes for all columns
    /// of the public sets: 5 to 11 % less; for a book: 10 to 17 %.)
    Related,
}

/// The `alpha` of the null window to search next, if the bounds leave a question.
pub(super) fn next(lower: i8, upper: i8, mode: Mode, company: Company) -> Option<i8> {
    match (mode, company) {
        (Mode::Weak, _) if lower > 0 || upper < 0 || lower == upper => None,
        (Mode::Weak, _) => Some(if upper > 0 { 0 } else { -1 }),
        (Mode::Strong, _) if lower == upper => None,
        (Mode::Strong, Company::Alone) => Some(inwards(lower, upper)),
        (Mode::Strong, Company::Related) => Some(outwards(lower, upper)),
    }
}

/// Asks who wins first and then steps away from zero.
fn outwards(lower: i8, upper: i8) -> i8 {
    0.clamp(lower, upper - 1)
}

/// Values this close to a draw are approached one by one.
const NEAR: i8 = 6;
/// Where a value farther from a draw is looked for, win or loss, the farthest first.
const FAR: [i8; 3] = [13, 10, 8];

fn is_near(lower: i8, upper: i8) -> bool {
    lower >= -NEAR && upper <= NEAR
}

/// From the outside in: whether the game soon ends takes the fewest nodes to find
/// out, and rules out most of what is far from a draw. Near it, asks who wins first
/// and then steps outwards, where every window is about as costly as the one before.
///
/// (Halving the bounds takes three times the nodes on Begin-Easy and a fifth more on
/// Begin-Hard. Knowing the value from the start would still save a fifth.)
fn inwards(lower: i8, upper: i8) -> i8 {
    if is_near(lower, upper) {
        return outwards(lower, upper);
    }
    if lower < 0 && upper > 0 {
        let far = |bound: i8| FAR.into_iter().find(|&far| far < bound).unwrap_or(NEAR);
        return if -lower > upper {
            -far(-lower) - 1
        } else {
            far(upper)
        };
    }
    let step = ((upper - lower) / 4).max(1);
    if upper > 0 {
        upper - step
    } else {
        lower + step - 1
    }
}

/// Another window that will be asked if the answer to that above `alpha`, the
/// next one, is the likely one: that the value is nearer to a draw where that is
/// far, and farther from it, on the side of the player to move, where it is near.
pub(super) fn beside(
    alpha: i8,
    (lower, upper): (i8, i8),
    mode: Mode,
    company: Company,
) -> Option<i8> {
    let steps_outwards = company == Company::Related || is_near(lower, upper);
    let exceeds = match mode {
        Mode::Strong if steps_outwards => alpha >= 0,
        Mode::Strong => alpha < 0,
        Mode::Weak => false,
    };
    if exceeds {
        next(alpha + 1, upper, mode, company)
    } else {
        next(lower, alpha, mode, company)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COMPANIES: [Company; 2] = [Company::Alone, Company::Related];

    #[test]
    fn every_window_leaves_less_to_ask_and_the_value_is_found() {
        for (value, company) in
            (-18..=18).flat_map(|value| COMPANIES.map(|company| (value, company)))
        {
            let (mut lower, mut upper) = span(0);
            while let Some(alpha) = next(lower, upper, Mode::Strong, company) {
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
    fn the_window_beside_another_is_open_too() {
        let mut several = 0;
        for (lower, upper) in (-18..18).flat_map(|lower| (lower + 1..=18).map(move |u| (lower, u)))
        {
            for (company, mode) in COMPANIES
                .into_iter()
                .flat_map(|company| [Mode::Strong, Mode::Weak].map(|mode| (company, mode)))
            {
                let Some(alpha) = next(lower, upper, mode, company) else {
                    continue;
                };
                if let Some(beside) = beside(alpha, (lower, upper), mode, company) {
                    assert!(lower <= beside && beside < upper && beside != alpha);
                    several += 1;
                }
            }
        }
        assert!(several > 1000, "only {several}");
    }

    #[test]
    fn weak_windows_ask_only_for_the_outcome() {
        for company in COMPANIES {
            assert_eq!(next(-18, 18, Mode::Weak, company), Some(0));
            assert_eq!(next(-18, 0, Mode::Weak, company), Some(-1));
            assert_eq!(next(0, 0, Mode::Weak, company), None);
            assert_eq!(next(1, 18, Mode::Weak, company), None);
            assert_eq!(next(-18, -1, Mode::Weak, company), None);
        }
    }
}
