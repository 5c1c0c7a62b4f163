//! The identity of plain files, which is the same under all of their names.

use std::io;
use std::path::Path;

use same_file::Handle;

/// Returns the identity of a plain file. A pipe is not opened, because that would wait for its
/// other end.
pub(crate) fn of_file(path: &Path) -> Option<Handle> {
    path.is_file().then(|| of(Handle::from_path(path)))?
}

/// Returns the identity of an open plain file, or `None` for a device, a pipe or a closed stream.
pub(crate) fn of(handle: io::Result<Handle>) -> Option<Handle> {
    handle.ok().filter(|handle| {
        let found = handle.as_file().metadata();
        found.is_ok_and(|found| found.is_file())
    })
}
