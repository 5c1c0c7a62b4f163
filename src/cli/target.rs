//! Where the result of a long run goes: a file that no other run writes to meanwhile, a device, a
//! pipe or standard output.

#[cfg(unix)]
use std::fs::File;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::MetadataExt};
use std::path::{Path, PathBuf};

use super::lock::Lock;
use super::stdout::print;
use super::{CliError, atomic_file, ignore_closed_stdout};

/// The place to which a result is written once it is complete.
pub(super) struct Target {
    path: PathBuf,
    kind: TargetKind,
}

enum TargetKind {
    /// A file, which no other run writes to meanwhile.
    File { _lock: Lock },
    /// A device or a pipe, which holds nothing that could be lost.
    Stream,
    /// Our standard output by a name such as `/dev/stdout`. A new file in its place would
    /// not reach whoever reads standard output.
    Stdout,
}

impl Target {
    /// Checks a place before the long run, so that one that cannot be written shows at once.
    pub(super) fn open(path: &Path) -> Result<Target, CliError> {
        let failed = cannot_write(path);
        let with = |path: &Path, kind| Target {
            path: path.to_owned(),
            kind,
        };
        if is_stdout(path) {
            return Ok(with(path, TargetKind::Stdout));
        }
        match fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => {
                return Ok(with(path, TargetKind::Stream));
            }
            // A folder fails here, as does a file that may not be written.
            Ok(_) => drop(OpenOptions::new().write(true).open(path).map_err(&failed)?),
            Err(_) => {}
        }
        let path = behind_links(path).map_err(&failed)?;
        // It fails in a folder to which nothing can be written.
        let lock = Lock::take(&path)?;
        Ok(with(&path, TargetKind::File { _lock: lock }))
    }

    /// Checks a place like [`Target::open`], and that it is a file.
    pub(super) fn file(path: &Path) -> Result<Target, CliError> {
        let target = Target::open(path)?;
        if !matches!(target.kind, TargetKind::File { .. }) {
            let path = path.to_owned();
            return Err(CliError::NotAFile { path });
        }
        Ok(target)
    }

    /// Refuses to write over a file that is an input.
    pub(super) fn refuse_input(&self, input: &Path) -> Result<(), CliError> {
        // A file that does not exist yet is another one; a pipe would wait for its writer.
        if input.is_file() && same_file::is_same_file(input, &self.path).unwrap_or(false) {
            let path = input.to_owned();
            return Err(CliError::SameFile { path });
        }
        Ok(())
    }

    /// The path with something added to the name.
    pub(super) fn beside(&self, addition: &str) -> PathBuf {
        atomic_file::beside(&self.path, addition)
    }

    /// Writes the whole result; beside the file if the system lets no other take its place, as
    /// that of a mounted file.
    pub(super) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        let written = self.write_to(&self.path, bytes.as_ref());
        if written.is_err() && matches!(self.kind, TargetKind::File { .. }) {
            // The first error tells more.
            let _ = self.write_beside(bytes.as_ref(), "what was found is in");
        }
        written
    }

    /// Writes the result of a run that was stopped beside the file, which stays as it was.
    pub(super) fn leave(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        self.write_beside(bytes.as_ref(), "stopped: what was found so far is in")
    }

    /// Writes the bytes beside the file, if the place is one, and tells where they are.
    fn write_beside(&self, bytes: &[u8], told: &str) -> Result<(), CliError> {
        let unfinished = self.beside("unfinished");
        self.write_to(&unfinished, bytes)?;
        if matches!(self.kind, TargetKind::File { .. }) {
            // Without stderr nobody can be told.
            let _ = writeln!(io::stderr(), "{told} {}", unfinished.display());
        }
        Ok(())
    }

    /// Writes the bytes to `path` if the place is a file, else to the place.
    fn write_to(&self, path: &Path, bytes: &[u8]) -> Result<(), CliError> {
        let written = match self.kind {
            TargetKind::File { .. } => atomic_file::write(path, bytes).map(drop),
            TargetKind::Stream => {
                let stream = OpenOptions::new().write(true).open(&self.path);
                stream.and_then(|mut stream| stream.write_all(bytes))
            }
            TargetKind::Stdout => ignore_closed_stdout(print(bytes)),
        };
        written.map_err(cannot_write(path))
    }
}

/// Whether a path means our standard output.
#[cfg(unix)]
pub(super) fn is_stdout(path: &Path) -> bool {
    let stdout = io::stdout().as_fd().try_clone_to_owned();
    let ours = stdout.and_then(|stdout| File::from(stdout).metadata());
    // Not opened, for a named pipe would wait for its writer.
    let named = fs::metadata(path);
    let identity = |found: &fs::Metadata| (found.dev(), found.ino());
    // What does not exist yet, or does not tell, is another file.
    matches!((named, ours), (Ok(named), Ok(ours)) if identity(&named) == identity(&ours))
}

/// Whether a path means our standard output, which has no path here.
#[cfg(not(unix))]
pub(super) fn is_stdout(_: &Path) -> bool {
    false
}

/// The file to which a path leads through links, whether or not it exists: to rename a
/// draft onto a link would replace the link.
pub(super) fn behind_links(path: &Path) -> io::Result<PathBuf> {
    match fs::metadata(path) {
        // Such as links in a circle.
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut path = path.to_owned();
    while let Ok(target) = fs::read_link(&path) {
        path = path.with_file_name("").join(target);
    }
    Ok(path)
}

pub(super) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> CliError + use<> {
    super::in_file(path)
}
