//! Where records go: whole lines only, whatever ends the run.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};
use serde::Serialize;

use super::manifest::{self, Manifest};
use super::{BulkError, Place};
use crate::record::{BadLine, CSV_HEADER, Record};

/// Bytes gathered for one write.
const GATHERED: usize = 64 << 10;

/// How records are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    JsonLines,
    Csv,
}

impl Format {
    pub(super) fn parser() -> ValueParser {
        let words = PossibleValuesParser::new(["jsonl", "csv"]);
        ValueParser::new(words.map(|word| match &*word {
            "csv" => Format::Csv,
            _ => Format::JsonLines,
        }))
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            Format::JsonLines => "jsonl",
            Format::Csv => "csv",
        }
    }

    const fn header(self) -> &'static str {
        match self {
            Format::JsonLines => "",
            Format::Csv => CSV_HEADER,
        }
    }

    /// How many records some whole lines hold, with which the output may begin.
    fn records_in(self, lines: &[u8]) -> u64 {
        let records = lines.strip_prefix(self.header().as_bytes());
        let ends = records
            .unwrap_or(lines)
            .iter()
            .filter(|&&byte| byte == b'\n');
        ends.count() as u64
    }

    /// What kind of record a line holds; `None` if it is no record of ours.
    fn kind(self, line: &[u8]) -> Option<Kind> {
        let line = line.strip_suffix(b"\n")?;
        let (whole, bad) = match self {
            // Quotes within a text are escaped: none of these can be part of one.
            Format::JsonLines => (
                line.starts_with(b"{\"input\":\"") && line.ends_with(b"}"),
                line.windows(9).rev().any(|part| part == b",\"error\":"),
            ),
            Format::Csv => (
                !line.is_empty() && !line.contains(&0),
                !line.ends_with(b",,,"),
            ),
        };
        whole.then_some(if bad { Kind::Bad } else { Kind::Good })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Good,
    Bad,
}

/// Something that is a line of the output.
pub(super) trait Row {
    fn append_to(&self, format: Format, out: &mut Vec<u8>) -> io::Result<()>;
}

impl Row for Record<'_> {
    fn append_to(&self, format: Format, out: &mut Vec<u8>) -> io::Result<()> {
        match format {
            Format::JsonLines => append_json(self, out),
            Format::Csv => self.write_csv(out),
        }
    }
}

impl Row for BadLine<'_> {
    fn append_to(&self, format: Format, out: &mut Vec<u8>) -> io::Result<()> {
        match format {
            Format::JsonLines => append_json(self, out),
            Format::Csv => self.write_csv(out),
        }
    }
}

fn append_json(row: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, row)?;
    out.push(b'\n');
    Ok(())
}

/// Records that an earlier run has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Kept {
    pub(super) records: u64,
    pub(super) bad: u64,
}

/// An open output.
pub(super) struct Output {
    sink: Sink,
    name: String,
    format: Format,
    /// Whole lines that are not written yet.
    gathered: Vec<u8>,
    /// Records among them.
    waiting: u64,
    written: u64,
    kept: Kept,
}

enum Sink {
    /// A file, locked against other writers; what is behind `length` is no whole
    /// line.
    File {
        file: File,
        length: u64,
        manifest: Option<Box<Beside>>,
    },
    Stream(Box<dyn Write>),
}

/// A manifest and its place.
struct Beside {
    path: PathBuf,
    manifest: Manifest,
}

/// Whether a path leads to an ordinary file or to nothing yet.
pub(super) fn is_plain(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file()) || !path.exists()
}

impl Output {
    /// Standard output, a device or a named pipe: what is written is gone.
    pub(super) fn stream(place: &Place, format: Format, resume: bool) -> Result<Output, BulkError> {
        let (name, opened): (_, io::Result<Box<dyn Write>>) = match place {
            Place::Standard => ("standard output".to_owned(), Ok(Box::new(io::stdout()))),
            Place::File(path) => {
                let file = OpenOptions::new().write(true).open(path);
                (
                    path.display().to_string(),
                    file.map(|file| Box::new(file) as _),
                )
            }
        };
        if resume {
            return Err(BulkError::NotResumable {
                wanted: "an output file",
                found: name,
            });
        }
        match opened {
            Ok(stream) => Ok(Output::new(Sink::Stream(stream), name, format)),
            Err(error) => Err(BulkError::Open { name, error }),
        }
    }

    /// A file from its beginning. An unfinished run is not thrown away.
    pub(super) fn begin(
        path: &Path,
        format: Format,
        manifest: Option<Manifest>,
    ) -> Result<Output, BulkError> {
        let name = path.display().to_string();
        let beside = manifest::path_beside(path);
        let (file, length) = open(path, &name)?;
        if length > 0 && manifest::read(&beside)?.is_some_and(|old| !old.finished) {
            return Err(BulkError::Unfinished { name });
        }
        let failed = |error| BulkError::Open {
            name: name.clone(),
            error,
        };
        // In this order, so that no output ever stands beside a wrong manifest.
        remove(&beside).map_err(failed)?;
        file.set_len(0).map_err(failed)?;
        if let Some(manifest) = &manifest {
            manifest::write(&beside, manifest).map_err(failed)?;
        }
        let sink = Sink::File {
            file,
            length: 0,
            manifest: manifest.map(|manifest| {
                Box::new(Beside {
                    path: beside,
                    manifest,
                })
            }),
        };
        Ok(Output::new(sink, name, format))
    }

    /// A file after its last whole record, if it was made in the same way; a file
    /// that is not there or empty from its beginning.
    pub(super) fn resume(
        path: &Path,
        format: Format,
        manifest: Manifest,
    ) -> Result<Output, BulkError> {
        let name = path.display().to_string();
        let beside = manifest::path_beside(path);
        let (mut file, length) = open(path, &name)?;
        if length == 0 {
            drop(file);
            return Output::begin(path, format, Some(manifest));
        }
        let Some(begun) = manifest::read(&beside)? else {
            let manifest = beside.display().to_string();
            return Err(BulkError::NoManifest { name, manifest });
        };
        manifest.check(&begun, &name)?;
        let failed = |error| BulkError::Open {
            name: name.clone(),
            error,
        };
        let (kept, length) = scan(&mut file, format).map_err(failed)?;
        if kept.records > manifest.lines() {
            return Err(BulkError::TooMany {
                name,
                found: kept.records,
                wanted: manifest.lines(),
            });
        }
        file.set_len(length).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let sink = Sink::File {
            file,
            length,
            manifest: Some(Box::new(Beside {
                path: beside,
                manifest: begun,
            })),
        };
        Ok(Output {
            kept,
            gathered: if length == 0 {
                format.header().into()
            } else {
                Vec::new()
            },
            ..Output::new(sink, name, format)
        })
    }

    fn new(sink: Sink, name: String, format: Format) -> Output {
        Output {
            sink,
            name,
            format,
            gathered: format.header().into(),
            waiting: 0,
            written: 0,
            kept: Kept::default(),
        }
    }

    /// What was there before this run.
    pub(super) fn kept(&self) -> Kept {
        self.kept
    }

    /// Appends one record; writes when enough have come together.
    pub(super) fn append(&mut self, row: &impl Row) -> Result<(), BulkError> {
        row.append_to(self.format, &mut self.gathered)
            .map_err(|error| self.failed(error))?;
        self.waiting += 1;
        if self.gathered.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what was appended.
    pub(super) fn flush(&mut self) -> Result<(), BulkError> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let written = match &mut self.sink {
            Sink::File { file, length, .. } => {
                let (reached, written) = write_whole(file, *length, &self.gathered);
                *length += reached as u64;
                if written.is_err() {
                    self.written += self.format.records_in(&self.gathered[..reached]);
                }
                written
            }
            Sink::Stream(stream) => stream
                .write_all(&self.gathered)
                .and_then(|()| stream.flush()),
        };
        written.map_err(|error| self.failed(error))?;
        self.gathered.clear();
        self.written += self.waiting;
        self.waiting = 0;
        Ok(())
    }

    /// Writes the rest and marks a file as complete.
    pub(super) fn finish(&mut self) -> Result<(), BulkError> {
        self.flush()?;
        let finished = match &mut self.sink {
            Sink::Stream(_) => Ok(()),
            // Some file systems tell only now that there was no room.
            Sink::File { file, manifest, .. } => file.sync_all().and_then(|()| match manifest {
                Some(beside) => {
                    beside.manifest.finished = true;
                    manifest::write(&beside.path, &beside.manifest)
                }
                None => Ok(()),
            }),
        };
        finished.map_err(|error| self.failed(error))
    }

    fn failed(&self, error: io::Error) -> BulkError {
        BulkError::Write {
            name: self.name.clone(),
            error,
            records: self.kept.records + self.written,
        }
    }
}

/// Opens a file and keeps other processes from writing to it; with its length.
fn open(path: &Path, name: &str) -> Result<(File, u64), BulkError> {
    let failed = |error| BulkError::Open {
        name: name.to_owned(),
        error,
    };
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(failed)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let name = name.to_owned();
            return Err(BulkError::InUse { name });
        }
        // A file system without locks: nobody can be kept out.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    let length = file.metadata().map_err(failed)?.len();
    Ok((file, length))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Appends whole lines to a file of some length; if that fails the file ends with
/// the last line that found room. Also tells how many of the bytes stay.
fn write_whole(file: &mut File, length: u64, lines: &[u8]) -> (usize, io::Result<()>) {
    let Err(error) = file.write_all(lines) else {
        return (lines.len(), Ok(()));
    };
    // The first error tells more than one of the repair, and the next run cuts off
    // what is left.
    let reached = file.stream_position().unwrap_or(length);
    let reached = usize::try_from(reached.saturating_sub(length)).unwrap_or(0);
    let reached = &lines[..reached.min(lines.len())];
    let whole = reached.iter().rposition(|&byte| byte == b'\n');
    let whole = whole.map_or(0, |last| last + 1);
    let _ = file.set_len(length + whole as u64);
    (whole, Err(error))
}

/// Counts the whole records at the beginning of a file, and their bytes.
fn scan(file: &mut File, format: Format) -> io::Result<(Kept, u64)> {
    let mut kept = Kept::default();
    file.rewind()?;
    let mut source = BufReader::with_capacity(GATHERED, file);
    let mut line = Vec::new();
    let header = format.header();
    let mut length = 0;
    if !header.is_empty() {
        source.read_until(b'\n', &mut line)?;
        if line != header.as_bytes() {
            return Ok((kept, 0));
        }
        length += line.len() as u64;
        line.clear();
    }
    while source.read_until(b'\n', &mut line)? > 0 {
        let Some(kind) = format.kind(&line) else {
            break;
        };
        kept.records += 1;
        kept.bad += u64::from(kind == Kind::Bad);
        length += line.len() as u64;
        line.clear();
    }
    Ok((kept, length))
}
