//! The parts of a job, each of which can pause.

use std::sync::Arc;

use super::Host;
use super::reporter::Reporter;
use super::sized_solver::{self, SizedSolver};
use crate::book::Book;
use crate::game::Game;
use crate::measure::bench::{self, Bench, Row};
use crate::play::levels::Turn;
use crate::play::resistance::PracticalChoice;
use crate::review::why::Explainer;
use crate::session::Ending;
use crate::session::perft::Perft;
use crate::session::protocol::BenchArgs;
use crate::solver::{Observer, PausableSearch, Solver, StopFlag, Task, Until};

/// The rest of a job.
pub(super) enum Stage {
    /// Only the end is left.
    Ended(Ending),
    Search {
        task: Task,
        /// Whether a choice follows.
        is_practical: bool,
        /// The reason that follows.
        why: Option<Game>,
        /// `None` before the first slice.
        search: Option<Box<PausableSearch>>,
    },
    /// The last part of a practical search.
    Choose(Box<PracticalChoice>),
    Play(Turn),
    Perft(Perft),
    /// A bench of the built-in positions, and a solver with a table of its own, so that earlier
    /// searches do not change the node count.
    Bench(Box<(Bench, Solver)>),
}

impl Stage {
    pub(super) fn bench(args: BenchArgs, host: &impl Host) -> Stage {
        let mut set = bench::built_in();
        set.cases.truncate(args.limit.unwrap_or(usize::MAX));
        match sized_solver::solver_of(bench::HASH_MIB) {
            Ok(solver) => {
                let bench = Bench::new(&set, args.mode, &|| host.time_worked());
                Stage::Bench(Box::new((bench, solver)))
            }
            Err(refusal) => Stage::Ended(Ending::Benched(Err(format!("bench: {refusal}")))),
        }
    }

    /// Continues the job. Returns `None` if it pauses.
    pub(super) fn resume<H: Host>(
        &mut self,
        kept: &mut Option<SizedSolver>,
        nodes: u64,
        book: Option<Arc<Book>>,
        stop: &StopFlag,
        reporter: &mut Reporter<H>,
    ) -> Option<Ending> {
        let solver = kept.as_mut().map(|kept| &mut kept.solver);
        let (report, hashfull) = match self {
            Stage::Ended(ending) => return Some(ending.clone()),
            Stage::Perft(perft) => {
                let mut pulse = |lines| reporter.pulse(lines, &|| 0);
                return perft.resume(nodes, stop, &mut pulse).map(Ending::Counted);
            }
            Stage::Bench(bench) => {
                let (bench, solver) = &mut **bench;
                let until = Until {
                    stop,
                    nodes: Some(nodes),
                };
                let row = resume_bench(bench, solver, until, reporter);
                return row.map(|row| Ending::Benched(Ok(row)));
            }
            Stage::Play(turn) => (turn.think(stop, reporter), 0),
            Stage::Search {
                task,
                is_practical,
                why,
                search,
            } => {
                let solver = solver.expect("a search begins with its table");
                // The book may have come since the last slice.
                solver.set_book(book);
                let search = search.get_or_insert_with(|| Box::new(solver.begin_search(task)));
                let report = solver.resume_search(search, nodes, stop, reporter)?;
                let hashfull = solver.hashfull();
                if let Some(game) = why.as_ref().filter(|_| report.solved) {
                    let mut explainer = Explainer::new(solver, task.mode, stop);
                    let why = match game.position() {
                        position if *position == task.position => explainer.why(position),
                        _ => explainer.why_move(game),
                    };
                    return Some(Ending::Searched {
                        report,
                        hashfull,
                        why,
                    });
                }
                if *is_practical {
                    let choice = PracticalChoice::new(report, task);
                    *self = Stage::Choose(Box::new(choice));
                    return None;
                }
                (report, hashfull)
            }
            Stage::Choose(choice) => {
                let solver = solver.expect("a search begins with its table");
                let report = choice.resume(solver, nodes, stop, reporter)?;
                (report, solver.hashfull())
            }
        };
        Some(Ending::Searched {
            report,
            hashfull,
            why: None,
        })
    }
}

/// Continues a bench. Returns `None` if it pauses.
fn resume_bench<H: Host>(
    bench: &mut Bench,
    solver: &mut Solver,
    until: Until<'_>,
    reporter: &mut Reporter<H>,
) -> Option<Row> {
    let solved_before = bench.row().positions;
    let has_ended = bench.resume(solver, until, &|| reporter.host.time_worked());
    reporter.progress.nodes = bench.nodes();
    let row = bench.row();
    if row.positions > solved_before {
        reporter.bench_step(row);
    }
    has_ended.then(|| row.clone())
}
