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

/// What is asked about a value, and what it has cost so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quest {
    pub(super) mode: Mode,
    pub(super) company: Company,
    /// Nodes searched for it.
    pub(super) spent: u64,
}

/// Values this close to a draw are approached step by step.
const NEAR: i8 = 6;
/// Where a value farther from a draw is looked for, win or loss, the farthest first.
const FAR: [i8; 3] = [13, 10, 8];
/// A value that took more nodes is unlikely to be far from a draw.
const NODES_IF_FAR: u64 = 3_000;
/// A value that took more nodes is likely to be next to a draw.
const NODES_UNLESS_CLOSE: u64 = 200_000;
/// Bounds this far apart are worth a larger step.
const WIDE: i8 = 7;

impl Quest {
    /// The `alpha` of the null window to search next, if the bounds leave a question.
    pub(super) fn next(self, lower: i8, upper: i8) -> Option<i8> {
        match self.mode {
            Mode::Weak if lower > 0 || upper < 0 || lower == upper => None,
            Mode::Weak => Some(if upper > 0 { 0 } else { -1 }),
            Mode::Strong if lower == upper => None,
            Mode::Strong if self.steps_outwards(lower, upper) => Some(self.outwards(lower, upper)),
            Mode::Strong => Some(inwards(lower, upper)),
        }
    }

    /// Whether the value is looked for from a draw outwards: always beside related
    /// positions, otherwise when it can hardly be far from a draw.
    ///
    /// A game that soon ends takes few nodes to see through: the more were needed,
    /// the closer to a draw the value is. (A value of 4 is the most frequent on
    /// Begin-Medium, one of 2 on Begin-Hard, which takes ten times the nodes.)
    fn steps_outwards(self, lower: i8, upper: i8) -> bool {
        self.company == Company::Related
            || lower >= -NEAR && upper <= NEAR
            || self.spent > NODES_IF_FAR
    }

    /// Asks who wins first and then steps away from zero, beginning with a larger
    /// step while much is open.
    ///
    /// (Nodes with the larger step: 7 % less on Begin-Medium, 4 % more on Begin-Hard
    /// and 13 % on the empty board if it were made however much was spent.)
    fn outwards(self, lower: i8, upper: i8) -> i8 {
        let wide = upper - lower >= WIDE;
        let skipped = match self.company {
            Company::Alone if wide && self.spent <= NODES_UNLESS_CLOSE => 2,
            _ => 0,
        };
        if lower > 0 {
            lower + skipped
        } else if upper < 0 {
            upper - 1 - skipped
        } else {
            0.min(upper - 1)
        }
    }

    /// Another window that will be asked if the answer to that above `alpha`, the
    /// next one, is the likely one: that the value is nearer to a draw where that is
    /// far, and farther from it, on the side of the player to move, where it is near.
    ///
    /// (Never a larger step away: of two threads the second would be at a window that
    /// is seldom asked, which takes 3 to 12 % more nodes.)
    pub(super) fn beside(self, alpha: i8, (lower, upper): (i8, i8)) -> Option<i8> {
        let outwards = self.steps_outwards(lower, upper);
        let exceeds = match self.mode {
            Mode::Strong => (alpha >= 0) == outwards,
            Mode::Weak => false,
        };
        let spent = if outwards { u64::MAX } else { self.spent };
        let quest = Quest { spent, ..self };
        if exceeds {
            quest.next(alpha + 1, upper)
        } else {
            quest.next(lower, alpha)
        }
    }
}

/// From the outside in: whether the game soon ends takes the fewest nodes to find
/// out, and rules out most of what is far from a draw. Near it every window is about
/// as costly as the one before.
///
/// (Halving the bounds takes three times the nodes on Begin-Easy.)
fn inwards(lower: i8, upper: i8) -> i8 {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// One of every kind, at all costs that make a difference.
    fn quests(mode: Mode) -> impl Iterator<Item = Quest> {
        let companies = [Company::Alone, Company::Related].into_iter();
        companies.flat_map(move |company| {
            [0, NODES_IF_FAR + 1, NODES_UNLESS_CLOSE + 1].map(|spent| Quest {
                mode,
                company,
                spent,
            })
        })
    }

    #[test]
    fn every_window_leaves_less_to_ask_and_the_value_is_found() {
        for (value, quest) in
            (-18..=18).flat_map(|value| quests(Mode::Strong).map(move |quest| (value, quest)))
        {
            let (mut lower, mut upper) = span(0);
            while let Some(alpha) = quest.next(lower, upper) {
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
            for quest in quests(Mode::Strong).chain(quests(Mode::Weak)) {
                let Some(alpha) = quest.next(lower, upper) else {
                    continue;
                };
                if let Some(beside) = quest.beside(alpha, (lower, upper)) {
                    assert!(lower <= beside && beside < upper && beside != alpha);
                    several += 1;
                }
            }
        }
        assert!(several > 1000, "only {several}");
    }

    #[test]
    fn the_more_was_spent_the_closer_to_a_draw_is_asked() {
        let alone = |spent| Quest {
            mode: Mode::Strong,
            company: Company::Alone,
            spent,
        };
        let asked = |spent, lower, upper| alone(spent).next(lower, upper);
        assert_eq!(asked(0, -16, 16), Some(13));
        assert_eq!(asked(NODES_IF_FAR + 1, -16, 16), Some(0));
        assert_eq!(asked(NODES_IF_FAR + 1, 1, 13), Some(3));
        assert_eq!(asked(NODES_IF_FAR + 1, -13, -1), Some(-4));
        assert_eq!(asked(NODES_UNLESS_CLOSE + 1, 1, 13), Some(1));
    }

    #[test]
    fn weak_windows_ask_only_for_the_outcome() {
        for quest in quests(Mode::Weak) {
            assert_eq!(quest.next(-18, 18), Some(0));
            assert_eq!(quest.next(-18, 0), Some(-1));
            assert_eq!(quest.next(0, 0), None);
            assert_eq!(quest.next(1, 18), None);
            assert_eq!(quest.next(-18, -1), None);
        }
    }
}
