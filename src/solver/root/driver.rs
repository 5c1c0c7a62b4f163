//! The driver: one search from its task to its report.
//!
//! Rounds of growing size alternate between the depth-limited search, which soon has a sensible
//! move, and the exact search, which in the end has the proof and gets nearly all the time. What
//! either proves narrows the bounds of the root's moves.

use super::last_report::LastReport;
use super::root_moves::{RootMoves, RootQuery};
use super::schedule::{WindowPolicy, WindowSchedule};
use crate::game::bitboard::CELLS;
use crate::game::{Mode, Score};
use crate::solver::search::{DepthSearch, DepthTable, INFINITE, Search};
use crate::solver::smp::RootBounds;
use crate::solver::types::{Bounds, Limits, Report, Stopped, Task, Window};

/// Nodes of the depth-limited search in the first round. Each further round is twice as large, the
/// depth-limited part up to [`LARGEST_DEPTH_SLICE`].
const FIRST_ROUND: u64 = 256;
/// Nodes of the exact search for each node of the depth-limited search and each line: a search for
/// many lines needs proofs more than a move.
const EXACT_SHARE: u64 = 16;
/// Nodes of the depth-limited search in any round: more of them find no better moves, and each
/// takes twice the time of a node of the exact search.
const LARGEST_DEPTH_SLICE: u64 = 4096;
/// Nodes of a search to a given depth before the exact search takes turns with it, which may be
/// done long before.
const DEPTH_ONLY_NODES: u64 = 1 << 15;

/// The work of one thread on a task.
pub(crate) struct Driver<'a, 'b> {
    pub(super) task: &'b Task,
    pub(super) search: Search<'a>,
    pub(super) depth_table: &'b mut DepthTable,
    pub(super) root: RootMoves,
    /// The depth of the next iteration of the depth-limited search.
    pub(super) depth: u8,
    pub(super) solved: bool,
    pub(super) last_report: LastReport,
}

impl<'a, 'b> Driver<'a, 'b> {
    pub(crate) fn new(
        task: &'b Task,
        search: Search<'a>,
        depth_table: &'b mut DepthTable,
    ) -> Driver<'a, 'b> {
        let legal = task.position.legal_columns();
        let asked = legal.and(task.columns);
        let columns = if asked.is_empty() { legal } else { asked };
        let book = search.book;
        let root = RootMoves::new(&task.position, columns.iter(), book);
        Driver {
            task,
            search,
            depth_table,
            root,
            depth: 1,
            solved: false,
            last_report: LastReport::default(),
        }
    }

    /// Searches until the task is done, a limit is reached or someone stops it.
    pub(crate) fn run(mut self) -> Report {
        self.report_if_changed();
        let booked = self.search.book.hits() > 0 && self.is_solved();
        self.alternate();
        self.solved = self.is_solved();
        // With a limit the book's score is enough: no search for its lines.
        let is_enough = booked && self.task.limits != Limits::default();
        if self.solved && self.task.complete_line && !is_enough {
            self.complete_best_line();
        }
        // A search that ended early has not told all that it found.
        self.root.infer();
        self.report()
    }

    /// Takes turns between the depth-limited and the exact search.
    fn alternate(&mut self) {
        let is_depth_limited = self.depth_limit().is_some();
        let mut round = if is_depth_limited {
            DEPTH_ONLY_NODES
        } else {
            FIRST_ROUND
        };
        while !self.search.limiter.is_over() {
            let (depth_slice, exact_slice) = if is_depth_limited {
                (round, round)
            } else {
                let exact_share = EXACT_SHARE * self.rank_count() as u64;
                (round.min(LARGEST_DEPTH_SLICE), round * exact_share)
            };
            self.search.limiter.begin_slice(depth_slice);
            // A slice that ends early has kept what it found.
            let _: Result<(), Stopped> = self.deepen();
            self.report_if_changed();
            if self.depth_reached() || self.is_solved() {
                break;
            }
            self.search.limiter.begin_slice(exact_slice);
            let _: Result<(), Stopped> = self.prove();
            round *= 2;
        }
    }

    /// Searches exact windows on a helper.
    pub(crate) fn help(mut self) {
        if self.depth_limit().is_none() {
            // What it has proven when it is stopped is in the table.
            let _: Result<(), Stopped> = self.prove();
        }
    }

    pub(super) fn stones(&self) -> u8 {
        self.task.position.stones()
    }

    pub(super) fn empty_cells(&self) -> u8 {
        CELLS - self.stones()
    }

    /// The depth asked for, unless the whole game lies within it or the root is in the book.
    fn depth_limit(&self) -> Option<u8> {
        let beyond = |&depth: &u8| self.root.book_score.is_none() && depth < self.empty_cells();
        self.task.limits.depth.filter(beyond)
    }

    fn depth_reached(&self) -> bool {
        self.depth_limit().is_some_and(|limit| self.depth > limit)
    }

    /// The number of lines to tell.
    pub(super) fn rank_count(&self) -> usize {
        self.task.lines.clamp(1, self.root.len().max(1))
    }

    fn schedule(&self) -> WindowSchedule<'_> {
        let policy = if self.rank_count() > 1 {
            WindowPolicy::Related
        } else {
            WindowPolicy::Single
        };
        WindowSchedule::new(self.task.mode, policy, self.stones())
            .evaluating(&self.task.position)
            .after(self.search.limiter.nodes())
    }

    /// Whether all is known that the task asks for.
    fn is_solved(&self) -> bool {
        self.next_query().is_none()
    }

    /// The window to search next, if any is left.
    fn next_query(&self) -> Option<RootQuery> {
        let next = |bounds| self.next_alpha(bounds);
        self.root.next_query(self.rank_count(), next)
    }

    /// The `alpha` of the next null window, by the bounds of the best of the moves that are left.
    fn next_alpha(&self, bounds: Bounds) -> Option<i8> {
        let schedule = self.schedule();
        let Some(moves) = self.task.limits.mate else {
            let proven = self.proven(bounds.upper);
            let lower = bounds.lower.max(proven);
            let next = schedule.next(Bounds { lower, ..bounds });
            // Some move is worth what is proven of the root; the window finds out which.
            return next.or_else(|| (bounds.lower < proven).then(|| proven.get() - 1));
        };
        let moves = moves.clamp(1, (CELLS + 1 - self.stones()) / 2);
        let wanted = Score::win_in(moves, self.stones());
        if bounds.upper < wanted {
            None
        } else if bounds.lower < wanted {
            Some(wanted.get() - 1)
        } else {
            schedule.next(bounds)
        }
    }

    /// The lower bound of the root that other threads have proven, or the book's score where
    /// that is also the upper bound.
    fn proven(&self, upper: Score) -> Score {
        if self.task.mode == Mode::Weak {
            return Score::MIN;
        }
        let booked = self.root.book_score.map(Score::proven);
        let booked = booked.filter(|&score| score == upper);
        let shared = self.root_bounds().map(|root| root.bounds().lower);
        booked
            .max(shared)
            .map_or(Score::MIN, |proven| proven.min(upper))
    }

    /// The bounds of the root that all threads share, if the search is for the root's value.
    fn root_bounds(&self) -> Option<&'a RootBounds> {
        (self.rank_count() == 1).then_some(&self.search.shared.root_bounds)
    }

    /// Shares with the other threads what is proven of the root.
    fn share_bounds(&mut self) {
        let Some(shared) = self.root_bounds() else {
            return;
        };
        if let Some(bounds) = self.root.bounds() {
            shared.narrow(bounds);
        }
        self.root.cap(shared.bounds().upper.get());
    }

    /// Searches null windows until none is left.
    fn prove(&mut self) -> Result<(), Stopped> {
        self.share_bounds();
        while let Some(mut query) = self.next_query() {
            query.alpha = self.join(query.alpha);
            let searched = self.search_query(query);
            let is_answered = self.search.limiter.is_answered();
            self.search.limiter.active_window = None;
            if !is_answered {
                searched?;
            }
            self.share_bounds();
            self.report_if_changed();
        }
        Ok(())
    }

    /// The `alpha` to search where the next one would be `alpha`: another if other threads work on
    /// another window.
    fn join(&mut self, alpha: i8) -> i8 {
        let schedule = self.schedule();
        let is_constrained = self.root.book_score.is_some() || self.task.limits.mate.is_some();
        let shared = self.root_bounds().filter(|_| !is_constrained);
        let active = shared.and_then(|root| root.join(|bounds| schedule.next(bounds)));
        let alpha = active.as_ref().map_or(alpha, |active| active.alpha);
        self.search.limiter.active_window = active;
        alpha
    }

    /// Searches a null window for move after move until enough of them have exceeded it.
    fn search_query(&mut self, query: RootQuery) -> Result<(), Stopped> {
        let RootQuery {
            alpha,
            mut open,
            mut wanted,
        } = query;
        let window = Window::null(alpha);
        open.retain(|&index| self.root[index].upper() > alpha);
        while let Some(next) = self.pick(&open, alpha) {
            let candidate = &mut self.root[open.remove(next)];
            let value = -self
                .search
                .busy_value(&candidate.settled, window.flipped())?;
            candidate.narrow(window.bounds_of(value));
            wanted -= usize::from(value > alpha);
            if wanted == 0 {
                break;
            }
            self.report_if_changed();
        }
        Ok(())
    }

    /// The place in `open` of the move to search next, if one is left: as at any shared node the
    /// first until some move has failed, then one that no other thread is at.
    fn pick(&self, open: &[usize], alpha: i8) -> Option<usize> {
        let is_busy = |tt_key| self.search.shared.busy.is_busy(tt_key);
        let is_searched = |&index: &usize| self.root[index].settled.tt_key().is_some_and(is_busy);
        let has_failed = self.root.iter().any(|other| other.upper() <= alpha);
        let waiting = open.iter().position(|index| !is_searched(index));
        let first = (!open.is_empty()).then_some(0);
        waiting.filter(|_| has_failed).or(first)
    }

    /// Looks further and further ahead until the slice ends.
    fn deepen(&mut self) -> Result<(), Stopped> {
        while self.depth <= self.empty_cells() && !self.depth_reached() && !self.is_solved() {
            self.iterate()?;
            self.depth += 1;
            self.report_now_and_then();
        }
        Ok(())
    }

    /// Estimates every move that is not exact yet, to the present depth.
    fn iterate(&mut self) -> Result<(), Stopped> {
        let mut values: Vec<i32> = Vec::new();
        for index in self.root.ranking() {
            let candidate = &mut self.root[index];
            if candidate.bounds().exact().is_some() {
                values.push(candidate.value());
                continue;
            }
            values.sort_unstable_by(|a, b| b.cmp(a));
            let lines = self.task.lines.max(1);
            let alpha = values.get(lines - 1).copied().unwrap_or(-INFINITE);
            let value = -DepthSearch {
                search: &mut self.search,
                table: self.depth_table,
            }
            .value(
                &candidate.settled,
                self.depth - 1,
                Window {
                    alpha: -INFINITE,
                    beta: -alpha,
                },
            )?;
            let stones = self.task.position.stones();
            candidate.take_estimate(value, alpha, self.depth, stones);
            values.push(value);
        }
        Ok(())
    }
}
