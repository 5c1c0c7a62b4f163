//! The driver: runs one search from its task to its report.
//!
//! Rounds of growing size alternate between two searches. The depth-limited search soon has a
//! sensible move. The exact search gets nearly all the time and ends with the proof. Both narrow
//! the bounds of the root's moves.
//!
//! | File | Contents |
//! |-|-|
//! | [`report`] | the reports to the observer |

mod report;

use super::pv;
use super::root_moves::{RootMove, RootMoves, RootQuery};
use super::schedule::{WindowPolicy, WindowSchedule};
use crate::game::bitboard::CELLS;
use crate::game::{Column, Mode, Score};
use crate::solver::search::{DepthSearch, DepthTable, INFINITE, Search, SearchBook};
use crate::solver::smp::RootBounds;
use crate::solver::types::{Bounds, Limits, Report, Task, Unfinished, Window};
use report::LastReport;

/// The size of the first round, in nodes. Each further round is twice as large. The depth-limited
/// search gets as many nodes as the round has, but at most [`LARGEST_DEPTH_SLICE`].
const FIRST_ROUND: u64 = 256;
/// In a round of size `n`, the exact search gets `n * EXACT_SHARE` nodes for each line.
/// A search for many lines needs proofs more than it needs a good move early.
const EXACT_SHARE: u64 = 16;
/// The depth-limited search gets at most this many nodes in a round. More nodes would not find
/// better moves, and each takes twice as long as a node of the exact search.
const LARGEST_DEPTH_SLICE: u64 = 4096;
/// If the task limits the depth, each of the two searches gets this many nodes in the first round.
/// The exact search takes part, because it may finish long before the depth is reached.
const DEPTH_ONLY_NODES: u64 = 1 << 15;

/// If the task has a limit, the proofs of the replies to all reported moves together get at most
/// this many nodes, which take tens of milliseconds. (Replies just past the built-in book take
/// 5,000 nodes on average, and one in a hundred takes more than 40,000. Past a small book they can
/// take seconds, which a search with a clock should not spend on them.)
const REPLY_NODES: u64 = 1 << 17;

/// A part of the work on a task. Each can be cut short and done again: what it has found remains.
#[derive(Clone, Copy)]
enum Stage {
    /// Depth-limited search.
    Deepen,
    /// Exact search.
    Prove,
    /// A proven reply to each reported move.
    Replies,
    /// The best line to the end of the game.
    Line,
}

/// What a thread has found about a task.
pub(crate) struct Findings {
    pub(super) depth_table: DepthTable,
    pub(super) root: RootMoves,
    /// The number of lines to report.
    pub(super) ranks: usize,
    /// The depth of the next iteration of the depth-limited search.
    pub(super) depth: u8,
    pub(super) solved: bool,
    last_report: LastReport,
    /// Whether the book alone has solved the task.
    is_booked: bool,
    /// The size of the round, in nodes.
    round: u64,
    /// The stage in progress; `None` before the first.
    stage: Option<Stage>,
}

/// The work of one thread on a task.
pub(crate) struct Driver<'a, 'b> {
    pub(super) task: &'b Task,
    pub(super) search: &'b mut Search<'a>,
    pub(super) found: &'b mut Findings,
    schedule: WindowSchedule<'b>,
}

impl Findings {
    /// Returns what is known before the search.
    pub(crate) fn new(task: &Task, book: &SearchBook) -> Findings {
        let root = RootMoves::new(&task.position, task.columns, book);
        Findings {
            depth_table: DepthTable::new(),
            ranks: task.lines.clamp(1, root.moves.len().max(1)),
            root,
            depth: 1,
            solved: false,
            last_report: LastReport::default(),
            is_booked: false,
            round: FIRST_ROUND,
            stage: None,
        }
    }
}

impl<'a, 'b> Driver<'a, 'b> {
    pub(crate) fn new(
        task: &'b Task,
        search: &'b mut Search<'a>,
        found: &'b mut Findings,
    ) -> Driver<'a, 'b> {
        let policy = if found.ranks > 1 {
            WindowPolicy::Related
        } else {
            WindowPolicy::Single
        };
        Driver {
            schedule: WindowSchedule::new(task.mode, policy, &task.position),
            task,
            search,
            found,
        }
    }

    /// Searches until the task is done, a limit is reached or the search is stopped. Returns `None`
    /// if the search pauses; the next call continues it.
    pub(crate) fn run(mut self) -> Option<Report> {
        let mut stage = self.found.stage.or_else(|| self.next_stage());
        while let Some(current) = stage {
            // A stage that ends early keeps its findings.
            let _: Result<(), Unfinished> = match current {
                Stage::Deepen => self.deepen(),
                Stage::Prove => self.prove(),
                Stage::Replies => self.prove_replies(),
                Stage::Line => self.complete_line(),
            };
            if self.search.limiter.is_paused() {
                return None;
            }
            stage = self.next_stage();
        }
        // A search that ended early has not used all of its findings yet.
        self.found.root.infer();
        Some(self.report())
    }

    /// Runs the exact search on a helper thread.
    pub(crate) fn help(mut self) {
        if self.depth_limit().is_none() {
            // The proofs are in the table even if the search is stopped.
            let _: Result<(), Unfinished> = self.prove();
        }
    }

    /// Ends the stage in progress, and begins the next one if any is left.
    fn next_stage(&mut self) -> Option<Stage> {
        let ended = self.found.stage;
        if !matches!(ended, Some(Stage::Prove | Stage::Line)) {
            self.report_if_changed();
        }
        let is_depth_limited = self.depth_limit().is_some();
        match ended {
            None => {
                self.found.is_booked = self.search.shared.book_hits() > 0 && self.is_solved();
                if is_depth_limited {
                    self.found.round = DEPTH_ONLY_NODES;
                }
            }
            Some(Stage::Prove) => self.found.round *= 2,
            Some(_) => {}
        }
        let (round, ranks) = (self.found.round, self.found.ranks as u64);
        let (depth_slice, exact_slice) = if is_depth_limited {
            (round, round)
        } else {
            (round.min(LARGEST_DEPTH_SLICE), round * EXACT_SHARE * ranks)
        };
        let is_limited = self.task.limits != Limits::default();
        let (stage, nodes) = match ended {
            None | Some(Stage::Prove) if !self.search.limiter.is_over() => {
                (Stage::Deepen, depth_slice)
            }
            Some(Stage::Deepen) if !self.depth_reached() && !self.is_solved() => {
                (Stage::Prove, exact_slice)
            }
            None | Some(Stage::Deepen | Stage::Prove) => {
                self.found.solved = self.is_solved();
                if !self.task.complete_line {
                    return None;
                }
                self.search.shared.stop_helpers();
                let most = if is_limited { REPLY_NODES } else { u64::MAX };
                (Stage::Replies, most)
            }
            // If the task has a limit, a score from the book is enough, and the line is not searched.
            Some(Stage::Replies) if self.found.solved && !(self.found.is_booked && is_limited) => {
                (Stage::Line, u64::MAX)
            }
            Some(Stage::Replies | Stage::Line) => return None,
        };
        self.search.limiter.begin_slice(nodes);
        self.found.stage = Some(stage);
        Some(stage)
    }

    /// Proves a reply to each reported move whose outcome is proven, unless one is known.
    fn prove_replies(&mut self) -> Result<(), Unfinished> {
        self.found.root.infer();
        for index in self.found.root.ranking().into_iter().take(self.found.ranks) {
            let RootMove { column, bounds, .. } = self.found.root.moves[index];
            if bounds.outcome().is_some() {
                let (search, table) = (&mut *self.search, &self.found.depth_table);
                let root = &self.task.position;
                let line = pv::replied_line(search, table, root, column, bounds)?;
                self.found.root.moves[index].pv = Some((bounds, line));
            }
        }
        Ok(())
    }

    /// Ranks the best move first and proves its line to the end of the game.
    fn complete_line(&mut self) -> Result<(), Unfinished> {
        let mode = self.task.mode;
        // Mirror images get mirrored lines, as in an analysis.
        let (position, is_mirrored) = self.task.position.canonical();
        let mirror = |column: Column| if is_mirrored { column.mirror() } else { column };
        // If only some columns are searched, the first rank is already chosen. In weak mode the ranks
        // follow what is known of the distances.
        let is_ranked = !self.found.root.is_complete || mode == Mode::Weak;
        if let Some(bounds) = self.found.root.bounds().filter(|_| !is_ranked) {
            let keep = pv::kept_value(bounds, mode);
            let best = pv::best_root_move(self.search, &position, keep)?;
            self.found.root.choose(mirror(best), keep);
        }
        let Some(&first) = self.found.root.ranking().first() else {
            return Ok(());
        };
        let best = &mut self.found.root.moves[first];
        if best.bounds.is_solved(mode) {
            // The line keeps an exact value if one is known, such as a book's score, even if the
            // mode asks only for the outcome.
            let mode = match best.bounds.exact() {
                Some(_) => Mode::Strong,
                None => mode,
            };
            let column = mirror(best.column);
            let line = pv::proven_line(self.search, &position, column, best.bounds, mode)?;
            best.pv = Some((best.bounds, line.into_iter().map(mirror).collect()));
            self.report_if_changed();
        }
        Ok(())
    }

    pub(super) fn stones(&self) -> u8 {
        self.task.position.stones()
    }

    pub(super) fn empty_cells(&self) -> u8 {
        CELLS - self.stones()
    }

    /// Returns the depth to which the task limits the search. Returns `None` if it sets no such
    /// limit, if the depth covers the whole game, or if the root is in the book.
    fn depth_limit(&self) -> Option<u8> {
        let beyond =
            |&depth: &u8| self.found.root.book_score.is_none() && depth < self.empty_cells();
        self.task.limits.depth.filter(beyond)
    }

    fn depth_reached(&self) -> bool {
        self.depth_limit()
            .is_some_and(|limit| self.found.depth > limit)
    }

    /// Whether everything that the task asks for is proven.
    fn is_solved(&self) -> bool {
        self.next_query().is_none()
    }

    /// Returns the next query of the exact search, if any is left.
    fn next_query(&self) -> Option<RootQuery> {
        let next_alpha = |bounds| self.next_alpha(bounds);
        self.found.root.next_query(self.found.ranks, next_alpha)
    }

    /// Returns the `alpha` of the null window that the schedule chooses for some bounds.
    fn scheduled_alpha(&self, bounds: Bounds) -> Option<i8> {
        self.schedule.next(bounds, self.search.limiter.total())
    }

    /// Returns the `alpha` of the next null window, given the bounds of the best move that is left.
    fn next_alpha(&self, bounds: Bounds) -> Option<i8> {
        let Some(moves) = self.task.limits.mate else {
            let proven = self.proven(bounds.upper);
            let lower = bounds.lower.max(proven);
            let next = self.scheduled_alpha(Bounds { lower, ..bounds });
            // Some move is worth the proven value of the root; the window finds out which.
            return next.or_else(|| (bounds.lower < proven).then(|| proven.get() - 1));
        };
        let moves = moves.clamp(1, (CELLS + 1 - self.stones()) / 2);
        let wanted = Score::win_in(moves, self.stones());
        if bounds.upper < wanted {
            None
        } else if bounds.lower < wanted {
            Some(wanted.get() - 1)
        } else {
            self.scheduled_alpha(bounds)
        }
    }

    /// Returns the lower bound of the root that the threads together have proven, or the book's
    /// score if that is also the upper bound.
    fn proven(&self, upper: Score) -> Score {
        if self.task.mode == Mode::Weak {
            return Score::MIN;
        }
        let booked = self.found.root.book_score.map(Score::proven);
        let booked = booked.filter(|&score| score == upper);
        let shared = self.root_bounds().map(|root| root.get().lower);
        booked
            .max(shared)
            .map_or(Score::MIN, |proven| proven.min(upper))
    }

    /// Returns the root's bounds, which all threads share. Returns `None` if the task asks for more
    /// than one line, because the threads then need more than the root's value.
    fn root_bounds(&self) -> Option<&'a RootBounds> {
        (self.found.ranks == 1).then_some(&self.search.shared.root_bounds)
    }

    /// Exchanges the root's bounds with the other threads.
    fn share_bounds(&mut self) {
        let Some(shared) = self.root_bounds() else {
            return;
        };
        if let Some(bounds) = self.found.root.bounds() {
            shared.narrow(bounds);
        }
        self.found.root.cap(shared.get().upper.get());
    }

    /// Searches null windows until none is left.
    fn prove(&mut self) -> Result<(), Unfinished> {
        self.share_bounds();
        // With a book score or a mate limit, threads have windows of their own.
        let is_constrained =
            self.found.root.book_score.is_some() || self.task.limits.mate.is_some();
        let shared = self.root_bounds().filter(|_| !is_constrained);
        while let Some(mut query) = self.next_query() {
            let shared_alpha = shared.and_then(|root| self.scheduled_alpha(root.get()));
            if let Some(alpha) = shared_alpha {
                query.window = Window::null(alpha);
                self.search.limiter.enter_window(alpha);
            }
            let searched = self.search_query(query);
            self.search.limiter.leave_window(searched)?;
            self.share_bounds();
            self.report_if_changed();
        }
        Ok(())
    }

    /// Searches the moves of a query like [`RootMoves::search`], and reports what each has changed.
    fn search_query(&mut self, mut query: RootQuery) -> Result<(), Unfinished> {
        while self.found.root.search_next(self.search, &mut query)? {
            self.report_if_changed();
        }
        Ok(())
    }

    /// Searches to greater and greater depths until the slice ends.
    fn deepen(&mut self) -> Result<(), Unfinished> {
        while self.found.depth <= self.empty_cells() && !self.depth_reached() && !self.is_solved() {
            self.iterate()?;
            self.found.depth += 1;
            self.report_now_and_then();
        }
        Ok(())
    }

    /// Estimates every move whose value is not proven yet, by a search to the current depth.
    fn iterate(&mut self) -> Result<(), Unfinished> {
        let stones = self.stones();
        let mut values: Vec<i32> = Vec::new();
        for index in self.found.root.ranking() {
            let root_move = &mut self.found.root.moves[index];
            if root_move.bounds.exact().is_some() {
                values.push(root_move.value());
                continue;
            }
            values.sort_unstable_by(|a, b| b.cmp(a));
            let alpha = values
                .get(self.found.ranks - 1)
                .copied()
                .unwrap_or(-INFINITE);
            let window = Window {
                alpha: -INFINITE,
                beta: -alpha,
            };
            let mut search = DepthSearch {
                search: self.search,
                table: &mut self.found.depth_table,
            };
            let value = -search.value(&root_move.settled, self.found.depth - 1, window)?;
            root_move.take_estimate(value, alpha, self.found.depth, stones);
            values.push(value);
        }
        Ok(())
    }
}
