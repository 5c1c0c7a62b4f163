//! The output of an analysis, which consists of whole lines, whatever ends the run.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::content::Kept;
use super::format::Format;
use super::record_file::{Found, RecordFile};
use super::{BulkError, FileOrStd};
use crate::record::Row;
use crate::system::retry::Retrying;

/// How many bytes are gathered for one write.
const GATHERED: usize = 64 << 10;

/// An output that can be written, but is not changed yet.
pub(super) enum Prepared {
    File(Box<Found>),
    Stream(Stream),
}

/// Standard output, a device or a named pipe, to which bytes can only be added.
pub(super) struct Stream {
    sink: Box<dyn Write>,
    name: String,
    /// How many records were written.
    records: u64,
}

/// An open output.
pub(super) struct Output {
    sink: Sink,
    format: Format,
    /// Whole lines that are not written yet.
    gathered: Vec<u8>,
    /// How many records are gathered.
    waiting: u64,
}

enum Sink {
    File(Box<RecordFile>),
    Stream(Stream),
}

/// Whether a path leads to an ordinary file or to nothing so far.
pub(super) fn is_plain(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|found| found.is_file()) || !path.exists()
}

/// A stream's name in messages.
pub(super) fn stream_name(place: &FileOrStd) -> String {
    match place {
        FileOrStd::Standard => "standard output".to_owned(),
        FileOrStd::File(path) => path.display().to_string(),
    }
}

impl Prepared {
    pub(super) fn stream(place: &FileOrStd) -> Result<Prepared, BulkError> {
        let name = stream_name(place);
        let sink: Box<dyn Write> = match place {
            FileOrStd::Standard => Box::new(Retrying(io::stdout())),
            FileOrStd::File(path) => match OpenOptions::new().write(true).open(path) {
                Ok(file) => Box::new(file),
                Err(error) => return Err(BulkError::Open { name, error }),
            },
        };
        Ok(Prepared::Stream(Stream {
            sink,
            name,
            records: 0,
        }))
    }

    /// What is there and stays.
    pub(super) fn kept(&self) -> Kept {
        match self {
            Prepared::File(file) => file.kept.clone(),
            Prepared::Stream(_) => Kept::default(),
        }
    }

    /// Makes the output this run's own.
    pub(super) fn start(self, format: Format) -> Result<Output, BulkError> {
        let is_empty = self.kept().content.bytes == 0;
        let sink = match self {
            Prepared::File(file) => Sink::File(Box::new(file.start()?)),
            Prepared::Stream(stream) => Sink::Stream(stream),
        };
        let mut output = Output {
            sink,
            format,
            gathered: Vec::new(),
            waiting: 0,
        };
        if is_empty {
            // The header is flushed alone: every line after it is a record.
            output.gathered.extend(format.header().as_bytes());
            output.flush()?;
        }
        Ok(output)
    }
}

impl Output {
    /// Appends one record; writes once enough bytes are gathered.
    pub(super) fn append(&mut self, row: &impl Row) -> Result<(), BulkError> {
        let appended = self.format.append(row, &mut self.gathered);
        appended.map_err(|error| self.failed(error))?;
        self.waiting += 1;
        if self.gathered.len() >= GATHERED {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what is gathered, and a checkpoint if one is due.
    pub(super) fn flush(&mut self) -> Result<(), BulkError> {
        let written = match &mut self.sink {
            Sink::File(file) => file
                .append(&self.gathered, self.waiting)
                .and_then(|()| file.checkpoint_if_due()),
            Sink::Stream(stream) => {
                let sink = &mut stream.sink;
                let written = sink.write_all(&self.gathered).and_then(|()| sink.flush());
                stream.records += if written.is_ok() { self.waiting } else { 0 };
                written
            }
        };
        written.map_err(|error| self.failed(error))?;
        self.gathered.clear();
        self.waiting = 0;
        Ok(())
    }

    /// Puts what is written on the disk for a later run.
    pub(super) fn checkpoint(&mut self) -> Result<(), BulkError> {
        match &mut self.sink {
            Sink::File(file) => file.checkpoint().map_err(|error| self.failed(error)),
            Sink::Stream(_) => Ok(()),
        }
    }

    /// Marks a complete output as such.
    pub(super) fn finish(&mut self) -> Result<(), BulkError> {
        match &mut self.sink {
            Sink::File(file) => file.finish().map_err(|error| self.failed(error)),
            Sink::Stream(_) => Ok(()),
        }
    }

    fn failed(&self, error: io::Error) -> BulkError {
        let (name, records) = match &self.sink {
            Sink::File(file) => (&file.name, file.content.records),
            Sink::Stream(stream) => (&stream.name, stream.records),
        };
        BulkError::Write {
            name: name.clone(),
            error,
            records,
        }
    }
}
