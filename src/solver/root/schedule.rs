//! The window schedule: which null window of a position to search next. As in MTD(f), each null
//! window is chosen from the bounds so far. Positions late in the game can be searched with a
//! single wide window ([`WindowSchedule::one_window`]).

use crate::game::bitboard::CELLS;
use crate::game::{Mode, Position, Score};
use crate::solver::eval::evaluate_as_later;
use crate::solver::types::{Bounds, Window};

/// For which positions the windows of a search are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WindowPolicy {
    /// For this position alone: the search needs few windows.
    #[default]
    Single,
    /// For related positions too, such as the other moves of a root or the neighbours in a book.
    /// They all get the same windows, so that each search finds the proofs of the others in the
    /// table. (Nodes for all columns of the public sets: 5 to 11 % less; for a book: 10 to 17 %.)
    Related,
}

/// Chooses the windows of a position.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WindowSchedule<'a> {
    pub(crate) mode: Mode,
    policy: WindowPolicy,
    /// Stones on the board.
    stones: u8,
    /// Nodes searched for the position so far.
    nodes: u64,
    /// The position, if its static evaluation may choose the first window.
    evaluated: Option<&'a Position>,
}

/// Short-win probes: does either side win within this many of its own stones?
const SHORT_WINS: [u8; 3] = [3, 5, 7];
/// In weak mode, positions with more stones get no short-win probes: most windows on the outcome
/// take few nodes there.
const WEAK_PROBE_STONES: u8 = 14;
/// A value that took more nodes is likely to be next to a draw.
const NODES_UNLESS_CLOSE: u64 = 200_000;
/// Bounds at least this far apart are worth a larger step.
const WIDE: i8 = 7;
/// A position with a static evaluation below this is likely lost.
const LIKELY_LOST: i32 = -30;
/// With so many stones a search costs hardly more than an evaluation, and one wide window takes
/// fewer nodes than some null windows.
const ONE_WINDOW_STONES: u8 = 26;

impl<'a> WindowSchedule<'a> {
    /// The schedule of all positions with so many stones.
    pub(crate) fn new(mode: Mode, policy: WindowPolicy, stones: u8) -> WindowSchedule<'a> {
        WindowSchedule {
            mode,
            policy,
            stones,
            nodes: 0,
            evaluated: None,
        }
    }

    /// Lets the static evaluation of the position choose the first window.
    pub(crate) fn evaluating(self, position: &'a Position) -> WindowSchedule<'a> {
        let is_early = |position: &&Position| position.stones() < ONE_WINDOW_STONES;
        let evaluated = Some(position).filter(is_early);
        WindowSchedule { evaluated, ..self }
    }

    /// The schedule once so many nodes were searched.
    pub(crate) fn after(self, nodes: u64) -> WindowSchedule<'a> {
        WindowSchedule { nodes, ..self }
    }

    /// The one window that answers everything, where the tree is so small that it is searched
    /// only once.
    ///
    /// (End-Easy: 7 % fewer nodes, and half as many windows to begin and to end; Middle-Easy
    /// 1 %. With fewer stones most of the tree proves one of the two bounds alone, and a null
    /// window finds that sooner: Middle-Medium 26 % more.)
    pub(crate) fn one_window(self) -> Option<Window<i8>> {
        let (alpha, beta) = match self.mode {
            Mode::Strong => Bounds::of_unfinished(self.stones).get(),
            Mode::Weak => (-1, 1),
        };
        (self.stones >= ONE_WINDOW_STONES).then_some(Window { alpha, beta })
    }

    /// The `alpha` of the null window to search next; `None` when the bounds settle the value.
    pub(crate) fn next(self, bounds: Bounds) -> Option<i8> {
        if bounds.is_solved(self.mode) {
            return None;
        }
        let (lower, upper) = bounds.get();
        let short_win = self
            .probes_short_wins()
            .then(|| self.short_win_probe(lower, upper));
        Some(short_win.flatten().unwrap_or_else(|| match self.mode {
            Mode::Strong => self.outwards(lower, upper),
            Mode::Weak => self.outcome(lower, upper),
        }))
    }

    /// Whether short-win probes come before all other windows.
    ///
    /// (Nodes per position in weak mode: Begin-Easy 43 with them, 381 without, 71 in strong mode;
    /// Begin-Medium 3 % more with them. With probes up to 18 stones Middle-Medium takes 13 % more.)
    fn probes_short_wins(self) -> bool {
        let most_stones = match self.mode {
            Mode::Strong => CELLS,
            Mode::Weak => WEAK_PROBE_STONES,
        };
        self.policy == WindowPolicy::Single && self.stones <= most_stones
    }

    /// A short-win probe: asks whether either side wins soon. The sooner the win, the fewer nodes
    /// the window takes, and the answer excludes most scores far from a draw. Near a draw every
    /// window costs about as much as the one before.
    ///
    /// (The order in which windows cost least, by the nodes that each takes after each other in
    /// 21,200 random positions of 14 to 27 stones: Knuth's algorithm for optimal binary search
    /// trees finds it. Beside windows at fixed values, down to 6, in the first nodes:
    /// Middle-Easy 11 % fewer nodes, Begin-Easy 3 %, Middle-Medium 1 % and Begin-Medium 3 %
    /// more. Up to the sixth stone Middle-Medium takes 2 % less, Middle-Easy 23 % more and
    /// Begin-Easy nine times as many; up to the eighth Middle-Medium 5 % more.)
    fn short_win_probe(self, lower: i8, upper: i8) -> Option<i8> {
        let stones_left = (CELLS - self.stones) / 2;
        SHORT_WINS
            .into_iter()
            .filter(|&stones| stones <= stones_left)
            .flat_map(|stones| {
                let loss = Score::loss_in(stones, self.stones).get();
                let win = Score::win_in(stones, self.stones).get();
                // Between these two is only the question who wins.
                [
                    Some(loss).filter(|&alpha| alpha < -1),
                    Some(win - 1).filter(|&alpha| alpha > 0),
                ]
            })
            .flatten()
            .find(|&alpha| lower <= alpha && alpha < upper)
    }

    /// Whether the side to move wins, or whether it does not lose. If the position is likely lost,
    /// the latter comes first, because a loss answers both.
    ///
    /// (Nodes: 1 to 3 % less, in weak mode 1 to 8 %; for all columns 1 to 2 % and 7 %. With the
    /// winner known beforehand weak mode would take another 10 % less. An evaluation that looks
    /// three plies ahead and is right in 92 cases of 100, not 80, saves only 2 % of them: it errs
    /// where the search takes longest.)
    fn outcome(self, lower: i8, upper: i8) -> i8 {
        if lower < 0 && upper > 0 && self.is_likely_lost() {
            -1
        } else {
            0.min(upper - 1)
        }
    }

    /// By the network for later boards, in the opening too. (Nodes with the opening's own: the bench
    /// 2 % more, in weak mode 1 % less; weak, the first 400 of Begin-Easy 29 % more, the first 60
    /// of Begin-Medium 2 % less.)
    fn is_likely_lost(self) -> bool {
        self.evaluated
            .is_some_and(|position| evaluate_as_later(position) < LIKELY_LOST)
    }

    /// First asks who wins, then steps away from 0; the first step is larger while the bounds are
    /// far apart.
    ///
    /// (Nodes with the larger step: 7 % less on Begin-Medium; 4 % more on Begin-Hard and 13 % on
    /// the empty board if it were made after any number of nodes.)
    fn outwards(self, lower: i8, upper: i8) -> i8 {
        let wide = upper - lower >= WIDE;
        let skipped = match self.policy {
            WindowPolicy::Single if wide && self.nodes <= NODES_UNLESS_CLOSE => 2,
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
        let estimates = [Position::EMPTY, lost].map(|position| evaluate_as_later(&position));
        assert!(estimates[0] > LIKELY_LOST && estimates[1] < LIKELY_LOST);
        [Position::EMPTY, lost]
    }

    /// Schedules of every kind, after all numbers of nodes that make a difference.
    fn schedules(mode: Mode, positions: &[Position]) -> impl Iterator<Item = WindowSchedule<'_>> {
        let policies = [WindowPolicy::Single, WindowPolicy::Related];
        let nodes = [0, NODES_UNLESS_CLOSE + 1];
        positions.iter().flat_map(move |position| {
            policies.into_iter().flat_map(move |policy| {
                let schedule = WindowSchedule::new(mode, policy, position.stones());
                let schedule = schedule.evaluating(position);
                nodes.map(|nodes| schedule.after(nodes))
            })
        })
    }

    #[test]
    fn late_in_the_game_one_window_answers_everything() {
        for mode in [Mode::Strong, Mode::Weak] {
            let schedule = |stones| WindowSchedule::new(mode, WindowPolicy::Single, stones);
            assert_eq!(schedule(ONE_WINDOW_STONES - 1).one_window(), None);
            for stones in ONE_WINDOW_STONES..42 {
                let window = schedule(stones).one_window().expect("a window");
                let (least, most) = Bounds::of_unfinished(stones).get();
                for value in least..=most {
                    // As a search may find it that knows no more than its window asks.
                    let found = value.clamp(window.alpha, window.beta);
                    let mut bounds = Bounds::of_unfinished(stones);
                    bounds.narrow(window.bounds_of(found));
                    assert_eq!(
                        schedule(stones).next(bounds),
                        None,
                        "{mode:?} {stones} {value}"
                    );
                }
            }
        }
    }

    /// The windows that find a value.
    fn asked(schedule: WindowSchedule, value: i8) -> Vec<i8> {
        let mut bounds = Bounds::of_unfinished(schedule.stones);
        let mut asked = Vec::new();
        while let Some(alpha) = schedule.next(bounds) {
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
                    asked(WindowSchedule { stones, ..schedule }, value);
                }
            }
        }
    }

    #[test]
    fn short_wins_are_probed_first_then_who_wins() {
        let alone = |stones| WindowSchedule::new(Mode::Strong, WindowPolicy::Single, stones);
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
        let related = WindowSchedule::new(Mode::Strong, WindowPolicy::Related, 20);
        assert_eq!(asked(related, 1), [0, 1]);
    }

    #[test]
    fn the_more_nodes_the_closer_to_a_draw_is_asked() {
        let alone = WindowSchedule::new(Mode::Strong, WindowPolicy::Single, 8);
        let asked = |nodes, lower, upper| alone.after(nodes).next(Bounds::proven(lower, upper));
        for (nodes, win, loss) in [(0, 3, -4), (NODES_UNLESS_CLOSE + 1, 1, -2)] {
            assert_eq!(asked(nodes, 1, 10), Some(win));
            assert_eq!(asked(nodes, -10, -1), Some(loss));
        }
    }

    #[test]
    fn of_a_position_that_looks_lost_is_asked_first_whether_it_is() {
        let [open, lost] = positions();
        let asked = |position: &Position, mode, lower, upper| {
            let stones = position.stones();
            let schedule = WindowSchedule::new(mode, WindowPolicy::Related, stones);
            schedule
                .evaluating(position)
                .next(Bounds::proven(lower, upper))
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
    fn weak_windows_ask_for_short_wins_early_in_the_game_and_then_for_the_outcome() {
        for schedule in schedules(Mode::Weak, &positions()) {
            let next = |stones, lower, upper| {
                let schedule = WindowSchedule { stones, ..schedule };
                schedule.next(Bounds::proven(lower, upper))
            };
            for stones in [WEAK_PROBE_STONES, WEAK_PROBE_STONES + 1] {
                let probes = schedule.policy == WindowPolicy::Single && stones == WEAK_PROBE_STONES;
                let first = next(stones, -18, 18);
                assert!(if probes {
                    first == Some(-12)
                } else {
                    matches!(first, Some(0 | -1))
                });
                // A win with the seventh stone has the score 8.
                assert!(matches!(next(stones, -7, 7), Some(0 | -1)));
                assert_eq!(next(stones, -7, 0), Some(-1));
                assert_eq!(next(stones, 0, 7), Some(0));
                assert_eq!(next(stones, 0, 0), None);
                assert_eq!(next(stones, 1, 18), None);
                assert_eq!(next(stones, -18, -1), None);
            }
        }
    }
}
