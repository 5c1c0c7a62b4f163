//! The output of an analysis: whole records, however the run ends.
//!
//! An output file shows by itself how far a run came: a later run keeps its whole records. The
//! journal next to it has the head of the run and, once the output is complete, one entry.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;

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

/// An open output.
pub(super) struct Output {
    target: Target,
    sink: Sink,
    /// The journal; `None` if the run cannot be resumed.
    journal: Option<Journal>,
    printer: Printer,
    written: Written,
    /// Whole lines that are not written yet.
    gathered: Vec<u8>,
    /// What is written once these lines are.
    next: Written,
}

/// Where the records go.
enum Sink {
    File(File),
    /// Standard output, a device or a named pipe: bytes written to it cannot be taken back.
    Stream(Box<dyn Write>),
}

/// How much of an output is written, up to the end of some line.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Written {
    pub(super) records: u64,
    /// How many of these records are for bad lines.
    pub(super) bad: u64,
    /// The number of bytes, including the header of a table.
    bytes: u64,
}

/// The entry of a journal whose output is complete or, if not `finished`, has records of another run.
#[derive(Serialize, Deserialize)]
struct Complete {
    finished: bool,
}

impl Output {
    /// Opens an output and empties it. With `resume`, keeps the records of an earlier run with the
    /// same head.
    pub(super) fn open(
        target: Target,
        head: Option<&JournalHead>,
        resume: bool,
        format: Format,
    ) -> Result<Output, CliError> {
        let mut written = Written::default();
        let (sink, journal) = if target.is_file() {
            let path = target.beside("journal");
            if may_resume(&target, &path, head.filter(|_| resume))? {
                written = scan(target.path(), format).map_err(in_file(target.path()))?;
            }
            let create = |entries: &[Complete]| match head {
                Some(head) => Journal::create(path.clone(), head, entries).map(Some),
                None => journal::remove(&path).map(|()| None),
            };
            if written.bytes == 0 {
                // A run that is killed before it removes the records of another run keeps none of
                // them.
                create(&[Complete { finished: false }])?;
            }
            let file = open_cut(target.path(), written.bytes).map_err(in_file(target.path()))?;
            (Sink::File(file), create(&[])?)
        } else {
            (Sink::Stream(target.stream()?), None)
        };
        let mut output = Output {
            target,
            sink,
            journal,
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

    /// Writes the gathered lines.
    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        let written = match &mut self.sink {
            Sink::File(file) => file.write_all(&self.gathered).inspect_err(|_| {
                // If this fails too, the next run removes the partial line.
                let _ = file.set_len(self.written.bytes);
            }),
            Sink::Stream(stream) => stream
                .write_all(&self.gathered)
                .and_then(|()| stream.flush()),
        };
        written.map_err(|error| self.failed(&error))?;
        self.gathered.clear();
        self.written = self.next;
        Ok(())
    }

    /// Notes that the output is complete, once it is on the disk.
    pub(super) fn finish(&mut self) -> Result<(), CliError> {
        if let Sink::File(file) = &self.sink {
            // Some file systems report only now that the disk is full.
            file.sync_data().map_err(|error| self.failed(&error))?;
        }
        let complete = [Complete { finished: true }];
        let journal = self.journal.as_mut();
        journal.map_or(Ok(()), |journal| journal.append(&complete))
    }

    /// Describes what is written, for a run that was stopped.
    pub(super) fn describe(&self) -> String {
        let (records, path) = (self.written.records, self.target.path().display());
        let resumed = match &self.journal {
            Some(_) => "; use --resume to continue",
            None => "",
        };
        format!("{} written to {path}{resumed}", counted(records, "record"))
    }

    fn failed(&self, error: &io::Error) -> CliError {
        let records = self.written.records;
        let message = format!("{error}; it contains {records} whole records");
        in_file(self.target.path())(io::Error::new(error.kind(), message))
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
    file.sync_all()?;
    file.seek(SeekFrom::Start(end))?;
    Ok(file)
}

/// Returns whether a run with this head continues the output of an earlier run.
///
/// # Errors
/// Fails if the output is that of another run or, without a head, of a run that is not finished.
fn may_resume(
    target: &Target,
    journal: &Path,
    head: Option<&JournalHead>,
) -> Result<bool, CliError> {
    let path = target.path();
    let earlier = EarlierJournal::<Complete>::read(journal, JOURNAL)?;
    if path.metadata().map_or(0, |found| found.len()) == 0 {
        return Ok(false);
    }
    match (head, earlier) {
        (Some(head), Some(earlier)) => {
            earlier.check(head)?;
            Ok(earlier.entries.iter().all(|entry| entry.finished))
        }
        (Some(_), None) => {
            let missing = journal.display();
            let error = format!("cannot be resumed: its journal {missing} is missing");
            Err(in_file(path)(error))
        }
        (None, Some(earlier)) if !earlier.entries.iter().any(|entry| entry.finished) => {
            Err(in_file(path)(journal::UNFINISHED))
        }
        (None, _) => Ok(false),
    }
}

/// Counts the whole lines of an output up to a partial one. A power cut may leave zeros, which no
/// record contains.
fn scan(path: &Path, format: Format) -> io::Result<Written> {
    let mut source = BufReader::new(File::open(path)?);
    let (mut written, mut line) = (Written::default(), Vec::new());
    while source.read_until(b'\n', &mut line)? > 0 {
        if !line.ends_with(b"\n") || line.contains(&0) {
            break;
        }
        let is_header = format == Format::Csv && written.bytes == 0;
        written.records += u64::from(!is_header);
        written.bad += u64::from(!is_header && has_error(&line, format));
        written.bytes += line.len() as u64;
        line.clear();
    }
    Ok(written)
}

/// Returns whether a line is the record of a bad line: its error is the last field.
fn has_error(line: &[u8], format: Format) -> bool {
    if format == Format::Csv {
        return !line.ends_with(b",\n");
    }
    // A text in the record has a backslash before each quotation mark.
    let name = b"\"error\":";
    line.windows(name.len()).any(|found| found == name)
}
