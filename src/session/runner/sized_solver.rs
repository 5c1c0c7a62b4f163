//! The solver with the size of its table.

use super::Host;
use crate::DEFAULT_HASH_MIB;
use crate::session::{Notice, TableSpec};
use crate::solver::{Solver, TableError};
use crate::system::memory::{self, NoRoom};

/// The size of the smallest table, in MiB.
pub const SMALLEST_HASH_MIB: usize = 1;

/// The solver and the size of its table in MiB.
#[derive(Debug)]
pub(super) struct SizedSolver {
    pub(super) solver: Solver,
    hash_mib: usize,
}

impl SizedSolver {
    /// Returns the solver with the table asked for, or with its old one if the system refuses the
    /// new one.
    pub(super) fn prepare<'a>(
        kept: &'a mut Option<SizedSolver>,
        table: TableSpec,
        host: &mut impl Host,
    ) -> Result<&'a mut Solver, OutOfMemory> {
        let SizedSolver { solver, hash_mib } = match kept {
            Some(kept) => kept,
            None => kept.insert(SizedSolver::first(table.hash_mib)?),
        };
        if *hash_mib != table.hash_mib {
            match resize(solver, table.hash_mib) {
                Ok(()) => *hash_mib = table.hash_mib,
                Err(refusal) => host.notify(Notice::TableRefused {
                    reason: format!("Hash: {refusal}"),
                    kept_mib: *hash_mib,
                }),
            }
        }
        if table.cleared {
            solver.clear();
        }
        Ok(solver)
    }

    /// Creates a solver with a table of `wanted_mib`. While the system refuses the table, tries half
    /// the size, or the default size if that is smaller.
    fn first(wanted_mib: usize) -> Result<SizedSolver, OutOfMemory> {
        let mut hash_mib = wanted_mib;
        loop {
            match solver_of(hash_mib) {
                Ok(solver) => return Ok(SizedSolver { solver, hash_mib }),
                Err(refusal) if hash_mib <= SMALLEST_HASH_MIB => return Err(refusal),
                Err(_) => hash_mib = (hash_mib / 2).min(DEFAULT_HASH_MIB),
            }
        }
    }
}

/// The error that the system refuses a table.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
#[expect(missing_docs, reason = "the message documents each variant")]
pub enum OutOfMemory {
    NoRoom(#[from] NoRoom),
    Table(#[from] TableError),
}

// Both functions first check whether the memory is free, because Linux grants memory that it does
// not have and kills the process that uses it.

/// Creates a solver without a book.
pub(super) fn solver_of(mib: usize) -> Result<Solver, OutOfMemory> {
    memory::check_room(mib)?;
    Ok(Solver::without_book(mib)?)
}

fn resize(solver: &mut Solver, mib: usize) -> Result<(), OutOfMemory> {
    memory::check_room(mib)?;
    Ok(solver.resize(mib)?)
}
