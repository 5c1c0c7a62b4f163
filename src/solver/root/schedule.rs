//! The window schedule: the choice of the null window to search next. As in MTD(f), each null
//! window is chosen from the bounds so far. Late in the game, a single wide window can replace them
//! all ([`WindowSchedule::one_window`]).

use crate::game::bitboard::CELLS;
use crate::game::{Mode, Position, Score};
use crate::solver::eval::evaluate_as_later;
use crate::solver::types::{Bounds, Window};

/// The positions for which the windows of a search are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum WindowPolicy {
    /// One position alone, with as few windows as possible.
    #[default]
    Single,
    /// Related positions, such as all moves of a root or the neighbours in a book. All get the same
    /// windows, so that each search finds the proofs of the others in the table. (This saves 5 to
    /// 11 % of the nodes for all columns of the public sets, and 10 to 17 % for a book.)
    Related,
}

/// The choice of the windows of one position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WindowSchedule<'a> {
    mode: Mode,
    policy: WindowPolicy,
    position: &'a Position,
    /// Stones on the board.
    stones: u8,
}

/// The numbers of stones that the short-win probes use: a probe asks whether a side wins within
/// this number of its own stones.
const SHORT_WINS: [u8; 3] = [3, 5, 7];
/// In weak mode, only positions with at most this many stones get short-win probes.
const WEAK_PROBE_STONES: u8 = 14;
/// A value far from a draw is usually proven within this many nodes. If the search takes more, the
/// value is probably close to a draw, and larger steps no longer pay.
const NODES_UNLESS_CLOSE: u64 = 200_000;
/// The least distance between the bounds that justifies a larger step.
const WIDE: i8 = 7;
/// The static evaluation below which a position is likely lost.
const LIKELY_LOST: i32 = -30;
/// With at least this many stones, one wide window takes fewer nodes than several null windows. A
/// search then costs hardly more than a static evaluation.
const ONE_WINDOW_STONES: u8 = 26;

impl<'a> WindowSchedule<'a> {
    #[inline]
    pub(crate) fn new(
        mode: Mode,
        policy: WindowPolicy,
        position: &'a Position,
    ) -> WindowSchedule<'a> {
        WindowSchedule {
            mode,
            policy,
            position,
            stones: position.stones(),
        }
    }

    /// Returns the one window that settles the value, if the position is so late in the game that
    /// its tree is small.
    ///
    /// (End-Easy takes 7 % fewer nodes and starts half as many windows; Middle-Easy takes 1 % fewer
    /// nodes. With fewer stones, most of the tree proves only one of the two bounds, and a null
    /// window finds that one sooner: with one wide window, Middle-Medium would take 26 % more
    /// nodes.)
    #[inline]
    pub(crate) fn one_window(self) -> Option<Window<i8>> {
        let (alpha, beta) = match self.mode {
            Mode::Strong => Bounds::of_unfinished(self.stones).get(),
            Mode::Weak => (-1, 1),
        };
        (self.stones >= ONE_WINDOW_STONES).then_some(Window { alpha, beta })
    }

    /// Returns the `alpha` of the next null window once all threads have visited `nodes` nodes, or
    /// `None` if the bounds settle the value.
    #[inline]
    pub(crate) fn next(self, bounds: Bounds, nodes: u64) -> Option<i8> {
        if bounds.is_solved(self.mode) {
            return None;
        }
        let (lower, upper) = bounds.get();
        let short_win = if self.probes_short_wins() {
            self.short_win_probe(lower, upper)
        } else {
            None
        };
        Some(short_win.unwrap_or_else(|| match self.mode {
            Mode::Strong => self.outwards(lower, upper, nodes),
            Mode::Weak => self.outcome(lower, upper),
        }))
    }

    /// Whether the short-win probes come first.
    ///
    /// (In weak mode, Begin-Easy takes 43 nodes per position with them and 381 without; in strong
    /// mode it takes 71. Begin-Medium takes 3 % more nodes with them. With probes up to 18 stones,
    /// Middle-Medium would take 13 % more.)
    fn probes_short_wins(self) -> bool {
        let most_stones = match self.mode {
            Mode::Strong => CELLS,
            Mode::Weak => WEAK_PROBE_STONES,
        };
        self.policy == WindowPolicy::Single && self.stones <= most_stones
    }

    /// Returns the `alpha` of the next short-win probe, which asks whether a side wins soon. The
    /// sooner the win, the fewer nodes the probe takes, and the answer excludes most scores far
    /// from a draw. Near a draw, each window costs about as much as the one before.
    ///
    /// (The order minimizes the total cost of the windows. Knuth's algorithm for optimal binary
    /// search trees found it from the nodes that the windows take one after another in 21,200
    /// random positions of 14 to 27 stones. Compared with windows at fixed values, Middle-Easy
    /// takes 11 % and Begin-Easy 3 % fewer nodes, Middle-Medium 1 % and Begin-Medium 3 % more.
    /// Probes only up to the sixth stone would save 2 % in Middle-Medium, but take 23 % more in
    /// Middle-Easy and nine times as many nodes in Begin-Easy. Probes up to the eighth stone would
    /// take 5 % more in Middle-Medium.)
    fn short_win_probe(self, lower: i8, upper: i8) -> Option<i8> {
        let stones_left = (CELLS - self.stones) / 2;
        SHORT_WINS
            .into_iter()
            .filter(|&stones| stones <= stones_left)
            .flat_map(|stones| {
                let loss = Score::loss_in(stones, self.stones).get();
                let win = Score::win_in(stones, self.stones).get();
                // An `alpha` of -1 or 0 asks which side wins, not how soon, so it is not a
                // short-win probe.
                [
                    Some(loss).filter(|&alpha| alpha < -1),
                    Some(win - 1).filter(|&alpha| alpha > 0),
                ]
            })
            .flatten()
            .find(|&alpha| lower <= alpha && alpha < upper)
    }

    /// Returns the `alpha` of a window that asks whether the side to move wins, or whether it at
    /// least draws. If the position is likely lost, the second question comes first, because a
    /// loss answers both.
    ///
    /// (This order saves 1 to 3 % of the nodes, in weak mode 1 to 8 %. For all columns it saves 1
    /// to 2 %, in weak mode 7 %. If the winner were known in advance, weak mode would take another
    /// 10 % less. An evaluation that looks three plies ahead and is right in 92 % of cases instead
    /// of 80 % saves only 2 % of nodes: it errs in the positions that take longest.)
    fn outcome(self, lower: i8, upper: i8) -> i8 {
        if lower < 0 && upper > 0 && self.is_likely_lost() {
            -1
        } else {
            0.min(upper - 1)
        }
    }

    /// Whether the position is likely lost for the side to move. The network for later boards
    /// judges openings too. (With the network for openings, the bench takes 2 % more nodes, and in
    /// weak mode 1 % fewer. In weak mode, the first 400 of Begin-Easy take 29 % more and the first
    /// 60 of Begin-Medium 2 % fewer.)
    fn is_likely_lost(self) -> bool {
        self.stones < ONE_WINDOW_STONES && evaluate_as_later(self.position) < LIKELY_LOST
    }

    /// Returns the `alpha` of a window that asks which side wins. Once that is known, returns the
    /// next `alpha` farther from 0, but skips two while the bounds are far apart and the search has
    /// taken few nodes.
    ///
    /// (Skipping saves 7 % of the nodes of Begin-Medium. Without the limit on the nodes, Begin-Hard
    /// would take 4 % and the empty board 13 % more.)
    fn outwards(self, lower: i8, upper: i8, nodes: u64) -> i8 {
        let is_wide = upper - lower >= WIDE;
        let skipped = match self.policy {
            WindowPolicy::Single if is_wide && nodes <= NODES_UNLESS_CLOSE => 2,
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
    use crate::game::replay;

    /// Returns a position that looks open and one that looks lost for the side to move.
    fn positions() -> [Position; 2] {
        let lost = replay("414").expect("a game");
        let estimates = [Position::EMPTY, lost].map(|position| evaluate_as_later(&position));
        assert!(estimates[0] > LIKELY_LOST && estimates[1] < LIKELY_LOST);
        [Position::EMPTY, lost]
    }

    /// Returns a schedule for the empty board as if it had `stones` stones.
    fn schedule(mode: Mode, policy: WindowPolicy, stones: u8) -> WindowSchedule<'static> {
        WindowSchedule {
            stones,
            ..WindowSchedule::new(mode, policy, &Position::EMPTY)
        }
    }

    /// Returns schedules of every kind.
    fn schedules(mode: Mode, positions: &[Position]) -> impl Iterator<Item = WindowSchedule<'_>> {
        let policies = [WindowPolicy::Single, WindowPolicy::Related];
        positions.iter().flat_map(move |position| {
            policies.map(|policy| WindowSchedule::new(mode, policy, position))
        })
    }

    #[test]
    fn late_in_the_game_one_window_settles_the_value() {
        for mode in [Mode::Strong, Mode::Weak] {
            let schedule = |stones| schedule(mode, WindowPolicy::Single, stones);
            assert_eq!(schedule(ONE_WINDOW_STONES - 1).one_window(), None);
            for stones in ONE_WINDOW_STONES..42 {
                let window = schedule(stones).one_window().expect("a window");
                let (least, most) = Bounds::of_unfinished(stones).get();
                for value in least..=most {
                    // The value found by a search that learns no more than its window asks for.
                    let found = value.clamp(window.alpha, window.beta);
                    let mut bounds = Bounds::of_unfinished(stones);
                    bounds.narrow(window.bounds_of(found));
                    let next = schedule(stones).next(bounds, 0);
                    assert_eq!(next, None, "{mode:?} {stones} {value}");
                }
            }
        }
    }

    /// Returns the `alpha` of each window that is searched to find a value.
    fn asked(schedule: WindowSchedule, nodes: u64, value: i8) -> Vec<i8> {
        let mut bounds = Bounds::of_unfinished(schedule.stones);
        let mut asked = Vec::new();
        while let Some(alpha) = schedule.next(bounds, nodes) {
            let (lower, upper) = bounds.get();
            assert!(lower <= alpha && alpha < upper, "{bounds:?}: {alpha}");
            asked.push(alpha);
            let window = Window::null(alpha);
            bounds.narrow(window.bounds_of(value.clamp(alpha, alpha + 1)));
        }
        let (lower, upper) = bounds.get();
        assert!(bounds.is_solved(schedule.mode), "{schedule:?}");
        assert!(lower <= value && value <= upper, "{schedule:?}");
        asked
    }

    #[test]
    fn every_window_leaves_less_to_ask_and_the_value_is_found() {
        let positions = positions();
        let both = [Mode::Strong, Mode::Weak].map(|mode| schedules(mode, &positions));
        for schedule in both.into_iter().flatten() {
            for stones in 0..=CELLS {
                let (least, most) = Bounds::of_unfinished(stones).get();
                for value in least..=most {
                    let schedule = WindowSchedule { stones, ..schedule };
                    asked(schedule, 0, value);
                    asked(schedule, NODES_UNLESS_CLOSE + 1, value);
                }
            }
        }
    }

    #[test]
    fn short_wins_are_probed_first_then_who_wins() {
        let alone = |stones| schedule(Mode::Strong, WindowPolicy::Single, stones);
        // Each side has eleven stones left. The probes ask for a win with the third, the fifth and
        // the seventh.
        assert_eq!(asked(alone(20), 0, 1), [-9, 8, -7, 6, -5, 4, 0, 1]);
        assert_eq!(
            asked(alone(20), 0, -3),
            [-9, 8, -7, 6, -5, 4, 0, -1, -2, -3, -4]
        );
        assert_eq!(asked(alone(20), 0, 7), [-9, 8, -7, 6, 7]);
        // Each side has four stones left. The probes ask only for a win with the third.
        assert_eq!(asked(alone(34), 0, 1), [-2, 1, 0]);
        // The windows of related positions first ask which side wins.
        let related = schedule(Mode::Strong, WindowPolicy::Related, 20);
        assert_eq!(asked(related, 0, 1), [0, 1]);
    }

    #[test]
    fn after_many_nodes_windows_are_closer_to_a_draw() {
        let schedule = schedule(Mode::Strong, WindowPolicy::Single, 8);
        for (nodes, win, loss) in [(0, 3, -4), (NODES_UNLESS_CLOSE + 1, 1, -2)] {
            let next = |lower, upper| schedule.next(Bounds::proven(lower, upper), nodes);
            assert_eq!(next(1, 10), Some(win));
            assert_eq!(next(-10, -1), Some(loss));
        }
    }

    #[test]
    fn if_a_position_looks_lost_the_first_window_asks_whether_it_is() {
        let [open, lost] = positions();
        let next = |position: &Position, mode, lower, upper| {
            let schedule = WindowSchedule::new(mode, WindowPolicy::Related, position);
            schedule.next(Bounds::proven(lower, upper), 0)
        };
        for mode in [Mode::Strong, Mode::Weak] {
            assert_eq!(next(&open, mode, -18, 18), Some(0));
            assert_eq!(next(&lost, mode, -18, 18), Some(-1));
            for position in [&open, &lost] {
                assert_eq!(next(position, mode, 0, 18), Some(0));
                assert_eq!(next(position, mode, -18, 0), Some(-1));
            }
        }
    }

    #[test]
    fn weak_windows_ask_for_short_wins_early_in_the_game_and_then_for_the_outcome() {
        for schedule in schedules(Mode::Weak, &positions()) {
            for stones in [WEAK_PROBE_STONES, WEAK_PROBE_STONES + 1] {
                let schedule = WindowSchedule { stones, ..schedule };
                let next = |lower, upper| schedule.next(Bounds::proven(lower, upper), 0);
                let first = next(-18, 18);
                if schedule.policy == WindowPolicy::Single && stones == WEAK_PROBE_STONES {
                    assert_eq!(first, Some(-12));
                } else {
                    assert!(matches!(first, Some(0 | -1)));
                }
                // A win with the seventh stone has the score 8.
                assert!(matches!(next(-7, 7), Some(0 | -1)));
                assert_eq!(next(-7, 0), Some(-1));
                assert_eq!(next(0, 7), Some(0));
                assert_eq!(next(0, 0), None);
                assert_eq!(next(1, 18), None);
                assert_eq!(next(-18, -1), None);
            }
        }
    }
}
