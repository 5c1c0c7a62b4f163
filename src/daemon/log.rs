//! The log, which goes to stderr or to the file named by `Debug Log File`.
//!
//! The file also gets the whole conversation, marked as in our transcripts: `>` for lines
//! read, `<` for lines answered. A file that cannot be written to (a full disk) never
//! disturbs play: its lines are lost.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

/// The log's destination, shared by all that write to it.
#[derive(Debug, Clone, Default)]
pub struct Log(Arc<Mutex<Option<File>>>);

impl Log {
    /// Sends everything from now on to the end of the file at `path`.
    ///
    /// # Errors
    /// The file cannot be opened. The log then stays where it was.
    pub(super) fn open(&self, path: &Path) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // A pipe that nobody reads must not block: it is refused, or it loses lines.
        #[cfg(unix)]
        options.custom_flags(libc::O_NONBLOCK);
        let file = options.open(path)?;
        *self.file() = Some(file);
        Ok(())
    }

    /// Closes the file. The log goes to stderr again, the conversation nowhere.
    pub(super) fn close(&self) {
        *self.file() = None;
    }

    /// Writes a line that was read.
    pub(super) fn received(&self, line: &str) {
        self.note('>', line);
    }

    /// Writes a line that is answered.
    pub(super) fn sent(&self, line: &str) {
        self.note('<', line);
    }

    fn note(&self, mark: char, line: &str) {
        if let Some(file) = self.file().as_mut() {
            // One write for each line. A failure is ignored: see the module's documentation.
            let _ = file.write_all(format!("{mark} {line}\n").as_bytes());
        }
    }

    fn file(&self) -> MutexGuard<'_, Option<File>> {
        // A file handle has no state that a panic could have left half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Log;

    fn make_writer(&'a self) -> Log {
        self.clone()
    }
}

/// Never fails: a log that cannot be written is no reason to stop.
impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = match self.file().as_mut() {
            Some(file) => file.write_all(bytes),
            None => io::stderr().write_all(bytes),
        };
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
    fn the_conversation_is_kept_until_the_file_is_closed() {
        let path = std::env::temp_dir().join(format!("claimeven-log-{}", std::process::id()));
        let log = Log::default();
        log.received("before");
        log.open(&path).expect("the temporary folder is writable");
        log.received("go");
        log.sent("bestmove 4");
        log.close();
        log.received("after");
        log.open(&path).expect("the temporary folder is writable");
        let mut writer = log.make_writer();
        writer.write_all(b"WARN late\n").expect("it never fails");
        log.received("quit");
        log.close();
        let text = std::fs::read_to_string(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it is ours");
        assert_eq!(text, "> go\n< bestmove 4\nWARN late\n> quit\n");
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_nobody_reads_is_refused() {
        let path = std::env::temp_dir().join(format!("claimeven-pipe-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("a system with pipes").success());
        let opened = Log::default().open(&path);
        std::fs::remove_file(&path).expect("it is ours");
        assert!(opened.is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_borne() {
        let log = Log::default();
        log.open(Path::new("/dev/full")).expect("Linux has it");
        log.sent("bestmove 4");
        assert!(log.open(Path::new("/no/such/folder/file")).is_err());
    }
}
