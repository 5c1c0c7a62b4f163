//! Replaces files in one step: the old content stays until the new content is complete, however
//! the run ends.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, PersistError};

/// Replaces the content of a file once the new content is on the disk. Returns the file, open for
/// appending. If the path is a link, the link is replaced.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let mut draft = draft(path)?;
    draft.write_all(bytes)?;
    Ok(replace(path, draft)?)
}

/// Creates an empty file for the new content of the file `path`, under a temporary name in the same
/// folder. Dropping it removes it.
pub(super) fn draft(path: &Path) -> io::Result<NamedTempFile> {
    let mut name = std::ffi::OsString::from(".");
    name.extend(path.file_name());
    name.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name);
    // The file mode mask of the process restricts these permissions, as for any new file.
    #[cfg(unix)]
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder.tempfile_in(folder_of(path))
}

/// Replaces a file by its draft, once the draft is on the disk and has the permissions of the file.
/// Returns the file, open for appending, or the error and the draft.
pub(super) fn replace(path: &Path, draft: NamedTempFile) -> Result<File, PersistError> {
    let permissions = fs::metadata(path).map(|old| old.permissions());
    let prepared = match permissions {
        Ok(permissions) => draft.as_file().set_permissions(permissions),
        Err(_) => Ok(()),
    };
    if let Err(error) = prepared.and_then(|()| draft.as_file().sync_all()) {
        return Err(PersistError { error, file: draft });
    }
    let file = draft.persist(path)?;
    // Ignore the error: not every system can sync a folder.
    let _ = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    Ok(file)
}

fn folder_of(path: &Path) -> &Path {
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
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
