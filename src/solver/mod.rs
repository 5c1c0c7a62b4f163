//! The solver: exact values by search, synchronous and without a clock.
//!
//! Begin with `search`: the page that all else serves is `negamax` there, with what it calls.
//! It asks the book, looks at all moves of a node at once, as `children` has it, and searches
//! those that are left as `order` ranks them. Forced moves are played before a position counts
//! as a node, see `node`, and what `bounds` proves is not searched. `solve` is the shortest
//! way from a position to its value: window after window, as `quest` chooses them.
//!
//! | What | Where |
//! |-|-|
//! | Doors, each for a kind of question | `solve`, `best`, `answer`, `driver` |
//! | What they ask and keep of a root | `quest`, `root`, `root_move`, `line`, `report`, `limits` |
//! | The tree | `search`, `children`, `node`, `positions`, `window`, `known`, `best_move`, `turn` |
//! | Its last stones | `search::finish`, `endgame` |
//! | What needs no search | `bounds`, `openings` |
//! | Which move first | `order`, `weights`, `killers`, `policy` |
//! | What is remembered | `table` |
//! | A guess where nothing is proven yet | `horizon`, `evaluate` |
//! | Several threads | `crew`, `marks`, `teamwork`, `ledger` |
//! | Several moves at once | `vector`, `lanes`, `lineup`, `arch` |
//! | What networks and weights are made of, and fitted by | `rows`; `trial`, `training` |
//!
//! | Here | What other programs call it |
//! |-|-|
//! | what a move promises | its score in move ordering |
//! | suspects | killer move, countermove and follow-up move |
//! | a lane | an element of a vector; here each is for one move of a node |
//! | the search with a horizon | depth-limited search |
//! | crew, ledger, marks | pool of threads, bounds of the root, ABDADA's busy nodes |

mod answer;
mod arch;
mod best;
mod best_move;
mod bounds;
mod children;
mod crew;
mod driver;
mod endgame;
mod evaluate;
mod horizon;
mod killers;
mod known;
mod lanes;
mod ledger;
mod limits;
mod line;
mod lineup;
mod marks;
mod node;
mod openings;
mod order;
mod policy;
mod positions;
mod quest;
mod report;
mod root;
mod root_move;
mod rows;
#[cfg(test)]
mod sample;
mod search;
mod solve;
mod table;
mod teamwork;
mod trial;
mod turn;
mod vector;
mod weights;
mod window;

pub use answer::{Answer, Query, Scores};
pub use best::Best;
pub use evaluate::evaluate;
pub use limits::{Limits, StopFlag};
pub use report::{Bounds, Line, Observer, Report, Silent, Solution, Task};
pub use table::TableError;

/// What the examples fit networks and weights by: no part of what a version promises.
#[doc(hidden)]
pub mod training {
    pub use super::evaluate::{Inputs, NETWORK_UNITS};
    pub use super::policy::{GOALS, KINDS, Question, UNITS};
    pub use super::trial::{Trial, Tried};
    pub use super::weights::{BUILT_IN_WEIGHTS, WEIGHTS};
}

use std::mem;
use std::sync::{Arc, OnceLock};

use crate::book::Book;
use crate::game::{Mode, Position};
use arch::Kernel;
use crew::{AssistantsTable, Crew, Tools};
use driver::Driver;
use horizon::HorizonTable;
use quest::{Company, Quest};
use search::Search;
use table::Table;
use weights::{Scales, WEIGHTS};

/// Finds exact values and remembers what it proved.
pub struct Solver {
    table: Table,
    horizon: HorizonTable,
    kernel: Kernel,
    weights: Box<Scales>,
    /// One for each thread besides the first.
    assistants_tables: Vec<AssistantsTable>,
    book: Option<Arc<Book>>,
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
            weights: Box::new(Scales::built_in().clone()),
            assistants_tables: Vec::new(),
            book: None,
        })
    }

    /// Another solver over the same table and book, for another thread: what one
    /// proves of positions that are not late in the game the other knows.
    ///
    /// # Errors
    /// The memory for what it proves of late positions cannot be had.
    pub fn sharing(&self) -> Result<Solver, TableError> {
        let mut solver = Solver {
            table: self.table.beside()?,
            horizon: HorizonTable::new(),
            kernel: self.kernel,
            weights: self.weights.clone(),
            assistants_tables: Vec::new(),
            book: self.book.clone(),
        };
        solver.set_threads(self.threads());
        Ok(solver)
    }

    /// Looks openings up in a book from now on, or in none, as at first.
    pub fn set_book(&mut self, book: Option<Arc<Book>>) {
        self.book = book;
    }

    /// Weighs the moves of the exact search by other numbers than the built-in ones from now
    /// on: that changes in which order they are searched, and no value. What is too small
    /// or too large counts as the nearest that is not.
    #[doc(hidden)]
    pub fn set_weights(&mut self, numbers: &[i16; WEIGHTS]) {
        *self.weights = Scales::new(numbers);
    }

    /// How many threads work on a search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.assistants_tables.len() + 1
    }

    /// Lets so many threads work on each search that takes a while; one does
    /// unless told otherwise. With several, node counts differ from run to run,
    /// values do not.
    pub fn set_threads(&mut self, threads: usize) {
        let assistants = threads.saturating_sub(1);
        self.assistants_tables
            .resize_with(assistants, OnceLock::new);
    }

    /// Takes a new, empty table of another size; the old one stays on failure.
    ///
    /// Solvers that shared the old one keep it.
    ///
    /// # Errors
    /// The memory cannot be had.
    pub fn resize(&mut self, hash_mib: usize) -> Result<(), TableError> {
        self.table = Table::new(hash_mib)?;
        self.assistants_tables.fill_with(OnceLock::new);
        Ok(())
    }

    /// Forgets everything proven so far; what other solvers that share the table
    /// remember of late positions stays.
    pub fn clear(&mut self) {
        self.table.clear();
        let tables = self.assistants_tables.iter();
        for table in tables.filter_map(|table| table.get()?.as_ref()) {
            table.clear_own();
        }
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
        let (stones, limit) = (task.position.stones(), task.limits.nodes);
        // Its search changes it, while all threads look at what else there is.
        let mut horizon = mem::replace(&mut self.horizon, HorizonTable::new());
        let report = Crew::new(self.tools(), stones, limit).run(
            stop,
            observer,
            |search| Driver::new(task, search, &mut horizon).run(),
            |search| Driver::new(task, search, &mut HorizonTable::new()).assist(),
        );
        self.horizon = horizon;
        report
    }

    /// The exact score of a position, or its outcome, and nothing else; when
    /// `stop` is set, what is proven by then.
    pub fn solve(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Solution {
        let quest = Quest::new(mode, Company::Alone, position.stones()).guessing(position);
        self.find(position, quest, stop)
    }

    /// As [`Solver::solve`] in strong mode, for one of many related positions that
    /// are solved one after the other: what one leaves in the table helps the next.
    pub fn solve_related(&mut self, position: &Position, stop: &StopFlag) -> Solution {
        self.find(
            position,
            Quest::new(Mode::Strong, Company::Related, position.stones()),
            stop,
        )
    }

    /// As [`Solver::solve`] in strong mode, for the sake of the nodes it takes: no
    /// estimate has a say, so that they stay when estimates change.
    pub fn measure(&mut self, position: &Position, stop: &StopFlag) -> Solution {
        self.find(
            position,
            Quest::new(Mode::Strong, Company::Alone, position.stones()),
            stop,
        )
    }

    fn find(&self, position: &Position, quest: Quest, stop: &StopFlag) -> Solution {
        if position.is_over() {
            return Solution {
                bounds: Bounds::of_finished(position),
                nodes: 0,
            };
        }
        let solve = |mut search: Search| Solution {
            bounds: solve::solve(&mut search, position, quest),
            nodes: search.meter.total(),
        };
        let crew = Crew::new(self.tools(), position.stones(), None);
        crew.run(stop, &mut Silent, solve, |search| {
            solve(search);
        })
    }

    /// The value of an unfinished position and every column that keeps it; `None`
    /// when `stop` was set.
    pub fn best(&mut self, position: &Position, mode: Mode, stop: &StopFlag) -> Option<Best> {
        let best = |mut search: Search| best::best(&mut search, position, mode).ok();
        let crew = Crew::new(self.tools(), position.stones(), None);
        crew.run(stop, &mut Silent, best, |search| {
            best(search);
        })
    }

    /// Answers a query about any position, on one thread and the same whatever
    /// was searched before; `None` when `stop` was set.
    pub fn answer(&mut self, position: &Position, query: Query, stop: &StopFlag) -> Option<Answer> {
        let (canonical, mirrored) = position.canonical();
        let answer = |mut search: Search| answer::answer(&mut search, &canonical, query).ok();
        let crew = Crew::new(self.tools().alone(), position.stones(), None);
        let answer = crew.run(stop, &mut Silent, answer, |_| ())?;
        Some(if mirrored { answer.mirror() } else { answer })
    }

    fn tools(&self) -> Tools<'_> {
        Tools {
            table: &self.table,
            assistants_tables: &self.assistants_tables,
            kernel: self.kernel,
            weights: &self.weights,
            book: self.book.as_deref(),
        }
    }
}

#[cfg(test)]
mod tests;
