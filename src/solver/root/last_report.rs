//! The news of a search: reports of the root's lines and values, sent to the observer.
//!
//! A report is made only when what it shows has changed, and while the depth-limited search runs
//! through its first depths only now and then.

use super::driver::Driver;
use super::pv::{self, LineSource};
use super::root_move::RootMove;
use crate::game::{Column, Mode};
use crate::solver::types::{Bounds, Line, Report, Stopped};

/// Nodes from one report to the next while depth follows depth.
const REPORT_INTERVAL: u64 = 1024;

/// What a report shows, but for its counters and for how lines go on.
#[derive(PartialEq)]
pub(super) struct Summary {
    depth: u8,
    lines: Vec<(Column, Bounds, i32)>,
    /// Whether the first line is proven to the end of the game.
    is_complete: bool,
}

/// What was reported last, and when.
#[derive(Default)]
pub(super) struct LastReport {
    summary: Option<Summary>,
    nodes: u64,
}

impl Driver<'_, '_> {
    /// Reports what has changed, unless the last report was made only some nodes ago.
    pub(super) fn report_now_and_then(&mut self) {
        if self.search.limiter.nodes() >= self.last_report.nodes + REPORT_INTERVAL {
            self.report_if_changed();
        }
    }

    /// Reports what has changed.
    pub(super) fn report_if_changed(&mut self) {
        self.root.infer();
        let summary = self.summary();
        if self.last_report.summary.as_ref() != Some(&summary) {
            let report = self.report();
            self.search.limiter.observer.report(report);
            self.last_report = LastReport {
                summary: Some(summary),
                nodes: self.search.limiter.nodes(),
            };
        }
    }

    fn summary(&self) -> Summary {
        let ranking = self.root.ranking();
        let best = ranking.iter().take(self.rank_count());
        let lines = best.map(|&index| &self.root[index]);
        let told = |line: &RootMove| (line.column, line.bounds(), line.estimate());
        let first = lines.clone().next();
        Summary {
            depth: self.reported_depth(first),
            is_complete: first.is_some_and(|line| !line.pv.is_empty()),
            lines: lines.map(told).collect(),
        }
    }

    /// The state of the search.
    pub(super) fn report(&self) -> Report {
        let ranking = self.root.ranking();
        let best = ranking.iter().take(self.rank_count());
        let lines = best.map(|&index| self.line(&self.root[index])).collect();
        let first = ranking.first().map(|&index| &self.root[index]);
        let depth = self.reported_depth(first);
        let reached = self.search.limiter.deepest().saturating_sub(self.stones());
        let columns = self.root.iter();
        Report {
            depth,
            seldepth: reached.max(depth),
            lines,
            columns: columns
                .map(|candidate| (candidate.column, candidate.bounds()))
                .collect(),
            nodes: self.search.limiter.total(),
            book_hits: self.search.book.hits(),
            solved: self.solved,
        }
    }

    /// The distance to the end of the game where it is proven of the best move, else the depth
    /// that the depth-limited search has finished.
    fn reported_depth(&self, best: Option<&RootMove>) -> u8 {
        let finished = (self.depth - 1).max(1).min(self.empty_cells());
        match best.map(|best| best.bounds().exact()) {
            Some(Some(score)) => score.plies(self.stones()),
            Some(None) => finished,
            None => 0,
        }
    }

    fn line(&self, candidate: &RootMove) -> Line {
        let (column, bounds) = (candidate.column, candidate.bounds());
        let pv = if candidate.pv.is_empty() {
            let mode = pv::mode_to_keep(bounds, Mode::Weak);
            let mut source = LineSource::Lookup(&self.search, self.depth_table);
            let line = pv::line(&self.task.position, column, bounds, mode, &mut source);
            line.unwrap_or_else(|Stopped| vec![column])
        } else {
            candidate.pv.clone()
        };
        Line {
            column,
            bounds,
            estimate: candidate.estimate(),
            pv,
        }
    }
}
