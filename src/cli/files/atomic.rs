//! Replaces files in one step: the old content stays until the new content is complete, however
//! the run ends.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Replaces the content of a file once the new content is on the disk. Returns the file, open for
/// appending. If the path is a link, the link is replaced.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut draft = Draft::create(path)?;
    draft.write_all(bytes)?;
    draft.persist(path).map_err(|(error, _)| error)
}

/// The new content of a file, under a temporary name in the same folder. Dropping it removes it.
pub(super) struct Draft(NamedTempFile);

impl Draft {
    /// Creates an empty draft for the file `path`.
    pub(super) fn create(path: &Path) -> io::Result<Draft> {
        temporary_file(path, folder_of(path)).map(Draft)
    }

    /// Replaces a file in the same folder by the draft, once the draft is on the disk. Returns the
    /// file, open for appending, or the error and the draft.
    pub(super) fn persist(self, path: &Path) -> Result<File, (io::Error, Draft)> {
        if let Err(error) = self.prepare(path) {
            return Err((error, self));
        }
        let persisted = self.0.persist(path);
        let file = persisted.map_err(|failed| (failed.error, Draft(failed.file)))?;
        // Ignore the error: not every system can sync a folder.
        let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
        Ok(file)
    }

    /// Gives the draft the permissions of the file that it replaces, and syncs it to the disk.
    fn prepare(&self, path: &Path) -> io::Result<()> {
        let file = self.0.as_file();
        if let Ok(old) = fs::metadata(path) {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

/// Creates a file with a random name in the folder of `path`.
fn temporary_file(path: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let mut name = std::ffi::OsString::from(".");
    name.extend(path.file_name());
    name.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name);
    // The file mode mask of the process restricts these permissions, as for any new file.
    #[cfg(unix)]
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Opens or creates a file that belongs to the program. Fails for a symbolic link, which may lead
/// to another file.
pub(super) fn open_own(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    options.custom_flags(libc::O_NOFOLLOW);
    options.open(path)
}

/// Returns a path with a dot and `addition` after its name.
pub(super) fn beside(path: &Path, addition: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(addition);
    name.into()
}
