//! The value of a position and every move that keeps it: what a game's annotation
//! needs, for a fraction of what the exact value of all columns costs.

use super::pv;
use super::schedule::{TableReuse, WindowSchedule};
use super::solve::solve;
use crate::game::{Columns, Mode, Position};
use crate::solver::search::Search;
use crate::solver::types::{Bounds, Stopped, Window};

/// What a position is worth, and how to keep it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Best {
    /// Exact in strong mode; in weak mode they leave one outcome.
    pub bounds: Bounds,
    /// Every column of that value.
    pub columns: Columns,
    /// Nodes visited.
    pub nodes: u64,
}

/// Solves an unfinished position and looks which of its columns are as good.
pub(crate) fn best(search: &mut Search, position: &Position, mode: Mode) -> Result<Best, Stopped> {
    // Positions of one game are close kin.
    let schedule = WindowSchedule::new(mode, TableReuse::Related, position.stones());
    let bounds = solve(search, position, schedule.evaluating(position));
    if !bounds.settled(mode) {
        return Err(Stopped);
    }
    let lower = pv::value_to_keep(bounds, mode);
    let symmetric = *position == position.mirror();
    let mut columns = Columns::NONE;
    for column in position.legal_columns().iter() {
        if symmetric && column > column.mirror() {
            continue;
        }
        let after = search.openings.settle_after(position, column);
        if -search.value(&after, Window::null(-lower))? >= lower {
            columns = columns.with(column);
            if symmetric {
                columns = columns.with(column.mirror());
            }
        }
    }
    Ok(Best {
        bounds,
        columns,
        nodes: search.meter.total(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::notation;
    use crate::solver::{Query, Scores, Solver, StopFlag, sample};

    #[test]
    fn the_best_columns_are_those_of_the_best_value() {
        let mut solver = Solver::new(4).expect("4 MiB can be had");
        let stop = StopFlag::default();
        let late = || sample::positions().filter(|position| position.stones() > 18);
        // The middle column and pairs of the same stones beside it.
        let mirrored = notation::replay("4444443256").expect("a game");
        let (mut several, mut symmetric) = (0, 0);
        for mode in [Mode::Strong, Mode::Weak] {
            let query = Query {
                mode,
                scores: Scores::All,
                line: false,
            };
            for position in late().take(300).chain([mirrored]) {
                let best = solver
                    .best(&position, mode, &stop)
                    .expect("nobody stops it");
                let answer = solver.answer(&position, query, &stop);
                let columns = answer.expect("nobody stops it").columns;
                let worth = |bounds: Bounds| match mode {
                    Mode::Strong => bounds.lower.get(),
                    Mode::Weak => bounds.lower.outcome() as i8,
                };
                let most = columns.iter().flatten().map(|&bounds| worth(bounds)).max();
                assert_eq!(Some(worth(best.bounds)), most, "{position:?}");
                let legal = position.legal_columns();
                let equal = legal
                    .iter()
                    .filter(|column| columns[column.index()].map(worth) == most);
                assert_eq!(best.columns, equal.collect(), "{position:?}");
                several += usize::from(best.columns.len() > 1);
                symmetric += usize::from(position == position.mirror());
            }
        }
        assert!(several > 200, "only {several} with a choice");
        assert_eq!(symmetric, 2);
    }
}
