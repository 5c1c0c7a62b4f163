//! What a search tells of its root: the moves' lines and values.

use super::super::limits::Stopped;
use super::super::line::{self, Favourite};
use super::super::report::{Line, Mode, Report};
use super::super::root::RootMove;
use super::Driver;
use crate::game::Column;

impl Driver<'_, '_> {
    /// Proves the best lines to the end of the game, as far as the limits allow.
    pub(super) fn complete_lines(&mut self) {
        self.search.meter.begin_slice(u64::MAX);
        for index in self.ranking().into_iter().take(self.rank_count()) {
            if !self.moves[index].bounds().settled(self.task.mode) {
                continue;
            }
            let Ok(pv) = self.complete_line(index) else {
                return;
            };
            self.moves[index].pv = pv;
            self.tell();
        }
    }

    /// Best play from a move whose value is settled to the end of the game.
    fn complete_line(&mut self, index: usize) -> Result<Vec<Column>, Stopped> {
        let candidate = &self.moves[index];
        if let Some(twin) = self.twin(candidate.column)
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
        line::complete(
            &mut self.search,
            &self.task.position,
            candidate.column,
            bounds,
            mode,
            Favourite::Quickest,
        )
    }

    /// The move of which a column is the mirror image, at a symmetric root.
    fn twin(&self, column: Column) -> Option<&RootMove> {
        let symmetric = self.task.position == self.task.position.mirror();
        let mut others = self.moves.iter().filter(|_| symmetric);
        others.find(|other| other.column == column.mirror())
    }

    /// At a symmetric root, what is proven of a move holds for its mirror image.
    pub(super) fn share_with_mirror(&mut self) {
        if self.task.position != self.task.position.mirror() {
            return;
        }
        for index in 0..self.moves.len() {
            let (column, bounds) = (self.moves[index].column, self.moves[index].bounds());
            let mirrored = |other: &&mut RootMove| other.column == column.mirror();
            if let Some(other) = self.moves.iter_mut().find(mirrored) {
                other.raise(bounds.lower.get());
                other.cap(bounds.upper.get());
            }
        }
    }

    pub(super) fn tell(&mut self) {
        self.share_with_mirror();
        let report = self.report();
        self.search.meter.observer.report(&report);
    }

    pub(super) fn report(&self) -> Report {
        let lines: Vec<Line> = self
            .ranking()
            .into_iter()
            .take(self.rank_count())
            .map(|index| self.line(&self.moves[index]))
            .collect();
        let nodes = self.search.meter.total();
        let reached = self.search.meter.deepest().saturating_sub(self.stones());
        let depth = self.reported_depth(&lines);
        Report {
            depth,
            seldepth: reached.max(depth),
            lines,
            columns: self
                .moves
                .iter()
                .map(|candidate| (candidate.column, candidate.bounds()))
                .collect(),
            nodes,
            book_hits: self.search.crew.openings.hits(),
            solved: self.solved,
        }
    }

    /// The distance of the end where the best line's is proven, or the depth that
    /// the search with a horizon has finished.
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
            line::remembered(
                &self.task.position,
                candidate.column,
                &self.search,
                self.horizon,
            )
        } else {
            candidate.pv.clone()
        };
        Line {
            column: candidate.column,
            bounds: candidate.bounds(),
            estimate: candidate.guess(),
            pv,
        }
    }
}
