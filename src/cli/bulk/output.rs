//! The output of an analysis, which consists of whole lines, whatever ends the run.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::format::{self, Format, Kept};
use super::line_ends;
use super::manifest::{self, Manifest};
use super::{BulkError, Place};
use crate::cli::atomic_file;
use crate::patient::Patient;
use crate::record::Row;

/// How many bytes are gathered for one write.
const GATHERED: usize = 64 << 10;

/// An open output.
pub(super) struct Output {
    sink: Sink,
    name: String,
    format: Format,
    /// Whole lines that are not written yet.
    gathered: Vec<u8>,
    /// How many records are gathered.
    waiting: u64,
    written: u64,
    kept: Kept,
}

enum Sink {
    /// A file, locked against other writers. Bytes behind `length` are no whole line of
    /// this run.
    File {
        file: File,
        length: u64,
        beside: Box<Beside>,
    },
    Stream(Box<dyn Write>),
}

/// The path of a manifest, and the manifest, or `None` if the run cannot be resumed.
struct Beside {
    path: PathBuf,
    manifest: Option<Manifest>,
}

/// Whether a path leads to an ordinary file or to nothing so far.
pub(super) fn is_plain(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file()) || !path.exists()
}

/// A stream's name in messages.
pub(super) fn stream_name(place: &Place) -> String {
    match place {
        Place::Standard => "standard output".to_owned(),
        Place::File(path) => path.display().to_string(),
    }
}

/// Every file that a run writes if its output is a plain file.
pub(super) fn all_written(path: &Path) -> [PathBuf; 3] {
    let manifest = manifest::path_beside(path);
    let draft = atomic_file::draft_of(&manifest);
    [path.to_owned(), manifest, draft]
}

impl Output {
    /// Opens standard output, a device or a named pipe, to which bytes can only be added.
    pub(super) fn stream(place: &Place, format: Format) -> Result<Output, BulkError> {
        let name = stream_name(place);
        let stream: Box<dyn Write> = match place {
            Place::Standard => Box::new(Patient(io::stdout())),
            Place::File(path) => {
                let file = OpenOptions::new().write(true).open(path);
                Box::new(file.map_err(cannot_open(&name))?)
            }
        };
        Ok(Output::new(Sink::Stream(stream), name, format))
    }

    /// Opens a file to write it from its beginning; refuses the output of an unfinished run.
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
        let beside = Box::new(Beside {
            path: beside,
            manifest,
        });
        let sink = Sink::File {
            file,
            length: 0,
            beside,
        };
        Ok(Output::new(sink, name, format))
    }

    /// Opens a file to write after its last whole record. The file must have been made in
    /// the same way and have at most `most` records. A file that is missing or empty is written
    /// from its beginning.
    pub(super) fn resume(
        path: &Path,
        format: Format,
        manifest: Manifest,
        most: u64,
    ) -> Result<Output, BulkError> {
        let name = path.display().to_string();
        let beside = manifest::path_beside(path);
        let (mut file, mut length) = open(path, &name)?;
        let mut kept = Kept::default();
        if length > 0 {
            let Some(begun) = manifest::read(&beside)? else {
                let manifest = beside.display().to_string();
                return Err(BulkError::NoManifest { name, manifest });
            };
            manifest.check(&begun, &name)?;
            let scanned = format::scan(&mut file, format);
            (kept, length) = scanned.map_err(cannot_open(&name))?;
        }
        if kept.records > most {
            return Err(BulkError::TooMany {
                name,
                found: kept.records,
                wanted: most,
            });
        }
        let beside = Box::new(Beside {
            path: beside,
            manifest: Some(manifest),
        });
        let sink = Sink::File {
            file,
            length,
            beside,
        };
        Ok(Output {
            kept,
            ..Output::new(sink, name, format)
        })
    }

    fn new(sink: Sink, name: String, format: Format) -> Output {
        Output {
            sink,
            name,
            format,
            gathered: Vec::new(),
            waiting: 0,
            written: 0,
            kept: Kept::default(),
        }
    }

    /// Makes a file this run's own: cuts off what is not kept and writes the manifest. Comes
    /// after everything else that may fail, because until then the file is as it was.
    pub(super) fn start(&mut self) -> Result<(), BulkError> {
        let mut empty = true;
        if let Sink::File {
            file,
            length,
            beside,
        } = &mut self.sink
        {
            beside.take_over(|| cut(file, *length))?;
            empty = *length == 0;
        }
        if empty {
            // The header is flushed alone: every line after it is a record.
            self.gathered.extend(self.format.header().as_bytes());
            self.flush()?;
        }
        Ok(())
    }

    /// The records that were there before this run.
    pub(super) fn kept(&self) -> Kept {
        self.kept
    }

    /// Appends one record; writes once enough bytes are gathered.
    pub(super) fn append(&mut self, row: &impl Row) -> Result<(), BulkError> {
        self.format
            .append(row, &mut self.gathered)
            .map_err(|error| self.failed(error))?;
        self.waiting += 1;
        if self.gathered.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what is gathered.
    pub(super) fn flush(&mut self) -> Result<(), BulkError> {
        if self.gathered.is_empty() {
            return Ok(());
        }
        let written = match &mut self.sink {
            Sink::File { file, length, .. } => {
                let (reached, written) = write_whole(file, *length, &self.gathered);
                *length += reached as u64;
                if written.is_err() {
                    self.written += line_ends(&self.gathered[..reached]);
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

    /// Writes the rest, and marks a file as complete in its manifest.
    pub(super) fn finish(&mut self) -> Result<(), BulkError> {
        self.flush()?;
        let finished = match &mut self.sink {
            Sink::Stream(_) => Ok(()),
            // Some file systems report only now that there was no room.
            Sink::File { file, beside, .. } => file.sync_all().and_then(|()| beside.finish()),
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

impl Beside {
    /// Drafts the manifest, calls `cut`, which cuts off what is not kept of the output, and
    /// only then publishes the manifest. So no record ever stands beside the manifest of
    /// another run, and nothing is cut if ours cannot be written.
    fn take_over(&self, cut: impl FnOnce() -> io::Result<()>) -> Result<(), BulkError> {
        let taken = match &self.manifest {
            Some(manifest) => manifest::draft(&self.path, manifest).and_then(|draft| {
                cut()?;
                draft.publish()
            }),
            None => remove(&self.path).and_then(|()| cut()),
        };
        taken.map_err(cannot_open(&self.path.display().to_string()))
    }

    /// Marks the output as complete in the manifest.
    fn finish(&mut self) -> io::Result<()> {
        let Some(manifest) = &mut self.manifest else {
            return Ok(());
        };
        manifest.finished = true;
        manifest::draft(&self.path, manifest)?.publish()
    }
}

/// Cuts a file off at `length`, syncs it, and seeks to its end.
fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length))?;
    file.sync_all()
}

fn cannot_open(name: &str) -> impl Fn(io::Error) -> BulkError + use<> {
    let name = name.to_owned();
    move |error| BulkError::Open {
        name: name.clone(),
        error,
    }
}

/// Opens a file and locks it against other processes; returns it with its length.
fn open(path: &Path, name: &str) -> Result<(File, u64), BulkError> {
    let failed = cannot_open(name);
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    let file = options.open(path).map_err(&failed)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let name = name.to_owned();
            return Err(BulkError::InUse { name });
        }
        // A file system without locks cannot keep anybody out.
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

/// Appends whole lines to a file of `length` bytes. If that fails, the file ends with the
/// last line that found room. Also returns how many of the bytes stay.
fn write_whole(file: &mut File, length: u64, lines: &[u8]) -> (usize, io::Result<()>) {
    let Err(error) = file.write_all(lines) else {
        return (lines.len(), Ok(()));
    };
    // Errors of the repair are dropped: the first error tells more, and the next run cuts off
    // what is left.
    let reached = file.stream_position().unwrap_or(length);
    let reached = usize::try_from(reached.saturating_sub(length)).unwrap_or(0);
    let reached = &lines[..reached.min(lines.len())];
    let whole = reached.iter().rposition(|&byte| byte == b'\n');
    let whole = whole.map_or(0, |last| last + 1);
    let _ = file.set_len(length + whole as u64);
    (whole, Err(error))
}
