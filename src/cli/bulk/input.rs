//! The input of an analysis: lines of a file or a stream, cut into blocks as they arrive.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

use same_file::Handle;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::line_ends;
use super::{BulkError, Place};
use crate::batch::{Feed, Question};
use crate::cli::position_arg::{self, Labelled};
use crate::cli::shard::Shard;
use crate::lines::{Line, read_line};
use crate::patient::Patient;
use crate::protocol::CommandError;

/// Size of the buffer for reading, in bytes; a block of lines is never much larger.
const BUFFER: usize = 64 << 10;
/// The most lines in a block.
const BLOCK: usize = 1024;

/// A line of the input, which goes with its position and comes back with the answer.
#[derive(Debug)]
pub(super) struct Asked {
    /// The line's number in the input, counted from 1.
    pub(super) number: u64,
    pub(super) text: Labelled,
    /// Why the line holds no position.
    pub(super) fault: Option<CommandError>,
}

impl Asked {
    fn question(number: u64, line: Line) -> Question<Asked> {
        let (text, read) = position_arg::read_line(line);
        let (position, fault) = match read {
            Ok(game) => (Some(*game.position()), None),
            Err(fault) => (None, Some(fault)),
        };
        Question {
            tag: Asked {
                number,
                text,
                fault,
            },
            position,
        }
    }
}

/// The checksum of an input file and its number of lines.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Digest {
    /// The SHA-256, as `sha256sum` prints it.
    pub(super) sha256: String,
    pub(super) lines: u64,
}

impl Digest {
    fn of(source: impl Read) -> io::Result<Digest> {
        let mut source = source;
        let mut hash = Sha256::new();
        let mut lines = 0;
        let mut last = b'\n';
        let mut buffer = vec![0; BUFFER];
        loop {
            let chunk = match source.read(&mut buffer) {
                Ok(0) => break,
                Ok(length) => &buffer[..length],
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            hash.update(chunk);
            lines += line_ends(chunk);
            last = chunk[chunk.len() - 1];
        }
        // The last line may lack its end.
        lines += u64::from(last != b'\n');
        Ok(Digest {
            sha256: hex(&hash.finalize()),
            lines,
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    let digit = |value: u8| char::from(b"0123456789abcdef"[usize::from(value)]);
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}

/// An open input: a file, standard input or another stream.
pub(in crate::cli) struct Input {
    source: Source,
    name: String,
    /// The identity of a plain file, which does not depend on its name.
    identity: Option<Handle>,
    digest: Option<Digest>,
    /// How many bytes are read. Of a file with a digest, only those that the digest covers:
    /// what is appended meanwhile is left out.
    length: u64,
}

enum Source {
    /// A file that can be read twice.
    File(File),
    Stream(Box<dyn Read + Send>),
}

impl Input {
    pub(in crate::cli) fn open(place: &Place) -> Result<Input, BulkError> {
        let (name, opened) = match place {
            Place::Standard => ("standard input".to_owned(), open_standard()),
            Place::File(path) => (path.display().to_string(), open_file(path)),
        };
        match opened {
            Ok((source, identity)) => Ok(Input {
                source,
                name,
                identity,
                digest: None,
                length: u64::MAX,
            }),
            Err(error) => Err(BulkError::Open { name, error }),
        }
    }

    /// The input's name in messages.
    pub(in crate::cli) fn name(&self) -> &str {
        &self.name
    }

    /// The number of lines, if a digest has counted them.
    pub(super) fn lines(&self) -> Option<u64> {
        self.digest.as_ref().map(|digest| digest.lines)
    }

    /// Reads a file once to compute its digest; `None` for a stream.
    pub(super) fn digest(&mut self) -> Result<Option<Digest>, BulkError> {
        if let Source::File(file) = &mut self.source {
            let digest = Digest::of(&mut *file).and_then(|digest| {
                let length = file.stream_position()?;
                file.rewind()?;
                Ok((digest, length))
            });
            let (digest, length) = digest.map_err(|error| BulkError::Read {
                name: self.name.clone(),
                error,
            })?;
            (self.digest, self.length) = (Some(digest), length);
        }
        Ok(self.digest.clone())
    }

    /// Refuses an output that is the input file: writing to it would lose lines that are
    /// still to be read, or add lines to them.
    pub(super) fn refuse_output(&self, output: &Handle) -> Result<(), BulkError> {
        if self.identity.as_ref() == Some(output) {
            let name = self.name.clone();
            return Err(BulkError::SameFile { name });
        }
        Ok(())
    }

    /// Refuses if standard output leads to the input file.
    pub(in crate::cli) fn refuse_stdout(&self) -> Result<(), BulkError> {
        // A console that has no handle is no file.
        Handle::stdout().map_or(Ok(()), |stdout| self.refuse_output(&stdout))
    }

    /// A reader of all bytes.
    pub(in crate::cli) fn into_source(self) -> Box<dyn Read + Send> {
        match self.source {
            Source::File(file) => Box::new(file.take(self.length)),
            Source::Stream(stream) => stream,
        }
    }

    /// Feeds the lines of a shard to the solvers, all but the first `skipped`.
    ///
    /// Lines that have arrived are fed before it waits for more, so that a peer at the other
    /// end of a pipe gets its answers.
    pub(super) fn read(self, shard: Shard, skipped: u64, mut feed: Feed<Asked>) -> io::Result<()> {
        let mut source = BufReader::with_capacity(BUFFER, self.into_source());
        let mut block = Vec::new();
        let mut held = 0;
        for number in 1.. {
            let Some(line) = read_line(&mut source)? else {
                break;
            };
            if shard.holds(number) {
                held += 1;
                if held > skipped {
                    block.push(Asked::question(number, line));
                }
            }
            // A whole line in the buffer: reading it needs no waiting and cannot fail.
            let more = source.buffer().contains(&b'\n');
            if more && block.len() < BLOCK {
                continue;
            }
            // The answers were dropped: nobody needs the rest.
            if !block.is_empty() && feed.push(std::mem::take(&mut block)).is_err() {
                break;
            }
        }
        Ok(())
    }
}

type Opened = (Source, Option<Handle>);

fn open_standard() -> io::Result<Opened> {
    let identity = match Handle::stdin() {
        Ok(handle) => identity(handle)?,
        // A console that has no handle is no file.
        Err(_) => None,
    };
    Ok((Source::Stream(Box::new(Patient(io::stdin()))), identity))
}

fn open_file(path: &Path) -> io::Result<Opened> {
    let file = File::open(path)?;
    let identity = identity(Handle::from_file(file.try_clone()?)?)?;
    let source = match identity {
        Some(_) => Source::File(file),
        None => Source::Stream(Box::new(file)),
    };
    Ok((source, identity))
}

/// The identity of a plain file; `None` for a device or a pipe, which on Windows has no
/// metadata. A folder is an error.
fn identity(handle: Handle) -> io::Result<Option<Handle>> {
    let Ok(metadata) = handle.as_file().metadata() else {
        return Ok(None);
    };
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    Ok(metadata.is_file().then_some(handle))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn what_is_appended_after_the_digest_is_not_read() {
        let path = std::env::temp_dir().join(format!("claimeven-input-{}", std::process::id()));
        let mut file = File::create(&path).expect("the temporary folder is writable");
        file.write_all(b"44\n45").expect("room for it");
        let mut input = Input::open(&Place::File(path.clone())).expect("just written");
        let digest = input.digest().expect("readable").expect("a file");
        file.write_all(b"3\n46\n").expect("room for it");
        let mut source = input.into_source();
        std::fs::remove_file(&path).expect("it is ours");
        assert_eq!(Digest::of(&mut source).expect("readable"), digest);
    }

    #[test]
    fn a_digest_is_what_sha256sum_prints() {
        let digest = |bytes: &[u8]| Digest::of(bytes).expect("memory can be read");
        assert_eq!(
            digest(b"abc\n").sha256,
            "edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb"
        );
        for (text, lines) in [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)] {
            assert_eq!(digest(text.as_bytes()).lines, lines, "{text:?}");
        }
    }
}
