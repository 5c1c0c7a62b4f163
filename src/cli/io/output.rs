//! The output of a command: a file that no other run writes to at the same time, a device, a pipe
//! or standard output. A file changes only when its new content is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::MetadataExt};
use std::path::{Path, PathBuf};

use anstream::AutoStream;
use tempfile::{NamedTempFile, PersistError};

use super::inputs::{STANDARD, refuse_inputs};
use super::lock::Lock;
use super::stdout::{self, print_styled};
use super::{atomic, stderr};
use crate::cli::error::{CliError, ignore_closed_stdout, in_file};

/// The endings of the files that a run may write next to its output.
const NEXT_TO_OUTPUT: [&str; 3] = ["lock", "journal", UNFINISHED];

/// The ending of the file for the result of a run that is stopped.
const UNFINISHED: &str = "unfinished";

/// An output that a command may write to.
pub(in crate::cli) struct Target {
    /// The path of the output, or the name of standard output in messages.
    path: PathBuf,
    kind: TargetKind,
    /// Where the bytes go, once there are any.
    sink: Option<Sink>,
}

enum TargetKind {
    /// A file, locked against other runs.
    File { _lock: Lock },
    /// A device or a pipe, which has no content to lose.
    Stream,
    /// Standard output, perhaps named by a path such as `/dev/stdout`. A new file under that name
    /// would not reach the reader of standard output.
    Stdout,
}

enum Sink {
    /// The new content of a file, next to the file.
    Draft(NamedTempFile),
    /// A file that grows with each append.
    Grown(File),
    Stream(Box<dyn Write>),
}

impl Target {
    /// Opens the output of a long run: checks that it can be written and, if it is a file, locks
    /// it. `-` is standard output.
    ///
    /// Fails if the output, or a file that the run may write next to it, is one of the `inputs`, and
    /// if the run would overwrite the result of a stopped one.
    pub(in crate::cli) fn open(path: &Path, inputs: &[&Path]) -> Result<Target, CliError> {
        let failed = in_file(path);
        let target = |path: &Path, kind| Target {
            path: path.to_owned(),
            kind,
            sink: None,
        };
        if path == Path::new(STANDARD) {
            return Ok(target(Path::new("standard output"), TargetKind::Stdout));
        }
        refuse_inputs(path, inputs)?;
        if is_stdout(path) {
            return Ok(target(path, TargetKind::Stdout));
        }
        match fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => {
                return Ok(target(path, TargetKind::Stream));
            }
            // Fails for a folder and for a file that cannot be written.
            Ok(_) => drop(OpenOptions::new().write(true).open(path).map_err(&failed)?),
            Err(_) => {}
        }
        // Links to one file share one lock.
        let path = follow_links(path).map_err(&failed)?;
        for ending in NEXT_TO_OUTPUT {
            refuse_inputs(&atomic::beside(&path, ending), inputs)?;
        }
        // Fails in a folder that cannot be written.
        let lock = Lock::take(&path)?;
        let left = atomic::beside(&path, UNFINISHED);
        if left.symlink_metadata().is_ok() {
            let error = "expected no such file, because a stopped run writes to it; rename or \
                         remove it";
            return Err(in_file(&left)(error));
        }
        Ok(target(&path, TargetKind::File { _lock: lock }))
    }

    /// Opens an output like [`Target::open`], but fails for a device, a pipe or standard output.
    pub(in crate::cli) fn open_file(path: &Path, inputs: &[&Path]) -> Result<Target, CliError> {
        let target = Target::open(path, inputs)?;
        if !target.is_file() {
            let error = "expected a file to write; found a device or a pipe";
            return Err(in_file(path)(error));
        }
        Ok(target)
    }

    pub(in crate::cli) fn is_stdout(&self) -> bool {
        matches!(self.kind, TargetKind::Stdout)
    }

    pub(in crate::cli) fn is_file(&self) -> bool {
        matches!(self.kind, TargetKind::File { .. })
    }

    /// Returns the path of a file, or the name of another output in messages.
    pub(in crate::cli) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path with a dot and `addition` after its name.
    pub(in crate::cli) fn beside(&self, addition: &str) -> PathBuf {
        atomic::beside(&self.path, addition)
    }

    /// Lets a file grow from its first `end` bytes: each append changes it at once. Removes the bytes
    /// after them.
    pub(in crate::cli) fn grow(&mut self, end: u64) -> Result<(), CliError> {
        let mut options = OpenOptions::new();
        let file = options.write(true).create(true).truncate(false);
        let cut = file.open(&self.path).and_then(|mut file| {
            file.set_len(end)?;
            file.sync_all()?;
            file.seek(SeekFrom::Start(end))?;
            Ok(Sink::Grown(file))
        });
        self.sink = Some(cut.map_err(in_file(&self.path))?);
        Ok(())
    }

    /// Opens the output for its first bytes.
    fn sink(&self) -> io::Result<Sink> {
        Ok(match self.kind {
            TargetKind::File { .. } => Sink::Draft(atomic::draft(&self.path)?),
            TargetKind::Stream => {
                let stream = OpenOptions::new().write(true).open(&self.path)?;
                Sink::Stream(Box::new(stream))
            }
            TargetKind::Stdout => Sink::Stream(Box::new(stdout::open())),
        })
    }

    /// Appends bytes, which the reader of a pipe gets at once. A file gets all of them or none.
    pub(in crate::cli) fn append(&mut self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        self.append_bytes(bytes.as_ref()).map_err(|error| {
            if self.is_stdout() {
                error.into()
            } else {
                in_file(&self.path)(error)
            }
        })
    }

    fn append_bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        let sink = self.sink.take().map_or_else(|| self.sink(), Ok)?;
        let file = match self.sink.insert(sink) {
            Sink::Draft(draft) => draft.as_file_mut(),
            Sink::Grown(file) => file,
            Sink::Stream(stream) => return stream.write_all(bytes).and_then(|()| stream.flush()),
        };
        let end = file.stream_position()?;
        file.write_all(bytes).inspect_err(|_| {
            // If this fails too, the first error is the useful one.
            let _ = file.set_len(end);
        })
    }

    /// Appends a text, with styles only if the output is a stdout that shows them.
    pub(in crate::cli) fn append_styled(
        &mut self,
        compose: impl FnOnce(&mut AutoStream<Vec<u8>>) -> io::Result<()>,
    ) -> Result<(), CliError> {
        if self.is_stdout() {
            return Ok(print_styled(compose)?);
        }
        let mut text = AutoStream::never(Vec::new());
        compose(&mut text)?;
        self.append(text.into_inner())
    }

    /// Writes the whole result.
    pub(in crate::cli) fn write(mut self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        ignore_closed_stdout(self.append(bytes))?;
        self.finish()
    }

    /// Makes the appended bytes the content of a file. If the file cannot be replaced, for example
    /// because it is a mount point, keeps the bytes next to it and fails.
    pub(in crate::cli) fn finish(mut self) -> Result<(), CliError> {
        // An empty result also replaces a file.
        self.append([])?;
        match self.sink {
            Some(Sink::Draft(draft)) => {
                let replaced = atomic::replace(&self.path, draft);
                replaced.map(drop).map_err(|PersistError { error, file }| {
                    let kept = atomic::beside(&self.path, UNFINISHED);
                    // If this fails too, the first error is the useful one.
                    if atomic::replace(&kept, file).is_ok() {
                        stderr::print_line(format_args!("the result is in {}", kept.display()));
                    }
                    in_file(&self.path)(error)
                })
            }
            // Some file systems report only now that the disk is full.
            Some(Sink::Grown(file)) => file.sync_data().map_err(in_file(&self.path)),
            _ => Ok(()),
        }
    }

    /// Appends the rest of the result of a stopped run and keeps it next to a file, which stays
    /// unchanged. Returns a text that says where the result is.
    pub(in crate::cli) fn leave(mut self, rest: impl AsRef<[u8]>) -> Result<String, CliError> {
        ignore_closed_stdout(self.append(rest))?;
        let path = match self.sink {
            _ if self.is_stdout() => return Ok("the result so far is printed".to_owned()),
            Some(Sink::Draft(draft)) => {
                let path = atomic::beside(&self.path, UNFINISHED);
                let kept = atomic::replace(&path, draft).map_err(io::Error::from);
                kept.map_err(in_file(&path))?;
                path
            }
            _ => self.path,
        };
        Ok(format!("the result so far is in {}", path.display()))
    }
}

/// Returns whether a path leads to the standard output of this process.
#[cfg(unix)]
fn is_stdout(path: &Path) -> bool {
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    let ours = stdout.and_then(|stdout| File::from(stdout).metadata());
    // Do not open the path: a named pipe would wait for its reader.
    let named = fs::metadata(path);
    let identity = |found: &fs::Metadata| (found.dev(), found.ino());
    // A path without metadata is another file, perhaps one that does not exist yet.
    matches!((named, ours), (Ok(named), Ok(ours)) if identity(&named) == identity(&ours))
}

/// Returns `false`: standard output has no path here.
#[cfg(not(unix))]
fn is_stdout(_: &Path) -> bool {
    false
}

/// Returns the path of the file that links lead to, whether or not it exists. Replacing a link
/// by a new file would lose the link.
fn follow_links(path: &Path) -> io::Result<PathBuf> {
    match fs::metadata(path) {
        // Links in a circle, for example.
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut path = path.to_owned();
    while let Ok(target) = fs::read_link(&path) {
        path = path.with_file_name("").join(target);
    }
    Ok(path)
}
