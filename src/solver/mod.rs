//! The solver: exact values by search, synchronous and without a clock.

mod arch;
mod bounds;
mod children;
mod driver;
mod evaluate;
mod horizon;
mod lanes;
mod limits;
mod line;
mod node;
mod order;
mod report;
mod root;
#[cfg(test)]
mod sample;
mod search;
mod table;
mod windows;

pub use evaluate::evaluate;
pub use limits::{Limits, StopFlag};
pub use report::{Bounds, Line, Mode, Observer, Report, Silent, Solution, Task};
pub use table::TableError;

use crate::game::Position;
use arch::Kernel;
use driver::Driver;
use horizon::HorizonTable;
use limits::Meter;
use node::Settled;
use search::Search;
use table::Table;

/// Finds exact values and remembers what it proved.
pub struct Solver {
    table: Table,
    horizon: HorizonTable,
    kernel: Kernel,
}

impl Solver {
    /// A solver with a table of `hash_mib` MiB.
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn new(hash_mib: usize) -> Result<Solver, TableError> {
        Ok(Solver {
            table: Table::new(hash_mib)?,
            horizon: HorizonTable::new(),
            kernel: Kernel::detect(),
        })
    }

    /// Takes a new, empty table of another size; the old one stays on failure.
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), TableError> {
        self.table = Table::new(hash_mib)?;
        Ok(())
    }

    /// Forgets everything proven so far.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The used share of the table in thousandths, sampled.
    #[must_use]
    pub fn hashfull(&self) -> u16 {
        self.table.hashfull()
    }

    /// Works on a task until it is done, a limit is reached or `stop` is set.
    ///
    /// Every unfinished position gets at least one line of at least one move,
    /// however early the search ends; a finished one gets none.
    pub fn search(&mut self, task: &Task, stop: &StopFlag, observer: &mut dyn Observer) -> Report {
        self.horizon.clear();
        let search = Search {
            table: &self.table,
            kernel: self.kernel,
            meter: Meter::new(task.limits.nodes, stop, &self.table, observer),
        };
        Driver::new(task, search, &mut self.horizon).run()
    }

    /// The exact score of a position, or its outcome, and nothing else; when
    /// `stop` is set, what is proven by then.
    pub fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        let mut silent = Silent;
        let meter = Meter::new(None, stop, &self.table, &mut silent);
        let mut search = Search {
            table: &self.table,
            kernel: self.kernel,
            meter,
        };
        let bounds = driver::solve(&mut search, &Settled::of(position), position.stones(), mode);
        Solution {
            bounds,
            nodes: search.meter.nodes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symmetric_position_has_symmetric_bounds_whenever_it_is_left() {
        for nodes in [1_000, 20_000, 200_000] {
            let mut solver = Solver::new(4).expect("4 MiB can be had");
            let mut task = Task::all_columns(Position::EMPTY, Mode::Strong);
            task.limits.nodes = Some(nodes);
            let report = solver.search(&task, &StopFlag::default(), &mut Silent);
            for (column, bounds) in &report.columns {
                let mirror = column.mirror();
                assert!(
                    report.columns.contains(&(mirror, *bounds)),
                    "{column:?} {nodes}"
                );
            }
        }
    }
}
