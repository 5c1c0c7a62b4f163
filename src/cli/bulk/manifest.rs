//! The manifest beside an output: a head, then checkpoints, a line each. They tell how much of the
//! output a later run may keep.
//!
//! A checkpoint is written only once the records before it are on the disk. It speaks of all of
//! them, so that the first one that does not fit tells where they went wrong.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::BulkError;
use crate::cli::atomic_file;
use crate::cli::head::Head;

/// What a manifest is called in its head.
pub(super) const FORMAT: &str = "claimeven analyze manifest";

/// What stands in the output up to the end of some line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Checkpoint {
    /// How many records.
    pub(super) records: u64,
    /// How many bytes, the first line of a table included.
    pub(super) bytes: u64,
    /// The CRC-32 of these bytes, in hexadecimal digits.
    pub(super) crc32: String,
    /// Whether the output is complete.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) finished: bool,
}

/// A manifest that a run writes.
pub(super) struct Manifest(File);

impl Manifest {
    /// Writes a manifest in place of the one before.
    pub(super) fn create(
        path: &Path,
        head: &Head,
        checkpoints: &[Checkpoint],
    ) -> io::Result<Manifest> {
        let lines: io::Result<String> = checkpoints.iter().map(line).collect();
        atomic_file::write(path, (head.line() + &lines?).as_bytes()).map(Manifest)
    }

    /// Adds a checkpoint whose records are on the disk.
    pub(super) fn add(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        self.0.write_all(line(checkpoint)?.as_bytes())?;
        self.0.sync_data()
    }
}

fn line(checkpoint: &Checkpoint) -> io::Result<String> {
    Ok(serde_json::to_string(checkpoint)? + "\n")
}

/// The path of the manifest: `out.jsonl.manifest` beside `out.jsonl`.
pub(super) fn path_beside(output: &Path) -> PathBuf {
    atomic_file::beside(output, "manifest")
}

/// Reads a manifest; `None` if there is none. Of one that a kill has torn, or that is damaged,
/// gives the checkpoints before.
pub(super) fn read(path: &Path) -> Result<Option<(Head, Vec<Checkpoint>)>, BulkError> {
    let name = || path.display().to_string();
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let name = name();
            return Err(BulkError::Open { name, error });
        }
    };
    let (head, rest) = Head::read(FORMAT, &bytes).map_err(|error| BulkError::Head {
        name: name(),
        error,
    })?;
    let lines = rest.split_inclusive(|&byte| byte == b'\n');
    let checkpoints = lines.map_while(|line| serde_json::from_slice(line).ok());
    Ok(Some((head, checkpoints.collect())))
}
