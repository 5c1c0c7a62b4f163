//! Which window to search next.

use super::evaluate;
use super::report::Bounds;
use super::window::Window;
use crate::game::bitboard::CELLS;
use crate::game::{Mode, Position, Score};

/// What the table holds when a value is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Company {
    /// What this position's own windows left there: few are best.
    Alone,
    /// Besides, what related positions left there, the other moves of a root or the
    /// neighbours in a book: the same windows are best for all of them, so that each finds
    /// the proofs of the others. (Nodes for all columns of the public sets: 5 to 11 % less;
    /// for a book: 10 to 17 %.)
    Related,
}

/// What is asked about a position's value, and what it has cost so far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Quest<'a> {
    pub(super) mode: Mode,
    company: Company,
    /// On the board.
    stones: u8,
    /// Nodes searched for it.
    spent: u64,
    /// The position, if an estimate of it may choose the first question.
    guess: Option<&'a Position>,
}

/// The winner's stones, the winning one included, with which it is asked whether the game
/// ends.
const SOON: [u8; 3] = [3, 5, 7];
/// A value that took more nodes is likely to be next to a draw.
const NODES_UNLESS_CLOSE: u64 = 200_000;
/// Bounds this far apart are worth a larger step.
const WIDE: i8 = 7;
/// What is estimated below this is likely lost.
const LIKELY_LOST: i32 = -30;
/// With so many stones an answer costs hardly more than an estimate, and one wide window
/// takes fewer nodes than some narrow ones.
const SOON_OVER: u8 = 26;

impl<'a> Quest<'a> {
    /// What is asked of every position with so many stones alike.
    pub(super) fn new(mode: Mode, company: Company, stones: u8) -> Quest<'a> {
        Quest {
            mode,
            company,
            stones,
            spent: 0,
            guess: None,
        }
    }

    /// An estimate of this position may choose the first question.
    pub(super) fn guessing(self, position: &'a Position) -> Quest<'a> {
        let guess = Some(position).filter(|position| position.stones() < SOON_OVER);
        Quest { guess, ..self }
    }

    /// What is asked once so many nodes were searched.
    pub(super) fn after(self, spent: u64) -> Quest<'a> {
        Quest { spent, ..self }
    }

    /// The one window that answers everything: only where the tree is so small that it is
    /// searched once.
    ///
    /// (End-Easy: 7 % fewer nodes, and half as many windows to begin and to end; Middle-Easy
    /// 1 %. With fewer stones most of the tree is for one of the bounds alone, and is found
    /// sooner in a null window: Middle-Medium 26 % more.)
    pub(super) fn at_once(self) -> Option<Window<i8>> {
        let (alpha, beta) = match self.mode {
            Mode::Strong => Bounds::of_unfinished(self.stones).get(),
            Mode::Weak => (-1, 1),
        };
        (self.stones >= SOON_OVER).then_some(Window { alpha, beta })
    }

    /// The `alpha` of the null window to search next, if the bounds leave a question.
    pub(super) fn next(self, bounds: Bounds) -> Option<i8> {
        if bounds.settled(self.mode) {
            return None;
        }
        let (lower, upper) = bounds.get();
        Some(match (self.mode, self.company) {
            (Mode::Weak, _) => self.outcome(lower, upper),
            (Mode::Strong, Company::Related) => self.outwards(lower, upper),
            (Mode::Strong, Company::Alone) => {
                let soon = self.soon(lower, upper);
                soon.unwrap_or_else(|| self.outwards(lower, upper))
            }
        })
    }

    /// Whether the game soon ends: that takes few nodes to find out, the fewer the sooner,
    /// whoever wins, and rules out most of what is far from a draw. Near it every window is
    /// about as costly as the one before.
    ///
    /// (The order in which windows cost least, by the nodes that each takes after each other in
    /// 21,200 random positions of 14 to 27 stones: Knuth's algorithm for optimal binary search
    /// trees finds it. Beside windows at fixed values, down to 6, as long as little was spent:
    /// Middle-Easy 11 % fewer nodes, Begin-Easy 3 %, Middle-Medium 1 % and Begin-Medium 3 %
    /// more. Up to the sixth stone Middle-Medium takes 2 % less, Middle-Easy 23 % more and
    /// Begin-Easy nine times as many; up to the eighth Middle-Medium 5 % more.)
    fn soon(self, lower: i8, upper: i8) -> Option<i8> {
        let stones_left = (CELLS - self.stones) / 2;
        SOON.into_iter()
            .filter(|&stones| stones <= stones_left)
            .flat_map(|stones| {
                let loss = Score::loss_in(stones, self.stones).get();
                let win = Score::win_in(stones, self.stones).get();
                // What is left between them is who wins.
                [
                    Some(loss).filter(|&alpha| alpha < -1),
                    Some(win - 1).filter(|&alpha| alpha > 0),
                ]
            })
            .flatten()
            .find(|&alpha| lower <= alpha && alpha < upper)
    }

    /// Whether the side to move wins, or whether it does not lose: of a position that
    /// is likely lost the latter comes first, for a loss answers both.
    ///
    /// (Nodes: 1 to 3 % less, in weak mode 1 to 8 %; for all columns 1 to 2 % and 7 %. With the
    /// winner known beforehand weak mode would take another 10 % less. An estimate that looks
    /// three plies ahead and is right in 92 cases of 100, not 80, saves but 2 % of them: it errs
    /// where the search takes longest.)
    fn outcome(self, lower: i8, upper: i8) -> i8 {
        if lower < 0 && upper > 0 && self.is_likely_lost() {
            -1
        } else {
            0.min(upper - 1)
        }
    }

    fn is_likely_lost(self) -> bool {
        self.guess
            .is_some_and(|position| evaluate::evaluate(position) < LIKELY_LOST)
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
            self.outcome(lower, upper)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;

    /// One that looks open, and one that looks lost for the side to move.
    fn positions() -> [Position; 2] {
        let lost = notation::replay("414").expect("a game");
        let estimates = [Position::EMPTY, lost].map(|position| evaluate::evaluate(&position));
        assert!(estimates[0] > LIKELY_LOST && estimates[1] < LIKELY_LOST);
        [Position::EMPTY, lost]
    }

    /// One of every kind, at all costs that make a difference, of any position.
    fn quests(mode: Mode, positions: &[Position]) -> impl Iterator<Item = Quest<'_>> {
        let companies = [Company::Alone, Company::Related];
        let spent = [0, NODES_UNLESS_CLOSE + 1];
        positions.iter().flat_map(move |position| {
            companies.into_iter().flat_map(move |company| {
                let quest = Quest::new(mode, company, position.stones()).guessing(position);
                spent.map(|spent| quest.after(spent))
            })
        })
    }

    #[test]
    fn late_in_the_game_one_window_answers_everything() {
        for mode in [Mode::Strong, Mode::Weak] {
            let quest = |stones| Quest::new(mode, Company::Alone, stones);
            assert_eq!(quest(SOON_OVER - 1).at_once(), None);
            for stones in SOON_OVER..42 {
                let window = quest(stones).at_once().expect("a window");
                let (least, most) = Bounds::of_unfinished(stones).get();
                for value in least..=most {
                    // As a search may find it that knows no more than its window asks.
                    let found = value.clamp(window.alpha, window.beta);
                    let mut bounds = Bounds::of_unfinished(stones);
                    bounds.narrow(window.told_by(found));
                    assert_eq!(
                        quest(stones).next(bounds),
                        None,
                        "{mode:?} {stones} {value}"
                    );
                }
            }
        }
    }

    /// The windows that find a value.
    fn asked(quest: Quest, value: i8) -> Vec<i8> {
        let mut bounds = Bounds::of_unfinished(quest.stones);
        let mut asked = Vec::new();
        while let Some(alpha) = quest.next(bounds) {
            let (lower, upper) = bounds.get();
            assert!(lower <= alpha && alpha < upper, "{bounds:?}: {alpha}");
            asked.push(alpha);
            let window = Window::null(alpha);
            bounds.narrow(window.told_by(value.clamp(alpha, alpha + 1)));
        }
        assert_eq!(bounds.get(), (value, value), "{quest:?}");
        asked
    }

    #[test]
    fn every_window_leaves_less_to_ask_and_the_value_is_found() {
        let positions = positions();
        for quest in quests(Mode::Strong, &positions) {
            for stones in 0..=CELLS {
                let (least, most) = Bounds::of_unfinished(stones).get();
                for value in least..=most {
                    asked(Quest { stones, ..quest }, value);
                }
            }
        }
    }

    #[test]
    fn whether_the_game_soon_ends_is_asked_first_then_who_wins() {
        let alone = |stones| Quest::new(Mode::Strong, Company::Alone, stones);
        // Of eleven stones each that are left, the third, the fifth and the seventh.
        assert_eq!(asked(alone(20), 1), [-9, 8, -7, 6, -5, 4, 0, 1]);
        assert_eq!(
            asked(alone(20), -3),
            [-9, 8, -7, 6, -5, 4, 0, -1, -2, -3, -4]
        );
        assert_eq!(asked(alone(20), 7), [-9, 8, -7, 6, 7]);
        // Of four stones each the third.
        assert_eq!(asked(alone(34), 1), [-2, 1, 0]);
        // Related positions are asked who wins.
        let related = Quest::new(Mode::Strong, Company::Related, 20);
        assert_eq!(asked(related, 1), [0, 1]);
    }

    #[test]
    fn the_more_was_spent_the_closer_to_a_draw_is_asked() {
        let alone = Quest::new(Mode::Strong, Company::Alone, 8);
        let asked = |spent, lower, upper| alone.after(spent).next(Bounds::proven(lower, upper));
        for (spent, win, loss) in [(0, 3, -4), (NODES_UNLESS_CLOSE + 1, 1, -2)] {
            assert_eq!(asked(spent, 1, 10), Some(win));
            assert_eq!(asked(spent, -10, -1), Some(loss));
        }
    }

    #[test]
    fn of_a_position_that_looks_lost_is_asked_first_whether_it_is() {
        let [open, lost] = positions();
        let asked = |position: &Position, mode, lower, upper| {
            let stones = position.stones();
            let quest = Quest::new(mode, Company::Related, stones).guessing(position);
            quest.next(Bounds::proven(lower, upper))
        };
        for mode in [Mode::Strong, Mode::Weak] {
            assert_eq!(asked(&open, mode, -18, 18), Some(0));
            assert_eq!(asked(&lost, mode, -18, 18), Some(-1));
            for position in [&open, &lost] {
                assert_eq!(asked(position, mode, 0, 18), Some(0));
                assert_eq!(asked(position, mode, -18, 0), Some(-1));
            }
        }
    }

    #[test]
    fn weak_windows_ask_only_for_the_outcome() {
        for quest in quests(Mode::Weak, &positions()) {
            let next = |lower, upper| quest.next(Bounds::proven(lower, upper));
            assert!(matches!(next(-18, 18), Some(0 | -1)));
            assert_eq!(next(-18, 0), Some(-1));
            assert_eq!(next(0, 18), Some(0));
            assert_eq!(next(0, 0), None);
            assert_eq!(next(1, 18), None);
            assert_eq!(next(-18, -1), None);
        }
    }
}
