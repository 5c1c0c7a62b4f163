//! What stands in an output, and how much of it a later run keeps: all up to the last checkpoint
//! that fits, and before which all records are those of this input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};

use crc32fast::Hasher;

use super::BulkError;
use super::format::Format;
use super::manifest::Checkpoint;
use crate::cli::position_arg::PositionText;

/// Size of the buffer for reading, in bytes.
const BUFFER: usize = 64 << 10;

/// What stands in an output up to the end of some line.
#[derive(Debug, Clone, Default)]
pub(super) struct Content {
    pub(super) records: u64,
    /// How many bytes, the first line of a table included.
    pub(super) bytes: u64,
    /// The checksum of these bytes.
    checksum: Hasher,
}

impl Content {
    /// Adds lines, so many of which are records.
    pub(super) fn add(&mut self, lines: &[u8], records: u64) {
        self.records += records;
        self.bytes += lines.len() as u64;
        self.checksum.update(lines);
    }

    /// The checkpoint behind it.
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            records: self.records,
            bytes: self.bytes,
            crc32: format!("{:08x}", self.checksum.clone().finalize()),
            finished: false,
        }
    }
}

/// What a run keeps of what an earlier one has left.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    pub(super) content: Content,
    /// How many of its records are of bad lines.
    pub(super) bad: u64,
}

/// Reads an output again to see what can be kept of it.
pub(super) struct Review<'a, N> {
    source: BufReader<&'a File>,
    name: &'a str,
    format: Format,
    /// Gives what the records should be of, one after the other.
    next: N,
    line: Vec<u8>,
}

impl<'a, N> Review<'a, N>
where
    N: FnMut() -> Result<Option<PositionText>, BulkError>,
{
    pub(super) fn new(output: &'a File, name: &'a str, format: Format, next: N) -> Self {
        Review {
            source: BufReader::with_capacity(BUFFER, output),
            name,
            format,
            next,
            line: Vec::new(),
        }
    }

    /// What can be kept of an output with these checkpoints, and the checkpoints of that. Drops the
    /// first that does not fit, and those behind it, and tells on stderr from where on.
    pub(super) fn kept(
        mut self,
        mut checkpoints: Vec<Checkpoint>,
    ) -> Result<(Kept, Vec<Checkpoint>), BulkError> {
        let mut kept = Kept::default();
        for (index, checkpoint) in checkpoints.iter().enumerate() {
            let mut longer = kept.clone();
            if let Some(fault) = self.fault_up_to(checkpoint, &mut longer)? {
                let (name, from) = (self.name, self.line_after(&kept));
                // Without stderr nobody can be told.
                let _ = writeln!(
                    io::stderr(),
                    "{name}: {fault}; solved again from line {from} on"
                );
                checkpoints.truncate(index);
                break;
            }
            kept = longer;
        }
        Ok((kept, checkpoints))
    }

    /// Reads on up to a checkpoint and adds that to what is kept; says what is wrong with it.
    fn fault_up_to(
        &mut self,
        checkpoint: &Checkpoint,
        kept: &mut Kept,
    ) -> Result<Option<String>, BulkError> {
        let first = self.line_after(kept);
        while kept.content.bytes < checkpoint.bytes {
            let line = self.line_after(kept);
            if !self.read_line(kept, checkpoint.bytes)? {
                return Ok(Some(format!("line {line}: not the record of its position")));
            }
        }
        let found = Checkpoint {
            finished: checkpoint.finished,
            ..kept.content.checkpoint()
        };
        let last = self.line_after(kept) - 1;
        let fault = || format!("lines {first} to {last}: not what was written");
        Ok((found != *checkpoint).then(fault))
    }

    /// Reads a line before the checkpoint at `end`; says whether it is what should stand there.
    fn read_line(&mut self, kept: &mut Kept, end: u64) -> Result<bool, BulkError> {
        let name = self.name;
        let unread = |error| BulkError::Read {
            name: name.to_owned(),
            error,
        };
        self.line.clear();
        // A line that goes on behind the checkpoint is not what was written.
        let mut rest = (&mut self.source).take(end - kept.content.bytes);
        rest.read_until(b'\n', &mut self.line).map_err(unread)?;
        let (is_first, header) = (kept.content.bytes == 0, self.format.header());
        if is_first && !header.is_empty() {
            kept.content.add(&self.line, 0);
            return Ok(self.line == header.as_bytes());
        }
        kept.content.add(&self.line, 1);
        kept.bad += u64::from(self.format.is_bad(&self.line));
        match (self.next)()? {
            Some(text) => self.format.is_of(&self.line, &text).map_err(unread),
            None => Ok(false),
        }
    }

    /// The number of the line behind what is kept.
    fn line_after(&self, kept: &Kept) -> u64 {
        let has_header = kept.content.bytes > 0 && !self.format.header().is_empty();
        kept.content.records + u64::from(has_header) + 1
    }
}
