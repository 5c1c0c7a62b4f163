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
use super::lock::Lock;
use crate::cli::stdout::print;
use crate::cli::{CliError, ignore_closed_stdout, in_file, stderr};
use crate::system::retry::Retrying;

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
    /// it.
    pub(in crate::cli) fn open(path: &Path) -> Result<Target, CliError> {
        let failed = in_file(path);
        let target = |path: &Path, kind| Target {
            path: path.to_owned(),
            kind,
        };
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
        // Fails in a folder that cannot be written.
        let lock = Lock::take(&path)?;
        Ok(target(&path, TargetKind::File { _lock: lock }))
    }

    /// Returns standard output.
    pub(in crate::cli) fn stdout() -> Target {
        Target {
            path: "standard output".into(),
            kind: TargetKind::Stdout,
        }
    }

    /// Opens an output like [`Target::open`], but fails for a device, a pipe or standard output.
    pub(in crate::cli) fn open_file(path: &Path) -> Result<Target, CliError> {
        let target = Target::open(path)?;
        if !target.is_file() {
            let path = path.to_owned();
            return Err(CliError::NotAFile { path });
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

    /// Fails if the output and an input are the same file.
    pub(in crate::cli) fn refuse_input(&self, input: &Path) -> Result<(), CliError> {
        // A file that does not exist yet is not the output. A pipe is not opened, because that
        // would wait for its writer.
        if input.is_file() && same_file::is_same_file(input, &self.path).unwrap_or(false) {
            let path = input.to_owned();
            return Err(CliError::SameFile { path });
        }
        Ok(())
    }

    /// Returns the path with a dot and `addition` after its name.
    pub(in crate::cli) fn beside(&self, addition: &str) -> PathBuf {
        atomic::beside(&self.path, addition)
    }

    /// Opens an output that is not a file, to write to it piece by piece.
    pub(in crate::cli) fn stream(&self) -> Result<Box<dyn Write>, CliError> {
        if matches!(self.kind, TargetKind::Stdout) {
            return Ok(Box::new(Retrying(io::stdout())));
        }
        let stream = OpenOptions::new().write(true).open(&self.path);
        Ok(Box::new(stream.map_err(in_file(&self.path))?))
    }

    /// Writes the whole result. If the file cannot be replaced, for example because it is a mount
    /// point, writes the result next to it and fails.
    pub(in crate::cli) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        let written = self.write_to(&self.path, bytes.as_ref());
        if written.is_err() && self.is_file() {
            // If this fails too, the first error is the useful one.
            let _ = self.write_beside(bytes.as_ref(), "the result is in");
        }
        written
    }

    /// Writes the result of a stopped run next to the file, which stays unchanged.
    pub(in crate::cli) fn leave(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        self.write_beside(bytes.as_ref(), "stopped: the result so far is in")
    }

    /// Writes the bytes next to the file and prints their path. If the output is not a file, writes
    /// them to it.
    fn write_beside(&self, bytes: &[u8], report: &str) -> Result<(), CliError> {
        let unfinished = self.beside("unfinished");
        self.write_to(&unfinished, bytes)?;
        if self.is_file() {
            stderr::print_line(format_args!("{report} {}", unfinished.display()));
        }
        Ok(())
    }

    /// Writes the bytes to the file `path` or, if the output is not a file, to the output instead.
    fn write_to(&self, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
        let written = match self.kind {
            TargetKind::File { .. } => atomic::write(path, bytes).map(drop),
            TargetKind::Stream => self.stream()?.write_all(bytes),
            TargetKind::Stdout => ignore_closed_stdout(print(bytes)),
        };
        written.map_err(in_file(path))
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
