//! The lock of an output. It lets only one run at a time write to the output.
//!
//! The locked file exists next to the output during the run. The operating system releases the
//! lock when the process ends. A killed run leaves the file, empty and not locked.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use same_file::Handle;

use super::atomic::{beside, open_own};
use crate::cli::error::{CliError, in_file};

/// The time that a run waits for the lock. The system may still be ending a killed process that
/// holds it.
const PATIENCE: Duration = Duration::from_secs(1);

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(10);

/// A held lock. Dropping it removes the file and lets other runs in.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _locked: File,
}

impl Lock {
    /// Locks an output, which need not exist.
    pub(super) fn take(output: &Path) -> Result<Lock, CliError> {
        let path = beside(output, "lock");
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(locked) = try_take(output, &path)? {
                return Ok(Lock {
                    path,
                    _locked: locked,
                });
            }
            if Instant::now() > end {
                return Err(in_file(output)("another process is writing to it"));
            }
            thread::sleep(PAUSE);
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is still locked, so a process that opens the path from now on creates another
        // file. A lock file that cannot be removed does no harm.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns the locked file of an output, or `None` if another process holds the lock.
fn try_take(output: &Path, path: &Path) -> Result<Option<File>, CliError> {
    let failed = in_file(path);
    let file = open_own(path).map_err(|error| match error.kind() {
        // The folder is missing, so name the output.
        io::ErrorKind::NotFound => in_file(output)(error),
        _ => failed(error),
    })?;
    // A file with data is not a lock: it must not be removed.
    if file.metadata().map_err(&failed)?.len() > 0 {
        return Err(in_file(path)("expected an empty lock file; found data"));
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Ok(None),
        // A file system without locks cannot keep other processes out.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    // The earlier holder may have removed the file after it was opened here.
    let ours = file.try_clone().and_then(Handle::from_file);
    let ours = ours.map_err(failed)?;
    let named = Handle::from_path(path);
    Ok(named.is_ok_and(|named| named == ours).then_some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_run_at_a_time_holds_the_lock_and_the_last_leaves_no_file() {
        let folder = tempfile::tempdir().expect("the temporary folder is writable");
        let output = folder.path().join("output");
        let first = Lock::take(&output).expect("nobody else has it");
        let refused = Lock::take(&output).expect_err("it is held").to_string();
        assert!(refused.ends_with("output: another process is writing to it"));
        drop(first);
        drop(Lock::take(&output).expect("it is free again"));
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }
}
