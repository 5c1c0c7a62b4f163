//! The output of an analysis: whole records, however the run ends.
//!
//! An output file shows by itself how far a run came: a later run keeps its whole records. The
//! journal next to it has the head of the run and, once the output is complete, one entry.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::cli::error::{CliError, in_file};
use crate::cli::io::entries::Asked;
use crate::cli::io::journal::{self, EarlierJournal, Journal, JournalHead};
use crate::cli::io::output::Target;
use crate::cli::io::stderr;
use crate::cli::io::table::OtherNames;
use crate::cli::print::numbers::counted;
use crate::cli::print::records::{Format, Printer};

/// The name of a journal. The head of the journal contains it.
pub(super) const JOURNAL: &str = "claimeven analyze journal";

/// The number of bytes that are gathered for one write.
const GATHERED: usize = 16 << 10;

/// An open output.
pub(super) struct Output {
    target: Target,
    /// The journal; `None` if the run cannot be resumed.
    journal: Option<Journal>,
    printer: Printer,
    /// Whether the header of a table is written or gathered.
    has_header: bool,
    /// The number of whole records that are written.
    written: u64,
    /// Whole records that are not written yet.
    gathered: Vec<u8>,
    /// Their number.
    next: u64,
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
    /// same head. Also returns what it keeps.
    pub(super) fn open(
        mut target: Target,
        head: Option<&JournalHead>,
        resume: bool,
        printer: Printer,
    ) -> Result<(Output, Written), CliError> {
        let (mut kept, mut journal) = (Written::default(), None);
        if target.is_file() {
            let path = target.beside("journal");
            if may_resume(&target, &path, head.filter(|_| resume))? {
                kept = scan(target.path(), printer.format).map_err(in_file(target.path()))?;
            }
            let create = |entries: &[Complete]| match head {
                Some(head) => Journal::create(path.clone(), head, entries).map(Some),
                None => journal::remove(&path).map(|()| None),
            };
            if kept.bytes == 0 {
                // A run that is killed before it removes the records of another run keeps none of
                // them.
                create(&[Complete { finished: false }])?;
            }
            target.grow(kept.bytes)?;
            journal = create(&[])?;
        }
        let output = Output {
            target,
            journal,
            printer,
            has_header: kept.bytes > 0,
            written: kept.records,
            gathered: Vec::new(),
            next: 0,
        };
        Ok((output, kept))
    }

    /// Appends the header of a table, unless it is there. The names of its columns are known once the
    /// input is.
    fn begin(&mut self, others: Option<&OtherNames>) -> Result<(), CliError> {
        if !std::mem::replace(&mut self.has_header, true) {
            let header = self.printer.header_with(others.map(|names| &**names));
            self.gathered.extend(header?);
        }
        Ok(())
    }

    /// Appends the record of an entry; writes once enough bytes are gathered.
    pub(super) fn append(
        &mut self,
        record: &impl Serialize,
        asked: &Asked,
    ) -> Result<(), CliError> {
        let (names, values) = asked.others().unzip();
        self.begin(names)?;
        let lines = self.printer.lines_with(record, values.as_deref())?;
        self.gathered.extend(lines);
        self.next += 1;
        if self.gathered.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the gathered records. If a file cannot be written, reports on stderr what it contains.
    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        self.target.append(&self.gathered).inspect_err(|_| {
            if self.target.is_file() {
                stderr::print_line(self.describe());
            }
        })?;
        self.gathered.clear();
        self.written += std::mem::take(&mut self.next);
        Ok(())
    }

    /// Notes that the output is complete, once it is on the disk. `others` are the names of the other
    /// columns of the input.
    pub(super) fn finish(mut self, others: Option<&OtherNames>) -> Result<(), CliError> {
        self.begin(others)?;
        self.flush()?;
        self.target.finish()?;
        let complete = [Complete { finished: true }];
        self.journal
            .map_or(Ok(()), |mut journal| journal.append(&complete))
    }

    /// Describes what is written, for a run that ends early.
    pub(super) fn describe(&self) -> String {
        let (records, path) = (self.written, self.target.path().display());
        let resumed = match &self.journal {
            Some(_) => "; use --resume to continue",
            None => "",
        };
        format!("{} written to {path}{resumed}", counted(records, "record"))
    }
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
