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
    let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    // If an error drops `temporary`, the file is removed.
    let mut temporary = temporary_file(path, folder)?;
    temporary.write_all(bytes)?;
    if let Ok(old) = fs::metadata(path) {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    let file = temporary.persist(path).map_err(|failed| failed.error)?;
    // Ignore the error: not every system can sync a folder.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(file)
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
