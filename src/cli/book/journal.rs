//! The journal of a long work: a file that grows by each finding.
//!
//! It begins with a head, which tells of what work it is. Records of the findings follow, each
//! with a checksum.

use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;

use super::WorkError;
use crate::cli::CliError;
use crate::cli::atomic_file::open_own;
use crate::cli::head::{self, Head, HeadError};
use crate::cli::target::cannot_write;
use crate::makebook::{Finding, Numbered, Part};

/// A file that holds the findings made so far.
pub(super) struct Journal {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Begins a journal, or with `resume` goes on with an existing one, whose findings `part`
    /// takes. Whoever calls this keeps other processes out.
    pub(super) fn open<F: Finding>(
        path: PathBuf,
        head: &Head,
        part: &mut Part<F>,
        resume: bool,
    ) -> Result<Journal, CliError> {
        let file = open_own(&path).map_err(cannot_write(&path))?;
        let mut journal = Journal { path, file };
        let mut bytes = Vec::new();
        let failed = cannot_write(&journal.path);
        journal.file.read_to_end(&mut bytes).map_err(failed)?;
        let line = head.line();
        // A process killed at the beginning leaves less than a head.
        if line.as_bytes().starts_with(&bytes) {
            journal.cut(0)?;
            journal.append(line.as_bytes())?;
            return Ok(journal);
        }
        if !resume {
            let path = journal.path;
            return Err(WorkError::Unfinished { path }.into());
        }
        let path = journal.path.clone();
        let records =
            records::<F>(head, &bytes).map_err(|error| WorkError::Journal { path, error })?;
        let whole = bytes.len() - records.len() + part.take_records(records);
        if whole < bytes.len() {
            // Without stderr nobody can be told.
            let _ = writeln!(
                io::stderr(),
                "{}: byte {whole}: not a whole record; solved again from there on",
                journal.path.display()
            );
        }
        journal.cut(whole as u64)?;
        Ok(journal)
    }

    /// Cuts the file at `end`, where writing goes on.
    fn cut(&mut self, end: u64) -> Result<(), CliError> {
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
        fs::remove_file(&self.path).map_err(cannot_write(&self.path))
    }
}

/// The records of a journal that must have this head.
fn records<'a, F: Finding>(head: &Head, bytes: &'a [u8]) -> Result<&'a [u8], HeadError> {
    // Version 1 had the head of a finished part.
    if bytes.starts_with(&F::MAGIC) {
        return Err(head::another_version(&1));
    }
    let (begun, records) = Head::read(head.format(), bytes)?;
    head.check(&begun)?;
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Score;
    use crate::makebook::{Plan, Work};

    #[test]
    fn what_is_found_later_follows_what_was_found_before_a_torn_record() {
        let path = std::env::temp_dir().join(format!("claimeven-journal-{}", std::process::id()));
        let plan = Plan::new(2).expect("not too deep");
        let head = Head::new("journal", [], None);
        let open = || {
            let mut part = Part::new(&plan, 0..plan.count());
            let journal = Journal::open(path.clone(), &head, &mut part, true);
            (journal.expect("a file of ours"), part)
        };
        for index in 0..3 {
            let (mut journal, part) = open();
            assert_eq!(part.done(), index);
            journal.add(&[(index, Score::DRAW)]).expect("room for it");
            journal.file.write_all(&[1; 40]).expect("room for it");
        }
        let (journal, part) = open();
        assert_eq!(part.done(), 3);
        journal.remove().expect("it is ours");
    }
}
