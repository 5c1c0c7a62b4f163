//! The output of a command: a file that no other run writes to at the same time, a device, a pipe
//! or standard output.

#[cfg(unix)]
use std::fs::File;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::MetadataExt};
use std::path::{Path, PathBuf};

use super::atomic;
use super::inputs::{STANDARD, refuse_inputs};
use super::lock::Lock;
use super::writer::TargetWriter;
use crate::cli::stdout;
use crate::cli::{CliError, ignore_closed_stdout, in_file};

/// The endings of the files that a run may write next to its output.
const NEXT_TO_OUTPUT: [&str; 4] = ["lock", "journal", "manifest", UNFINISHED];

/// The ending of the file for the result of a run that is stopped.
pub(super) const UNFINISHED: &str = "unfinished";

/// An output that a command may write to.
pub(in crate::cli) struct Target {
    /// The path of the output, or the name of standard output in messages.
    path: PathBuf,
    kind: TargetKind,
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

    /// Opens an output that is not a file, to write to it piece by piece.
    pub(in crate::cli) fn stream(&self) -> Result<Box<dyn Write>, CliError> {
        if matches!(self.kind, TargetKind::Stdout) {
            return Ok(Box::new(stdout::open().map_err(in_file(&self.path))?));
        }
        let stream = OpenOptions::new().write(true).open(&self.path);
        Ok(Box::new(stream.map_err(in_file(&self.path))?))
    }

    /// Writes the whole result.
    pub(in crate::cli) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        self.written(bytes)?.finish()
    }

    /// Writes the result of a stopped run as [`TargetWriter::leave`] does.
    pub(in crate::cli) fn leave(&self, bytes: impl AsRef<[u8]>) -> Result<String, CliError> {
        self.written(bytes)?.leave()
    }

    fn written(&self, bytes: impl AsRef<[u8]>) -> Result<TargetWriter<'_>, CliError> {
        let mut writer = TargetWriter::open(self)?;
        ignore_closed_stdout(writer.append(bytes))?;
        Ok(writer)
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
    let are_same =
        matches!((named, ours), (Ok(named), Ok(ours)) if identity(&named) == identity(&ours));
    // A closed stdout is `/dev/null` by now.
    are_same && stdout::check().is_ok()
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
