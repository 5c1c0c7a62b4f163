//! The reports of a search to its observer.
//!
//! The search sends a report only if its contents have changed. While the depth-limited search runs
//! through its first depths, only some of its reports are sent.

use super::Driver;
use crate::game::Column;
use crate::solver::root::pv;
use crate::solver::root::root_moves::RootMove;
use crate::solver::types::{Bounds, Line, Report};

/// The least number of nodes between two reports of successive depths.
const REPORT_INTERVAL: u64 = 1024;

/// The contents of a report, without its counters and the later moves of its lines.
#[derive(PartialEq)]
struct Contents {
    depth: u8,
    lines: Vec<(Column, Bounds, i32)>,
    /// The length of the first line, once its first reply is proven.
    proven_plies: Option<usize>,
}

/// The last report sent.
#[derive(Default)]
pub(super) struct LastReport {
    contents: Option<Contents>,
    /// The nodes visited when it was sent.
    nodes: u64,
}

impl Driver<'_, '_> {
    /// Sends a report if its contents have changed, but not too soon after the last one.
    pub(super) fn report_now_and_then(&mut self) {
        if self.search.limiter.nodes() >= self.found.last_report.nodes + REPORT_INTERVAL {
            self.report_if_changed();
        }
    }

    /// Sends a report if its contents have changed.
    pub(super) fn report_if_changed(&mut self) {
        self.found.root.infer();
        let ranked = self.ranked();
        let lines = ranked.iter();
        let lines = lines.map(|line| (line.column, line.bounds, line.estimate()));
        let contents = Some(Contents {
            depth: self.reported_depth(&ranked),
            lines: lines.collect(),
            proven_plies: ranked
                .first()
                .and_then(|line| Some(line.pv.as_ref()?.1.len())),
        });
        if self.found.last_report.contents != contents {
            let report = self.report();
            self.search.limiter.observer.report(report);
            let nodes = self.search.limiter.nodes();
            self.found.last_report = LastReport { contents, nodes };
        }
    }

    /// Returns the moves whose lines are reported, best first.
    fn ranked(&self) -> Vec<&RootMove> {
        let ranking = self.found.root.ranking().into_iter().take(self.found.ranks);
        ranking.map(|index| &self.found.root.moves[index]).collect()
    }

    /// Returns the report of the search so far.
    pub(super) fn report(&self) -> Report {
        let ranked = self.ranked();
        let depth = self.reported_depth(&ranked);
        let reached = self.search.limiter.deepest().saturating_sub(self.stones());
        let moves = self.found.root.moves.iter();
        let columns = moves.map(|root_move| (root_move.column, root_move.bounds));
        let mut columns: Vec<_> = columns.collect();
        columns.sort_by_key(|(column, _)| column.index());
        Report {
            depth,
            seldepth: reached.max(depth),
            lines: ranked.into_iter().map(|line| self.line(line)).collect(),
            best_play: None,
            columns,
            nodes: self.search.limiter.total(),
            book_hits: self.search.shared.book_hits(),
            solved: self.found.solved,
        }
    }

    /// Returns the distance to the end of the game if the best move's score is proven, else the
    /// depth that the depth-limited search has finished.
    fn reported_depth(&self, ranked: &[&RootMove]) -> u8 {
        let finished = (self.found.depth - 1).max(1).min(self.empty_cells());
        ranked.first().map_or(0, |best| {
            let score = best.bounds.exact();
            score.map_or(finished, |score| score.plies(self.stones()))
        })
    }

    fn line(&self, root_move: &RootMove) -> Line {
        let (column, bounds) = (root_move.column, root_move.bounds);
        let pv = match &root_move.pv {
            Some((kept, pv)) if *kept == bounds => pv.clone(),
            _ => {
                let (search, root) = (&*self.search, &self.task.position);
                pv::known_line(search, &self.found.depth_table, root, column, bounds)
            }
        };
        Line {
            column,
            bounds,
            estimate: root_move.estimate(),
            pv,
        }
    }
}
