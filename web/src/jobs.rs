//! The jobs of a session, each of which can pause.

use std::fmt;
use std::sync::Arc;

use claimeven::DEFAULT_HASH_MIB;
use claimeven::book::Book;
use claimeven::play::levels::Turn;
use claimeven::play::resistance::PracticalChoice;
use claimeven::session::{Ending, Job, Notice, Perft, TableSpec};
use claimeven::solver::{Observer, PausableSearch, Solver, StopFlag, TableError, Task};

use crate::bench::Bench;
use crate::worker::SliceObserver;

/// The solver, which keeps its table from job to job, and the size of its table in MiB.
#[derive(Debug)]
pub(crate) struct Kept {
    solver: Solver,
    hash_mib: usize,
}

/// A job in progress.
pub(crate) enum RunningJob {
    Prepared,
    Search {
        task: Task,
        is_practical: bool,
        search: Box<PausableSearch>,
    },
    /// The last part of a search.
    Choose(Box<PracticalChoice>),
    Play(Turn),
    Perft(Perft),
    Bench(Box<Bench>),
}

impl fmt::Debug for RunningJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunningJob").finish_non_exhaustive()
    }
}

impl RunningJob {
    /// Begins a job. `notify` is called if the browser refuses a table.
    ///
    /// # Errors
    /// Fails if even the smallest table cannot be allocated.
    pub(crate) fn begin(
        job: Job,
        kept: &mut Option<Kept>,
        notify: &mut dyn FnMut(Notice),
    ) -> Result<RunningJob, TableError> {
        Ok(match job {
            Job::Prepare(table) => {
                Kept::prepare(kept, table, notify)?;
                RunningJob::Prepared
            }
            // Whatever the number of threads asked for, there is one.
            Job::Search {
                task,
                table,
                practical,
                threads: _,
                own_book: _,
            } => RunningJob::Search {
                task,
                is_practical: practical,
                search: Box::new(Kept::prepare(kept, table, notify)?.begin_search(&task)),
            },
            Job::Play(turn) => RunningJob::Play(turn),
            Job::Perft { position, depth } => RunningJob::Perft(Perft::new(&position, depth)),
            Job::Bench(args) => RunningJob::Bench(Box::new(Bench::new(args))),
        })
    }

    /// Continues the job. Returns `None` if it pauses: after `nodes` more nodes, or because another
    /// part of the job begins. A move at a level does not pause.
    pub(crate) fn resume(
        &mut self,
        kept: &mut Option<Kept>,
        book: Option<Arc<Book>>,
        nodes: u64,
        stop: &StopFlag,
        observer: &mut SliceObserver<'_>,
    ) -> Option<Ending> {
        let report = match self {
            RunningJob::Prepared => return Some(Ending::Prepared),
            RunningJob::Perft(perft) => {
                let mut pulse = |lines| observer.pulse(lines, &|| 0);
                return perft.resume(nodes, stop, &mut pulse).map(Ending::Counted);
            }
            RunningJob::Bench(bench) => {
                let counts = bench.resume(nodes, stop, observer.progress);
                return counts.map(Ending::Benched);
            }
            RunningJob::Play(turn) => {
                let report = turn.think(stop, observer);
                let hashfull = 0;
                return Some(Ending::Searched { report, hashfull });
            }
            RunningJob::Search {
                task,
                is_practical,
                search,
            } => {
                let solver = &mut kept.as_mut()?.solver;
                // The book may have come since the last slice.
                solver.set_book(book);
                let report = solver.resume_search(search, nodes, stop, observer)?;
                if *is_practical {
                    let choice = PracticalChoice::new(report, task);
                    *self = RunningJob::Choose(Box::new(choice));
                    return None;
                }
                report
            }
            RunningJob::Choose(choice) => {
                let solver = &mut kept.as_mut()?.solver;
                choice.resume(solver, nodes, stop, observer)?
            }
        };
        let hashfull = kept.as_ref()?.solver.hashfull();
        Some(Ending::Searched { report, hashfull })
    }
}

impl Kept {
    /// Returns the solver with the table asked for, or with its old one if the browser refuses the
    /// new one.
    fn prepare<'a>(
        kept: &'a mut Option<Kept>,
        table: TableSpec,
        notify: &mut dyn FnMut(Notice),
    ) -> Result<&'a mut Solver, TableError> {
        let mut present = match kept.take() {
            Some(present) => present,
            None => Kept::first(table.hash_mib)?,
        };
        if present.hash_mib != table.hash_mib {
            match present.solver.resize(table.hash_mib) {
                Ok(()) => present.hash_mib = table.hash_mib,
                Err(error) => notify(Notice::TableRefused {
                    reason: format!("Hash: {error}"),
                    kept_mib: present.hash_mib,
                }),
            }
        }
        if table.cleared {
            present.solver.clear();
        }
        Ok(&mut kept.insert(present).solver)
    }

    /// Creates a solver. While the browser refuses its table, tries half the size, or the default
    /// size if that is smaller.
    fn first(wanted_mib: usize) -> Result<Kept, TableError> {
        let mut hash_mib = wanted_mib;
        loop {
            match Solver::without_book(hash_mib) {
                Ok(solver) => return Ok(Kept { solver, hash_mib }),
                Err(error) if hash_mib <= 1 => return Err(error),
                Err(_) => hash_mib = (hash_mib / 2).min(DEFAULT_HASH_MIB),
            }
        }
    }

    pub(crate) fn hashfull(&self) -> u16 {
        self.solver.hashfull()
    }
}
