//! Files that are written whole or not at all: whatever ends a run, the old content stays
//! until the new one is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
#[cfg(unix)]
use std::os::{fd::AsFd, unix::fs::MetadataExt};
use std::path::{Path, PathBuf};

use super::stdout::print;
use super::{CliError, ignore_closed_stdout};

/// The place to which a result is written once it is complete.
pub(super) struct Target {
    path: PathBuf,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
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
        let with = |kind| Target {
            path: path.to_owned(),
            kind,
        };
        if is_stdout(path) {
            return Ok(with(Kind::Stdout));
        }
        match fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => return Ok(with(Kind::Stream)),
            // A folder fails here, as does a file that may not be written.
            Ok(_) => drop(OpenOptions::new().write(true).open(path).map_err(&failed)?),
            Err(_) => {}
        }
        let path = behind_links(path).map_err(&failed)?;
        let draft = draft_of(&path);
        try_name(&draft).map_err(cannot_write(&draft))?;
        let kind = Kind::File;
        Ok(Target { path, kind })
    }

    /// Checks a place like [`Target::open`], and that it is a file.
    pub(super) fn file(path: &Path) -> Result<Target, CliError> {
        let target = Target::open(path)?;
        if target.kind != Kind::File {
            let path = path.to_owned();
            return Err(CliError::NotAFile { path });
        }
        Ok(target)
    }

    /// Refuses to write over a file that is an input.
    pub(super) fn refuse_input(&self, input: &Path) -> Result<(), CliError> {
        for written in [&self.path, &draft_of(&self.path)] {
            // A file that does not exist yet is another one; a pipe would wait for its writer.
            if input.is_file() && same_file::is_same_file(input, written).unwrap_or(false) {
                let path = input.to_owned();
                return Err(CliError::SameFile { path });
            }
        }
        Ok(())
    }

    /// The path with something added to the name.
    pub(super) fn beside(&self, addition: &str) -> PathBuf {
        beside(&self.path, addition)
    }

    /// Writes the whole result.
    pub(super) fn write(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        self.draft(bytes.as_ref())
            .and_then(|draft| draft.map_or(Ok(()), Draft::publish))
            .map_err(cannot_write(&self.path))
    }

    /// Writes the result of a run that was stopped beside the file, which stays as it was.
    pub(super) fn leave(&self, bytes: impl AsRef<[u8]>) -> Result<(), CliError> {
        let draft = self.draft(bytes.as_ref());
        if draft.map_err(cannot_write(&self.path))?.is_some() {
            let path = draft_of(&self.path);
            // Without stderr nobody can be told.
            let _ = writeln!(
                io::stderr(),
                "stopped: what was found so far is in {}",
                path.display()
            );
        }
        Ok(())
    }

    /// Writes a draft if the place is a file; writes the bytes at once to anything else.
    fn draft(&self, bytes: &[u8]) -> io::Result<Option<Draft<'_>>> {
        match self.kind {
            Kind::File => return Draft::write(&self.path, bytes).map(Some),
            Kind::Stream => OpenOptions::new()
                .write(true)
                .open(&self.path)?
                .write_all(bytes)?,
            Kind::Stdout => ignore_closed_stdout(print(bytes))?,
        }
        Ok(None)
    }
}

/// The new content of a file, safe on the disk but not in its place yet.
pub(super) struct Draft<'a>(&'a Path);

impl Draft<'_> {
    pub(super) fn write<'a>(path: &'a Path, bytes: &[u8]) -> io::Result<Draft<'a>> {
        let draft = draft_of(path);
        let written = File::create(&draft).and_then(|mut file| {
            file.write_all(bytes)?;
            if let Ok(old) = fs::metadata(path) {
                file.set_permissions(old.permissions())?;
            }
            file.sync_all()
        });
        if written.is_err() {
            // A part of a draft is of no use.
            let _ = fs::remove_file(&draft);
        }
        written.map(|()| Draft(path))
    }

    pub(super) fn publish(self) -> io::Result<()> {
        fs::rename(draft_of(self.0), self.0)?;
        let folder = self.0.parent().filter(|path| !path.as_os_str().is_empty());
        let folder = File::open(folder.unwrap_or(Path::new(".")));
        // Not every system can sync a folder.
        let _ = folder.and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// The path of a file's draft.
pub(super) fn draft_of(path: &Path) -> PathBuf {
    beside(path, "unfinished")
}

/// A path with something added to its name.
pub(super) fn beside(path: &Path, addition: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(addition);
    name.into()
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

/// Whether a path means our standard output.
#[cfg(not(unix))]
pub(super) fn is_stdout(path: &Path) -> bool {
    use same_file::Handle;
    let (named, ours) = (Handle::from_path(path), Handle::stdout());
    // What does not exist yet, or does not tell, is another file.
    matches!((named, ours), (Ok(named), Ok(ours)) if named == ours)
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

/// Checks that a file of this name can be written; one that exists is left alone.
fn try_name(path: &Path) -> io::Result<()> {
    match File::create_new(path) {
        Ok(_) => fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            OpenOptions::new().write(true).open(path).map(drop)
        }
        Err(error) => Err(error),
    }
}

pub(super) fn cannot_write(path: &Path) -> impl Fn(io::Error) -> CliError + use<> {
    let path = path.to_owned();
    move |error| CliError::Write {
        path: path.clone(),
        error,
    }
}
