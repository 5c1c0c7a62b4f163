//! Files that are written whole or not at all: whatever ends a run, the old content stays
//! until the new one is complete. And files of our own beside them.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// Gives a file new content, which is on the disk before it takes the place of the old; returns
/// the file, to which more can be added. A link in its place is replaced.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<File> {
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // Removed when it is dropped without having taken its place.
    let mut draft = draft(path, folder)?;
    draft.write_all(bytes)?;
    if let Ok(old) = fs::metadata(path) {
        draft.as_file().set_permissions(old.permissions())?;
    }
    draft.as_file().sync_all()?;
    let file = draft.persist(path).map_err(|failed| failed.error)?;
    // Not every system can sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(file)
}

/// A new file of a random name in the same folder.
fn draft(path: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let mut name = std::ffi::OsString::from(".");
    name.extend(path.file_name());
    name.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name);
    // As private as any new file of this user is.
    #[cfg(unix)]
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Opens a file of our own to read and to write, and makes it if there is none. A symbolic link
/// in its place is refused: it would lead to the file of somebody else.
pub(super) fn open_own(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    options.custom_flags(libc::O_NOFOLLOW);
    options.open(path)
}

/// A path with something added to its name.
pub(super) fn beside(path: &Path, addition: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(addition);
    name.into()
}
