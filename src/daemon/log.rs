//! The log, on stderr or in the file named by `Debug Log File`.
//!
//! The file also contains the conversation: `>` marks lines read, `<` lines printed. If the file
//! cannot be written, for example because the disk is full, its lines are lost and play continues.
//! Lines that do not fit in [`LIMIT`] bytes are also lost.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use same_file::Handle;
use tracing_subscriber::fmt::MakeWriter;

use crate::book;
use crate::system::identity;

/// The maximum size of a file in bytes, so that a forgotten log does not fill the disk.
const LIMIT: u64 = 64 << 20;

/// The last line of a full file.
const END: &[u8] = b"the log ends here: the file is full\n";

/// The destination of the log, shared by all writers.
#[derive(Debug, Clone, Default)]
pub struct Log {
    file: Arc<Mutex<Option<Bounded>>>,
}

/// A file, and the number of bytes that it has room for. The number is `None` once the last line is
/// written.
#[derive(Debug)]
struct Bounded {
    file: File,
    room: Option<u64>,
}

impl Log {
    /// Opens the file at `path`. From now on, the log is appended to it.
    ///
    /// # Errors
    /// Fails if the file cannot be opened or is full. Also fails for a book, in use or not, which
    /// more lines would damage, and for standard input, which would be read without end. The
    /// destination of the log is then unchanged.
    pub(super) fn open(&self, path: &Path) -> io::Result<()> {
        if book::open(path).is_ok() {
            return Err(io::Error::other("expected a log; found a book"));
        }
        let stdin = identity::of(Handle::stdin());
        if stdin.is_some() && identity::of_file(path) == stdin {
            return Err(io::Error::other("expected a log; found standard input"));
        }
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // A pipe that is not read must not block: opening it fails, or its lines are lost.
        #[cfg(unix)]
        options.custom_flags(libc::O_NONBLOCK);
        let file = options.open(path)?;
        // A pipe has no length: only the bytes written to it count.
        let found = file.metadata()?.len();
        if found >= LIMIT {
            let full = format!("expected a file of less than {LIMIT} bytes; found {found}");
            return Err(io::Error::other(full));
        }
        let room = Some(LIMIT - found);
        *self.file() = Some(Bounded { file, room });
        Ok(())
    }

    /// Closes the file. The log goes to stderr again, without the conversation.
    pub(super) fn close(&self) {
        *self.file() = None;
    }

    /// Writes a line of the conversation: `>` marks a line read, `<` a line printed.
    pub(super) fn note(&self, mark: char, line: &str) {
        if let Some(file) = self.file().as_mut() {
            file.write(format!("{mark} {line}\n").as_bytes());
        }
    }

    fn file(&self) -> MutexGuard<'_, Option<Bounded>> {
        // A panic cannot leave the file in an inconsistent state.
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bounded {
    /// Writes a line. A notice that the file is full replaces the first line that does not fit, and
    /// all later lines are dropped.
    fn write(&mut self, line: &[u8]) {
        let Some(room) = self.room else { return };
        self.room = room.checked_sub(line.len() as u64);
        let line = if self.room.is_some() { line } else { END };
        // One write per line. Ignore a failure, see the documentation of the module.
        let _ = self.file.write_all(line);
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

/// Never fails: a log that cannot be written does not end the process.
impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.file().as_mut() {
            Some(file) => file.write(bytes),
            None => drop(io::stderr().write_all(bytes)),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conversation_is_logged_until_the_file_is_closed() {
        let path = std::env::temp_dir().join(format!("claimeven-log-{}", std::process::id()));
        let log = Log::default();
        log.note('>', "before");
        log.open(&path).expect("the temporary folder is writable");
        log.note('>', "go");
        log.note('<', "bestmove 4");
        log.close();
        log.note('>', "after");
        log.open(&path).expect("the temporary folder is writable");
        let mut writer = log.make_writer();
        writer.write_all(b"WARN late\n").expect("it never fails");
        log.note('>', "quit");
        log.close();
        let text = std::fs::read_to_string(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it is ours");
        assert_eq!(text, "> go\n< bestmove 4\nWARN late\n> quit\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_is_not_read_is_refused() {
        let path = std::env::temp_dir().join(format!("claimeven-pipe-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("a system with pipes").success());
        let opened = Log::default().open(&path);
        std::fs::remove_file(&path).expect("it is ours");
        assert!(opened.is_err());
    }
}
