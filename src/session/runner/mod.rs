//! The runner of jobs: carries out the jobs of a session, one after another. A job can pause.
//!
//! The daemon runs each job to its end on a thread of its own. A browser, which has only one thread,
//! runs it in slices and looks for messages in between. The runner reads no clock and sends nothing:
//! its [`Host`] does.
//!
//! | File | Contents |
//! |-|-|
//! | `stage` | the parts of a job, each of which can pause |
//! | `reporter` | the progress of a job |
//! | `sized_solver` | the solver, which keeps its table from job to job |

mod reporter;
mod sized_solver;
mod stage;
#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use sized_solver::{OutOfMemory, SMALLEST_HASH_MIB};

use super::job::{Ending, Job, Notice, Progress};
use super::moment::Moment;
use super::perft::Perft;
use crate::book::Book;
use crate::solver::StopFlag;
use reporter::Reporter;
use sized_solver::SizedSolver;
use stage::Stage;

/// The program around a runner.
pub trait Host {
    /// Returns the present moment.
    fn now(&self) -> Moment;
    /// Returns the time that the calling thread has worked, for the bench.
    fn time_worked(&self) -> Duration;
    /// Returns the number of threads that can work at a time.
    fn cores(&self) -> usize;
    /// Receives a notice, which must not be lost.
    fn notify(&mut self, notice: Notice);
    /// Receives the latest progress, which replaces an older one.
    fn show(&mut self, progress: &Progress);
}

/// A runner of jobs, with the solver that they share.
pub struct Runner<H> {
    /// `None` before the first job that needs it.
    solver: Option<SizedSolver>,
    /// The running job: what is left of it.
    stage: Option<Stage>,
    reporter: Reporter<H>,
}

impl<H> fmt::Debug for Runner<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner").finish_non_exhaustive()
    }
}

impl<H: Host> Runner<H> {
    /// Creates a runner without a job.
    pub fn new(host: H) -> Runner<H> {
        Runner {
            solver: None,
            stage: None,
            reporter: Reporter::new(host),
        }
    }

    /// Returns the program around the runner.
    pub fn host(&mut self) -> &mut H {
        &mut self.reporter.host
    }

    /// Returns the number of nodes that the latest job has visited.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.reporter.progress.nodes
    }

    /// Begins a job, in the place of one that is running.
    ///
    /// # Errors
    /// Fails if even the smallest table cannot be allocated.
    pub fn begin(&mut self, id: u64, job: Job) -> Result<(), OutOfMemory> {
        self.reporter.begin(id);
        self.stage = Some(match job {
            Job::Prepare(table) => {
                SizedSolver::prepare(&mut self.solver, table, &mut self.reporter.host)?;
                Stage::Ended(Ending::Prepared)
            }
            Job::Search {
                task,
                table,
                threads,
                own_book: _,
                practical,
                why,
            } => {
                let host = &mut self.reporter.host;
                let solver = SizedSolver::prepare(&mut self.solver, table, host)?;
                // A thread that waits for a core delays the others: with 64 threads on two cores, a
                // search takes 1.5 times as long and needs up to 0.7 s to stop.
                solver.set_threads(threads.min(host.cores()));
                self.reporter.progress.hashfull = solver.hashfull();
                Stage::Search {
                    task,
                    is_practical: practical,
                    why,
                    search: None,
                }
            }
            Job::Play(turn) => Stage::Play(turn),
            Job::Perft { position, depth } => Stage::Perft(Perft::new(&position, depth)),
            Job::Bench(args) => Stage::bench(args, &self.reporter.host),
        });
        self.reporter.show();
        Ok(())
    }

    /// Continues the running job. Returns whether it has ended, which the host is notified of. The
    /// job pauses after `nodes` more nodes, and between two parts. A move at a level does not pause.
    ///
    /// A search looks up its openings in `book`, which may come during the search.
    pub fn resume(&mut self, nodes: u64, book: Option<Arc<Book>>, stop: &StopFlag) -> bool {
        let Some(stage) = &mut self.stage else {
            return true;
        };
        let (solver, reporter) = (&mut self.solver, &mut self.reporter);
        let Some(ending) = stage.resume(solver, nodes, book, stop, reporter) else {
            self.reporter.show();
            return false;
        };
        self.stage = None;
        let id = self.reporter.progress.id;
        self.reporter.host.notify(Notice::Done { id, ending });
        true
    }
}
