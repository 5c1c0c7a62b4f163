//! The log, which goes to stderr or to the file named by `Debug Log File`.
//!
//! The file also gets the whole conversation, marked as in our transcripts: `>` for lines
//! read, `<` for lines answered. A file that cannot be written to (a full disk) never
//! disturbs play: its lines are lost. So are those that a file of [`LIMIT`] bytes has no room for.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
#[cfg(unix)]
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tracing_subscriber::fmt::MakeWriter;

/// The bytes that a file may hold: a log that is forgotten must not fill the disk.
const LIMIT: u64 = 64 << 20;

/// The last line of a file that is full.
const END: &[u8] = b"the log ends here: the file is full\n";

/// The log's destination, shared by all that write to it.
#[derive(Debug, Clone)]
pub struct Log {
    file: Arc<Mutex<Option<Bounded>>>,
    limit: u64,
}

/// A file and the bytes that it has room for; `None` after its last line.
#[derive(Debug)]
struct Bounded {
    file: File,
    room: Option<u64>,
}

impl Default for Log {
    fn default() -> Log {
        Log::with_limit(LIMIT)
    }
}

impl Log {
    fn with_limit(limit: u64) -> Log {
        let file = Arc::default();
        Log { file, limit }
    }

    /// Sends everything from now on to the end of the file at `path`.
    ///
    /// # Errors
    /// The file cannot be opened, or it is full. The log then stays where it was.
    pub(super) fn open(&self, path: &Path) -> io::Result<()> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        // A pipe that nobody reads must not block: it is refused, or it loses lines.
        #[cfg(unix)]
        options.custom_flags(libc::O_NONBLOCK);
        let file = options.open(path)?;
        // A pipe has no length: what is written counts.
        let (found, limit) = (file.metadata()?.len(), self.limit);
        if found >= limit {
            let full = format!("expected a file of less than {limit} bytes; found {found}");
            return Err(io::Error::other(full));
        }
        let room = Some(limit - found);
        *self.file() = Some(Bounded { file, room });
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
            file.write(format!("{mark} {line}\n").as_bytes());
        }
    }

    fn file(&self) -> MutexGuard<'_, Option<Bounded>> {
        // It has no state that a panic could have left half done.
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Bounded {
    /// Writes a line, or the last line in place of the first for which there is no room.
    fn write(&mut self, line: &[u8]) {
        let Some(room) = self.room else { return };
        self.room = room.checked_sub(line.len() as u64);
        let line = if self.room.is_some() { line } else { END };
        // One write for each line. A failure is ignored: see the module's documentation.
        let _ = self.file.write_all(line);
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

    #[test]
    fn a_full_file_ends_with_a_line_that_says_so_and_is_refused() {
        const LIMIT: u64 = 100;
        let path = std::env::temp_dir().join(format!("claimeven-full-{}", std::process::id()));
        let log = Log::with_limit(LIMIT);
        let mut opened = 0;
        let refused = loop {
            if let Err(refused) = log.open(&path) {
                break refused;
            }
            opened += 1;
            for _ in 0..3 {
                log.sent(&"x".repeat(20));
            }
            log.sent(&"y".repeat(20));
            log.clone()
                .write_all(b"WARN late\n")
                .expect("it never fails");
        };
        let text = std::fs::read_to_string(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it is ours");
        let end = String::from_utf8_lossy(END);
        assert!(text.ends_with(&*end) && text.starts_with("< xx"), "{text}");
        assert!(text.len() < usize::try_from(LIMIT).expect("few") + END.len());
        assert_eq!((opened, text.matches(&*end).count()), (1, 1), "{text}");
        let found = format!("less than {LIMIT} bytes; found {}", text.len());
        assert!(refused.to_string().ends_with(&found), "{refused}");
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
