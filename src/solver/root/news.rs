//! The news of a search: reports with the lines and values of the root's moves.

use super::driver::Driver;
use super::pv::{self, Favourite};
use super::root_move::RootMove;
use crate::game::{Column, Mode};
use crate::solver::types::{Line, Report, Stopped};

impl Driver<'_, '_> {
    /// Proves the best lines to the end of the game, as far as the limits allow.
    pub(crate) fn complete_lines(&mut self) {
        // Nodes that are decided are searched for their moves: shared, they would be left
        // with the column that the table names, which need not keep the value.
        self.search.shared.stop_helpers();
        self.search.meter.begin_slice(u64::MAX);
        for index in self.root.ranking().into_iter().take(self.rank_count()) {
            if !self.root[index].bounds().settled(self.task.mode) {
                continue;
            }
            let Ok(pv) = self.complete_line(index) else {
                return;
            };
            self.root[index].pv = pv;
            self.tell();
        }
    }

    /// Best play from a move whose value is settled to the end of the game.
    fn complete_line(&mut self, index: usize) -> Result<Vec<Column>, Stopped> {
        let candidate = &self.root[index];
        if let Some(twin) = self.root.twin(candidate.column)
            && !twin.pv.is_empty()
        {
            return Ok(twin.pv.iter().map(|column| column.mirror()).collect());
        }
        let bounds = candidate.bounds();
        // Where more is known than the mode asks for, as by a book, the line shows that.
        let mode = match bounds.exact() {
            Some(_) => Mode::Strong,
            None => self.task.mode,
        };
        pv::complete(
            &mut self.search,
            &self.task.position,
            candidate.column,
            bounds,
            mode,
            Favourite::Quickest,
        )
    }

    pub(crate) fn tell(&mut self) {
        self.root.infer();
        let report = self.report();
        self.search.meter.observer.report(&report);
    }

    pub(crate) fn report(&self) -> Report {
        let lines: Vec<Line> = self
            .root
            .ranking()
            .into_iter()
            .take(self.rank_count())
            .map(|index| self.line(&self.root[index]))
            .collect();
        let nodes = self.search.meter.total();
        let reached = self.search.meter.deepest().saturating_sub(self.stones());
        let depth = self.reported_depth(&lines);
        Report {
            depth,
            seldepth: reached.max(depth),
            lines,
            columns: self
                .root
                .iter()
                .map(|candidate| (candidate.column, candidate.bounds()))
                .collect(),
            nodes,
            book_hits: self.search.openings.hits(),
            solved: self.solved,
        }
    }

    /// The distance to the end of the game where it is proven, else the depth that the
    /// depth-limited search has finished.
    fn reported_depth(&self, lines: &[Line]) -> u8 {
        let proven = lines.first().and_then(|line| line.bounds.exact());
        let finished = (self.depth - 1).max(1).min(self.empty_cells());
        match proven {
            Some(score) => score.plies(self.stones()),
            None if lines.is_empty() => 0,
            None => finished,
        }
    }

    fn line(&self, candidate: &RootMove) -> Line {
        let pv = if candidate.pv.is_empty() {
            pv::remembered(
                &self.task.position,
                candidate.column,
                candidate.bounds(),
                &self.search,
                self.depth_table,
            )
        } else {
            candidate.pv.clone()
        };
        Line {
            column: candidate.column,
            bounds: candidate.bounds(),
            estimate: candidate.estimate(),
            pv,
        }
    }
}
