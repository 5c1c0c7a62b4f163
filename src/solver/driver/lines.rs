//! What a search tells of its root: the moves' lines and values.

use super::Driver;
use crate::game::{Column, Mode};
use crate::solver::limits::Stopped;
use crate::solver::line::{self, Favourite};
use crate::solver::report::{Line, Report};
use crate::solver::root_move::RootMove;

impl Driver<'_, '_> {
    /// Proves the best lines to the end of the game, as far as the limits allow.
    pub(super) fn complete_lines(&mut self) {
        // Nodes that are decided are searched for their moves: shared, they would be left
        // with the column that the table names, which need not keep the value.
        self.search.crew.dismiss();
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
        line::complete(
            &mut self.search,
            &self.task.position,
            candidate.column,
            bounds,
            mode,
            Favourite::Quickest,
        )
    }

    pub(super) fn tell(&mut self) {
        self.root.conclude();
        let report = self.report();
        self.search.meter.observer.report(&report);
    }

    pub(super) fn report(&self) -> Report {
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
                candidate.bounds(),
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

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use super::*;
    use crate::game::{Position, Score, notation};
    use crate::solver::arch::Portable;
    use crate::solver::crew::{Crew, Tools};
    use crate::solver::horizon::HorizonTable;
    use crate::solver::known::Known;
    use crate::solver::line::{Forced, forced};
    use crate::solver::search::Search;
    use crate::solver::table::Table;
    use crate::solver::{Silent, Solver, StopFlag, Task};

    #[test]
    fn a_line_keeps_its_value_whatever_column_the_table_names() {
        let stop = StopFlag::default();
        let position = notation::replay("4444443226").expect("a game");
        let mut solver = Solver::new(4).expect("4 MiB can be had");
        let mut solve = |position: Position| {
            let best = solver.best(&position, Mode::Strong, &stop);
            best.expect("nobody stops it")
        };
        let known = solve(position);
        let score = known.bounds.exact().expect("strong mode").get();
        let best = known.columns.iter().next().expect("some column is");
        let after = position.play(best);
        let Forced::Choice(node) = forced(&after) else {
            panic!("expected a choice");
        };
        let good = solve(after).columns;
        let mut moves = after.legal_columns().iter();
        let wrong = moves.find(|&reply| reply.cells() & node.moves != 0 && !good.contains(reply));
        let wrong = wrong.expect("not all replies are as good");

        let table = Table::new(1).expect("1 MiB can be had");
        let tools = Tools {
            assistants_tables: &[OnceLock::new()],
            ..Tools::over(&table)
        };
        let task = Task {
            columns: [best].into_iter().collect(),
            ..Task::new(position, Mode::Strong)
        };
        let lead = |search: Search| {
            // Enough for help.
            search.meter.observer.pulse(1 << 20, &|| 0);
            let entry = Known {
                best: wrong.number(),
                ..Known::exactly(-score)
            };
            table.store::<Portable>(node.slot(), entry, 1 << 20);
            let mut horizon = HorizonTable::new();
            let mut driver = Driver::new(&task, search, &mut horizon);
            driver.root[0].raise(score);
            driver.root[0].cap(score);
            driver.complete_lines();
            driver.root[0].pv.clone()
        };
        let crew = Crew::new(tools, position.stones(), None);
        let line = crew.run(&stop, &mut Silent, lead, |_| {});
        assert_eq!(line[0], best);
        assert_ne!(line[1], wrong);
        let expected = Score::proven(score).plies(position.stones());
        assert_eq!(line.len(), usize::from(expected));
    }
}
