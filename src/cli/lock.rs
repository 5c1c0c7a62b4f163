//! The lock of an output: one run at a time writes to it.
//!
//! The lock is the operating system's, so it ends with its process, however that ends. The file
//! that is locked stands beside the output while the run lasts. A killed run leaves it there,
//! empty and locked by nobody.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use same_file::Handle;

use super::atomic_file::{beside, open_own};

/// How long a run waits for the lock: the system ends a killed process first.
const PATIENCE: Duration = Duration::from_secs(1);

/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(10);

/// A held lock. Dropping it removes the file and lets other runs in.
#[derive(Debug)]
pub(super) struct Lock {
    path: PathBuf,
    _locked: File,
}

/// Why an output cannot be locked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum LockError {
    #[error("{}: another process is writing to it", output.display())]
    Held { output: PathBuf },
    #[error("{}: expected an empty file, which keeps other processes out", path.display())]
    Foreign { path: PathBuf },
    #[error("{}: {error}", path.display())]
    Failed { path: PathBuf, error: io::Error },
}

impl Lock {
    /// Locks an output, which need not exist.
    pub(super) fn take(output: &Path) -> Result<Lock, LockError> {
        let path = path_beside(output);
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(locked) = try_take(output, &path)? {
                return Ok(Lock {
                    path,
                    _locked: locked,
                });
            }
            if Instant::now() > end {
                let output = output.to_owned();
                return Err(LockError::Held { output });
            }
            thread::sleep(PAUSE);
        }
    }
}

/// The path of the lock: `out.jsonl.lock` beside `out.jsonl`.
pub(super) fn path_beside(output: &Path) -> PathBuf {
    beside(output, "lock")
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still locked: whoever opens the path from now on makes a file of its own. One that
        // cannot be removed harms nobody.
        let _ = fs::remove_file(&self.path);
    }
}

/// The locked file of an output; `None` if another process holds it.
fn try_take(output: &Path, path: &Path) -> Result<Option<File>, LockError> {
    let failed = |error| LockError::Failed {
        path: path.to_owned(),
        error,
    };
    let file = open_own(path).map_err(|error| LockError::Failed {
        // What is missing is the folder of the output.
        path: match error.kind() {
            io::ErrorKind::NotFound => output.to_owned(),
            _ => path.to_owned(),
        },
        error,
    })?;
    // A file that its user made is not ours to remove.
    if file.metadata().map_err(failed)?.len() > 0 {
        let path = path.to_owned();
        return Err(LockError::Foreign { path });
    }
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => return Ok(None),
        // A file system without locks cannot keep anybody out.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    // The holder before may have removed the file after it was opened here.
    let ours = file.try_clone().and_then(Handle::from_file);
    let ours = ours.map_err(failed)?;
    let named = Handle::from_path(path);
    Ok(named.is_ok_and(|named| named == ours).then_some(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time_holds_the_lock_and_the_last_leaves_nothing() {
        let name = format!("claimeven-locked-{}", std::process::id());
        let output = std::env::temp_dir().join(name);
        let first = Lock::take(&output).expect("nobody else has it");
        let refused = Lock::take(&output).expect_err("it is held");
        assert!(matches!(refused, LockError::Held { .. }), "{refused}");
        drop(first);
        drop(Lock::take(&output).expect("it is free again"));
        assert!(!path_beside(&output).exists() && !output.exists());
    }

    #[test]
    fn a_file_of_the_user_is_neither_locked_nor_removed() {
        let name = format!("claimeven-not-a-lock-{}", std::process::id());
        let output = std::env::temp_dir().join(name);
        let path = path_beside(&output);
        fs::write(&path, "4453\n").expect("the temporary folder is writable");
        let refused = Lock::take(&output).expect_err("it is not ours");
        assert!(matches!(refused, LockError::Foreign { .. }), "{refused}");
        assert_eq!(fs::read_to_string(&path).expect("kept"), "4453\n");
        fs::remove_file(&path).expect("written above");
    }
}
