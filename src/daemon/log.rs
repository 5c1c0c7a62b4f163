//! The log of the conversation, in the file named by `Debug Log File`.
//!
//! `>` marks lines read, `<` lines printed. If the file cannot be written, for example because the
//! disk is full, its lines are lost and play continues.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use same_file::Handle;

use crate::book;

/// The file of the log, if there is one.
#[derive(Debug, Default)]
pub(super) struct Log(Option<File>);

impl Log {
    /// Opens the file at `path`. From now on, the log is appended to it.
    ///
    /// # Errors
    /// Fails if the file cannot be opened. Also fails for a book, in use or not, which more lines
    /// would damage, and for standard input, which would be read without end. The log then stays
    /// where it is.
    pub(super) fn open(&mut self, path: &Path) -> io::Result<()> {
        if book::open(path).is_ok() {
            return Err(io::Error::other("expected a log; found a book"));
        }
        if is_stdin(path) {
            return Err(io::Error::other("expected a log; found standard input"));
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // A pipe that is not read must not block: opening it fails, or its lines are lost.
        #[cfg(unix)]
        options.custom_flags(libc::O_NONBLOCK);
        self.0 = Some(options.open(path)?);
        Ok(())
    }

    /// Closes the file.
    pub(super) fn close(&mut self) {
        self.0 = None;
    }

    /// Writes a line of the conversation: `>` marks a line read, `<` a line printed.
    pub(super) fn note(&mut self, mark: char, line: &str) {
        if let Some(file) = &mut self.0 {
            // One write per line. Ignore a failure, see the documentation of the module.
            let _ = file.write_all(format!("{mark} {line}\n").as_bytes());
        }
    }
}

/// Returns whether a file is standard input. A pipe is not opened, because that would wait for its
/// other end.
fn is_stdin(path: &Path) -> bool {
    let read = Handle::stdin();
    path.is_file() && matches!((read, Handle::from_path(path)), (Ok(read), Ok(log)) if read == log)
}
