//! The journal of a long work: a file that grows by each finding.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::PathBuf;

use super::WorkError;
use crate::cli::CliError;
use crate::cli::atomic_file::cannot_write;
use crate::makebook::{Finding, Numbered, Part, PartError, Work};

/// A locked file that holds the findings made so far.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal, or with `resume` goes on with an existing one; also returns the
    /// part of the work that it holds. Fails when another process has locked the file.
    pub(super) fn open<W: Work>(
        path: PathBuf,
        work: &W,
        range: Range<usize>,
        resume: bool,
    ) -> Result<(Journal, Part<W::Found>), CliError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(cannot_write(&path))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(WorkError::Busy { path }.into()),
            Err(TryLockError::Error(error)) => return Err(CliError::Write { path, error }),
        }
        let mut journal = Journal { path, file };
        let part = journal.begin(work, range, resume)?;
        Ok((journal, part))
    }

    fn begin<W: Work>(
        &mut self,
        work: &W,
        range: Range<usize>,
        resume: bool,
    ) -> Result<Part<W::Found>, CliError> {
        let mut bytes = Vec::new();
        let failed = cannot_write(&self.path);
        self.file.read_to_end(&mut bytes).map_err(failed)?;
        let fresh = Part::new(work, range);
        // A process killed at the beginning leaves less than a head.
        if fresh.head().starts_with(&bytes) {
            self.rewind(0)?;
            self.append(&fresh.head())?;
            return Ok(fresh);
        }
        if !resume {
            let path = self.path.clone();
            return Err(WorkError::Unfinished { path }.into());
        }
        let (part, whole) = Part::recover(work, &bytes).map_err(self.unfit())?;
        if part.range() != fresh.range() {
            let (found, expected) = (part.range(), fresh.range());
            return Err(self.unfit()(PartError::Range { found, expected }));
        }
        self.rewind(whole as u64)?;
        Ok(part)
    }

    fn unfit(&self) -> impl Fn(PartError) -> CliError {
        let path = self.path.clone();
        move |error| {
            let path = path.clone();
            WorkError::Part { path, error }.into()
        }
    }

    /// Cuts the file at `end`, where writing goes on.
    fn rewind(&mut self, end: u64) -> Result<(), CliError> {
        let failed = cannot_write(&self.path);
        let cut = self.file.set_len(end);
        cut.and_then(|()| self.file.seek(SeekFrom::Start(end)))
            .map(|_| ())
            .map_err(failed)
    }

    /// Appends findings.
    pub(super) fn add<F: Finding>(&mut self, found: &[Numbered<F>]) -> Result<(), CliError> {
        self.append(&Part::records(found))
    }

    fn append(&mut self, bytes: &[u8]) -> Result<(), CliError> {
        let failed = cannot_write(&self.path);
        let written = self.file.write_all(bytes);
        written.and_then(|()| self.file.sync_data()).map_err(failed)
    }

    /// Removes the file, once the result is written elsewhere.
    pub(super) fn remove(self) -> Result<(), CliError> {
        std::fs::remove_file(&self.path).map_err(cannot_write(&self.path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Score;
    use crate::makebook::Plan;

    #[test]
    fn what_is_found_later_follows_what_was_found_before_a_torn_record() {
        let path = std::env::temp_dir().join(format!("claimeven-journal-{}", std::process::id()));
        let plan = Plan::new(2).expect("not too deep");
        let open = || Journal::open(path.clone(), &plan, 0..plan.count(), true);
        for index in 0..3 {
            let (mut journal, part) = open().expect("a file of ours");
            assert_eq!(part.done(), index);
            journal.add(&[(index, Score::DRAW)]).expect("room for it");
            journal.file.write_all(&[1; 40]).expect("room for it");
        }
        let (journal, part) = open().expect("a file of ours");
        assert_eq!(part.done(), 3);
        journal.remove().expect("it is ours");
    }
}
