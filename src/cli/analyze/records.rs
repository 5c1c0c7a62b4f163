//! The output of an analysis: whole records, however the run ends.
//!
//! An output file has a manifest next to it: a journal whose entries are checkpoints. A checkpoint
//! is written only after the records before it are on the disk.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use crate::cli::error::{CliError, in_file};
use crate::cli::io::journal::{self, EarlierJournal, Journal, JournalHead};
use crate::cli::io::output::Target;
use crate::cli::io::stderr;
use crate::cli::print::format::Format;
use crate::cli::print::numbers::counted;
use crate::review::record::CSV_HEADER;

/// The name of a manifest. The head of the manifest contains it.
pub(super) const MANIFEST: &str = "claimeven analyze manifest";

/// The number of bytes that are gathered for one write.
const GATHERED: usize = 16 << 10;

/// The size of the buffer for reading, in bytes.
const BUFFER: usize = 64 << 10;

/// The minimum time between two checkpoints.
const CHECKPOINT_GAP: Duration = Duration::from_secs(1);

/// An open output.
pub(super) struct Output {
    target: Target,
    sink: Sink,
    format: Format,
    /// The content written so far.
    content: Content,
    /// Whole lines that are not written yet.
    gathered: Vec<u8>,
    /// The number of records in `gathered`.
    waiting: u64,
}

enum Sink {
    File(CheckpointedFile),
    /// Standard output, a device or a named pipe: bytes written to it cannot be taken back.
    Stream(Box<dyn Write>),
}

struct CheckpointedFile {
    file: File,
    /// The manifest; `None` if the run cannot be resumed.
    manifest: Option<Journal>,
    /// The number of bytes before the latest checkpoint.
    at_checkpoint: u64,
    next_checkpoint: Instant,
}

/// The content of an output up to the end of some line.
#[derive(Debug, Clone, Default)]
struct Content {
    records: u64,
    /// The number of bytes, including the header of a table.
    bytes: u64,
    /// The checksum of these bytes.
    checksum: Hasher,
}

/// The content of an output, as its manifest describes it.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Checkpoint {
    records: u64,
    bytes: u64,
    /// The CRC-32 of these bytes, in hexadecimal digits.
    crc32: String,
    /// Whether the output is complete.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    finished: bool,
}

/// The number of records of an earlier run that a run keeps.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Kept {
    pub(super) records: u64,
    /// How many of these records are for bad lines.
    pub(super) bad: u64,
}

impl Content {
    fn add(&mut self, lines: &[u8], records: u64) {
        self.records += records;
        self.bytes += lines.len() as u64;
        self.checksum.update(lines);
    }

    fn checkpoint(&self, finished: bool) -> Checkpoint {
        Checkpoint {
            records: self.records,
            bytes: self.bytes,
            crc32: format!("{:08x}", self.checksum.clone().finalize()),
            finished,
        }
    }
}

impl Checkpoint {
    /// Reads the checkpoints of a manifest up to a damaged one.
    fn read_all(manifest: &EarlierJournal) -> Vec<Checkpoint> {
        let lines = manifest.entries.split_inclusive(|&byte| byte == b'\n');
        lines
            .map_while(|line| serde_json::from_slice(line).ok())
            .collect()
    }
}

impl Output {
    /// Opens an output and empties it. With `resume`, keeps the records of an earlier run with the
    /// same head. The manifest is written before the output changes.
    pub(super) fn open(
        target: Target,
        head: Option<&JournalHead>,
        resume: bool,
        format: Format,
    ) -> Result<(Output, Kept), CliError> {
        let (sink, content, bad) = if target.is_file() {
            let earlier = earlier(&target, head.filter(|_| resume), format)?;
            let file = CheckpointedFile::create(&target, head, &earlier)?;
            (Sink::File(file), earlier.content, earlier.bad)
        } else {
            (Sink::Stream(target.stream()?), Content::default(), 0)
        };
        let kept = Kept {
            records: content.records,
            bad,
        };
        let mut output = Output {
            target,
            sink,
            format,
            content,
            gathered: Vec::new(),
            waiting: 0,
        };
        if output.content.bytes == 0 {
            // Flush the header alone: every later line is a record.
            output.gathered.extend(format.header(CSV_HEADER).as_bytes());
            output.flush()?;
        }
        Ok((output, kept))
    }

    /// Appends one record; writes once enough bytes are gathered.
    pub(super) fn append(&mut self, record: &impl Serialize) -> Result<(), CliError> {
        let lines = self.format.lines(CSV_HEADER, record);
        self.gathered
            .extend(lines.map_err(|error| self.failed(&error))?);
        self.waiting += 1;
        if self.gathered.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the gathered lines, and a checkpoint if one is due.
    pub(super) fn flush(&mut self) -> Result<(), CliError> {
        let written = match &mut self.sink {
            Sink::File(output) => output.file.write_all(&self.gathered).inspect_err(|_| {
                // If this fails too, the next run removes the partial line.
                let _ = output.file.set_len(self.content.bytes);
            }),
            Sink::Stream(stream) => stream
                .write_all(&self.gathered)
                .and_then(|()| stream.flush()),
        };
        written.map_err(|error| self.failed(&error))?;
        self.content.add(&self.gathered, self.waiting);
        self.gathered.clear();
        self.waiting = 0;
        match &self.sink {
            Sink::File(file) if Instant::now() >= file.next_checkpoint => self.checkpoint(false),
            _ => Ok(()),
        }
    }

    /// Syncs the records of a file to the disk and writes a checkpoint, unless the latest one covers
    /// them all. If the output is finished, the checkpoint shows that it is complete.
    pub(super) fn checkpoint(&mut self, finished: bool) -> Result<(), CliError> {
        let output = match &mut self.sink {
            Sink::File(file) if finished || file.at_checkpoint < self.content.bytes => file,
            _ => return Ok(()),
        };
        // Some file systems report only now that the disk is full.
        let synced = output.file.sync_data();
        if let (Ok(()), Some(manifest)) = (&synced, &mut output.manifest) {
            let checkpoint = self.content.checkpoint(finished);
            manifest.append(journal::line(&checkpoint).as_bytes())?;
        }
        output.at_checkpoint = self.content.bytes;
        output.next_checkpoint = Instant::now() + CHECKPOINT_GAP;
        synced.map_err(|error| self.failed(&error))
    }

    /// Describes what is written, for a run that was stopped.
    pub(super) fn written(&self) -> String {
        let (records, path) = (self.content.records, self.target.path().display());
        let resumed = match &self.sink {
            Sink::File(CheckpointedFile {
                manifest: Some(_), ..
            }) => "; use --resume to continue",
            _ => "",
        };
        format!("{} written to {path}{resumed}", counted(records, "record"))
    }

    fn failed(&self, error: &io::Error) -> CliError {
        let records = self.content.records;
        let message = format!("{error}; it contains {records} whole records");
        in_file(self.target.path())(io::Error::new(error.kind(), message))
    }
}

impl CheckpointedFile {
    /// Writes the manifest, and then removes the content that is not kept.
    fn create(
        target: &Target,
        head: Option<&JournalHead>,
        kept: &Earlier,
    ) -> Result<CheckpointedFile, CliError> {
        let path = target.beside("manifest");
        let manifest = if let Some(head) = head {
            let lines: String = kept.checkpoints.iter().map(journal::line).collect();
            Some(Journal::create(path, head, lines.as_bytes())?)
        } else {
            journal::remove(&path)?;
            None
        };
        let bytes = kept.content.bytes;
        let file = open_cut(target.path(), bytes).map_err(in_file(target.path()))?;
        Ok(CheckpointedFile {
            file,
            manifest,
            at_checkpoint: bytes,
            next_checkpoint: Instant::now(),
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

/// The part of an earlier run's output that is kept.
#[derive(Default)]
struct Earlier {
    content: Content,
    /// The number of records of bad lines.
    bad: u64,
    checkpoints: Vec<Checkpoint>,
}

/// Returns the part of an earlier run's output that a run with this head keeps. Without a head,
/// keeps nothing, and fails if the earlier run is not finished.
fn earlier(
    target: &Target,
    head: Option<&JournalHead>,
    format: Format,
) -> Result<Earlier, CliError> {
    let (path, manifest) = (target.path(), target.beside("manifest"));
    let earlier = EarlierJournal::read(&manifest, MANIFEST)?;
    if path.metadata().map_or(0, |found| found.len()) == 0 {
        return Ok(Earlier::default());
    }
    let checkpoints = earlier.as_ref().map(Checkpoint::read_all);
    let Some(head) = head else {
        let is_finished = |all: &Vec<Checkpoint>| all.last().is_some_and(|last| last.finished);
        if checkpoints.is_some_and(|all| !is_finished(&all)) {
            return Err(in_file(path)(journal::UNFINISHED));
        }
        return Ok(Earlier::default());
    };
    let (Some(earlier), Some(checkpoints)) = (earlier, checkpoints) else {
        let missing = manifest.display();
        let error = format!("cannot be resumed: its manifest {missing} is missing");
        return Err(in_file(path)(error));
    };
    earlier.check(head)?;
    let mut kept = review(path, checkpoints, format).map_err(in_file(path))?;
    // This run writes its own last checkpoint.
    kept.checkpoints.retain(|checkpoint| !checkpoint.finished);
    Ok(kept)
}

/// Reads an output and returns its part up to the last checkpoint that matches. If the next
/// checkpoint does not match, prints on stderr where that part ends.
fn review(path: &Path, checkpoints: Vec<Checkpoint>, format: Format) -> io::Result<Earlier> {
    let mut source = BufReader::with_capacity(BUFFER, File::open(path)?);
    let (mut kept, mut line) = (Earlier::default(), Vec::new());
    let has_header = !format.header(CSV_HEADER).is_empty();
    for checkpoint in checkpoints {
        let (mut content, mut bad) = (kept.content.clone(), kept.bad);
        while content.bytes < checkpoint.bytes {
            line.clear();
            let mut rest = (&mut source).take(checkpoint.bytes - content.bytes);
            if rest.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            let is_record = content.bytes > 0 || !has_header;
            content.add(&line, u64::from(is_record));
            bad += u64::from(is_record && is_bad(format, &line));
        }
        if content.checkpoint(checkpoint.finished) != checkpoint {
            let lines = kept.content.records + u64::from(has_header && kept.content.bytes > 0);
            stderr::print_line(format_args!(
                "{}: changed after line {lines}; solving again from line {}",
                path.display(),
                lines + 1
            ));
            break;
        }
        (kept.content, kept.bad) = (content, bad);
        kept.checkpoints.push(checkpoint);
    }
    Ok(kept)
}

/// Returns whether a record is the record of a bad line.
fn is_bad(format: Format, record: &[u8]) -> bool {
    match format {
        Format::Csv => !record.ends_with(b",,,\n"),
        // These bytes are not part of a text, because quotes in a text are escaped.
        _ => record.windows(9).any(|part| part == b",\"error\":"),
    }
}
