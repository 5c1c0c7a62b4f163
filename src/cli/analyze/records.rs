//! The output of an analysis: whole records, however the run ends.
//!
//! An output file has a journal next to it. An entry says how much of the output is written, and is
//! appended only after that is on the disk.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Not;
use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::cli::error::{CliError, in_file};
use crate::cli::io::journal::{self, EarlierJournal, Journal, JournalHead};
use crate::cli::io::output::Target;
use crate::cli::print::numbers::counted;
use crate::cli::print::records::{Format, Printer};
use crate::review::record::Record;

/// The name of a journal. The head of the journal contains it.
pub(super) const JOURNAL: &str = "claimeven analyze journal";

/// The number of bytes that are gathered for one write.
const GATHERED: usize = 16 << 10;

/// The minimum time between two entries of the journal.
const ENTRY_GAP: Duration = Duration::from_secs(1);

/// An open output.
pub(super) struct Output {
    target: Target,
    destination: Destination,
    printer: Printer,
    written: Written,
    /// Whole lines that are not written yet.
    gathered: Vec<u8>,
    /// What is written once these lines are.
    next: Written,
}

/// Where the records go.
enum Destination {
    File(JournaledFile),
    /// Standard output, a device or a named pipe: bytes written to it cannot be taken back.
    Stream(Box<dyn Write>),
}

struct JournaledFile {
    file: File,
    /// The journal; `None` if the run cannot be resumed.
    journal: Option<Journal>,
    /// The content of the last entry.
    noted: Written,
    next_entry: Instant,
}

/// How much of an output is written, up to the end of some line: an entry of its journal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    pub(super) records: u64,
    /// How many of these records are for bad lines.
    pub(super) bad: u64,
    /// The number of bytes, including the header of a table.
    bytes: u64,
    /// Whether the output is complete.
    #[serde(default, skip_serializing_if = "Not::not")]
    finished: bool,
}

impl Output {
    /// Opens an output and empties it. With `resume`, keeps the records of an earlier run with the
    /// same head. The journal is written before the output changes.
    pub(super) fn open(
        target: Target,
        head: Option<&JournalHead>,
        resume: bool,
        format: Format,
    ) -> Result<Output, CliError> {
        let (destination, written) = if target.is_file() {
            let kept = kept(&target, head.filter(|_| resume))?;
            (
                Destination::File(JournaledFile::create(&target, head, kept)?),
                kept,
            )
        } else {
            (Destination::Stream(target.stream()?), Written::default())
        };
        let mut output = Output {
            target,
            destination,
            printer: Printer {
                format,
                fields: Record::FIELDS,
            },
            written,
            gathered: Vec::new(),
            next: written,
        };
        if written.bytes == 0 {
            // Flush the header alone: every later line is a record.
            output.gather(output.printer.header().as_bytes());
            output.flush()?;
        }
        Ok(output)
    }

    /// Returns how much is written.
    pub(super) fn written(&self) -> Written {
        self.written
    }

    /// Appends the record of a bad line.
    pub(super) fn append_bad(&mut self, record: &impl Serialize) -> Result<(), CliError> {
        self.next.bad += 1;
        self.append(record)
    }

    /// Appends one record; writes once enough bytes are gathered.
    pub(super) fn append(&mut self, record: &impl Serialize) -> Result<(), CliError> {
        let lines = self.printer.lines(record);
        self.gather(&lines.map_err(|error| self.failed(&error))?);
        self.next.records += 1;
        if self.gathered.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    fn gather(&mut self, lines: &[u8]) {
        self.gathered.extend(lines);
        self.next.bytes += lines.len() as u64;
    }

    /// Writes the gathered lines, and an entry of the journal if one is due.
    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        let written = match &mut self.destination {
            Destination::File(output) => output.file.write_all(&self.gathered).inspect_err(|_| {
                // If this fails too, the next run removes the partial line.
                let _ = output.file.set_len(self.written.bytes);
            }),
            Destination::Stream(stream) => stream
                .write_all(&self.gathered)
                .and_then(|()| stream.flush()),
        };
        written.map_err(|error| self.failed(&error))?;
        self.gathered.clear();
        self.written = self.next;
        match &self.destination {
            Destination::File(file) if Instant::now() >= file.next_entry => self.note(),
            _ => Ok(()),
        }
    }

    /// Notes that the output is complete.
    pub(super) fn finish(&mut self) -> Result<(), CliError> {
        self.written.finished = true;
        self.note()
    }

    /// Syncs the records of a file to the disk and notes them in the journal, unless its last entry
    /// covers them.
    pub(super) fn note(&mut self) -> Result<(), CliError> {
        let output = match &mut self.destination {
            Destination::File(file) if file.noted != self.written => file,
            _ => return Ok(()),
        };
        // Some file systems report only now that the disk is full.
        let synced = output.file.sync_data();
        if let (Ok(()), Some(journal)) = (&synced, &mut output.journal) {
            journal.append(&[self.written])?;
        }
        output.noted = self.written;
        output.next_entry = Instant::now() + ENTRY_GAP;
        synced.map_err(|error| self.failed(&error))
    }

    /// Describes what is written, for a run that was stopped.
    pub(super) fn describe(&self) -> String {
        let (records, path) = (self.written.records, self.target.path().display());
        let resumed = match &self.destination {
            Destination::File(JournaledFile {
                journal: Some(_), ..
            }) => "; use --resume to continue",
            _ => "",
        };
        format!("{} written to {path}{resumed}", counted(records, "record"))
    }

    fn failed(&self, error: &io::Error) -> CliError {
        let records = self.written.records;
        let message = format!("{error}; it contains {records} whole records");
        in_file(self.target.path())(io::Error::new(error.kind(), message))
    }
}

impl JournaledFile {
    /// Writes the journal, and then removes the content that is not kept.
    fn create(
        target: &Target,
        head: Option<&JournalHead>,
        kept: Written,
    ) -> Result<JournaledFile, CliError> {
        let path = target.beside("journal");
        let journal = if let Some(head) = head {
            let entry = Some(kept).filter(|kept| kept.bytes > 0);
            Some(Journal::create(path, head, entry.as_slice())?)
        } else {
            journal::remove(&path)?;
            None
        };
        let file = open_cut(target.path(), kept.bytes).map_err(in_file(target.path()))?;
        Ok(JournaledFile {
            file,
            journal,
            noted: kept,
            next_entry: Instant::now(),
        })
    }
}

/// Opens or creates a file and truncates it to `end` bytes, where writing continues.
fn open_cut(path: &Path, end: u64) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    Ok(file)
}

/// Returns the part of an earlier run's output that a run with this head keeps. Without a head,
/// keeps nothing, and fails if the earlier run is not finished.
fn kept(target: &Target, head: Option<&JournalHead>) -> Result<Written, CliError> {
    let (path, journal) = (target.path(), target.beside("journal"));
    let earlier = EarlierJournal::<Written>::read(&journal, JOURNAL)?;
    let length = path.metadata().map_or(0, |found| found.len());
    if length == 0 {
        return Ok(Written::default());
    }
    let Some(head) = head else {
        let last = earlier.map(|earlier| earlier.entries.last().copied().unwrap_or_default());
        if last.is_some_and(|last| !last.finished) {
            return Err(in_file(path)(journal::UNFINISHED));
        }
        return Ok(Written::default());
    };
    let Some(earlier) = earlier else {
        let missing = journal.display();
        let error = format!("cannot be resumed: its journal {missing} is missing");
        return Err(in_file(path)(error));
    };
    earlier.check(head)?;
    let mut entries = earlier.entries.iter();
    let kept = entries.rfind(|entry| entry.bytes <= length).copied();
    Ok(Written {
        finished: false,
        ..kept.unwrap_or_default()
    })
}
