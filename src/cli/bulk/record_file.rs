//! An output file, to which one run at a time writes: whole records, and the manifest beside it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::BulkError;
use super::content::{Content, Kept, Review};
use super::format::Format;
use super::line_ends;
use super::manifest::{self, Checkpoint, Manifest};
use crate::cli::head::Head;
use crate::cli::lock::Lock;
use crate::cli::position_arg::PositionText;

/// The least time between two checkpoints.
const CHECKPOINT_GAP: Duration = Duration::from_secs(1);

/// An output file as a run finds it, locked but not changed.
pub(super) struct Found {
    path: PathBuf,
    name: String,
    /// `None` if there is none yet.
    file: Option<File>,
    is_empty: bool,
    lock: Lock,
    /// What becomes its manifest; `None` if the run cannot be resumed.
    head: Option<Head>,
    /// The records that stay.
    pub(super) kept: Kept,
    /// Those of the manifest that speak of them.
    checkpoints: Vec<Checkpoint>,
}

impl Found {
    /// Opens an output to write it from its beginning; refuses that of an unfinished run.
    pub(super) fn begin(path: &Path, head: Option<Head>) -> Result<Found, BulkError> {
        let found = Found::open(path)?;
        if found.is_empty {
            return Ok(Found { head, ..found });
        }
        let manifest = found.manifest().map_err(|error| match error {
            BulkError::Head { name: manifest, .. } => BulkError::OtherManifest {
                name: found.name.clone(),
                manifest,
            },
            other => other,
        })?;
        if manifest.is_some_and(|(_, checkpoints)| !is_finished(&checkpoints)) {
            let name = found.name;
            return Err(BulkError::Unfinished { name });
        }
        Ok(Found { head, ..found })
    }

    /// Opens an output to go on with it. It must have been made in the same way. `next` gives
    /// what its records should be of.
    pub(super) fn resume(
        path: &Path,
        head: Head,
        format: Format,
        next: impl FnMut() -> Result<Option<PositionText>, BulkError>,
    ) -> Result<Found, BulkError> {
        let mut found = Found::open(path)?;
        let name = &found.name;
        if let Some(file) = &found.file
            && !found.is_empty
        {
            let (begun, checkpoints) = found.manifest()?.ok_or_else(|| BulkError::NoManifest {
                name: name.clone(),
                manifest: manifest::path_beside(path).display().to_string(),
            })?;
            head.check(&begun).map_err(|error| BulkError::Head {
                name: name.clone(),
                error,
            })?;
            let review = Review::new(file, name, format, next);
            (found.kept, found.checkpoints) = review.kept(checkpoints)?;
            // This run has yet to finish.
            found.checkpoints.retain(|checkpoint| !checkpoint.finished);
        }
        found.head = Some(head);
        Ok(found)
    }

    fn open(path: &Path) -> Result<Found, BulkError> {
        let name = path.display().to_string();
        let lock = Lock::take(path)?;
        let opened = match OpenOptions::new().read(true).write(true).open(path) {
            Ok(file) => file.metadata().map(|found| (Some(file), found.len())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((None, 0)),
            Err(error) => Err(error),
        };
        let (file, length) = match opened {
            Ok(opened) => opened,
            Err(error) => return Err(BulkError::Open { name, error }),
        };
        Ok(Found {
            path: path.to_owned(),
            name,
            file,
            is_empty: length == 0,
            lock,
            head: None,
            kept: Kept::default(),
            checkpoints: Vec::new(),
        })
    }

    /// What stands in the manifest, if there is one.
    fn manifest(&self) -> Result<Option<(Head, Vec<Checkpoint>)>, BulkError> {
        manifest::read(&manifest::path_beside(&self.path))
    }

    /// Makes the file this run's own: writes the manifest and then cuts off what is not kept.
    /// Comes after everything else that may fail, because until then the file is as it was.
    pub(super) fn start(self) -> Result<RecordFile, BulkError> {
        let beside = manifest::path_beside(&self.path);
        let manifest = match &self.head {
            Some(head) => Manifest::create(&beside, head, &self.checkpoints).map(Some),
            None => remove(&beside).map(|()| None),
        };
        let manifest = manifest.map_err(|error| BulkError::Open {
            name: beside.display().to_string(),
            error,
        })?;
        let file = self.file.map_or_else(|| File::create(&self.path), Ok);
        let content = self.kept.content;
        let file = file.and_then(|mut file| {
            file.set_len(content.bytes)?;
            file.seek(SeekFrom::Start(content.bytes))?;
            Ok(file)
        });
        let name = self.name;
        match file {
            Ok(file) => Ok(RecordFile {
                file,
                name,
                manifest,
                at_checkpoint: content.bytes,
                content,
                next_checkpoint: Instant::now(),
                _lock: self.lock,
            }),
            Err(error) => Err(BulkError::Open { name, error }),
        }
    }
}

/// Whether a manifest tells that its output is complete.
fn is_finished(checkpoints: &[Checkpoint]) -> bool {
    checkpoints.last().is_some_and(|last| last.finished)
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// An output file that is being written.
pub(super) struct RecordFile {
    file: File,
    pub(super) name: String,
    manifest: Option<Manifest>,
    /// What stands in the file. Bytes behind it belong to a torn line.
    pub(super) content: Content,
    /// How many bytes stood in it at the latest checkpoint.
    at_checkpoint: u64,
    /// When the next one is due.
    next_checkpoint: Instant,
    _lock: Lock,
}

impl RecordFile {
    /// Appends whole lines, so many of which are records. If that fails, the file ends with the
    /// last line that found room.
    pub(super) fn append(&mut self, lines: &[u8], records: u64) -> io::Result<()> {
        let before = self.content.bytes;
        if let Err(error) = self.file.write_all(lines) {
            // Errors of the repair are dropped: the first error tells more, and the next run cuts
            // off what is left.
            let reached = self.file.stream_position().unwrap_or(before);
            let reached = usize::try_from(reached.saturating_sub(before)).unwrap_or(0);
            let reached = &lines[..reached.min(lines.len())];
            let last = reached.iter().rposition(|&byte| byte == b'\n');
            let whole = &reached[..last.map_or(0, |last| last + 1)];
            self.content.add(whole, line_ends(whole));
            let _ = self.file.set_len(self.content.bytes);
            let _ = self.file.seek(SeekFrom::End(0));
            return Err(error);
        }
        self.content.add(lines, records);
        Ok(())
    }

    /// Writes a checkpoint if the latest is old enough.
    pub(super) fn checkpoint_if_due(&mut self) -> io::Result<()> {
        if Instant::now() >= self.next_checkpoint {
            self.checkpoint()?;
        }
        Ok(())
    }

    /// Puts what stands in the file on the disk and writes a checkpoint, unless the latest is here.
    pub(super) fn checkpoint(&mut self) -> io::Result<()> {
        if self.at_checkpoint == self.content.bytes {
            return Ok(());
        }
        self.write(&self.content.checkpoint())
    }

    /// The same for a complete output, and says that it is.
    pub(super) fn finish(&mut self) -> io::Result<()> {
        self.write(&Checkpoint {
            finished: true,
            ..self.content.checkpoint()
        })
    }

    fn write(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        // Some file systems report only now that there was no room.
        self.file.sync_data()?;
        if let Some(manifest) = &mut self.manifest {
            manifest.add(checkpoint)?;
        }
        self.at_checkpoint = checkpoint.bytes;
        self.next_checkpoint = Instant::now() + CHECKPOINT_GAP;
        Ok(())
    }
}
