//! The last step of a search: the best move, chosen as an analysis chooses it, and its line to the
//! end of the game.

use super::driver::Driver;
use super::move_choice;
use super::pv::{self, LineSource};
use crate::game::Column;
use crate::solver::types::Stopped;

impl Driver<'_, '_> {
    /// Puts the best move first and proves its line to the end of the game, as far as the limits
    /// allow.
    pub(super) fn complete_best_line(&mut self) {
        self.search.shared.stop_helpers();
        self.search.limiter.begin_slice(u64::MAX);
        // A search that is stopped keeps what it has.
        let _: Result<(), Stopped> = self.try_complete_best_line();
    }

    fn try_complete_best_line(&mut self) -> Result<(), Stopped> {
        self.choose_best()?;
        if let Some(&best) = self.root.ranking().first()
            && self.root[best].bounds().is_solved(self.task.mode)
        {
            self.root[best].pv = self.complete_line(best)?;
            self.report_if_changed();
        }
        Ok(())
    }

    /// Puts the best move of all first, as an analysis chooses it: it depends on the position
    /// alone. (Among some columns the search has chosen.)
    fn choose_best(&mut self) -> Result<(), Stopped> {
        let position = &self.task.position;
        if let Some(bounds) = self.root.bounds().filter(|_| self.root.is_complete()) {
            let keep = pv::value_to_keep(bounds, self.task.mode);
            let (canonical, mirrored) = position.canonical();
            let best = move_choice::best_root_move(&mut self.search, &canonical, keep)?;
            let best = if mirrored { best.mirror() } else { best };
            self.root.choose(best, keep);
        }
        Ok(())
    }

    /// Best play from a move whose value is settled to the end of the game.
    fn complete_line(&mut self, index: usize) -> Result<Vec<Column>, Stopped> {
        let candidate = &self.root[index];
        let bounds = candidate.bounds();
        // Where more is known than the mode asks for, as by a book, the line shows that.
        let mode = pv::mode_to_keep(bounds, self.task.mode);
        let (root, mirrored) = self.task.position.canonical();
        let mirror = |column: Column| if mirrored { column.mirror() } else { column };
        let first = mirror(candidate.column);
        let line = pv::line(
            &root,
            first,
            bounds,
            mode,
            &mut LineSource::Search(&mut self.search),
        )?;
        Ok(line.into_iter().map(mirror).collect())
    }
}
